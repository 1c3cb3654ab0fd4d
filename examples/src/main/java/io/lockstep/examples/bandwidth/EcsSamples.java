package io.lockstep.examples.bandwidth;

import io.lockstep.codecs.ecs.ComponentTable;
import io.lockstep.codecs.ecs.EcsWriter;
import io.lockstep.codecs.ecs.KeyStream;
import io.lockstep.examples.formats.EcsFormat;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;

/** The table, the five instructions and a key of the ECS stream. */
final class EcsSamples {

    private static final String DOCUMENT = "ecs";
    private static final int BUFFER_BYTES = 256;
    private static final int ENTITY = 258;
    private static final int POSITION_BYTES = 8;

    private final ComponentTable table = EcsFormat.components(EcsFormat.COMPONENTS);
    private final List<Sample> samples;

    EcsSamples(final List<Sample> samples) {
        this.samples = samples;
    }

    private void add(final String name, final EcsFormat.Part part, final Consumer<ByteBuffer> writer) {
        final ByteBuffer bytes = ByteBuffer.allocate(BUFFER_BYTES);
        writer.accept(bytes);
        samples.add(Sample.of(DOCUMENT, name, bytes.flip(), new EcsFormat(table, part)));
    }

    private void addInstruction(final String name, final Consumer<ByteBuffer> writer) {
        add(name, EcsFormat.Part.STREAM, writer);
    }

    void addAll() {
        add("component table of the example", EcsFormat.Part.TABLE, table::encode);
        addInstruction("create entity", target -> EcsWriter.create(target, ENTITY));
        addInstruction("delete entity", target -> EcsWriter.delete(target, ENTITY));
        addInstruction("attach component", target -> EcsWriter.attach(target, ENTITY, 0));
        addInstruction("update component of 8 bytes",
            target -> EcsWriter.update(target, ENTITY, 0, new byte[POSITION_BYTES], 0, POSITION_BYTES));
        addInstruction("detach component", target -> EcsWriter.detach(target, ENTITY, 0));
        add("key pressed", EcsFormat.Part.KEYS, target -> KeyStream.write(0, 1, target));
    }
}

package io.lockstep.codecs.ecs;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Reads instructions one by one. It knows the table, so it knows how long each is; what the instructions mean to a
 * state, {@link EcsDelta} knows. Reusable, allocation-free, not thread-safe.
 */
public final class EcsReader {

    private static final int COMPONENT_OFFSET = 3;

    private final ComponentTable table;
    @SuppressWarnings("NullAway.Init") // given before it is used
    private ByteBuffer source;
    private int start;
    private int at;
    private EcsCode code = EcsCode.OK;

    /**
     * A reader that is to be {@link #wrap wrapped} first.
     *
     * @param table the components, in the order of their ids
     */
    public EcsReader(final ComponentTable table) {
        this.table = table;
    }

    /**
     * Starts reading.
     *
     * @param bytes the instructions between position and limit, which do not move
     * @return this
     */
    public EcsReader wrap(final ByteBuffer bytes) {
        source = bytes;
        start = bytes.position();
        at = start;
        code = EcsCode.OK;
        return this;
    }

    /**
     * Reads an instruction, whole or not at all.
     *
     * @return the instruction; null at the end, or if what follows is none: {@link #code} tells which
     */
    public @Nullable EcsOpcode next() {
        if (code != EcsCode.OK || at == source.limit()) {
            return null;
        }
        start = at;
        final EcsOpcode opcode = EcsOpcode.of(source.get(start));
        if (opcode == null) {
            return fail(EcsCode.OPCODE);
        }
        final int remaining = source.limit() - start;
        if (opcode.fixedBytes() > remaining) {
            return fail(EcsCode.TRUNCATED);
        }
        if (opcode == EcsOpcode.CREATE || opcode == EcsOpcode.DELETE) {
            at = start + opcode.fixedBytes();
            return opcode;
        }
        if (component() >= table.count()) {
            return fail(EcsCode.COMPONENT);
        }
        final int length = opcode.fixedBytes() + (opcode == EcsOpcode.UPDATE ? table.dataBytes(component()) : 0);
        if (length > remaining) {
            return fail(EcsCode.TRUNCATED);
        }
        at = start + length;
        return opcode;
    }

    private @Nullable EcsOpcode fail(final EcsCode why) {
        code = why;
        return null;
    }

    /**
     * What is wrong with the instruction behind the one read last.
     *
     * @return OK while nothing is
     */
    public EcsCode code() {
        return code;
    }

    /**
     * The entity of the instruction read last.
     *
     * @return 0 to 65,535
     */
    public int entity() {
        return getShort(source, start + 1);
    }

    /**
     * The component of the instruction read last, if it has one.
     *
     * @return its id
     */
    public int component() {
        return getShort(source, start + COMPONENT_OFFSET);
    }

    /**
     * Where the data of the update read last begins.
     *
     * @return its index in the buffer; the table knows its length
     */
    public int dataIndex() {
        return start + EcsOpcode.UPDATE.fixedBytes();
    }

    /**
     * How long the instruction read last is.
     *
     * @return bytes, at least 3
     */
    public int length() {
        return at - start;
    }

    static int getShort(final ByteBuffer source, final int index) {
        return (source.get(index) & 0xFF) << Byte.SIZE | source.get(index + 1) & 0xFF;
    }
}

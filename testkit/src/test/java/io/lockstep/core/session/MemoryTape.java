package io.lockstep.core.session;

import io.lockstep.codecs.replay.RecordingReader;
import io.lockstep.core.replay.RecordingSink;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/** A recording in memory. */
final class MemoryTape implements RecordingSink {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @Override
    public String append(final ByteBuffer source) {
        bytes.write(source.array(), source.position(), source.remaining());
        source.position(source.limit());
        return null;
    }

    byte[] bytes() {
        return bytes.toByteArray();
    }

    RecordingReader read() {
        return new RecordingReader(ByteBuffer.wrap(bytes()));
    }
}

package io.lockstep.examples.formats;

import java.nio.ByteBuffer;

/** A protocol, as far as its bytes can be read by themselves. Not thread-safe. */
public interface Format {

    /**
     * Reads one message that fills the whole source.
     *
     * @param source its bytes between position and limit; never empty
     * @return what they say, or what is wrong with them; never throws for what they are
     */
    Answer decode(ByteBuffer source);
}

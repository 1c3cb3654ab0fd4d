package io.lockstep.testkit;

import java.nio.ByteBuffer;

/** Reads the head of an encoded input window, see WIRE.md. Reused: the frames behind the head are not decoded. */
final class WindowHead {

    /** From this number of frames on, a byte of its own says it. */
    static final int COUNT_FOLLOWS = 15;

    private static final int U8 = 0xFF;
    private static final int FLAG_LEADS = 1 << 5;
    private static final int FLAG_WIDE = 1 << 6;
    private static final int FLAG_OPTIONS = 1 << 7;
    private static final int OPTION_CHECKSUMS = 1;
    private static final int OPTION_CHECKSUM_ACK = 1 << 1;
    private static final int OPTION_EVENTS = 1 << 2;
    private static final int OPTION_ECHO = 1 << 3;
    private static final int OPTION_DEAF = 1 << 5;
    private static final int OPTION_PLAYERS = 1 << 7;
    private static final int ECHO_BYTES = 4;
    /** In the number of checksums: they are those of frames in a row. */
    private static final int EACH_FRAME = 1 << 7;

    private int flags;
    private int options;
    private int first;
    private int count;
    private boolean eachChecksum;

    /** Reads the window between position and limit, which do not change. */
    WindowHead read(final ByteBuffer window) {
        int at = window.position() + 1;
        flags = window.get(at++);
        options = (flags & FLAG_OPTIONS) == 0 ? 0 : window.get(at++) & U8;
        first = window.get(at++) & U8 | (window.get(at++) & U8) << Byte.SIZE;
        at += (flags & FLAG_WIDE) == 0 ? 1 : Short.BYTES;
        count = flags & COUNT_FOLLOWS;
        count = count == COUNT_FOLLOWS ? window.get(at++) & U8 : count;
        at += has(OPTION_PLAYERS) ? 1 : 0;
        at += has(OPTION_ECHO) ? ECHO_BYTES : 0;
        at += has(OPTION_CHECKSUM_ACK) ? Short.BYTES : 0;
        eachChecksum = has(OPTION_CHECKSUMS) && (window.get(at + Short.BYTES) & EACH_FRAME) != 0;
        return this;
    }

    private boolean has(final int option) {
        return (options & option) != 0;
    }

    /** Returns the lower 16 bits of the first frame. */
    int first() {
        return first;
    }

    /** Returns the number of frames. */
    int count() {
        return count;
    }

    /** Returns whether its sender leads. */
    boolean leads() {
        return (flags & FLAG_LEADS) != 0;
    }

    /** Returns whether its sender does not hear the receiver. */
    boolean isDeaf() {
        return has(OPTION_DEAF);
    }

    boolean hasEvents() {
        return has(OPTION_EVENTS);
    }

    /** Returns whether it has the checksums of frames in a row, as after a difference. */
    boolean hasEachChecksum() {
        return eachChecksum;
    }
}

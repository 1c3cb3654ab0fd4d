package io.lockstep.core.internal.protocol;

import java.nio.ByteBuffer;

/**
 * The start of a {@link Greeting}, which is the same in every version of the wire, for ever: without it two peers could
 * not find out what they have in common, or tell each other that it is nothing.
 */
final class GreetingStart {

    /** How long it is, behind the header. */
    static final int BYTES = 19;

    private static final int JOINING = 1;
    private static final int SEALED = 2;

    int lowestVersion = Message.VERSION;
    int highestVersion = Message.VERSION;
    boolean joining;
    boolean sealed;
    int required;
    int optional;
    int incarnation;
    int salt;

    WireCode decode(final ByteBuffer buffer) {
        if (buffer.remaining() < BYTES) {
            return WireCode.TRUNCATED;
        }
        lowestVersion = buffer.get() & Message.U8;
        highestVersion = buffer.get() & Message.U8;
        final int flags = buffer.get() & Message.U8;
        joining = (flags & JOINING) != 0;
        sealed = (flags & SEALED) != 0;
        required = buffer.getInt();
        optional = buffer.getInt();
        incarnation = buffer.getInt();
        salt = buffer.getInt();
        return (flags & ~(JOINING | SEALED)) == 0 ? check() : WireCode.RESERVED;
    }

    WireCode check() {
        return WireSupport.areVersions(lowestVersion, highestVersion) ? WireCode.OK : WireCode.RANGE;
    }

    void encode(final ByteBuffer buffer) {
        buffer.put((byte) lowestVersion);
        buffer.put((byte) highestVersion);
        buffer.put((byte) ((joining ? JOINING : 0) | (sealed ? SEALED : 0)));
        buffer.putInt(required);
        buffer.putInt(optional);
        buffer.putInt(incarnation);
        buffer.putInt(salt);
    }

    /** Does the sender speak the version that is spoken here? */
    boolean isReadable() {
        return lowestVersion <= Message.VERSION && highestVersion >= Message.VERSION;
    }

    WireSupport speaks() {
        return new WireSupport(lowestVersion, highestVersion, required, optional);
    }

    void speaks(final WireSupport value) {
        lowestVersion = value.lowest();
        highestVersion = value.highest();
        required = value.required();
        optional = value.optional();
    }
}

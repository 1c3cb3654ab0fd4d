package io.lockstep.core.session;

import io.lockstep.core.internal.crypto.Integrity;
import io.lockstep.core.internal.crypto.LinkTag;
import io.lockstep.core.transport.Lane;
import java.nio.ByteBuffer;

/** Makes tags that are valid where there are no keys: what seeds a link's checksums falls out of any tag of it. */
public final class Forger {

    private static final Integrity BARE = new Integrity(0);

    private Forger() {
    }

    /** The tag of another datagram of the same link and lane; for sequences that 16 bits hold. */
    public static long tag(final long ofOther, final ByteBuffer other, final int sequence, final ByteBuffer payload) {
        return LinkTag.of(sequence, ofOther ^ BARE.of(LinkTag.sequenceOf(ofOther), 0, 0, 0, other)
            ^ BARE.of(sequence, 0, 0, 0, payload));
    }

    /** The tag of a handshake on the CONTROL lane, which anybody can compute. */
    static long handshake(final int from, final int to, final byte[] bytes) {
        return LinkTag.of(0, new Integrity(Integrity.seed(0, 0, 0, from, to, Lane.CONTROL.ordinal()))
            .of(0, 0, 0, 0, ByteBuffer.wrap(bytes)));
    }
}

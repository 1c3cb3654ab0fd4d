package io.lockstep.aeron;

import io.aeron.protocol.HeaderFlyweight;
import io.aeron.protocol.SetupFlyweight;
import io.lockstep.core.transport.Lane;
import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Remembers what came to our port and why it may not be a peer's: the reason to tell when a peer is not heard. Nothing
 * here is proven, so it is only told. The driver runs on its caller's thread, which also asks.
 */
final class Strangers {

    private final int localPeer;
    private final boolean hasKeys;
    private final UnsafeBuffer frame = new UnsafeBuffer(0, 0);
    private long came;
    private boolean isForeign;
    private boolean isNumberTaken;
    private boolean areKeysUnlike;

    Strangers(final int localPeer, final boolean hasKeys) {
        this.localPeer = localPeer;
        this.hasKeys = hasKeys;
    }

    /** Looks at a datagram as it came, from the start of the buffer to its position. */
    void note(final ByteBuffer datagram) {
        came++;
        final int length = datagram.position();
        if (length < HeaderFlyweight.MIN_HEADER_LENGTH
            || datagram.get(HeaderFlyweight.VERSION_FIELD_OFFSET) != HeaderFlyweight.CURRENT_VERSION) {
            isForeign = true;
        } else if (length >= SetupFlyweight.HEADER_LENGTH
            && datagram.get(HeaderFlyweight.TYPE_FIELD_OFFSET) == HeaderFlyweight.HDR_TYPE_SETUP) {
            noteSetup(datagram, length);
        }
    }

    /** A peer with keys puts a number and a signature behind each SETUP. */
    private void noteSetup(final ByteBuffer datagram, final int length) {
        frame.wrap(datagram);
        areKeysUnlike |= hasKeys == (length == SetupFlyweight.HEADER_LENGTH);
        for (final Lane lane : Lane.values()) {
            isNumberTaken |= Frames.stream(frame, 0) == StreamIds.of(localPeer, lane);
        }
    }

    /** Why a peer that has never been heard may not be heard; null if nothing is known. */
    @Nullable String hint() {
        if (isNumberTaken) {
            return "somebody else plays as player " + localPeer + ", as this peer does: give each player a number of"
                + " its own";
        }
        if (areKeysUnlike) {
            return hasKeys ? "the other end plays without keys, and this peer has some"
                : "the other end has keys, and this peer plays without";
        }
        if (isForeign) {
            return "packets came that are not of this transport: the other end may use another one";
        }
        return came == 0 ? "no packet came from any address" : null;
    }
}

package io.lockstep.aeron;

import io.aeron.protocol.SetupFlyweight;
import io.lockstep.core.transport.Lane;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * What the sending side of one lane knows of the endpoint that receives it. A SETUP opens a stream at the peer only if
 * it answers that endpoint's challenge of now, so that recorded ones open nothing. The driver's own ask for the
 * challenge; it counts if it names one of ours that has not been answered yet.
 */
final class OutgoingStream {

    private final int id;
    private final UnsafeBuffer setup = new UnsafeBuffer(new byte[SetupFlyweight.HEADER_LENGTH]);
    private final ReplayWindow window = new ReplayWindow();
    private long setups;
    private long lastAnswered;
    private boolean hasReceiver;
    private long receiver;

    OutgoingStream(final int localPeer, final Lane lane) {
        id = StreamIds.of(localPeer, lane);
    }

    int id() {
        return id;
    }

    /** The driver's last SETUP: what has been asked with, and answers. */
    UnsafeBuffer setup() {
        return setup;
    }

    /** The number of the SETUP that is about to be sent. */
    long nextSetup() {
        return ++setups;
    }

    boolean isAnswer(final long toSetup) {
        return toSetup > lastAnswered && toSetup <= setups;
    }

    /** An endpoint of the peer has answered one of our SETUPs. If it is another than before, the peer was restarted. */
    void answered(final long toSetup, final long byReceiver) {
        if (receiver != byReceiver) {
            window.clear();
        }
        lastAnswered = toSetup;
        hasReceiver = true;
        receiver = byReceiver;
    }

    long receiver() {
        return receiver;
    }

    /** Whether a status message of that endpoint can be one that did not come yet. */
    boolean isNew(final long ofReceiver, final long number) {
        return hasReceiver && receiver == ofReceiver && window.isNew(number);
    }

    void mark(final long number) {
        window.mark(number);
    }

    /** Whether that endpoint has this stream: it says how far it has read. */
    boolean isReadBy(final long otherReceiver) {
        return hasReceiver && receiver == otherReceiver && !window.isEmpty();
    }
}

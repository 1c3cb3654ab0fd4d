package io.lockstep.testkit.liars;

import io.lockstep.core.internal.protocol.InputWindow;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.Relay;
import io.lockstep.core.internal.protocol.TransferMessage;
import io.lockstep.core.transport.Lane;

/** Says nothing where the others wait for it. */
final class Withholding {

    private static final long PERIOD_MS = 5000;
    private static final long HEARD_MS = 100;
    private static final int CHUNKS = 2;

    private Withholding() {
    }

    /** Is silent for 4.9 of every 5 seconds, so that nobody takes it for lost. */
    static final class LagSwitch extends Deceiver {

        LagSwitch(final LiarView view) {
            super(view);
        }

        @Override
        byte[] said(final int to, final Lane lane, final byte[] payload) {
            return view.nowMs % PERIOD_MS < HEARD_MS ? payload : null;
        }
    }

    /**
     * Sends no window itself for 4.9 of every 5 seconds, and all else. What it sends is numbered anew, so its session
     * takes what others carry for windows without an answer, and soon gives them little, to some less than to others.
     */
    static final class WithheldWindows extends Deceiver {

        WithheldWindows(final LiarView view) {
            super(view);
        }

        @Override
        byte[] said(final int to, final Lane lane, final byte[] payload) {
            return view.nowMs % PERIOD_MS >= HEARD_MS && view.decoded(payload) instanceof InputWindow ? null : payload;
        }
    }

    /** Gives its inputs and its acknowledgements to all but one, and nobody anything to carry there. */
    static final class StarvedPeer extends Deceiver {

        StarvedPeer(final LiarView view) {
            super(view);
        }

        @Override
        byte[] said(final int to, final Lane lane, final byte[] payload) {
            final Message message = view.decoded(payload);
            final boolean isForOne = to == view.victim && message instanceof InputWindow
                || message instanceof Relay relay && relay.kind() == Relay.Kind.CARRY && relay.peer() == view.victim;
            return isForOne ? null : payload;
        }
    }

    /** Gives the first pieces of each state, and then none. */
    static final class StalledDonor extends Deceiver {

        StalledDonor(final LiarView view) {
            super(view);
        }

        @Override
        byte[] said(final int to, final Lane lane, final byte[] payload) {
            return view.decoded(payload) instanceof TransferMessage piece
                && piece.kind() == TransferMessage.Kind.CHUNK && piece.index() >= CHUNKS ? null : payload;
        }
    }
}

package io.lockstep.testkit.liars;

import io.lockstep.core.internal.protocol.InputWindow;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.Relay;
import io.lockstep.core.internal.protocol.TransferMessage;
import io.lockstep.core.transport.Lane;
import org.jspecify.annotations.NullUnmarked;

/** Says nothing where the others wait for it. */
@NullUnmarked
final class Withholding {

    private static final long PERIOD_MS = 5000;
    /** Less than the second that is free again after two that were played. */
    private static final long SHORT_MS = 900;
    private static final long HEARD_MS = 100;
    private static final int CHUNKS = 2;

    private Withholding() {
    }

    /** Is silent for 4.9 of every 5 seconds, or for most of each second, so that nobody takes it for lost. */
    static final class LagSwitch extends Deceiver {

        private final long periodMs;

        LagSwitch(final LiarView view, final long periodMs) {
            super(view);
            this.periodMs = periodMs;
        }

        static LagSwitch seconds(final LiarView view) {
            return new LagSwitch(view, PERIOD_MS);
        }

        static LagSwitch frames(final LiarView view) {
            return new LagSwitch(view, SHORT_MS);
        }

        @Override
        byte[] said(final int to, final Lane lane, final byte[] payload) {
            return view.nowMs % periodMs < HEARD_MS ? payload : null;
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

    /** Gives its inputs and its acknowledgements to all but one, or to one alone, and nobody anything to carry. */
    static final class Starved extends Deceiver {

        private final int starved;

        private Starved(final LiarView view, final int starved) {
            super(view);
            this.starved = starved;
        }

        static Starved one(final LiarView view) {
            return new Starved(view, 1 << view.victim);
        }

        static Starved most(final LiarView view) {
            return new Starved(view, view.others & ~(1 << view.victim));
        }

        @Override
        byte[] said(final int to, final Lane lane, final byte[] payload) {
            final Message message = view.decoded(payload);
            final boolean isForOne = message instanceof InputWindow && (starved & 1 << to) != 0
                || message instanceof Relay relay && relay.kind() == Relay.Kind.CARRY;
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

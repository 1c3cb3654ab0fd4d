package io.lockstep.testkit.liars;

import io.lockstep.core.internal.protocol.InputFrames;
import io.lockstep.core.internal.protocol.InputWindow;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.SerialNumber;
import io.lockstep.core.internal.protocol.TransferMessage;
import io.lockstep.core.transport.Lane;
import org.jspecify.annotations.NullUnmarked;

/** Says one thing to some and another to the rest. */
@NullUnmarked
final class Equivocation {

    private static final int FRAMES = 60;

    private Equivocation() {
    }

    /** For some frames its input is another one for those who are fooled. Every second liar then avoids those. */
    static final class Inputs extends Deceiver {

        private final boolean avoids;
        private long from = -1;

        Inputs(final LiarView view) {
            super(view);
            avoids = view.random.nextBoolean();
        }

        @Override
        byte[] said(final int to, final Lane lane, final byte[] payload) {
            if (!view.isFooled(to)) {
                return payload;
            }
            final Message message = view.decoded(payload);
            if (avoids && message instanceof TransferMessage transfer && transfer.transferId() < 0) {
                // It does not say what its own inputs were, which they could compare.
                return null;
            }
            if (!(message instanceof InputWindow window)) {
                return payload;
            }
            final InputFrames frames = window.frames();
            final long first = SerialNumber.unwrap(window.firstFrame(), view.session.frame());
            if (from < 0) {
                // Nobody has the input of this one yet.
                from = first + frames.count() + 1;
            }
            // What follows a frame is told by its difference from that one, which was another one for who is fooled.
            final boolean base = frames.follows() && isOther(first - 1);
            boolean changed = false;
            for (int i = 0; i < frames.count(); i++) {
                if (isOther(first + i) != base) {
                    frames.inputs()[frames.inputOffset(i, 0)] ^= 1;
                    changed = true;
                }
            }
            return changed ? view.encoded(window) : payload;
        }

        private boolean isOther(final long frame) {
            return frame >= from && frame < from + FRAMES;
        }
    }
}

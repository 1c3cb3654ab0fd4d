package io.lockstep.testkit.liars;

import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.internal.protocol.InputWindow;
import io.lockstep.core.sync.StateBuffer;
import io.lockstep.core.sync.StateWriter;
import io.lockstep.core.transport.Lane;
import java.nio.ByteBuffer;

/** Lies about states. */
final class FalseStates {

    /** Where the checksums of a window stand, behind what is always there, and the parts that may come before them. */
    private static final int FIXED = 8;
    private static final int ECHO = 4;
    private static final int CHECKSUM_ACK = 2;
    private static final int FRAME_AND_NUMBER = 3;

    private FalseStates() {
    }

    /** Every checksum that it says is wrong. */
    static final class Checksums extends Deceiver {

        Checksums(final LiarView view) {
            super(view);
        }

        @Override
        byte[] said(final int to, final Lane lane, final byte[] payload) {
            if (!(view.decoded(payload) instanceof InputWindow window) || window.checksums().count() == 0) {
                return payload;
            }
            final byte[] changed = payload.clone();
            final int at = FIXED + (window.hasEcho() ? ECHO : 0) + (window.hasChecksumAck() ? CHECKSUM_ACK : 0)
                + FRAME_AND_NUMBER;
            for (int i = 0; i < window.checksums().count(); i++) {
                changed[at + i * Integer.BYTES] ^= 1;
            }
            return changed;
        }
    }

    /** The states that it gives to others are not its own; its checksums are. */
    static final class GivenStates extends Deceiver {

        GivenStates(final LiarView view) {
            super(view);
        }

        @Override
        Simulation game(final Simulation real) {
            return new Simulation() {
                @Override
                public void step(final long frame, final Inputs inputs) {
                    real.step(frame, inputs);
                }

                @Override
                public void save(final StateWriter out) {
                    real.save(out);
                    if (out instanceof StateBuffer kept && view.lies()) {
                        kept.array()[0] ^= 1;
                    }
                }

                @Override
                public void load(final ByteBuffer state) {
                    real.load(state);
                }
            };
        }
    }
}

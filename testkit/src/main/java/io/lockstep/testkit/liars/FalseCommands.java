package io.lockstep.testkit.liars;

import io.lockstep.core.internal.protocol.Command;
import io.lockstep.core.internal.protocol.InputWindow;
import io.lockstep.core.internal.protocol.SerialNumber;
import io.lockstep.core.transport.Lane;
import org.jspecify.annotations.NullUnmarked;

/** Lies with the commands that travel beside inputs. */
@NullUnmarked
final class FalseCommands {

    private static final int LONG_AGO = 60;

    private FalseCommands() {
    }

    /** Says one command beside one input, to some or to all. */
    private static class OneCommand extends Deceiver {

        private final WindowEditor editor = new WindowEditor();
        private final int command;
        private final boolean toAll;
        private long at = -1;

        OneCommand(final LiarView view, final Command.Kind kind, final boolean toAll) {
            super(view);
            command = Command.of(kind);
            this.toAll = toAll;
        }

        @Override
        byte[] said(final int to, final Lane lane, final byte[] payload) {
            if (!(view.decoded(payload) instanceof InputWindow window) || window.frames().count() == 0) {
                return payload;
            }
            final long first = SerialNumber.unwrap(window.firstFrame(), view.session.frame());
            if (at < 0) {
                // Nobody has the input of this one yet.
                at = first + window.frames().count() + 1;
            }
            if (!toAll && !view.isFooled(to) || at < first || at >= first + window.frames().count()) {
                return payload;
            }
            editor.command(window, (int) (at - first), command);
            return view.encoded(window);
        }
    }

    /** A pause for some alone. */
    static final class EquivocatedPause extends OneCommand {

        EquivocatedPause(final LiarView view) {
            super(view, Command.Kind.PAUSE, false);
        }
    }

    /** The end of a match in which all have the same state. */
    static final class Halt extends OneCommand {

        Halt(final LiarView view) {
            super(view, Command.Kind.HALT, true);
        }
    }

    /**
     * As soon as one who had died is here again, orders with each input that its inputs count: of the honest some hear
     * sooner than others that it is a member. The liar's session carries it out as well, and parts from nobody.
     */
    static final class ActivatedEarly extends Deceiver {

        /** The process that died. */
        private int before;

        ActivatedEarly(final LiarView view) {
            super(view);
        }

        @Override
        byte[] said(final int to, final Lane lane, final byte[] payload) {
            final int known = view.incarnation(view.victim);
            before = before == 0 ? known : before;
            if (known != 0 && known != before) {
                view.orderNext(Command.activate(view.victim, 1, known));
            }
            return payload;
        }
    }

    /** Pauses the match as often as it may, and lets nobody go on before anybody else may end it. */
    static final class EndlessPauses extends Deceiver {

        private long paused = -LONG_AGO;

        EndlessPauses(final LiarView view) {
            super(view);
        }

        @Override
        void turn() {
            if (view.session.frame() - paused >= LONG_AGO) {
                paused = view.session.frame();
                view.session.pause();
            }
        }
    }
}

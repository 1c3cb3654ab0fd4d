package io.lockstep.testkit.liars;

import io.lockstep.core.internal.protocol.Command;
import io.lockstep.core.internal.protocol.InputFrames;
import io.lockstep.core.internal.protocol.InputWindow;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.transport.Lane;
import org.jspecify.annotations.Nullable;

/** Drops every message of one kind that its session sends from some time on, and passes on all others. */
final class Mute implements LyingTransport.Hook {

    private final LiarView view;
    private final Unsaid unsaid;
    private final long fromMs;
    private final WindowEditor editor = new WindowEditor();

    Mute(final LiarView view, final Unsaid unsaid, final long fromMs) {
        this.view = view;
        this.unsaid = unsaid;
        this.fromMs = fromMs;
    }

    @Override
    public byte @Nullable [] outgoing(final int to, final Lane lane, final boolean handshake, final byte[] payload) {
        if (view.nowMs < fromMs) {
            return payload;
        }
        final Message message = view.decoded(payload);
        if (unsaid.is(message)) {
            return null;
        }
        return message instanceof InputWindow window ? withoutCommands(window, payload) : payload;
    }

    private byte[] withoutCommands(final InputWindow window, final byte[] payload) {
        final InputFrames frames = window.frames();
        boolean changed = false;
        for (int i = 0; i < frames.count(); i++) {
            if (frames.players() > 0 && unsaid.isCommand(frames.commandOf(i, 0))) {
                editor.command(window, i, Command.NONE);
                changed = true;
            }
        }
        return changed ? view.encoded(window) : payload;
    }

    @Override
    public void incoming(final int from, final Lane lane, final byte[] payload) {
        // The mute member receives everything unchanged.
    }
}

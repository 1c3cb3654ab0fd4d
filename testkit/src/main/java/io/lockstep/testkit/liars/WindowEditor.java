package io.lockstep.testkit.liars;

import io.lockstep.core.internal.protocol.Command;
import io.lockstep.core.internal.protocol.InputFrames;
import io.lockstep.core.internal.protocol.InputWindow;
import io.lockstep.core.session.SessionConfig;

/** Puts a command beside an input of a window, of which everything else stays. */
final class WindowEditor {

    /** No datagram of a session is longer. */
    private static final int MOST_BYTES = 1184;

    private final byte[] inputs = new byte[InputWindow.MAX_FRAMES * SessionConfig.DEFAULT_INPUT_BYTES];
    private final int[] commands = new int[InputWindow.MAX_FRAMES];
    private final byte[][] events = new byte[InputWindow.MAX_FRAMES][];

    /** Of a window of one player, in the frame that stands at an index. */
    void command(final InputWindow window, final int index, final int command) {
        final InputFrames frames = window.frames();
        final int count = frames.count();
        for (int i = 0; i < count; i++) {
            System.arraycopy(frames.inputs(), frames.inputOffset(i, 0), inputs, i * SessionConfig.DEFAULT_INPUT_BYTES,
                SessionConfig.DEFAULT_INPUT_BYTES);
            commands[i] = i == index ? command : frames.commandOf(i, 0);
            events[i] = new byte[frames.eventLength(i, 0)];
            System.arraycopy(frames.events(), frames.eventOffset(i, 0), events[i], 0, events[i].length);
        }
        window.start(1, window.ack(), window.firstFrame());
        for (int i = 0; i < count; i++) {
            frames.input(0, inputs, i * SessionConfig.DEFAULT_INPUT_BYTES);
            if (commands[i] != Command.NONE) {
                frames.command(0, commands[i]);
            } else if (events[i].length > 0) {
                frames.event(0, events[i], 0, events[i].length);
            }
            if (!window.endFrame(MOST_BYTES)) {
                return;
            }
        }
    }
}

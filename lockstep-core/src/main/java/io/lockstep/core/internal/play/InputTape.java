package io.lockstep.core.internal.play;

import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.transfer.FrameStreamReader;
import io.lockstep.core.internal.transfer.FrameStreamWriter;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** A copy of the inputs of some frames that were executed, to be simulated again and shown. */
public final class InputTape {

    private final MatchSettings settings;
    private final long first;
    private final byte[] bytes;

    private InputTape(final MatchSettings settings, final long first, final byte[] bytes) {
        this.settings = settings;
        this.first = first;
        this.bytes = bytes;
    }

    /** Copies what the log still holds of these frames. */
    public static InputTape of(final MatchSettings settings, final InputLog log, final long from, final long to) {
        long first = Math.max(from, settings.rules().startFrame());
        for (int player = 0; player < settings.players(); player++) {
            first = Math.max(first, log.next(player) - InputLog.FRAMES);
        }
        final FrameStreamWriter writer =
            new FrameStreamWriter(settings.players(), settings.rules().inputBytes(), settings.rules().maxEventBytes());
        final LoggedFrame frame = new LoggedFrame(settings.players(), log);
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (long each = first; each <= to; each++) {
            writer.write(frame.at(each));
            out.write(writer.array(), 0, writer.length());
        }
        return new InputTape(settings, first, out.toByteArray());
    }

    /** The first frame whose inputs are here. */
    public long first() {
        return first;
    }

    /** Reads them from the first on. */
    public Reader reader() {
        return new Reader();
    }

    /** Goes through the frames. */
    public final class Reader {

        public final FrameStreamReader frame =
            new FrameStreamReader(settings.players(), settings.rules().inputBytes(), settings.rules().maxEventBytes());
        private int offered;

        /** Moves on to the next frame; false behind the last. */
        public boolean next() {
            offered += frame.offer(bytes, offered, bytes.length - offered);
            return frame.next();
        }
    }

    /** A line for each frame: who was present with which input, event and command. */
    public List<String> lines() {
        final List<String> lines = new ArrayList<>();
        final Reader reader = reader();
        final HexFormat hex = HexFormat.of();
        for (long each = first; reader.next(); each++) {
            final StringBuilder line = new StringBuilder("frame ").append(each).append(':');
            final FrameStreamReader frame = reader.frame;
            for (int player = 0; player < settings.players(); player++) {
                line.append(player == 0 ? " " : ", ").append(player).append(' ');
                if (!frame.present(player)) {
                    line.append("absent");
                    continue;
                }
                final int at = frame.inputOffset(player);
                line.append(hex.formatHex(frame.inputs(), at, at + settings.rules().inputBytes()));
                final int event = frame.eventOffset(player);
                if (frame.eventLength(player) > 0) {
                    line.append(" event ")
                        .append(hex.formatHex(frame.events(), event, event + frame.eventLength(player)));
                }
                if (frame.command(player) != 0) {
                    line.append(" command ").append(Integer.toHexString(frame.command(player)));
                }
            }
            lines.add(line.toString());
        }
        return List.copyOf(lines);
    }
}

package io.lockstep.core.internal.play;

import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.sync.StateHash;
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
    /** From where on the inputs of each player are its owner's own word. */
    private final long[] ownWord;

    private InputTape(final MatchSettings settings, final long first, final byte[] bytes, final long[] ownWord) {
        this.settings = settings;
        this.first = first;
        this.bytes = bytes;
        this.ownWord = ownWord;
    }

    /** Copies what the log still holds of these frames. */
    public static InputTape of(final MatchSettings settings, final InputLog log, final long from, final long to) {
        long first = Math.max(from, settings.rules().startFrame());
        final long[] ownWord = new long[settings.players()];
        for (int player = 0; player < settings.players(); player++) {
            ownWord[player] = log.ownWordFrom(player);
            first = Math.max(first, log.next(player) - InputLog.REACH);
        }
        final FrameStreamWriter writer =
            new FrameStreamWriter(settings.players(), settings.rules().inputBytes(), settings.rules().maxEventBytes());
        final LoggedFrame frame = new LoggedFrame(settings.players(), log);
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (long each = first; each <= to; each++) {
            writer.write(frame.at(each));
            out.write(writer.array(), 0, writer.length());
        }
        return new InputTape(settings, first, out.toByteArray(), ownWord);
    }

    /** The first frame whose inputs are here. */
    public long first() {
        return first;
    }

    /** The first frame from which on a player's inputs are here, and came from its owner itself. */
    public long ownWordFrom(final int player) {
        return Math.max(first, ownWord[player]);
    }

    /** Stands for all that was executed of a player in some frames; nobody makes others with the same hash. */
    public StateHash hash(final int player, final long from, final long to) {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final Reader reader = reader();
        final FrameStreamReader frame = reader.frame;
        for (long each = first; each <= to && reader.next(); each++) {
            if (each >= from) {
                out.write(frame.present(player) ? 1 : 0);
                out.write(frame.inputs(), frame.inputOffset(player), settings.rules().inputBytes());
                out.write(frame.eventLength(player));
                out.write(frame.events(), frame.eventOffset(player), frame.eventLength(player));
                for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
                    out.write(frame.command(player) >>> shift);
                }
            }
        }
        return StateHash.of(settings.rules().matchId(), from, new byte[] {(byte) player}, out.toByteArray(),
            out.size());
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

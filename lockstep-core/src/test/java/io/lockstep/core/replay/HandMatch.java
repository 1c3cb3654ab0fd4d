package io.lockstep.core.replay;

import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.ExecutedFrame;
import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.MatchDescription;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.input.IdSet;
import io.lockstep.core.internal.replay.HeaderFormat;
import io.lockstep.core.internal.replay.RecordingFormat;
import io.lockstep.core.internal.sync.ChecksumWriter;
import io.lockstep.core.sync.StateWriter;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.zip.CRC32;

/** A match without a session, to be recorded: two players, a pause, an event, an absence, and another line-up. */
public final class HandMatch implements ExecutedFrame, Inputs {

    private static final long START = 10;
    public static final MatchDescription MATCH = match(START);
    public static final int PAUSED_FRAMES = 9;

    private static final long PAUSE_FROM = 40;
    private static final int PERIOD = 7;
    private static final int ROLLBACK_PERIOD = 10;
    private static final int ROLLBACK_FRAMES = 3;

    private static final IdSet WRONG = IdSet.players(0b10);

    private final IdSet members = IdSet.peers(() -> present(1) ? 0b11 : 0b01);
    private final RecordingWriter writer;
    private final Game game = new Game();
    private final ChecksumWriter checksum = new ChecksumWriter();
    private final byte[] inputs = new byte[4];
    private final byte[] events = {9, 8, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    private final ByteBuffer event = ByteBuffer.wrap(events);
    private final MatchDescription match;
    /** Number of frames by which everything in this match is later than in one that begins with frame 10. */
    private final long later;
    private long frame;

    public HandMatch(final RecordingWriter writer) {
        this(writer, START);
    }

    private HandMatch(final RecordingWriter writer, final long startFrame) {
        this.writer = writer;
        match = match(startFrame);
        later = startFrame - START;
        frame = startFrame;
        writer.begin(match, frame, false, game);
    }

    private static MatchDescription match(final long startFrame) {
        return new MatchDescription("hand", 0x12345678L, 0x0123456789ABCDEFL, List.of(0, 1), 1, 60, 2, 8, 30,
            startFrame, ByteBuffer.wrap(new byte[] {0x0a, 0x0b, 0x0c}));
    }

    /** A recording of a match that begins with any frame. */
    public static byte[] recordFrom(final long startFrame, final int frames, final int snapshotFrames) {
        final ByteArrayOutputStream file = new ByteArrayOutputStream();
        final HandMatch played = new HandMatch(new RecordingWriter(bytes -> {
            file.write(bytes.array(), bytes.position(), bytes.remaining());
            return null;
        }, "b-1.0+", snapshotFrames).rollbacks(true), startFrame);
        played.frames(frames);
        played.writer.end(played.frame, EndReason.FINISHED);
        return file.toByteArray();
    }

    public static void play(final RecordingWriter writer, final int frames) {
        final HandMatch match = new HandMatch(writer);
        match.frames(frames);
        writer.end(match.frame, EndReason.FINISHED);
    }

    public static byte[] record(final int frames, final int snapshotFrames) {
        final ByteArrayOutputStream file = new ByteArrayOutputStream();
        play(new RecordingWriter(bytes -> {
            file.write(bytes.array(), bytes.position(), bytes.remaining());
            return null;
        }, "b-1.0+", snapshotFrames), frames);
        return file.toByteArray();
    }

    /** The same, played ahead: every tenth frame takes back three because of player 1. */
    public static byte[] recordAhead(final int frames, final int snapshotFrames) {
        final ByteArrayOutputStream file = new ByteArrayOutputStream();
        play(new RecordingWriter(bytes -> {
            file.write(bytes.array(), bytes.position(), bytes.remaining());
            return null;
        }, "b-1.0+", snapshotFrames).rollbacks(true), frames);
        return file.toByteArray();
    }

    public void frames(final int count) {
        for (int i = 0; i < count; i++) {
            if (frame % ROLLBACK_PERIOD == 0) {
                writer.rolledBack(frame, frame + ROLLBACK_FRAMES, WRONG);
            }
            inputs[0] = (byte) (frame / PERIOD);
            inputs[3] = (byte) (present(1) ? frame / PERIOD / PERIOD : 0);
            if (!paused()) {
                game.step(frame, this);
                checksum.reset();
                game.save(checksum);
            }
            writer.frame(this, game);
            frame++;
        }
    }

    /** Goes back to an earlier frame with another state, as a peer does that is repaired. */
    public void repair(final long to, final long newState) {
        game.state = newState;
        frame = to;
        writer.begin(match, frame, false, game);
    }

    public RecordingWriter writer() {
        return writer;
    }

    public long state() {
        return game.state;
    }

    /** Makes every CRC right again. */
    public static void seal(final byte[] file) {
        if (file.length < HeaderFormat.FIXED_BYTES) {
            return;
        }
        final ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        final int header = bytes.getShort(HeaderFormat.AT_LENGTH) & 0xFFFF;
        if (header < Integer.BYTES || header > file.length) {
            return;
        }
        bytes.putInt(header - Integer.BYTES, crc(file, 0, header - Integer.BYTES));
        int at = header;
        while (at + RecordingFormat.BLOCK_HEAD_BYTES <= file.length) {
            final int length = bytes.getInt(at + RecordingFormat.AT_LENGTH);
            final int body = at + RecordingFormat.BLOCK_HEAD_BYTES;
            final boolean whole = length >= 0 && length <= file.length - body;
            if (whole) {
                bytes.putInt(at + RecordingFormat.AT_BODY_CRC, crc(file, body, length));
            }
            bytes.putInt(at + RecordingFormat.AT_HEAD_CRC, crc(file, at, RecordingFormat.AT_HEAD_CRC));
            if (!whole) {
                return;
            }
            at = body + length;
        }
    }

    private static int crc(final byte[] bytes, final int from, final int length) {
        final CRC32 crc = new CRC32();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }

    @Override
    public long frame() {
        return frame;
    }

    @Override
    public boolean paused() {
        return frame - later >= PAUSE_FROM && frame - later < PAUSE_FROM + PAUSED_FRAMES;
    }

    @Override
    public int checksum() {
        return checksum.checksum();
    }

    @Override
    public IdSet members() {
        return members;
    }

    @Override
    public long epoch() {
        return present(1) ? 0 : 1;
    }

    @Override
    public int players() {
        return 2;
    }

    @Override
    public boolean present(final int player) {
        return player == 0 || frame - later < 100 || frame - later >= 110;
    }

    @Override
    public int bits(final int player) {
        return inputs[2 * player] & 0xFF | (inputs[2 * player + 1] & 0xFF) << Byte.SIZE;
    }

    @Override
    public ByteBuffer bytes(final int player) {
        throw new UnsupportedOperationException("this game reads bits");
    }

    @Override
    public ByteBuffer event(final int player) {
        return event.limit(eventLength(player)).position(0);
    }

    @Override
    public byte[] inputs() {
        return inputs;
    }

    @Override
    public int inputOffset(final int player) {
        return 2 * player;
    }

    @Override
    public byte[] events() {
        return events;
    }

    @Override
    public int eventOffset(final int player) {
        return 0;
    }

    @Override
    public int eventLength(final int player) {
        return player == 0 && frame % 60 == 20 ? 3 : 0;
    }

    @Override
    public int command(final int player) {
        return player == 0 && frame == PAUSE_FROM ? 1 : 0;
    }

    /** One number of everything. */
    public static final class Game implements Simulation {

        public long state = 1;

        @Override
        public void step(final long frame, final Inputs inputs) {
            for (int player = 0; player < inputs.players(); player++) {
                state = state * 31 + inputs.bits(player) + (inputs.present(player) ? 1 : 0);
                final ByteBuffer event = inputs.event(player);
                while (event.hasRemaining()) {
                    state = state * 31 + event.get();
                }
            }
            state += frame;
        }

        @Override
        public void save(final StateWriter out) {
            out.section("all");
            out.writeLong("state", state);
        }

        @Override
        public void load(final ByteBuffer from) {
            state = from.getLong();
        }
    }
}

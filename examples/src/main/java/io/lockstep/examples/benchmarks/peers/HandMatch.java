package io.lockstep.examples.benchmarks.peers;

import java.nio.ByteBuffer;

/**
 * Lockstep for two as one writes it by hand: a ring of inputs for each player, a clock that begins when the other is
 * heard, and what was not acknowledged goes into every datagram again. What was missed while the other was waited for is
 * played at once when its inputs come.
 *
 * <p>Lacks, beside a framework: a handshake that knows whom it speaks to, checksums of datagrams and of states,
 * clocks that are brought together, more than two players, lost players, late ones, spectators, recordings.
 */
final class HandMatch {

    /** Longest datagram of inputs: 9 bytes before them. */
    static final int MAX_DATAGRAM_BYTES = 9 + HandMatch.MAX_REDUNDANT * Short.BYTES;
    /** A second of inputs: nobody waits longer and recovers in time. */
    private static final int MAX_REDUNDANT = 60;
    /** Twice the longest delay and a second of inputs under way fit, and a power of two. */
    private static final int RING = 256;
    private static final int HEAD_BYTES = 9;
    private static final int BYTE_MASK = 0xff;

    private final PeerGame game;
    private final int player;
    private final int delay;
    private final short[] own = new short[RING];
    private final short[] others = new short[RING];
    private int frame;
    private int sampled;
    private int heard;
    private int acked;
    private boolean started;
    private long dueNs;
    private long sendNs;

    HandMatch(final PeerGame game, final Seat seat) {
        this.game = game;
        player = seat.player();
        delay = seat.delay();
        // The first frames have nobody's inputs.
        sampled = delay;
        heard = delay;
        acked = delay;
        sendNs = System.nanoTime();
    }

    /** The other is there: the first frame is due now, or was when this was called first. */
    void start(final long nowNs) {
        if (!started) {
            started = true;
            dueNs = nowNs;
            sendNs = nowNs;
        }
    }

    boolean isStarted() {
        return started;
    }

    /** Simulates all that is due and has both inputs; each frame samples the input of a later one. */
    void advance(final long nowNs) {
        while (started && nowNs - dueNs >= 0 && frame < heard) {
            own[sampled % RING] = game.sample(sampled);
            sampled++;
            final short mine = own[frame % RING];
            final short other = others[frame % RING];
            game.step(player == 0 ? mine : other, player == 0 ? other : mine);
            frame++;
            dueNs += PeerGame.TICK_NS;
        }
    }

    /** Whether it is time for a datagram: once a tick, stalled or not. */
    boolean isSendDue(final long nowNs) {
        if (nowNs - sendNs < 0) {
            return false;
        }
        sendNs += PeerGame.TICK_NS;
        if (nowNs - sendNs >= 0) {
            sendNs = nowNs + PeerGame.TICK_NS;
        }
        return true;
    }

    /** Until when there is nothing to do, unless something arrives. */
    long nextNs() {
        return started && frame < heard && dueNs - sendNs < 0 ? dueNs : sendNs;
    }

    /** One's own inputs from the first that the other has not acknowledged on. */
    int firstUnacked() {
        return acked;
    }

    /** How many of them go into one message. */
    int unacked() {
        return Math.min(sampled - acked, MAX_REDUNDANT);
    }

    /** Behind the last own input that was sampled. */
    int sampled() {
        return sampled;
    }

    short own(final int ofFrame) {
        return own[ofFrame % RING];
    }

    /** What is acknowledged to the other: it need not send frames before this one. */
    int heard() {
        return heard;
    }

    /** The other has one's own inputs before this frame. */
    void acked(final int before) {
        if (before > acked && before <= sampled) {
            acked = before;
        }
    }

    /** An input of the other; only the next one is news. */
    void hear(final int ofFrame, final short input) {
        if (ofFrame == heard && heard - frame < RING - 1) {
            others[heard % RING] = input;
            heard++;
        }
    }

    /** The next input of the other, where none gets lost and all come in order. */
    void hear(final short input) {
        hear(heard, input);
    }

    /** Writes all that is not acknowledged: i32 acknowledged before, i32 first frame, u8 count, i16 each. */
    void write(final ByteBuffer out) {
        final int count = unacked();
        out.putInt(heard).putInt(acked).put((byte) count);
        for (int i = 0; i < count; i++) {
            out.putShort(own(acked + i));
        }
    }

    /** Reads what {@link #write} wrote; anything else is ignored. */
    void read(final ByteBuffer in) {
        if (in.remaining() < HEAD_BYTES) {
            return;
        }
        final int before = in.getInt();
        final int first = in.getInt();
        final int count = in.get() & BYTE_MASK;
        if (in.remaining() != count * Short.BYTES) {
            return;
        }
        acked(before);
        for (int i = 0; i < count; i++) {
            hear(first + i, in.getShort());
        }
    }
}

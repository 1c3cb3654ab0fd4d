package io.lockstep.examples.benchmarks.peers;

import java.nio.ByteBuffer;

/**
 * Lockstep for two as one writes it by hand: a ring of inputs for each player, greetings that measure the round trip
 * so that both begin at the same time, and what was not acknowledged goes into every datagram again. What was missed
 * while the other was waited for is played at once when its inputs come.
 *
 * <p>Lacks, beside a framework: a handshake that knows whom it speaks to, checksums of datagrams and of states,
 * clocks that are kept together, more than two players, lost players, late ones, spectators, recordings.
 */
final class HandMatch {

    /** Longest datagram of inputs: 9 bytes before them. */
    static final int MAX_DATAGRAM_BYTES = 9 + HandMatch.MAX_REDUNDANT * Short.BYTES;
    /** A second of inputs: nobody waits longer and recovers in time. */
    private static final int MAX_REDUNDANT = 60;
    /** Twice the longest delay and a second of inputs under way fit, and a power of two. */
    private static final int RING = 256;
    private static final int HEAD_BYTES = 9;
    /** In the place of the number of inputs: a greeting. */
    private static final int GREETING = 0xff;
    private static final int GREETING_BYTES = 1 + 3 * Long.BYTES;
    /** Round trips of which the guest takes the shortest. */
    private static final int GREETINGS = 6;
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
    private long greetedNs;
    private long otherNs;
    private long shortestNs = Long.MAX_VALUE;
    private int greetings;

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

    /** The other plays: the first frame is due now, unless one has begun before. */
    void start(final long nowNs) {
        begin(nowNs, nowNs);
    }

    private void begin(final long nowNs, final long firstNs) {
        if (!started) {
            started = true;
            dueNs = firstNs;
            sendNs = nowNs;
        }
    }

    /**
     * A greeting. Once it has heard enough of them the guest begins, and tells the host so, who begins with that: the
     * guest waits as long as its word takes.
     *
     * @param sentNs when the other sent it, by its clock
     * @param echoNs when one sent the greeting that it answers; 0 for none
     * @param heldNs how long that has lain at the other
     * @param nowNs  the time
     */
    void greeted(final long sentNs, final long echoNs, final long heldNs, final long nowNs) {
        otherNs = sentNs;
        greetedNs = nowNs;
        if (echoNs != 0) {
            shortestNs = Math.min(shortestNs, nowNs - echoNs - heldNs);
            greetings++;
        }
        if (player != 0 && greetings >= GREETINGS) {
            begin(nowNs, nowNs + shortestNs / 2);
        }
    }

    /** When the greeting was sent that is to be answered, by the other's clock; 0 if none was heard. */
    long echoNs() {
        return otherNs;
    }

    /** When it was heard. */
    long greetedNs() {
        return greetedNs;
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
            sendNs = nowNs;
        }
    }

    /** Whether it is time for a datagram: there is a new input, or none was sent for a tick. */
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

    /** Writes a greeting: u8 255, i64 time, i64 echo, i64 held; or inputs: u8 count, i32 heard, i32 first, i16 each. */
    void write(final ByteBuffer out) {
        if (!started) {
            final long nowNs = System.nanoTime();
            out.put((byte) GREETING).putLong(nowNs).putLong(otherNs).putLong(nowNs - greetedNs);
            return;
        }
        final int count = unacked();
        out.put((byte) count).putInt(heard).putInt(acked);
        for (int i = 0; i < count; i++) {
            out.putShort(own(acked + i));
        }
    }

    /** Reads what {@link #write} wrote; anything else is ignored. */
    void read(final ByteBuffer in, final long nowNs) {
        final int length = in.remaining();
        final int count = length > 0 ? in.get() & BYTE_MASK : 0;
        if (count == GREETING) {
            if (length == GREETING_BYTES) {
                greeted(in.getLong(), in.getLong(), in.getLong(), nowNs);
            }
        } else if (length == HEAD_BYTES + count * Short.BYTES) {
            start(nowNs);
            acked(in.getInt());
            final int first = in.getInt();
            for (int i = 0; i < count; i++) {
                hear(first + i, in.getShort());
            }
        }
    }
}

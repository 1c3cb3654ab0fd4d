package io.lockstep.examples.soak;

/**
 * One combination of the inputs and events that a game sends and the line that carries them.
 *
 * @param peers      number of processes
 * @param local      number of players at each process
 * @param inputBytes length of each player's input, in bytes
 * @param eventBytes length of the event that each player sends in every frame, in bytes; 0 for none
 * @param tickRate   frames a second
 * @param rttMs      round trip, in milliseconds
 * @param loss       lost datagrams, in per cent
 * @param uplink     rate that each peer may send to all others together, in Mbit/s; 0 for no limit
 */
record RateCase(int peers, int local, int inputBytes, int eventBytes, int tickRate, int rttMs, double loss,
                double uplink) {

    /** Longest wait of a datagram before a limited line, in milliseconds: a usual queue of a home router. */
    static final int QUEUE_MS = 100;

    /**
     * Bytes of a datagram besides inputs and events: the headers of IPv4 and UDP, and as many bytes of ours. The small
     * match of docs/BENCHMARKS.md sends 48 bytes a tick on a clean line, inputs included.
     */
    private static final int DATAGRAM_BYTES = 50;
    /** Bytes that an event takes besides its content. */
    private static final int EVENT_HEAD_BYTES = 2;
    private static final double PERCENT = 100;
    private static final double BITS_PER_MEGABIT = 1e6;

    /** Returns the rate of the line, in bits a second. */
    long uplinkBps() {
        return Math.round(uplink * BITS_PER_MEGABIT);
    }

    /**
     * Returns the least rate that each peer has to send: one datagram to each other peer in every tick, each input and
     * event once, and lost ones a second time.
     *
     * @return bits a second
     */
    double neededBps() {
        final int frameBytes = local * (inputBytes + (eventBytes == 0 ? 0 : eventBytes + EVENT_HEAD_BYTES));
        return (double) tickRate * (peers - 1) * Byte.SIZE * (DATAGRAM_BYTES + frameBytes) / (1 - loss / PERCENT);
    }

    /** Returns the share of the line that this rate takes, in per cent; 0 if the line is not limited. */
    double neededPercent() {
        return uplink == 0 ? 0 : PERCENT * neededBps() / uplinkBps();
    }

    /** Returns the further players at a peer: the first one there has the peer's number. */
    int[] others(final int peer) {
        final int[] others = new int[local - 1];
        for (int i = 0; i < others.length; i++) {
            others[i] = peer + (i + 1) * peers;
        }
        return others;
    }
}

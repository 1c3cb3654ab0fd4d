package io.lockstep.examples.soak;

/**
 * One combination of what a game sends and the line that carries it.
 *
 * @param peers      how many processes play
 * @param local      players at each of them
 * @param inputBytes length of each player's input
 * @param eventBytes length of the event that each player sends in every frame; 0 for none
 * @param tickRate   frames a second
 * @param rttMs      round trip, milliseconds
 * @param loss       share of the datagrams that are lost, per cent
 * @param uplink     what each peer may send to all others together, Mbit a second; 0 for any number
 */
record RateCase(int peers, int local, int inputBytes, int eventBytes, int tickRate, int rttMs, double loss,
                double uplink) {

    /** How long a datagram may wait before a limited line, milliseconds: a usual queue of a home's router. */
    static final int QUEUE_MS = 100;

    /**
     * What a datagram takes beside inputs and events: the headers of IPv4 and UDP, and as many bytes of ours. The
     * small match of docs/BENCHMARKS.md sends 48 bytes a tick on a clean line, inputs included.
     */
    private static final int DATAGRAM_BYTES = 50;
    /** What an event takes beside its own bytes. */
    private static final int EVENT_HEAD_BYTES = 2;
    private static final double PERCENT = 100;
    private static final double BITS_PER_MEGABIT = 1e6;

    /** Bits a second. */
    long uplinkBps() {
        return Math.round(uplink * BITS_PER_MEGABIT);
    }

    /**
     * What each peer has to send at least: a datagram to each other one in every tick, each input and event once, and
     * once more what was lost.
     *
     * @return bits a second
     */
    double neededBps() {
        final int frameBytes = local * (inputBytes + (eventBytes == 0 ? 0 : eventBytes + EVENT_HEAD_BYTES));
        return (double) tickRate * (peers - 1) * Byte.SIZE * (DATAGRAM_BYTES + frameBytes) / (1 - loss / PERCENT);
    }

    /** How much of its line that is, per cent; 0 where the line is not limited. */
    double neededPercent() {
        return uplink == 0 ? 0 : PERCENT * neededBps() / uplinkBps();
    }

    /** The other players at a peer: the first one there has the peer's number. */
    int[] others(final int peer) {
        final int[] others = new int[local - 1];
        for (int i = 0; i < others.length; i++) {
            others[i] = peer + (i + 1) * peers;
        }
        return others;
    }
}

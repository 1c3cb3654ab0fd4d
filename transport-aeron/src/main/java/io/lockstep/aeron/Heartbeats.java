package io.lockstep.aeron;

import java.util.concurrent.TimeUnit;

/**
 * Which of the heartbeats of one lane are sent. Aeron makes one every 100 ms when there is nothing else to send. The
 * first ones tell where the data ends, so that a last datagram that was lost is asked for; later ones only say that we
 * are there, which the peer wants to know every 30 s.
 */
final class Heartbeats {

    /** All of them are lost once in 1,000 times at a loss of a quarter. */
    private static final int AFTER_DATA = 5;
    /** Then one of so many: one a second. */
    private static final int ONE_OF = 10;
    /**
     * A peer that has not reported how far it reads for so long, three of its periods, may have been restarted: it
     * hears of the lane by the next heartbeat.
     */
    private static final long SILENCE_NS = TimeUnit.MILLISECONDS.toNanos(600);

    private int sinceData;
    private long reportedNs;
    private boolean reported;

    void dataSent() {
        sinceData = 0;
    }

    /** The peer has said how far it has read. */
    void reported(final long nowNs) {
        reported = true;
        reportedNs = nowNs;
    }

    boolean isWanted(final long nowNs) {
        sinceData++;
        return sinceData <= AFTER_DATA || sinceData % ONE_OF == 0 || !reported || nowNs - reportedNs > SILENCE_NS;
    }
}

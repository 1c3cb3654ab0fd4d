package io.lockstep.core.session;

import io.lockstep.core.input.InputLog;

/**
 * Says whom this peer has lost: who is silent, sends no input that is waited for, or acknowledges none of ours, for the
 * drop timeout. Silence alone is not the test, because a peer that sends and hears nothing would hold up everybody.
 */
final class ProgressWatch {

    /**
     * When we were not polled for so long, the time is ours and nobody else's: after a hitch of our own everybody else
     * would look silent.
     */
    private static final long HITCH_NS = 100_000_000L;

    private final Link[] links;
    private final InputLog log;
    private final LocalInputs localInputs;
    private final FrameClock clock;
    private final long dropNs;
    /** Until the first frame is due somebody may still be shaking hands with others: that may take as long as ever. */
    private final long startNs;
    private long limitNs;
    private boolean wasRunning;
    private long lookedNs = Long.MIN_VALUE;

    ProgressWatch(final Link[] links, final InputLog log, final LocalInputs localInputs, final FrameClock clock,
                  final long dropNs, final long startNs) {
        this.links = links;
        this.log = log;
        this.localInputs = localInputs;
        this.clock = clock;
        this.dropNs = dropNs;
        this.startNs = startNs;
    }

    /** Starts anew with one link: it owes nothing yet. */
    void begin(final Link link, final long nowNs) {
        link.heardNs = nowNs;
        link.ackNs = nowNs;
        link.seenAck = link.acked;
        beginInputs(link, nowNs);
    }

    /** From now on it owes inputs; that it is heard and acknowledges is asked of it all along. */
    void beginInputs(final Link link, final long nowNs) {
        link.inputNs = nowNs;
        link.seenInput = log.next(link.players[0]);
    }

    /**
     * Whom we have lost, bit n for peer n.
     *
     * @param phase once all frames are simulated nobody owes an input any more
     */
    int lost(final long frame, final Phase phase, final long nowNs) {
        final boolean running = clock.running();
        if (running && !wasRunning) {
            for (final Link link : links) {
                begin(link, nowNs);
            }
        }
        wasRunning = running;
        limitNs = running ? dropNs : startNs;
        final long gap = lookedNs == Long.MIN_VALUE ? 0 : nowNs - lookedNs;
        final long hitch = gap > HITCH_NS ? gap : 0;
        lookedNs = nowNs;
        int lost = 0;
        for (final Link link : links) {
            if (link.member) {
                look(link, frame, phase == Phase.DRAINING, hitch, nowNs);
                lost |= isLost(link, nowNs) ? 1 << link.peer : 0;
            }
        }
        return lost;
    }

    private void look(final Link link, final long frame, final boolean isOver, final long hitch, final long nowNs) {
        link.heardNs = Math.min(nowNs, link.heardNs + hitch);
        link.inputNs = Math.min(nowNs, link.inputNs + hitch);
        link.ackNs = Math.min(nowNs, link.ackNs + hitch);
        final long next = log.next(link.players[0]);
        if (isOver || next != link.seenInput || next > frame || !log.present(link.players[0], frame)) {
            link.seenInput = next;
            link.inputNs = nowNs;
        }
        if (link.acked != link.seenAck || link.acked >= localInputs.next()) {
            link.seenAck = link.acked;
            link.ackNs = nowNs;
        }
    }

    private boolean isLost(final Link link, final long nowNs) {
        return nowNs - link.heardNs >= limitNs || nowNs - link.inputNs >= limitNs || nowNs - link.ackNs >= limitNs;
    }
}

package io.lockstep.core.internal.seats;

import io.lockstep.core.game.Phase;
import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.link.InputRequests;
import io.lockstep.core.internal.link.Link;
import io.lockstep.core.internal.link.Links;
import io.lockstep.core.internal.play.FrameClock;
import io.lockstep.core.internal.play.LocalInputs;
import io.lockstep.core.internal.protocol.Message;

/**
 * Says which peers this one has lost: those that were silent, sent no input that is waited for, or acknowledged none of
 * ours, for the drop timeout. Silence alone is not the test, because a peer that sends and hears nothing would hold up
 * everybody.
 */
public final class ProgressWatch {

    /**
     * When we were not polled for so long, the time is ours and nobody else's: after a hitch of our own everybody else
     * would look silent.
     */
    private static final long HITCH_NS = 100_000_000L;

    private final Links links;
    private final InputLog log;
    private final LocalInputs localInputs;
    private final FrameClock clock;
    private final InputRequests requests;
    private final long dropNs;
    /** Until the first frame is due somebody may still be shaking hands with others: that may take as long as ever. */
    private final long startNs;
    /** When each peer last sent an input that was waited for and acknowledged one of ours, and which these were. */
    private final long[] inputNs = new long[Message.MAX_PLAYERS];
    private final long[] ackNs = new long[Message.MAX_PLAYERS];
    private final long[] seenInput = new long[Message.MAX_PLAYERS];
    private final long[] seenAck = new long[Message.MAX_PLAYERS];
    /** Who is not heard any more, bit n for peer n. */
    private int silent;
    private long limitNs;
    private boolean wasRunning;
    private long lookedNs = Long.MIN_VALUE;

    public ProgressWatch(final Links links, final InputLog log, final LocalInputs localInputs, final FrameClock clock,
                  final InputRequests requests, final long dropNs, final long startNs) {
        this.links = links;
        this.log = log;
        this.localInputs = localInputs;
        this.clock = clock;
        this.requests = requests;
        this.dropNs = dropNs;
        this.startNs = startNs;
    }

    /** Starts anew with one link: it owes nothing yet. */
    private void begin(final Link link, final long nowNs) {
        link.heard(nowNs);
        ackNs[link.peer] = nowNs;
        seenAck[link.peer] = link.out.acked();
        beginInputs(link, nowNs);
    }

    /** The match begins with those whose windows travel. */
    public void start(final long nowNs) {
        for (final Link link : links.all()) {
            if (link.isMember()) {
                begin(link, nowNs);
            }
        }
    }

    /** An epoch holds from now on, and these were taken in. */
    public void settle(final int admitted, final long nowNs) {
        for (final Link link : links.all()) {
            if ((admitted & 1 << link.peer) != 0) {
                begin(link, nowNs);
            } else if (link.isMember()) {
                // Whoever had no input for us may have stood still for those who are out now, as we did.
                beginInputs(link, nowNs);
            }
        }
    }

    /** A newcomer's inputs count from now on. */
    public void opened(final int peer, final long nowNs) {
        beginInputs(links.of(peer), nowNs);
    }

    /** From now on it owes inputs; that it is heard and acknowledges is asked of it all along. */
    private void beginInputs(final Link link, final long nowNs) {
        inputNs[link.peer] = nowNs;
        seenInput[link.peer] = log.next(link.players);
    }

    /**
     * The peers that we have lost, bit n for peer n.
     *
     * @param phase once all frames are simulated nobody owes an input any more
     */
    public int lost(final long frame, final Phase phase, final long nowNs) {
        final boolean running = clock.running();
        if (running && !wasRunning) {
            for (final Link link : links.all()) {
                begin(link, nowNs);
            }
        }
        wasRunning = running;
        limitNs = running ? dropNs : startNs;
        final long gap = lookedNs == Long.MIN_VALUE ? 0 : nowNs - lookedNs;
        final long hitch = gap > HITCH_NS ? gap : 0;
        lookedNs = nowNs;
        int lost = 0;
        for (final Link link : links.all()) {
            if (link.isMember()) {
                look(link, frame, phase == Phase.DRAINING, hitch, nowNs);
                lost |= isLost(link, nowNs) ? 1 << link.peer : 0;
            }
        }
        return lost;
    }

    /** Returns the time after which a peer without progress is lost, in nanoseconds. */
    long dropNs() {
        return dropNs;
    }

    /** Returns the peers that were silent for the drop timeout when {@link #lost} was called last, bit n for peer n. */
    int silent() {
        return silent;
    }

    private void look(final Link link, final long frame, final boolean isOver, final long hitch, final long nowNs) {
        link.heard(Math.min(nowNs, link.heardNs() + hitch));
        final boolean isSilent = nowNs - link.heardNs() >= limitNs;
        if (!isSilent && (silent & 1 << link.peer) != 0) {
            // Heard again: its first window, which is to say what has arrived there, comes behind that.
            begin(link, nowNs);
        }
        silent = isSilent ? silent | 1 << link.peer : silent & ~(1 << link.peer);
        inputNs[link.peer] = Math.min(nowNs, inputNs[link.peer] + hitch);
        ackNs[link.peer] = Math.min(nowNs, ackNs[link.peer] + hitch);
        final long next = log.next(link.players);
        if (isOver || next != seenInput[link.peer] || next > frame || !log.present(link.players[0], frame)
            || requests.isStarved(link.peer, nowNs)) {
            seenInput[link.peer] = next;
            inputNs[link.peer] = nowNs;
        }
        if (link.out.acked() != seenAck[link.peer] || link.out.acked() >= localInputs.next()) {
            seenAck[link.peer] = link.out.acked();
            ackNs[link.peer] = nowNs;
        }
    }

    private boolean isLost(final Link link, final long nowNs) {
        return nowNs - link.heardNs() >= limitNs || nowNs - inputNs[link.peer] >= limitNs
            || nowNs - ackNs[link.peer] >= limitNs;
    }
}

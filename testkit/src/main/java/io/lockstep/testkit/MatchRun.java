package io.lockstep.testkit;

import io.lockstep.core.game.Phase;
import io.lockstep.core.internal.protocol.TransferMessage;
import io.lockstep.core.internal.transfer.StreamSender;
import org.jspecify.annotations.NullUnmarked;

/** One run of a {@link SimulatedMatch}: moves time from poll to poll and goes through the phases. */
@NullUnmarked
final class MatchRun {

    private static final long NS_PER_S = 1_000_000_000L;
    /** DRAIN: all that is under way must have arrived, and everybody said goodbye. */
    private static final long DRAIN_NS = 10 * NS_PER_S;
    /**
     * The same, beyond the drop timeout, where some are cut off: a session waits five seconds longer than that for the
     * last word of who is gone, and says goodbye for two.
     */
    private static final long LONELY_DRAIN_NS = 8 * NS_PER_S;
    /** Beyond the silence after which a session gives up connecting. */
    private static final long CONNECT_SLACK_NS = 5 * NS_PER_S;
    /** LIVENESS: what must be played after the faults have ended, within a second, three round trips and a timeout. */
    private static final int LIVENESS_PROGRESS = 60;
    private static final int LIVENESS_TRIPS = 6;
    /**
     * Datagrams one peer may send another in a second: each tick a window, its copy, a sign of life and as many
     * relays.
     */
    private static final int DATAGRAMS_PER_TICK = 3;
    /** Heartbeats and handshakes do not depend on the tick rate; catching up after a stall takes twice as much. */
    private static final int SLOWEST_TICK_RATE = 30;
    private static final int SLACK = 2;
    /** Of states one peer may send another in a second: one to load, and at half its rate one to be compared. */
    private static final long STATE_BYTES = StreamSender.DEFAULT_BYTES_PER_SECOND * 3 / 2;

    private enum Stage { CONNECT, SAFETY, LIVENESS, AFTER, DRAIN, OVER }

    private final MatchPlan match;
    private final Scenario scenario;
    private final MatchWorld world;
    private final Processes processes;
    private final ObservedPeer[] peers;
    private final long[] periodNs;
    private final Oracle oracle;
    private final MatchJudge judge;
    private final ExpectedLosses excuses;
    /** Null in a match that nobody can lose. */
    private final LivenessPhase core;
    private final MatchMeter meter = new MatchMeter();
    private final Trace trace = new Trace();
    private final long[] healedAt;
    private final long[] countedDatagrams;
    private final long[] countedTransfers;
    private Stage stage = Stage.CONNECT;
    private long nowNs;
    private long startedNs;
    private long deadlineNs;
    private long measuredFromNs;
    private boolean measuring;
    private long nextAuditNs = NS_PER_S;

    MatchRun(final MatchPlan match, final MatchWorld world) {
        this.match = match;
        this.world = world;
        scenario = match.scenario();
        processes = new Processes(match, world, meter, trace);
        oracle = processes.oracle;
        judge = new MatchJudge(match, world, oracle, processes.divergences);
        excuses = new ExpectedLosses(scenario);
        core = scenario.hasChurn() || excuses.any() ? new LivenessPhase(match, world, processes) : null;
        peers = processes.peers;
        periodNs = new long[peers.length];
        healedAt = new long[peers.length];
        countedDatagrams = new long[peers.length];
        countedTransfers = new long[peers.length];
        for (int peer = 0; peer < peers.length; peer++) {
            periodNs[peer] = world.pollEveryNs(peer) > 0 ? world.pollEveryNs(peer) : MatchPlan.POLL_NS;
        }
        deadlineNs = match.silenceMs() * MatchPlan.NS_PER_MS + CONNECT_SLACK_NS;
    }

    MatchResult play() {
        while (stage != Stage.OVER) {
            final ObservedPeer peer = nextToPoll();
            nowNs = peer.nextPollNs;
            world.advanceTo(nowNs);
            processes.obey(nowNs);
            poll(peers[peer.peer]);
            processes.watch(peers[peer.peer], nowNs);
            if (nowNs >= nextAuditNs) {
                audit();
            }
            advance();
        }
        judge();
        for (final ObservedPeer peer : peers) {
            peer.measure(true);
        }
        return new MatchResult(match, meter, processes, trace, world.faults(), nowNs, nowNs - measuredFromNs);
    }

    private ObservedPeer nextToPoll() {
        ObservedPeer next = peers[0];
        for (int i = 1; i < peers.length; i++) {
            if (peers[i].nextPollNs < next.nextPollNs) {
                next = peers[i];
            }
        }
        return next;
    }

    private void poll(final ObservedPeer peer) {
        if (peer.dead) {
            peer.nextPollNs = nowNs + periodNs[peer.peer];
            return;
        }
        if (peer.clock.isPaused(nowNs)) {
            peer.nextPollNs = Math.min(peer.clock.pausedUntilNs(), nowNs + periodNs[peer.peer]);
            return;
        }
        final long before = peer.session.frame();
        peer.poll(nowNs);
        if (peer.ended) {
            processes.rejoin(peer, nowNs);
        }
        peer.nextPollNs = nowNs + periodNs[peer.peer];
        processes.costs.polled(peer, nowNs);
        if (peer.transport.isDead()) {
            processes.kill(peer.peer);
        } else if (peer.session.frame() != before) {
            judge.played(peer);
        }
    }

    /** Once a second: nobody floods. */
    private void audit() {
        nextAuditNs = nowNs + NS_PER_S;
        processes.costs.audit(nowNs);
        if (processes.attack != null && stage != Stage.DRAIN) {
            processes.attack.replay(nowNs);
        }
        final long links = peers.length - 1;
        final long cap = DATAGRAMS_PER_TICK * Math.max(scenario.tickRate, SLOWEST_TICK_RATE) * links * links * SLACK;
        for (final ObservedPeer peer : peers) {
            final long transfers = peer.transport.transfers() - countedTransfers[peer.peer];
            final long sent = peer.transport.datagrams() - countedDatagrams[peer.peer] - transfers;
            countedDatagrams[peer.peer] = peer.transport.datagrams();
            countedTransfers[peer.peer] = peer.transport.transfers();
            atMost(cap, sent, "datagrams", peer);
            atMost(STATE_BYTES * SLACK * links / TransferMessage.maxChunkBytes(peer.transport.maxPayloadBytes()),
                transfers, "datagrams of states", peer);
        }
    }

    private void atMost(final long cap, final long sent, final String what, final ObservedPeer peer) {
        if (sent > cap) {
            oracle.violated("S13", peer.frame(scenario.startFrame), sent + " " + what + " in a second, at most " + cap,
                peer.peer);
        }
    }

    private boolean everybody(final Phase atLeast) {
        for (final ObservedPeer peer : peers) {
            if (!peer.ended && peer.session.phase().compareTo(atLeast) < 0 && isWaitedFor(peer)) {
                return false;
            }
        }
        return true;
    }

    /** Whoever may be lost for good is waited for only until the others can no longer be helped by that. */
    private boolean isWaitedFor(final ObservedPeer peer) {
        return core == null || (mustFinish() & 1 << peer.peer) != 0
            || nowNs - startedNs < nominalNs() + 2 * scenario.dropTimeoutMs * MatchPlan.NS_PER_MS;
    }

    private int mustFinish() {
        return core != null && match.hasLiveness() ? core.core() : excuses.mustStay() | excuses.mustReturn();
    }

    private boolean everybodyEnded() {
        for (final ObservedPeer peer : peers) {
            if (!peer.ended) {
                return false;
            }
        }
        return true;
    }

    private boolean anybodyPlays() {
        for (final ObservedPeer peer : peers) {
            if (peer.frame(scenario.startFrame) > scenario.startFrame) {
                return true;
            }
        }
        return false;
    }

    private void advance() {
        if (!measuring && stage != Stage.CONNECT && nowNs - startedNs >= match.statisticsFromNs()) {
            measure();
        }
        switch (stage) {
            case CONNECT -> connect();
            case SAFETY -> safety();
            case LIVENESS -> liveness();
            case AFTER -> after();
            default -> drain();
        }
    }

    private void measure() {
        measuring = true;
        measuredFromNs = nowNs;
        if (match.statisticsFromNs() > 0) {
            meter.reset();
            for (final ObservedPeer peer : peers) {
                peer.stalls.reset();
                peer.measure(false);
                peer.transport.reset();
                countedDatagrams[peer.peer] = 0;
                countedTransfers[peer.peer] = 0;
            }
        }
    }

    private long nominalNs() {
        return scenario.frames * match.slowestTickNs();
    }

    private void connect() {
        if (anybodyPlays()) {
            stage = Stage.SAFETY;
            startedNs = nowNs;
            deadlineNs = nowNs + MatchPlan.MAX_SLOWDOWN * nominalNs();
        } else if (nowNs >= deadlineNs || everybodyEnded()) {
            stage = Stage.OVER;
        }
    }

    private void safety() {
        if (match.hasLiveness()) {
            if (nowNs - startedNs >= nominalNs()) {
                stage = Stage.LIVENESS;
                if (core != null) {
                    core.begin(nowNs);
                    return;
                }
                world.calm(-1);
                for (final ObservedPeer peer : peers) {
                    healedAt[peer.peer] = peer.session.frame();
                }
                deadlineNs = nowNs + scenario.dropTimeoutMs * MatchPlan.NS_PER_MS + NS_PER_S
                    + LIVENESS_PROGRESS * match.slowestTickNs() + LIVENESS_TRIPS * longestLatencyNs();
            }
        } else {
            after();
        }
    }

    private long longestLatencyNs() {
        double longest = 0;
        for (int from = 0; from < peers.length; from++) {
            for (int to = 0; to < peers.length; to++) {
                longest = Math.max(longest, from == to ? 0 : scenario.conditions(from, to).latencyMs());
            }
        }
        return (long) (longest * MatchPlan.NS_PER_MS);
    }

    private void liveness() {
        if (core != null) {
            if (core.poll(nowNs) || everybodyEnded()) {
                toTheEnd();
            }
            return;
        }
        boolean all = true;
        for (final ObservedPeer peer : peers) {
            all &= peer.session.frame() >= Math.min(healedAt[peer.peer] + LIVENESS_PROGRESS, match.endFrame());
        }
        if (all || nowNs >= deadlineNs || everybodyEnded()) {
            for (final ObservedPeer peer : peers) {
                if (peer.session.frame() < Math.min(healedAt[peer.peer] + LIVENESS_PROGRESS, match.endFrame())) {
                    oracle.violated("L2", peer.session.frame(), "only " + (peer.session.frame() - healedAt[peer.peer])
                        + " frames since everything was healed", peer.peer);
                }
            }
            toTheEnd();
        }
    }

    private void toTheEnd() {
        stage = Stage.AFTER;
        deadlineNs = startedNs + MatchPlan.MAX_SLOWDOWN
            * (nominalNs() + MatchPlan.LIVENESS_FRAMES * match.slowestTickNs());
    }

    private void after() {
        if (stage == Stage.AFTER && core != null) {
            core.watch(nowNs);
        }
        if (everybody(Phase.DRAINING) || nowNs >= deadlineNs) {
            stage = Stage.DRAIN;
            world.calm(-1);
            deadlineNs = nowNs
                + (core == null ? DRAIN_NS : scenario.dropTimeoutMs * MatchPlan.NS_PER_MS + LONELY_DRAIN_NS);
        }
    }

    private void drain() {
        if (everybodyEnded() || nowNs >= deadlineNs) {
            stage = Stage.OVER;
        }
    }

    private void judge() {
        processes.end(nowNs);
        meter.judged(match.hasLiveness() && (core == null || core.core() != 0));
        judge.judge(peers, mustFinish(), core == null, nowNs, startedNs);
        new FaultCoverage(scenario, world.faults(), processes).check(core == null, nowNs / MatchPlan.NS_PER_MS);
    }
}

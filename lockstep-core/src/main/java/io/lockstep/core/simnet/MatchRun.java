package io.lockstep.core.simnet;

import io.lockstep.core.session.Phase;
import io.lockstep.core.session.PeerStatistics;

/** One run of a {@link SimulatedMatch}: moves time from poll to poll and goes through the phases. */
final class MatchRun {

    private static final long MS_PER_S = 1000;
    private static final long NS_PER_S = 1_000_000_000L;
    /** DRAIN: all that is under way must have arrived, and everybody said goodbye. */
    private static final long DRAIN_NS = 10 * NS_PER_S;
    /** Beyond the silence after which a session gives up connecting. */
    private static final long CONNECT_SLACK_NS = 5 * NS_PER_S;
    /** LIVENESS: what must be played after the faults have ended, within a second, three round trips and a timeout. */
    private static final int LIVENESS_PROGRESS = 60;
    private static final int LIVENESS_TRIPS = 6;
    /** Frames for which a run of lost datagrams may hold up the report of a desync. */
    private static final int REPORT_LOSS_FRAMES = 120;
    private static final int REPORT_SLACK_FRAMES = 2;
    /** Datagrams one peer may send another in a second: each tick a window, its copy, a sign of life and as many relays. */
    private static final int DATAGRAMS_PER_TICK = 3;

    private enum Stage { CONNECT, SAFETY, LIVENESS, AFTER, DRAIN, OVER }

    private final SimulatedMatch match;
    private final Scenario scenario;
    private final MatchWorld world;
    private final ObservedPeer[] peers;
    private final long[] periodNs;
    private final Oracle oracle;
    private final MatchMeter meter = new MatchMeter();
    private final Trace trace = new Trace();
    private final long[] healedAt;
    private final boolean[] silentDesync;
    private final long[] countedDatagrams;
    private Stage stage = Stage.CONNECT;
    private long nowNs;
    private long startedNs;
    private long deadlineNs;
    private long measuredFromNs;
    private boolean measuring;
    private long nextAuditNs = NS_PER_S;

    MatchRun(final SimulatedMatch match, final MatchWorld world) {
        this.match = match;
        this.world = world;
        scenario = match.scenario();
        oracle = new Oracle(scenario.peers, scenario.startFrame, match.inputBytes());
        peers = new ObservedPeer[scenario.peers];
        periodNs = new long[peers.length];
        healedAt = new long[peers.length];
        silentDesync = new boolean[peers.length];
        countedDatagrams = new long[peers.length];
        for (int peer = 0; peer < peers.length; peer++) {
            peers[peer] = new ObservedPeer(peer, world, match.seat(peer), oracle, meter, trace,
                new StallAccount(match.slowestTickNs()), match.highestDelay(), match.eventBytes());
            peers[peer].session = match.session(peers[peer]);
            periodNs[peer] = world.pollEveryNs(peer) > 0 ? world.pollEveryNs(peer) : SimulatedMatch.POLL_NS;
            // Not all in the same instant: real game loops are not in step either.
            peers[peer].nextPollNs = SimulatedMatch.POLL_NS * peer / peers.length;
        }
        if (match.corruptPeer() >= 0) {
            oracle.expectDivergence();
        }
        deadlineNs = match.silenceMs() * SimulatedMatch.NS_PER_MS + CONNECT_SLACK_NS;
    }

    MatchResult play() {
        while (stage != Stage.OVER) {
            final ObservedPeer peer = nextToPoll();
            nowNs = peer.nextPollNs;
            world.advanceTo(nowNs);
            poll(peer);
            if (nowNs >= nextAuditNs) {
                audit();
            }
            advance();
        }
        judge();
        return new MatchResult(this.match, meter, peers, trace, oracle.violations(), world.faults(), nowNs,
            nowNs - measuredFromNs);
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
        if (peer.clock.isPaused(nowNs)) {
            peer.nextPollNs = Math.min(peer.clock.pausedUntilNs(), nowNs + periodNs[peer.peer]);
            return;
        }
        final long before = peer.session.frame();
        peer.poll(nowNs);
        peer.nextPollNs = nowNs + periodNs[peer.peer];
        if (peer.session.frame() != before) {
            played(peer);
        }
    }

    private void played(final ObservedPeer peer) {
        if (peer.peer == match.corruptPeer() && peer.session.frame() > match.corruptFrame()) {
            peer.corruptState();
        }
        final long diverged = oracle.divergedAt(peer.peer);
        if (diverged != Oracle.NEVER && !oracle.hasReported(peer.peer) && !silentDesync[peer.peer]
            && peer.session.frame() > diverged + reportFrames(peer)) {
            silentDesync[peer.peer] = true;
            oracle.violated("S16", diverged, "no desync reported by frame " + peer.session.frame(), peer.peer);
        }
    }

    /** How many frames after a divergence it must have been reported. */
    private long reportFrames(final ObservedPeer peer) {
        long rtt = 0;
        for (int i = 0; i < peer.session.statistics().peers(); i++) {
            final PeerStatistics other = peer.session.statistics().peer(i);
            rtt = Math.max(rtt, other.rttNs() + 2 * other.jitterNs());
        }
        return match.checksumInterval() + match.highestDelay() + rtt / match.tickNs() + REPORT_SLACK_FRAMES
            + (world.faults().dropped() > 0 ? REPORT_LOSS_FRAMES : 0);
    }

    /** Once a second: nobody floods. */
    private void audit() {
        nextAuditNs = nowNs + NS_PER_S;
        final long links = peers.length - 1;
        final long cap = DATAGRAMS_PER_TICK * Math.max(scenario.tickRate, 30) * links * Math.max(1, links) * 2;
        for (final ObservedPeer peer : peers) {
            final long sent = peer.transport.datagrams() - countedDatagrams[peer.peer];
            countedDatagrams[peer.peer] = peer.transport.datagrams();
            if (sent > cap) {
                oracle.violated("S13", peer.session.frame(), sent + " datagrams in a second, at most " + cap, peer.peer);
            }
        }
    }

    private boolean everybody(final Phase atLeast) {
        for (final ObservedPeer peer : peers) {
            if (!peer.ended && peer.session.phase().compareTo(atLeast) < 0) {
                return false;
            }
        }
        return true;
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
            if (peer.session.frame() > scenario.startFrame) {
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
                peer.transport.reset();
                countedDatagrams[peer.peer] = 0;
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
            deadlineNs = nowNs + SimulatedMatch.MAX_SLOWDOWN * nominalNs();
        } else if (nowNs >= deadlineNs || everybodyEnded()) {
            stage = Stage.OVER;
        }
    }

    private void safety() {
        if (match.hasLiveness()) {
            if (nowNs - startedNs >= nominalNs()) {
                stage = Stage.LIVENESS;
                world.calm();
                for (final ObservedPeer peer : peers) {
                    healedAt[peer.peer] = peer.session.frame();
                }
                deadlineNs = nowNs + scenario.dropTimeoutMs * SimulatedMatch.NS_PER_MS + NS_PER_S
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
        return (long) (longest * SimulatedMatch.NS_PER_MS);
    }

    private void liveness() {
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
            stage = Stage.AFTER;
            deadlineNs = startedNs + SimulatedMatch.MAX_SLOWDOWN
                * (nominalNs() + SimulatedMatch.LIVENESS_FRAMES * match.slowestTickNs());
        }
    }

    private void after() {
        if (everybody(Phase.DRAINING) || nowNs >= deadlineNs) {
            stage = Stage.DRAIN;
            world.calm();
            deadlineNs = nowNs + DRAIN_NS;
        }
    }

    private void drain() {
        if (everybodyEnded() || nowNs >= deadlineNs) {
            stage = Stage.OVER;
        }
    }

    /** Check frames that a one-way outage may push out of the memory of both while others relay inputs. */
    private long uncheckable() {
        long frames = 0;
        for (final ScenarioEvent event : scenario.events) {
            if (event instanceof ScenarioEvent.Cut || event instanceof ScenarioEvent.Partition) {
                frames += event.forMs() * scenario.tickRate / MS_PER_S + match.checksumInterval();
            }
        }
        return frames / match.checksumInterval();
    }

    /** What can only be said at the end. */
    private void judge() {
        final long checks = match.endFrame() / match.checksumInterval()
            - scenario.startFrame / match.checksumInterval();
        for (final ObservedPeer peer : peers) {
            if (peer.session.frame() < match.endFrame()) {
                peer.stalls.end(nowNs, peer.session.statistics().stallTicks());
                oracle.violated("L2", peer.session.frame(), "not finished after "
                    + (nowNs - startedNs) / SimulatedMatch.NS_PER_MS + " ms, " + peer.session.phase() + ", "
                    + peer.session.endReason() + ": " + peer.session.error(), peer.peer);
            } else if (!peer.finished()) {
                oracle.violated("L2", peer.session.frame(), "all played, not ended: " + peer.session.phase() + ", "
                    + peer.session.endReason() + ": " + peer.session.error(), peer.peer);
            } else if (peer.session.statistics().checkedFrames() < checks - uncheckable()) {
                oracle.violated("S16", peer.session.frame(), "only " + peer.session.statistics().checkedFrames()
                    + " of " + checks + " check frames were compared", peer.peer);
            }
            if (peer.transport.maxPayload() > peer.transport.maxPayloadBytes()) {
                oracle.violated("S13", peer.session.frame(), "a payload of " + peer.transport.maxPayload(), peer.peer);
            }
            if (peer.session.statistics().stateChecksum() != peers[0].session.statistics().stateChecksum()
                && match.corruptPeer() < 0 && peer.session.frame() == peers[0].session.frame()) {
                oracle.violated("S2", peer.session.frame(), "different states at the end", 0, peer.peer);
            }
            if (oracle.divergedAt(peer.peer) != Oracle.NEVER && !oracle.hasReported(peer.peer)
                && !silentDesync[peer.peer] && oracle.divergedAt(peer.peer) + reportFrames(peer) < match.endFrame()) {
                oracle.violated("S16", oracle.divergedAt(peer.peer), "no desync was reported", peer.peer);
            }
        }
        new Vacuity(scenario, world.faults(), oracle).check(peers);
    }
}

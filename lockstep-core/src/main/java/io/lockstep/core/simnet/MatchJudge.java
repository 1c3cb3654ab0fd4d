package io.lockstep.core.simnet;

import io.lockstep.core.session.PeerStatistics;

/** Says what can only be said of a peer after a while, or at the end of the match. */
final class MatchJudge {

    private static final long MS_PER_S = 1000;
    /** Frames for which a run of lost datagrams may hold up the report of a desync. */
    private static final int REPORT_LOSS_FRAMES = 120;
    private static final int REPORT_SLACK_FRAMES = 2;

    private final SimulatedMatch match;
    private final Scenario scenario;
    private final MatchWorld world;
    private final Oracle oracle;
    private final boolean[] silentDesync;

    MatchJudge(final SimulatedMatch match, final MatchWorld world, final Oracle oracle) {
        this.match = match;
        this.world = world;
        this.oracle = oracle;
        scenario = match.scenario();
        silentDesync = new boolean[scenario.peers];
    }

    /** A peer has simulated something. */
    void played(final ObservedPeer peer) {
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

    /**
     * The match is over.
     *
     * @param mustFinish who must have come to its end, bit n for peer n
     * @param plain      whether everybody must have, so that all check frames can be compared with all others
     */
    void judge(final ObservedPeer[] peers, final int mustFinish, final boolean plain, final long nowNs,
               final long startedNs) {
        for (final ObservedPeer peer : peers) {
            if (peer.session == null) {
                if ((mustFinish & 1 << peer.peer) != 0) {
                    oracle.violated("L2", scenario.startFrame, "never joined", peer.peer);
                }
                continue;
            }
            if (peer.session.frame() < match.endFrame()) {
                peer.stalls.end(nowNs, peer.session.statistics().stallTicks());
            }
            if ((mustFinish & 1 << peer.peer) != 0) {
                finished(peer, plain, (nowNs - startedNs) / SimulatedMatch.NS_PER_MS);
            }
            if (peer.transport.maxPayload() > peer.transport.maxPayloadBytes()) {
                oracle.violated("S13", peer.session.frame(), "a payload of " + peer.transport.maxPayload(), peer.peer);
            }
            compare(peer, peers);
            if (oracle.divergedAt(peer.peer) != Oracle.NEVER && !oracle.hasReported(peer.peer)
                && !silentDesync[peer.peer] && oracle.divergedAt(peer.peer) + reportFrames(peer) < match.endFrame()) {
                oracle.violated("S16", oracle.divergedAt(peer.peer), "no desync was reported", peer.peer);
            }
        }
    }

    private void finished(final ObservedPeer peer, final boolean plain, final long afterMs) {
        final long checks = match.endFrame() / match.checksumInterval()
            - scenario.startFrame / match.checksumInterval();
        if (peer.session.frame() < match.endFrame()) {
            oracle.violated("L2", peer.session.frame(), "not finished after " + afterMs + " ms, " + peer.session.phase()
                + ", " + peer.session.endReason() + ": " + peer.session.error(), peer.peer);
        } else if (!peer.finished()) {
            oracle.violated("L2", peer.session.frame(), "all played, not ended: " + peer.session.phase() + ", "
                + peer.session.endReason() + ": " + peer.session.error(), peer.peer);
        } else if (plain && peer.session.statistics().checkedFrames() < checks - uncheckable()) {
            oracle.violated("S16", peer.session.frame(), "only " + peer.session.statistics().checkedFrames()
                + " of " + checks + " check frames were compared", peer.peer);
        }
    }

    /** Everybody who has come to the same frame of the same epoch has the same state. */
    private void compare(final ObservedPeer peer, final ObservedPeer[] peers) {
        for (final ObservedPeer other : peers) {
            if (other == peer || match.corruptPeer() >= 0) {
                return;
            }
            if (other.session != null && peer.session.frame() == other.session.frame()
                && oracle.membership().epochOf(peer.peer) == oracle.membership().epochOf(other.peer)
                && peer.session.statistics().stateChecksum() != other.session.statistics().stateChecksum()) {
                oracle.violated("S2", peer.session.frame(), "different states at the end", other.peer, peer.peer);
                return;
            }
        }
    }
}

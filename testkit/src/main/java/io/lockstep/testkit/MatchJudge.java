package io.lockstep.testkit;

import io.lockstep.core.game.DesyncPolicy;
import io.lockstep.core.game.PeerStatistics;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.membership.TwoPeerPolicy;
import org.jspecify.annotations.NullUnmarked;

/** Says what can only be said of a peer after a while, or at the end of the match. */
@NullUnmarked
final class MatchJudge {

    private static final long MS_PER_S = 1000;
    private static final int REPORT_SLACK_FRAMES = 2;
    /** A repair takes a second from noticing; beyond a calm network what asks and answers may be lost as well. */
    private static final int REPAIR_TRIPS = 6;
    private static final long CALM_RTT_NS = 100_000_000L;
    /** A tenth of a second without a datagram is an outage. */
    private static final int SILENCE_DIVISOR = 10;

    private final MatchPlan match;
    private final Scenario scenario;
    private final MatchWorld world;
    private final Oracle oracle;
    /** Null when nothing goes wrong with anybody's game. */
    private final DivergenceOracle divergences;
    /** What each peer has had of each other, and at which of its frames that last changed. */
    private final long[] heard = new long[Message.MAX_PLAYERS * Message.MAX_PLAYERS];
    private final long[] heardAt = new long[Message.MAX_PLAYERS * Message.MAX_PLAYERS];
    /** For how many frames each peer's checksums may have grown too old to be sent before each other heard them. */
    private final long[] tooOld = new long[Message.MAX_PLAYERS * Message.MAX_PLAYERS];

    MatchJudge(final MatchPlan match, final MatchWorld world, final Oracle oracle,
               final DivergenceOracle divergences) {
        this.match = match;
        this.world = world;
        this.oracle = oracle;
        this.divergences = divergences;
        scenario = match.scenario();
    }

    /** A peer has simulated something. */
    void played(final ObservedPeer peer) {
        final int silent = silent(peer);
        if (divergences != null) {
            if (scenario.desyncPolicy == DesyncPolicy.REPAIR) {
                divergences.repairs().within(peer.peer, scenario.tickRate + pauseFrames()
                    + repairTrips(peer) * reportFrames(peer));
            }
            divergences.played(peer.peer, peer.session.frame(), peer.view.members(), reportFrames(peer), silent);
        }
    }

    /** Whom a peer has not heard for a while; others hand on inputs of theirs, but no checksums. */
    private int silent(final ObservedPeer peer) {
        int silent = 0;
        for (int i = 0; i < peer.session.statistics().peers(); i++) {
            final PeerStatistics other = peer.session.statistics().peer(i);
            final int pair = peer.peer * Message.MAX_PLAYERS + other.peer();
            if (heard[pair] != other.datagramsReceived()) {
                final long late = peer.session.frame() - heardAt[pair] + reportFrames(peer)
                    - DivergenceOracle.CHECKSUM_REACH;
                tooOld[pair] += heard[pair] != 0 && late > 0 ? late + match.checksumInterval() : 0;
                heard[pair] = other.datagramsReceived();
                heardAt[pair] = peer.session.frame();
            }
            final boolean outage = peer.session.frame() - heardAt[pair] > scenario.tickRate / SILENCE_DIVISOR;
            silent |= outage ? 1 << other.peer() : 0;
        }
        return silent;
    }

    /** Who is paused judges and sends nothing meanwhile. */
    private long pauseFrames() {
        long longestMs = 0;
        for (final ScenarioEvent event : scenario.events) {
            longestMs = Math.max(longestMs, event instanceof ScenarioEvent.Pause pause ? pause.forMs() : 0);
        }
        return longestMs * scenario.tickRate / MS_PER_S;
    }

    /** Of two, the one that is to load asks its application first and tells the other what it said: a trip more. */
    private int repairTrips(final ObservedPeer peer) {
        return (isCalm(peer) ? 1 : REPAIR_TRIPS) + (scenario.peers == 2 ? 1 : 0);
    }

    /** How many frames after a check frame a difference must have been reported. */
    private long reportFrames(final ObservedPeer peer) {
        return match.highestDelay() + match.widestWindow() + rttNs(peer) / match.tickNs()
            + REPORT_SLACK_FRAMES + world.longestGap();
    }

    private static long rttNs(final ObservedPeer peer) {
        long rtt = 0;
        for (int i = 0; i < peer.session.statistics().peers(); i++) {
            final PeerStatistics other = peer.session.statistics().peer(i);
            rtt = Math.max(rtt, other.rttNs() + 2 * other.jitterNs());
        }
        return rtt;
    }

    /** Is all in time and nothing lost, so far? */
    private boolean isCalm(final ObservedPeer peer) {
        return rttNs(peer) <= CALM_RTT_NS && world.longestLoss() == 0 && scenario.polls.isEmpty()
            && scenario.events.stream().noneMatch(event -> event instanceof ScenarioEvent.Pause);
    }

    /** Check frames that a one-way outage may push out of the memory of both while others relay inputs. */
    private long uncheckable(final ObservedPeer peer) {
        long frames = 0;
        for (int other = 0; other < scenario.peers; other++) {
            frames = Math.max(frames, tooOld[peer.peer * Message.MAX_PLAYERS + other]);
        }
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
                finished(peer, plain, (nowNs - startedNs) / MatchPlan.NS_PER_MS);
            }
            if (peer.transport.maxPayload() > peer.transport.maxPayloadBytes()) {
                oracle.violated("S13", peer.session.frame(), "a payload of " + peer.transport.maxPayload(), peer.peer);
            }
            compare(peer, peers);
        }
        if (scenario.twoPeerPolicy == TwoPeerPolicy.REJOIN && divergences == null) {
            assertOneEnd(peers);
        }
        if (divergences != null) {
            divergences.ended(finished(peers), match.endFrame());
        }
    }

    /** Where two go on in one history only, nobody has come to the end of another one. */
    private void assertOneEnd(final ObservedPeer[] peers) {
        ObservedPeer first = null;
        for (final ObservedPeer peer : peers) {
            if (peer.finished() && first == null) {
                first = peer;
            } else if (peer.finished() && first.session.statistics().stateChecksum()
                != peer.session.statistics().stateChecksum()) {
                oracle.violated("S1", match.endFrame(), "two histories came to their end", first.peer, peer.peer);
            }
        }
    }

    private static int finished(final ObservedPeer[] peers) {
        int finished = 0;
        for (final ObservedPeer peer : peers) {
            finished |= peer.finished() ? 1 << peer.peer : 0;
        }
        return finished;
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
        } else {
            oracle.finished(peer.peer, match.endFrame());
        }
        if (peer.finished() && plain && peer.session.statistics().checkedFrames() < checks - uncheckable(peer)) {
            oracle.violated("S16", peer.session.frame(), "only " + peer.session.statistics().checkedFrames()
                + " of " + checks + " check frames were compared", peer.peer);
        }
    }

    /** Everybody who has come to the same frame of the same epoch has the same state. */
    private void compare(final ObservedPeer peer, final ObservedPeer[] peers) {
        for (final ObservedPeer other : peers) {
            // Who never came to the end may stand at a frame that was still to be repaired, or even to be checked.
            if (other == peer || divergences != null && !divergences.isUndisturbed(peer.session.frame())
                && !divergences.repairs().isOver(peer.session.frame())) {
                return;
            }
            // A joiner has no epoch, and no state before it has loaded one.
            if (other.session != null && peer.session.frame() == other.session.frame()
                && oracle.membership().epochOf(peer.peer) != null
                && oracle.membership().epochOf(peer.peer) == oracle.membership().epochOf(other.peer)
                && peer.session.statistics().stateChecksum() != other.session.statistics().stateChecksum()
                && !oracle.isSplit()) {
                oracle.violated("S2", peer.session.frame(), "different states at the end", other.peer, peer.peer);
                return;
            }
        }
    }
}

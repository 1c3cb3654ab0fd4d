package io.lockstep.testkit;

import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.session.Session;
import org.jspecify.annotations.NullUnmarked;

/** Hands what a session tells its application to the oracles that judge it. */
@NullUnmarked
final class PeerEvents {

    /** Events a session may hold for its application; it drops the oldest beyond. */
    private static final int MAX_EVENTS = 64;

    private final int peer;
    private final Oracle oracle;
    private final MatchMeter meter;
    private final Trace trace;
    private ObservedDatagrams.CostJudge costs;

    PeerEvents(final int peer, final Oracle oracle, final MatchMeter meter, final Trace trace) {
        this.peer = peer;
        this.oracle = oracle;
        this.meter = meter;
        this.trace = trace;
    }

    /** Names the judge of what sessions hold. */
    void judgedBy(final ObservedDatagrams.CostJudge judge) {
        costs = judge;
    }

    /** Takes all that wait; those of the membership count up to the end of the match, and of the session. */
    void take(final Session session, final DivergenceOracle divergences, final ObservedDatagrams datagrams,
              final PauseRules pauses, final long endFrame, final long nowNs) {
        int count = 0;
        for (SessionEvent next = session.nextEvent(); next != null; next = session.nextEvent()) {
            if (next.type() == SessionEvent.Type.EVENTS_LOST) {
                continue;
            }
            if (++count > MAX_EVENTS) {
                oracle.violated("S13", session.frame(), "more than " + MAX_EVENTS + " events", peer);
                return;
            }
            costs.told(peer, next, nowNs);
            trace.add((long) next.type().ordinal() << Integer.SIZE ^ next.frame(), nowNs ^ peer);
            if (next.type() == SessionEvent.Type.PEER_CONNECTED) {
                datagrams.met(next.peer());
            }
            if (next.type() == SessionEvent.Type.PEER_CONNECTED && divergences != null) {
                divergences.linked(peer, next.peer());
            }
            if (next.type() == SessionEvent.Type.DESYNC) {
                if (divergences != null) {
                    divergences.reported(peer, next.peer(), next.frame(), session.frame());
                } else {
                    oracle.desyncReported(peer, next.peer(), next.frame());
                }
                meter.desync(next.frame(), next.peer());
            } else if (next.type() == SessionEvent.Type.STATE_REPAIRED && divergences != null) {
                divergences.repaired(peer, next.peer(), next.frame(), session.frame());
            } else if (next.type() == SessionEvent.Type.DESYNC_REPORT) {
                if (divergences != null) {
                    divergences.reports().reported(peer, next.report(),
                        session.endReason() != EndReason.NONE && session.endReason() != EndReason.FINISHED);
                }
                oracle.explained(next.report());
                meter.desync(next.report());
            } else if (next.type() == SessionEvent.Type.INPUT_DISAGREEMENT) {
                oracle.violated("S17", next.frame(), "an input disagreement reported of honest peers: " + next, peer);
            } else if (next.type() == SessionEvent.Type.REPAIR_OFFERED) {
                session.acceptRepair();
            } else if (next.type() == SessionEvent.Type.PEER_LIED) {
                oracle.violated("S17", next.frame(), "an honest peer is called a liar: " + next, peer);
            } else if (next.frame() < endFrame && session.endReason() == EndReason.NONE) {
                takeMembership(next, pauses);
            }
        }
    }

    private void takeMembership(final SessionEvent event, final PauseRules pauses) {
        switch (event.type()) {
            case PEER_LEFT, PEER_DROPPED -> oracle.membership().leaves(peer, event.peer(), event.frame());
            case PEER_JOINED -> oracle.membership().comes(peer, event.peer(), event.frame());
            case PAUSED -> {
                oracle.membership().paused(peer, event.frame());
                pauses.paused(event.player(), event.frame());
            }
            case RESUMED -> {
                oracle.membership().resumed(peer, event.frame());
                pauses.resumed();
            }
            default -> { }
        }
    }
}

package io.lockstep.testkit;

import io.lockstep.core.membership.TwoPeerPolicy;
import io.lockstep.election.Quorum;
import java.util.List;

/**
 * Who may lose the match by what its scenario does, and who must come to its end whatever it does: everybody but those
 * who are killed, told to leave, or kept from the others for too long, if the rest can decide without them.
 */
final class ExpectedLosses {

    /** Outages that together come near the drop timeout may cost a peer its seat: what is lost must be sent again. */
    private static final double NEAR = 0.85;
    /** Loss that leaves no hope. */
    private static final double BLACKOUT = 0.9;
    /** What joining may take beside the drop timeout, until the others have noticed the loss of the former process. */
    private static final long JOIN_MS = 10_000;

    /** Of two that wait for each other, the lower one is waited for so long; with room for what is lost. */
    private static final long MINUTE_MS = 50_000;

    private final Scenario scenario;
    private final long[] outageMs;
    private final long[] backMs;
    private int gone;
    /** Who does not stay, whatever the line is like. */
    private int departs;
    /** Returns the peers that the others lose without a goodbye, bit n for peer n. */
    private int lost;
    private long lastOutageMs;

    ExpectedLosses(final Scenario scenario) {
        this.scenario = scenario;
        outageMs = new long[scenario.peers];
        backMs = new long[scenario.peers];
        for (final ScenarioEvent event : scenario.events) {
            weigh(event);
        }
        for (int seat = 0; seat < scenario.peers; seat++) {
            if (outageMs[seat] >= NEAR * scenario.dropTimeoutMs) {
                gone |= 1 << seat;
                lost |= 1 << seat;
            }
        }
    }

    private void weigh(final ScenarioEvent event) {
        if (event instanceof ScenarioEvent.Partition partition) {
            partition.groups().stream().filter(group -> !decides(group)).forEach(group ->
                group.forEach(seat -> outage(seat, event)));
        } else if (event instanceof ScenarioEvent.Cut cut) {
            ends(cut.from(), cut.to(), event);
        } else if (event instanceof ScenarioEvent.Pause pause) {
            outage(pause.peer(), event);
        } else if (event instanceof ScenarioEvent.Link link && link.rule().loss() != null
            && link.rule().loss() >= BLACKOUT) {
            ends(link.rule().from(), link.rule().to(), event);
        } else if (event instanceof ScenarioEvent.Kill kill) {
            goes(kill.peer());
            lost |= 1 << kill.peer();
        } else if (event instanceof ScenarioEvent.KillAt at) {
            goes(at.peer());
            lost |= 1 << at.peer();
        } else if (event instanceof ScenarioEvent.Leave leave) {
            goes(leave.peer());
        } else if (event instanceof ScenarioEvent.Restart restart) {
            comes(restart.peer(), restart.atMs());
        } else if (event instanceof ScenarioEvent.Join join) {
            comes(join.peer(), join.atMs());
        }
    }

    /** Of one peer and all others the one is lost; of two it may be either. */
    private void ends(final int from, final int to, final ScenarioEvent event) {
        if (from != LinkRule.ANY || to == LinkRule.ANY) {
            outage(from, event);
        }
        if (to != LinkRule.ANY) {
            outage(to, event);
        }
    }

    /** Can a group go on without the others, if all were there before? */
    private boolean decides(final List<Integer> group) {
        return Quorum.reached(scenario.seatedAtStart(), group.stream().mapToInt(seat -> 1 << seat).sum());
    }

    private void outage(final int seat, final ScenarioEvent event) {
        lastOutageMs = Math.max(lastOutageMs, event.atMs() + event.forMs());
        if (seat == LinkRule.ANY) {
            for (int one = 0; one < scenario.peers; one++) {
                outage(one, event);
            }
        } else {
            outageMs[seat] += event.forMs() == ScenarioEvent.PERMANENT ? Scenario.MAX_MS : event.forMs();
        }
    }

    private void goes(final int seat) {
        gone |= 1 << seat;
        departs |= 1 << seat;
        backMs[seat] = 0;
    }

    private void comes(final int seat, final long atMs) {
        gone |= 1 << seat;
        departs |= 1 << seat;
        backMs[seat] = atMs;
    }

    /** Have two that lose each other agreed that one of them waits and comes back, and is there time for that? */
    private boolean findEachOther() {
        long longestMs = 0;
        for (final long one : outageMs) {
            longestMs = Math.max(longestMs, one);
        }
        return scenario.twoPeerPolicy == TwoPeerPolicy.REJOIN && scenario.peers == 2 && departs == 0
            && longestMs < MINUTE_MS
            && lastOutageMs + scenario.dropTimeoutMs + JOIN_MS < scenario.nominalMs();
    }

    /** May anybody lose the match? */
    boolean any() {
        return gone != 0;
    }

    /** Who was there from the start, and must be at the end: nobody if they might be too few. */
    int mustStay() {
        final int seated = scenario.seatedAtStart();
        final int stay = seated & ~gone;
        return Quorum.reached(seated, stay) && !haltsAlone(stay) ? stay : 0;
    }

    /** Returns whether one of two peers is left that ends its match when it loses the other, as both agreed. */
    private boolean haltsAlone(final int stay) {
        return scenario.twoPeerPolicy == TwoPeerPolicy.HALT && Integer.bitCount(stay) == 1 && lost != 0;
    }

    /** Who has come, or come back, early enough to be there at the end. */
    int mustReturn() {
        int back = findEachOther() ? scenario.seatedAtStart() : 0;
        for (int seat = 0; seat < scenario.peers; seat++) {
            if (backMs[seat] > 0 && backMs[seat] + scenario.dropTimeoutMs + JOIN_MS < scenario.nominalMs()
                && outageMs[seat] == 0 && mustStay() != 0) {
                back |= 1 << seat;
            }
        }
        return back;
    }
}

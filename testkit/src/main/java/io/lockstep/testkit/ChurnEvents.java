package io.lockstep.testkit;

import io.lockstep.core.membership.TwoPeerPolicy;
import java.util.ArrayList;
import java.util.List;

/** Draws who dies, leaves, comes back, and is cut off for longer than the others wait. */
final class ChurnEvents {

    private static final int MAX_INCIDENTS = 4;
    /** By then a match has begun: who dies before cannot be missed. */
    private static final long FIRST_MS = 3000;
    /** Votes, cuts, state transfers and joins are more worth dying at than the inputs that are sent all the time. */
    private static final List<String> FATAL = List.of("PreVote", "PreVoteResponse", "RequestVote", "VoteResponse",
        "Prepare", "Report", "Cut", "Relay", "Handover", "Join", "Vouch", "Ready", "Transfer", "Hello", "Welcome",
        "Challenge", "ChallengeResponse", "Goodbye", "Status", "InputWindow", "Heartbeat", "HeartbeatAck");
    private static final int MAX_COUNTED = 12;
    private static final long SHORTEST_DROP_MS = 2000;
    private static final long MAX_EXTRA_DROP_MS = 3000;
    /** A round trip lost several times is not a peer lost. */
    private static final int WAYS_PER_DROP = 8;
    private static final long MAX_DEAD_MS = 9000;
    private static final int LEAST_PEERS_FOR_TWO_DEATHS = 4;

    private static final TwoPeerPolicy[] ENDING =
        {TwoPeerPolicy.CONTINUE_ALL, TwoPeerPolicy.CONTINUE_TIEBREAK, TwoPeerPolicy.HALT};

    private final Scenario scenario;
    private final Draws draws;

    ChurnEvents(final Scenario scenario, final Draws draws) {
        this.scenario = scenario;
        this.draws = draws;
    }

    /**
     * Adds incidents to a scenario.
     *
     * @param worstMs the longest way a datagram may take, milliseconds
     */
    void add(final double worstMs) {
        scenario.dropTimeoutMs = Math.max(SHORTEST_DROP_MS, (long) (WAYS_PER_DROP * worstMs))
            + (long) draws.skewed(MAX_EXTRA_DROP_MS);
        scenario.twoPeerPolicy =
            draws.chance(0.6) ? TwoPeerPolicy.CONTINUE_ALL : ENDING[draws.below(ENDING.length)];
        final int incidents = 1 + draws.below(MAX_INCIDENTS);
        for (int i = 0; i < incidents; i++) {
            incident(FIRST_MS + (long) (draws.unit() * Math.max(0, scenario.nominalMs() - FIRST_MS)));
        }
        // Drawn last, so that all else is what it was before there was this policy.
        if (scenario.twoPeerPolicy == TwoPeerPolicy.CONTINUE_ALL && draws.chance(0.5)) {
            scenario.twoPeerPolicy = TwoPeerPolicy.REJOIN;
        }
    }

    private void incident(final long atMs) {
        final int peer = draws.below(scenario.peers);
        switch (draws.below(10)) {
            case 0 -> kill(atMs, peer);
            case 1, 2 -> {
                kill(atMs, peer);
                comeBack(atMs, peer);
            }
            case 3 -> scenario.events.add(new ScenarioEvent.Leave(atMs, peer));
            case 4 -> {
                scenario.events.add(new ScenarioEvent.Leave(atMs, peer));
                comeBack(atMs, peer);
            }
            case 5 -> scenario.events.add(new ScenarioEvent.Partition(atMs, outage(), halves()));
            case 6 -> scenario.events.add(new ScenarioEvent.Cut(atMs, outage(), peer, other(peer)));
            case 7 -> bothLeaders(atMs);
            case 8 -> killAt(atMs, draws.chance(0.5) ? 0 : peer);
            default -> late(atMs, peer);
        }
    }

    private int other(final int peer) {
        return (peer + 1 + draws.below(scenario.peers - 1)) % scenario.peers;
    }

    private void kill(final long atMs, final int peer) {
        scenario.events.add(new ScenarioEvent.Kill(atMs, peer));
    }

    /** At once, while the others still wait for the former process, or when they have long gone on. */
    private void comeBack(final long atMs, final int peer) {
        scenario.events.add(new ScenarioEvent.Restart(atMs + 1 + (long) draws.skewed(MAX_DEAD_MS), peer));
    }

    /** Longer than the drop timeout, or for ever. */
    private long outage() {
        return draws.chance(0.3) ? ScenarioEvent.PERMANENT
            : scenario.dropTimeoutMs + (long) draws.skewed(2 * scenario.dropTimeoutMs);
    }

    private List<List<Integer>> halves() {
        final List<Integer> one = new ArrayList<>();
        final List<Integer> rest = new ArrayList<>();
        final int alone = draws.below(scenario.peers);
        for (int peer = 0; peer < scenario.peers; peer++) {
            (peer == alone || draws.chance(0.4) ? one : rest).add(peer);
        }
        if (rest.isEmpty()) {
            rest.add(one.remove(0));
        }
        return List.of(one, rest);
    }

    /** The one who leads and the one who would come after it. */
    private void bothLeaders(final long atMs) {
        kill(atMs, 0);
        if (scenario.peers >= LEAST_PEERS_FOR_TWO_DEATHS) {
            kill(atMs + (draws.chance(0.5) ? 0 : (long) draws.skewed(1000)), 1);
        }
    }

    private void killAt(final long atMs, final int peer) {
        final String message = FATAL.get(draws.below(FATAL.size()));
        scenario.events.add(new ScenarioEvent.KillAt(atMs, peer, message, 1 + draws.below(MAX_COUNTED)));
        if (draws.chance(0.5)) {
            scenario.events.add(new ScenarioEvent.Restart(atMs + scenario.dropTimeoutMs
                + (long) draws.skewed(MAX_DEAD_MS), peer));
        }
    }

    /** Somebody who was not there at the start, or has stood still for so long that the others went on. */
    private void late(final long atMs, final int peer) {
        if (draws.chance(0.5) && Integer.bitCount(scenario.seatedAtStart() & ~(1 << peer)) >= 2) {
            scenario.events.add(new ScenarioEvent.Join(atMs, peer));
        } else {
            scenario.events.add(new ScenarioEvent.Pause(atMs, scenario.dropTimeoutMs
                + (long) draws.skewed(scenario.dropTimeoutMs), peer));
        }
    }
}

package io.lockstep.testkit;

import io.lockstep.core.game.Batching;
import io.lockstep.core.game.DesyncPolicy;
import io.lockstep.core.session.SessionConfig;
import java.util.ArrayList;
import java.util.List;

/**
 * Draws scenarios from the fault catalogue: each seed gets some kinds of faults and how strong they are, and everything
 * else about the match. What is drawn leaves a match that can be played: what cannot be played proves nothing.
 */
public final class SwarmScenarios {

    /** Length of a match unless said otherwise: 20 s at 60 Hz. */
    public static final long DEFAULT_FRAMES = 1200;

    /** Length of a match in which somebody's game goes wrong: 6 s at 60 Hz. */
    public static final long DIVERGENCE_FRAMES = 360;

    private static final long[] START_FRAMES = {65_500, (1L << 24) - 40, (1L << 31) - 200, (1L << 32) - 200, 1L << 53};
    private static final int[] PEERS = {2, 2, 2, 3, 3, 4, 4, 4, 5, 6, 7, 8};
    private static final int[] TICK_RATES = {60, 60, 60, 60, 60, 60, 30, 120};
    /** In a match with everything, how often people come and go, and how often two play beside those drawn anyway. */
    private static final double CHURN = 0.7;
    private static final double PAIR = 0.25;
    private static final double MS_PER_S = 1000;
    /** Probability that a peer changes its address in a match. */
    private static final double MOVES = 0.3;
    private static final int MAX_MOVES = 3;
    private static final int MAX_EVENTS = 6;
    /** In a match that nobody is to lose all outages together stay below the drop timeout, with room for recovery. */
    private static final long MAX_OUTAGE_MS = 9000;
    private static final long DROP_TIMEOUT_MS = 15_000;
    /** Events beside those that cost somebody the match. */
    private static final int MAX_CHURN_EVENTS = 3;
    private static final long YEAR_MS = 365L * 24 * 3600 * 1000;

    private final Draws draws;
    private final Scenario scenario = new Scenario();
    private long outageMs = MAX_OUTAGE_MS;
    /** How many play; 0 for as many as are drawn. */
    private int peers;
    private double worstMs;
    private int slowestPollMs;

    private SwarmScenarios(final long seed) {
        draws = new Draws(seed);
    }

    /**
     * Draws a scenario: every second one, with an odd seed, has crashes, partitions and churn.
     *
     * @param seed   which
     * @param frames length of the match
     * @return the same scenario for the same seed and length
     */
    public static Scenario draw(final long seed, final long frames) {
        return (seed & 1) != 0 ? drawChurn(seed, frames) : drawFaults(seed, frames);
    }

    /**
     * Draws a scenario in which everybody stays to the end.
     *
     * @param seed   which
     * @param frames length of the match
     * @return the same scenario for the same seed and length
     */
    public static Scenario drawFaults(final long seed, final long frames) {
        final SwarmScenarios swarm = new SwarmScenarios(seed);
        swarm.draw(frames, false);
        return swarm.withMoves();
    }

    /**
     * Draws a scenario in which peers die, leave, come back, or are cut off for longer than the others wait.
     *
     * @param seed   which
     * @param frames length of the match
     * @return the same scenario for the same seed and length
     */
    public static Scenario drawChurn(final long seed, final long frames) {
        final SwarmScenarios swarm = new SwarmScenarios(seed);
        swarm.draw(frames, true);
        return swarm.withMoves();
    }

    /**
     * Draws a scenario in which everybody stays to the end, and somebody's copy of the game goes wrong, or several do.
     *
     * @param seed   which
     * @param frames length of the match
     * @return the same scenario for the same seed and length
     */
    public static Scenario drawDivergence(final long seed, final long frames) {
        final SwarmScenarios swarm = new SwarmScenarios(seed);
        swarm.draw(frames, false);
        swarm.addDivergences();
        return swarm.scenario;
    }

    /**
     * Draws a scenario in which everything can happen, most of it in one match: faults, deaths, joins and leaves,
     * pauses of the match, events, copies of the game that go wrong and states that are loaded. See {@link Ingredient}.
     *
     * @param seed   which
     * @param frames length of the match
     * @return the same scenario for the same seed and length
     */
    public static Scenario drawEverything(final long seed, final long frames) {
        final SwarmScenarios swarm = new SwarmScenarios(seed);
        swarm.peers = swarm.draws.chance(PAIR) ? 2 : 0;
        swarm.draw(frames, swarm.draws.chance(CHURN));
        swarm.scenario.name = "everything";
        new MixedEvents(swarm.scenario, swarm.draws).add();
        return swarm.withMoves();
    }

    /**
     * Gives a drawn match another shape: local players, tick rate, checksum interval, sizes of inputs, events and
     * states, stack, keys, lines, and more churn where peers come and go. It is drawn last and by itself, so that each
     * seed draws the same match without it as ever.
     *
     * @param scenario what was drawn; it is not changed
     * @param seed     decides the shape
     * @return the same match in another shape
     */
    public static Scenario shaped(final Scenario scenario, final long seed) {
        return new MatchShape(scenario.copy(), seed).draw();
    }

    /**
     * Lets one peer change its address now and then. Two moved peers that were cut off for long would not find each
     * other without a lobby. It is drawn last, so that a seed's other events stay the same.
     */
    private Scenario withMoves() {
        if (draws.chance(MOVES)) {
            final int peer = draws.below(scenario.peers);
            final int moves = 1 + draws.below(MAX_MOVES);
            for (int i = 0; i < moves; i++) {
                scenario.events.add(
                    new ScenarioEvent.Move((long) (draws.unit() * scenario.nominalMs()), peer));
            }
        }
        return scenario;
    }

    private Scenario draw(final long frames, final boolean churn) {
        scenario.name = churn ? "churn" : "swarm";
        scenario.dropTimeoutMs = DROP_TIMEOUT_MS;
        scenario.frames = frames;
        scenario.peers = peers > 0 ? peers : PEERS[draws.below(PEERS.length)];
        scenario.tickRate = TICK_RATES[draws.below(TICK_RATES.length)];
        scenario.game = draws.chance(0.8) ? StampedGame.NAME : Scenario.DEFAULT_GAME;
        scenario.startFrame = draws.chance(0.4) ? START_FRAMES[draws.below(START_FRAMES.length)] : 0;
        scenario.batching = draws.chance(0.15) ? Batching.ADAPTIVE : Batching.OFF;
        scenario.delivery = draws.chance(0.3) ? Delivery.PLAIN_DATAGRAM : Delivery.AERON_DATAGRAM;
        addLink(LinkRule.ANY, LinkRule.ANY);
        while (draws.chance(0.3)) {
            final int from = draws.below(scenario.peers);
            addLink(from, other(from));
        }
        addClocks();
        chooseDelay();
        final int events = draws.below(churn ? MAX_CHURN_EVENTS + 1 : MAX_EVENTS + 1);
        for (int i = 0; i < events; i++) {
            addEvent();
        }
        if (churn) {
            new ChurnEvents(scenario, draws).add(worstMs);
        }
        return scenario;
    }

    /** Mostly one, sometimes so many that nobody is left in the majority. */
    private void addDivergences() {
        scenario.name = "divergence";
        scenario.game = draws.chance(0.25) ? StampedGame.NAME : Scenario.DEFAULT_GAME;
        final boolean random = scenario.game.equals(Scenario.DEFAULT_GAME);
        final DivergenceKind[] kinds = DivergenceKind.values();
        do {
            final DivergenceKind kind = kinds[draws.below(random ? kinds.length : kinds.length - 1)];
            scenario.events.add(new ScenarioEvent.Diverge((long) (draws.unit() * scenario.nominalMs() * 2 / 3),
                draws.below(scenario.peers), kind));
        } while (draws.chance(0.3));
        scenario.desyncPolicy = draws.chance(0.5) ? DesyncPolicy.REPAIR : DesyncPolicy.REPORT_ONLY;
    }

    private int other(final int peer) {
        return (peer + 1 + draws.below(scenario.peers - 1)) % scenario.peers;
    }

    private void chooseDelay() {
        final double draw = draws.unit();
        if (draw < 0.6) {
            scenario.delayMode = DelayMode.ARRIVAL;
        } else if (draw < 0.8) {
            scenario.delayMode = DelayMode.RTT;
        } else {
            scenario.delayMode = DelayMode.FIXED;
            scenario.delayTicks = playable(draws.below(9));
        }
    }

    /**
     * A delay shorter than the way and the pause between two polls plays one frame at a time, too slowly to be judged
     * by its time; half of it is slow enough to be a test.
     */
    private int playable(final int ticks) {
        final int needed = 1 + (int) ((worstMs + slowestPollMs) * scenario.tickRate / MS_PER_S / 2);
        return Math.min(SessionConfig.MAX_INPUT_DELAY, Math.max(needed, ticks));
    }

    private void addLink(final int from, final int to) {
        LinkConditions link = LinkConditions.PERFECT;
        if (draws.chance(0.85)) {
            link = link.withLatency(Math.rint(draws.skewed(200)));
        }
        if (draws.chance(0.7)) {
            link = link.withJitter(Math.rint(draws.skewed(80)));
        }
        if (draws.chance(0.6)) {
            link = link.withLoss(draws.percent(25));
        }
        if (draws.chance(0.2)) {
            link = link.withBurst(draws.percent(3), 1 + draws.below(8));
        }
        if (draws.chance(0.3)) {
            link = link.withDuplicate(draws.percent(50));
        }
        if (draws.chance(0.3)) {
            link = link.withReorder(draws.percent(50), 1 + draws.below(Reorder.MAX_WINDOW));
        }
        if (draws.chance(0.2)) {
            link = link.withCorrupt(draws.percent(1));
        }
        if (draws.chance(0.1)) {
            link = link.withBandwidth(300_000L + (long) draws.skewed(10_000_000), 10 + draws.below(190));
        }
        worstMs = Math.max(worstMs, link.latencyMs() + link.jitterMs());
        scenario.links.add(LinkRule.of(from, to, link));
    }

    private void addClocks() {
        for (int peer = 0; peer < scenario.peers; peer++) {
            if (draws.chance(0.3)) {
                final int most = draws.chance(0.1) ? 50_000 : 500;
                scenario.clocks.add(new Scenario.Clock(peer, draws.below(2 * most + 1) - most,
                    draws.chance(0.5) ? (long) ((draws.unit() * 2 - 1) * YEAR_MS) : 0));
            }
            if (draws.chance(0.1)) {
                final int everyMs = 2 + draws.below(32);
                slowestPollMs = Math.max(slowestPollMs, everyMs);
                scenario.polls.add(new Scenario.Poll(peer, everyMs));
            }
        }
    }

    private void addEvent() {
        final long atMs = (long) (draws.unit() * scenario.nominalMs());
        final int peer = draws.below(scenario.peers);
        switch (draws.below(7)) {
            case 0 -> scenario.events.add(new ScenarioEvent.Partition(atMs, outage(), groups()));
            case 1 -> scenario.events.add(new ScenarioEvent.Cut(atMs, outage(), peer, other(peer)));
            case 2 -> scenario.events.add(new ScenarioEvent.Pause(atMs, outage(), peer));
            case 3 -> scenario.events.add(new ScenarioEvent.Link(atMs, 100 + (long) draws.skewed(5000),
                new LinkRule(LinkRule.ANY, LinkRule.ANY, Math.rint(draws.skewed(300)), null, null, null, null, null,
                    null, null, null)));
            case 4 -> scenario.events.add(new ScenarioEvent.SetDelay(atMs, peer, playable(draws.below(13))));
            case 5 -> scenario.events.add(new ScenarioEvent.DropNext(atMs, peer, other(peer), 1 + draws.below(40)));
            default -> scenario.events.add(new ScenarioEvent.ClockStep(atMs, peer, draws.below(60_001) - 30_000));
        }
    }

    /** From a millisecond to some seconds, mostly short. */
    private long outage() {
        final long length = 1 + (long) draws.skewed(Math.max(1, Math.min(5000, outageMs)));
        outageMs -= length;
        return length;
    }

    private List<List<Integer>> groups() {
        final List<Integer> one = new ArrayList<>();
        final List<Integer> rest = new ArrayList<>();
        final int alone = draws.below(scenario.peers);
        final boolean isolate = draws.chance(0.5);
        for (int peer = 0; peer < scenario.peers; peer++) {
            final boolean first = peer == alone || !isolate && draws.chance(0.5);
            (first ? one : rest).add(peer);
        }
        if (rest.isEmpty()) {
            rest.add(one.remove(0));
        }
        return List.of(one, rest);
    }
}

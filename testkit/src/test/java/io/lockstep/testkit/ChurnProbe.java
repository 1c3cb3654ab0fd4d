package io.lockstep.testkit;

import io.lockstep.core.membership.TwoPeerPolicy;
import io.lockstep.core.session.Session;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** A short fleet of matches that lose peers, for faults in membership. Also run with mutants. */
public final class ChurnProbe {

    /** Drawn scenarios of which each has found a fault, planted or not. */
    private static final long[] DRAWN = {1, 15, 27, 47, 49, 51, 257, 337, 630, 658, 1403, 2592, 2731};
    private static final long DROP_MS = 2000;
    private static final long MS = 1_000_000L;

    private ChurnProbe() {
    }

    /**
     * Plays everything.
     *
     * @return what went wrong first, or "green"
     */
    public static String run() {
        final String red = directed(1);
        if (red != null) {
            return red;
        }
        for (final long seed : DRAWN) {
            final Scenario scenario = SwarmScenarios.drawChurn(seed, SwarmScenarios.DEFAULT_FRAMES);
            scenario.game = StampedGame.NAME;
            final MatchResult result = new SimulatedMatch(scenario, seed, StampedGame.seats()).liveness(true).run();
            if (!result.ok()) {
                return "drawn, seed " + seed + ": " + result.violations.get(0);
            }
        }
        return "green";
    }

    /** In this order, and no more once something is red: every match costs every planted fault its time. */
    private static String directed(final long seed) {
        final List<Supplier<String>> matches = List.of(
            () -> play("crash", crash(), seed, result -> stalled(result, DROP_MS + 1000, 0, 1, 3)),
            () -> play("leave", leave(), seed, result -> stalled(result, 0, 0, 2)),
            () -> play("rejoin", rejoin(), seed, result -> lost(result, 0b100)),
            () -> play("split", split(), seed, result -> lost(result, 0b1100)),
            () -> play("one way", oneWay(), seed, ChurnProbe::fewTerms),
            () -> play("half-open leader", halfOpen(0), seed, result -> stalled(result, DROP_MS + 2000, 1, 2, 3)),
            () -> play("obituary", obituary(), seed, result -> lost(result, 0b1)),
            () -> play("crash in a cut", crashInACut(), seed, result -> lost(result, 0b11)),
            () -> play("lid", lid(), seed, result -> lost(result, 0)),
            () -> play("last word", lastWord(), seed, result -> null),
            () -> play("left seat", leftSeat(), seed, result -> null),
            () -> paused(seed),
            () -> moving(seed),
            () -> judge(Ambushes.missedEpoch(seed), result -> lost(result, 0b10001)),
            () -> judge(Ambushes.deposedLeader(seed), result -> lost(result, 0b10000)),
            () -> judge(Ambushes.inputsLost(seed), result -> lost(result, 0b1000011)),
            () -> judge(Ambushes.oneWord(seed), result -> lost(result, 0)),
            () -> judge(Ambushes.unknownGoodbye(seed), result -> null));
        return matches.stream().map(Supplier::get).filter(answer -> answer != null).findFirst().orElse(null);
    }

    private static String play(final String name, final Scenario scenario, final long seed,
                               final Function<MatchResult, String> check) {
        scenario.name = name;
        return judge(new SimulatedMatch(scenario, seed, StampedGame.seats()).run(), check);
    }

    private static String judge(final MatchResult result, final Function<MatchResult, String> check) {
        final String found = result.ok() ? check.apply(result) : result.violations.get(0).toString();
        return found == null ? null : result.scenario.name + ", seed " + result.seed + ": " + found;
    }

    private static String stalled(final MatchResult result, final long limitMs, final int... peers) {
        final long longest = Arrays.stream(peers).mapToLong(peer -> result.longestStallNs[peer]).max().orElse(0);
        return longest > limitMs * MS ? "stalled for " + longest / MS + " ms" : null;
    }

    /** Were others lost than those? */
    private static String lost(final MatchResult result, final int expected) {
        int lost = 0;
        for (final MatchResult.Cut cut : result.cuts) {
            lost |= 1 << cut.peer();
        }
        return lost == expected ? null : "lost are " + Integer.toBinaryString(lost);
    }

    /** One term may be used up by the cut itself, and one by its time. Nobody is lost: others still hear all. */
    private static String fewTerms(final MatchResult result) {
        final long terms = result.leaders.stream().mapToLong(MatchResult.Leader::term).max().orElse(0);
        return terms > 2 ? "term " + terms : lost(result, 0);
    }

    private static Scenario match(final int peers, final long frames, final ScenarioEvent... events) {
        final Scenario scenario = Scenario.of(Profile.WIFI_GOOD, peers, frames);
        scenario.game = StampedGame.NAME;
        scenario.dropTimeoutMs = DROP_MS;
        scenario.events.addAll(List.of(events));
        return scenario;
    }

    private static Scenario crash() {
        return match(4, 600, new ScenarioEvent.Kill(4000, 2));
    }

    private static Scenario leave() {
        final Scenario scenario = match(3, 480, new ScenarioEvent.Leave(4000, 1));
        scenario.links.clear();
        scenario.links.add(LinkRule.of(LinkRule.ANY, LinkRule.ANY, LinkConditions.latency(30)));
        return scenario;
    }

    private static Scenario rejoin() {
        return match(3, 1200, new ScenarioEvent.Kill(4000, 2), new ScenarioEvent.Restart(8000, 2));
    }

    private static Scenario split() {
        return match(4, 1200, new ScenarioEvent.Partition(4000, 5000, List.of(List.of(0, 1), List.of(2, 3))));
    }

    /** Who sees that the leader has died, and is one of two who are left, must not go on without the other. */
    private static Scenario obituary() {
        return match(3, 900, new ScenarioEvent.Kill(4000, 0), new ScenarioEvent.Cut(4000, 6000, 1, 2),
            new ScenarioEvent.Cut(4000, 6000, 2, 1), new ScenarioEvent.Restart(7000, 0));
    }

    private static Scenario oneWay() {
        return match(5, 1200, new ScenarioEvent.Cut(4000, ScenarioEvent.PERMANENT, 2, 0));
    }

    /** The lower of two stands still: the higher waits for it, and nobody is cut. */
    private static Scenario lid() {
        return together(900, new ScenarioEvent.Pause(4000, 6000, 0));
    }

    private static Scenario together(final long frames, final ScenarioEvent... events) {
        final Scenario scenario = match(2, frames, events);
        scenario.twoPeerPolicy = TwoPeerPolicy.REJOIN;
        return scenario;
    }

    /** One peer hears nobody, for ever, and everybody hears it. */
    private static Scenario halfOpen(final int deaf) {
        return match(4, 900, new ScenarioEvent.Cut(4000, ScenarioEvent.PERMANENT, LinkRule.ANY, deaf));
    }

    /** The leader dies while it tells the others of a cut, and what one of the lost had said reached only some. */
    private static Scenario crashInACut() {
        return match(5, 900, new ScenarioEvent.DropNext(3900, 1, 2, 12), new ScenarioEvent.Kill(4000, 1),
            new ScenarioEvent.KillAt(4000, 0, "Cut", 1));
    }

    /** Who leaves decides with one of two after its last input, which the other one has; neither hears the other. */
    private static Scenario lastWord() {
        final Scenario scenario = match(3, 2700, new ScenarioEvent.Cut(5000, ScenarioEvent.PERMANENT, 2, 0),
            new ScenarioEvent.Cut(5000, 11_000, 2, 1), new ScenarioEvent.Leave(5800, 0),
            new ScenarioEvent.Cut(6300, ScenarioEvent.PERMANENT, 0, 2), new ScenarioEvent.Cut(6300, 9700, 1, 2),
            new ScenarioEvent.Restart(10_000, 0), new ScenarioEvent.Kill(15_500, 1),
            new ScenarioEvent.Cut(15_500, ScenarioEvent.PERMANENT, 0, 1),
            new ScenarioEvent.Cut(15_500, ScenarioEvent.PERMANENT, 1, 0), new ScenarioEvent.Restart(16_500, 1));
        return unshaken(scenario);
    }

    /** A new process takes the seat of one that left; in the end it is alone, and another one never hears of it. */
    private static Scenario leftSeat() {
        return unshaken(match(4, 2454, new ScenarioEvent.Leave(3000, 0),
            new ScenarioEvent.Partition(6000, 17_000, List.of(List.of(0, 1, 2), List.of(3))),
            new ScenarioEvent.Cut(23_000, ScenarioEvent.PERMANENT, 0, 3),
            new ScenarioEvent.Cut(23_000, ScenarioEvent.PERMANENT, 3, 0), new ScenarioEvent.Restart(10_000, 0),
            new ScenarioEvent.Kill(15_000, 1), new ScenarioEvent.Kill(19_000, 2),
            new ScenarioEvent.Partition(19_500, ScenarioEvent.PERMANENT, List.of(List.of(0), List.of(1, 2))),
            new ScenarioEvent.Restart(24_000, 1), new ScenarioEvent.Restart(24_000, 2)));
    }

    private static Scenario unshaken(final Scenario scenario) {
        scenario.twoPeerPolicy = TwoPeerPolicy.CONTINUE_TIEBREAK;
        scenario.links.clear();
        scenario.links.add(LinkRule.of(LinkRule.ANY, LinkRule.ANY, LinkConditions.latency(20)));
        return scenario;
    }

    /** Orders are carried out in the frame they come with. */
    private static String paused(final long seed) {
        final Scenario scenario = match(3, 600);
        scenario.name = "pause";
        final Session[] sessions = new Session[scenario.peers];
        return judge(new SimulatedMatch(scenario, seed, (peer, players, game) -> {
            final StampedGame stamps = new StampedGame(peer, game);
            return new Seat(stamps, (frame, player, input) -> {
                if (peer == 1 && frame == 200) {
                    sessions[1].pause();
                } else if (peer == 1 && frame == 260) {
                    sessions[1].resume();
                }
                stamps.sample(frame, player, input);
            }, stamps);
        }).views((peer, session) -> {
            sessions[peer] = session;
            return SessionMembership.of(session);
        }).run(), result -> null);
    }

    private static String moving(final long seed) {
        final Scenario scenario = match(5, 1500, new ScenarioEvent.Partition(1_000_000, 1_000_000,
            List.of(List.of(0, 1), List.of(2, 3, 4))));
        scenario.name = "moving partition";
        return judge(new SimulatedMatch(scenario, seed, StampedGame.seats()).world(new MovingWorld(scenario, seed))
            .run(), result -> lost(result, 0b11011));
    }
}

package io.lockstep.testkit;

import io.lockstep.core.membership.TwoPeerPolicy;
import io.lockstep.core.session.Session;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/** A short fleet of matches that lose peers, for faults in membership. Also run with mutants. */
public final class ChurnProbe {

    /** Drawn scenarios of which each has found a fault, planted or not. */
    private static final long[] DRAWN = {1, 15, 27, 47, 49, 51, 257, 337, 630, 658, 1403, 2592, 2731, 98000107};
    /** Of those that are not drawn. */
    private static final long SEED = 1;
    private static final long DROP_MS = 2000;
    /** Three and a half round trips for a cut whose inputs one member alone has, and no half second for another one. */
    private static final long LAST_INPUTS_MS = 700;
    /** Longest stall, in ms, while one member lacks a line-up for less time than the others wait for it. */
    private static final long UNKNOWN_MS = 200;
    /**
     * Time, in ms, at which all that stand still since 4000 have acknowledged everything, and two have not been told
     * yet what they lack.
     */
    private static final long STANDSTILL_MS = 4140;
    private static final long MS = 1_000_000L;
    /** A state is given of every thirtieth frame, half a second apart: some way into that, and further. */
    private static final long[] APART_MS = {0, 200, 400};
    /** Inputs are there so many frames before they count. */
    private static final int LONG_DELAY = 12;

    private ChurnProbe() {
    }

    /**
     * What there is to play.
     *
     * @return matches by name, each of which says what is wrong, or null
     */
    public static Map<String, Supplier<String>> matches() {
        final Map<String, Supplier<String>> matches = new LinkedHashMap<>();
        put(matches, "crash", crash(), result -> stalled(result, DROP_MS + 1000, 0, 1, 3));
        put(matches, "last inputs", lastInputs(), result -> stalled(result, DROP_MS + LAST_INPUTS_MS, 0, 1, 3));
        put(matches, "leave", leave(), result -> stalled(result, 0, 0, 2));
        put(matches, "rejoin", rejoin(), result -> lost(result, 0b100));
        put(matches, "split", split(), result -> lost(result, 0b1100));
        put(matches, "one way", oneWay(), ChurnProbe::fewTerms);
        put(matches, "half-open leader", halfOpen(0), result -> stalled(result, DROP_MS + 2000, 1, 2, 3));
        put(matches, "deaf", deaf(), result -> stalled(result, DROP_MS + 1000, 0, 1, 2, 3));
        put(matches, "obituary", obituary(), result -> lost(result, 0b1));
        put(matches, "crash in a cut", crashInACut(), result -> lost(result, 0b11));
        put(matches, "lid", lid(), result -> lost(result, 0));
        put(matches, "two branches", twoBranches(), ChurnProbe::bothFinish);
        put(matches, "last word", lastWord(), result -> null);
        put(matches, "left seat", leftSeat(), result -> null);
        matches.put("pause", () -> paused(SEED));
        matches.put("moving partition", () -> moving(SEED));
        matches.put("missed epoch", () -> judge(Ambushes.missedEpoch(SEED), result -> lost(result, 0b10001)));
        matches.put("unknown newcomer",
            () -> judge(Ambushes.unknownNewcomer(SEED), result -> stalled(result, UNKNOWN_MS, 0, 1, 2)));
        matches.put("late line-up", () -> judge(Ambushes.lateLineUp(SEED), result -> lost(result, 0b1000)));
        matches.put("deposed leader", () -> judge(Ambushes.deposedLeader(SEED), result -> lost(result, 0b10000)));
        matches.put("unsaid step down",
            () -> judge(Ambushes.unsaidStepDown(SEED), result -> stalled(result, DROP_MS + 1000, 0, 1)));
        matches.put("inputs lost", () -> judge(Ambushes.inputsLost(SEED), result -> lost(result, 0b1000011)));
        matches.put("one word", () -> judge(Ambushes.oneWord(SEED), result -> lost(result, 0)));
        matches.put("unknown goodbye", () -> judge(Ambushes.unknownGoodbye(SEED), result -> null));
        for (final long apartMs : APART_MS) {
            put(matches, "two come back, " + apartMs + " ms apart", twoComeBack(apartMs),
                result -> lost(result, 0b11000));
        }
        for (final long seed : DRAWN) {
            matches.put("drawn, seed " + seed, () -> drawn(seed));
        }
        return matches;
    }

    private static void put(final Map<String, Supplier<String>> matches, final String name, final Scenario scenario,
                            final Function<MatchResult, String> check) {
        scenario.name = name;
        matches.put(name, () -> judge(new SimulatedMatch(scenario, SEED, StampedGame.seats()).run(), check));
    }

    private static String drawn(final long seed) {
        final Scenario scenario = SwarmScenarios.drawChurn(seed, SwarmScenarios.DEFAULT_FRAMES);
        scenario.game = StampedGame.NAME;
        final MatchResult result = new SimulatedMatch(scenario, seed, StampedGame.seats()).liveness(true).run();
        return judge(result, played -> null);
    }

    private static String judge(final MatchResult result, final Function<MatchResult, String> check) {
        return result.ok() ? check.apply(result) : result.violations.get(0).toString();
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

    /** The last inputs of who dies have reached the leader alone. */
    private static Scenario lastInputs() {
        final Scenario scenario = match(4, 600, new ScenarioEvent.DropNext(3900, 2, 1, 100),
            new ScenarioEvent.DropNext(3900, 2, 3, 100), new ScenarioEvent.Kill(4000, 2));
        scenario.links.clear();
        scenario.links.add(LinkRule.of(LinkRule.ANY, LinkRule.ANY, LinkConditions.latency(100)));
        return scenario;
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

    /** Who comes back is given a state of a frame in which somebody else's inputs are there, and do not count yet. */
    private static Scenario twoComeBack(final long apartMs) {
        final Scenario scenario = match(5, 900, new ScenarioEvent.Kill(4000, 3), new ScenarioEvent.Kill(4000, 4),
            new ScenarioEvent.Restart(7000, 3), new ScenarioEvent.Restart(7000 + apartMs, 4));
        scenario.delayMode = DelayMode.FIXED;
        scenario.delayTicks = LONG_DELAY;
        return scenario;
    }

    private static Scenario oneWay() {
        return match(5, 1200, new ScenarioEvent.Cut(4000, ScenarioEvent.PERMANENT, 2, 0));
    }

    /** The lower of two stands still: the higher waits for it, and nobody is cut. */
    private static Scenario lid() {
        return together(900, new ScenarioEvent.Pause(4000, 6000, 0));
    }

    /** The higher of two stands still until the lower has gone on alone and says so: both play to the end. */
    private static Scenario twoBranches() {
        final Scenario scenario = match(2, 600, new ScenarioEvent.Pause(4000, DROP_MS + 500, 1));
        scenario.twoPeerPolicy = TwoPeerPolicy.CONTINUE_ALL;
        return scenario;
    }

    private static String bothFinish(final MatchResult result) {
        final long least = Arrays.stream(result.frames).min().orElse(0);
        return least < result.scenario.frames ? "one ends at frame " + least : lost(result, 0b11);
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

    /**
     * All stand still for two that lack the last inputs of 1, which all others have; then these two hear nothing. Of
     * what 1 sends 2 has missed some a second before, so it asks for the inputs of 1, too.
     */
    private static Scenario deaf() {
        final Scenario scenario = match(6, 600, new ScenarioEvent.DropNext(3000, 1, 2, 40),
            new ScenarioEvent.Cut(4000, ScenarioEvent.PERMANENT, 1, 4),
            new ScenarioEvent.Cut(4000, ScenarioEvent.PERMANENT, 1, 5),
            new ScenarioEvent.Cut(STANDSTILL_MS, ScenarioEvent.PERMANENT, LinkRule.ANY, 4),
            new ScenarioEvent.Cut(STANDSTILL_MS, ScenarioEvent.PERMANENT, LinkRule.ANY, 5));
        scenario.links.clear();
        scenario.links.add(LinkRule.of(LinkRule.ANY, LinkRule.ANY, LinkConditions.latency(20)));
        scenario.delayMode = DelayMode.FIXED;
        scenario.delayTicks = 3;
        return scenario;
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

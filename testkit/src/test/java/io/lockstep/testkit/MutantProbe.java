package io.lockstep.testkit;

import io.lockstep.core.game.Batching;
import io.lockstep.core.game.DesyncPolicy;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/** A short fleet with something for every planted fault to trip over. Also run in class loaders that hold a mutant. */
public final class MutantProbe {

    private static final int SEEDS = 2;
    private static final double P99 = 99;

    private MutantProbe() {
    }

    /**
     * What there is to play.
     *
     * @return matches by name, each of which says what is wrong, or null
     */
    public static Map<String, Supplier<String>> matches() {
        final Map<String, Supplier<String>> matches = new LinkedHashMap<>();
        for (long seed = 1; seed <= SEEDS; seed++) {
            put(matches, "plain", seed, Scenario.of(Profile.WIFI_AVERAGE, 2, 600), result -> null);
            put(matches, "bad", seed, bad(), result -> null);
            put(matches, "wrap", seed, wrapping(), result -> null);
            put(matches, "delays", seed, delays(), result -> null);
            put(matches, "damage", seed, damage(), result -> null);
            put(matches, "batches", seed, batches(), result -> null);
            put(matches, "figures", seed, lossy(), result ->
                result.datagramsPerSecond[0] < 90 ? "only " + result.datagramsPerSecond[0] + " datagrams/s" : null);
            put(matches, "round trips", seed, roundTrips(), result ->
                result.meanInputDelay() > 6.5 ? "a delay of " + result.meanInputDelay() : null);
            put(matches, "drift", seed, drift(), result -> stalls(result) > 4 ? stalls(result) + " stalls" : null);
            put(matches, "cut", seed, cut(), result ->
                longest(result) > 500_000_000L ? "stalled for " + longest(result) + " ns" : null);
            final long played = seed;
            matches.put("desync " + seed, () -> desync(played));
            matches.put("spike " + seed, () -> spike(played));
        }
        return matches;
    }

    private static long stalls(final MatchResult result) {
        return Arrays.stream(result.stallTicks).sum();
    }

    private static long longest(final MatchResult result) {
        return Arrays.stream(result.longestStallNs).max().orElse(0);
    }

    private static void put(final Map<String, Supplier<String>> matches, final String name, final long seed,
                            final Scenario scenario, final Function<MatchResult, String> check) {
        scenario.name = name;
        scenario.game = StampedGame.NAME;
        matches.put(name + ' ' + seed, () -> judge(new SimulatedMatch(scenario, seed, StampedGame.seats())
            .statisticsFrom(name.equals("plain") ? 0 : 3000).run(), check));
    }

    private static String judge(final MatchResult result, final Function<MatchResult, String> check) {
        return result.ok() ? check.apply(result) : result.violations.get(0).toString();
    }

    private static Scenario bad() {
        return Scenario.of(Profile.WIFI_CONGESTED, 3, 600);
    }

    private static Scenario wrapping() {
        final Scenario scenario = Scenario.of(Profile.WIFI_AVERAGE, 3, 400);
        scenario.startFrame = 65_400;
        return scenario;
    }

    private static Scenario delays() {
        final Scenario scenario = Scenario.of(Profile.MOBILE_4G, 2, 900);
        scenario.delayMode = DelayMode.FIXED;
        scenario.delayTicks = 4;
        scenario.events.add(new ScenarioEvent.SetDelay(2000, 0, 9));
        scenario.events.add(new ScenarioEvent.SetDelay(8000, 0, 3));
        scenario.events.add(new ScenarioEvent.SetDelay(3000, 1, 8));
        return scenario;
    }

    private static Scenario damage() {
        final Scenario scenario = new Scenario();
        scenario.frames = 600;
        scenario.peers = 3;
        scenario.delivery = Delivery.PLAIN_DATAGRAM;
        scenario.links.add(LinkRule.of(LinkRule.ANY, LinkRule.ANY, LinkConditions.latency(20).withJitter(15)
            .withCorrupt(0.1).withDuplicate(0.3).withReorder(0.2, 8)));
        return scenario;
    }

    private static Scenario batches() {
        final Scenario scenario = Scenario.of(Profile.MOBILE_4G, 2, 400);
        scenario.batching = Batching.ADAPTIVE;
        return scenario;
    }

    /** A wrong state must be reported. */
    private static String desync(final long seed) {
        final Scenario scenario = Scenario.of(Profile.WIFI_AVERAGE, 3, 600);
        scenario.name = "desync";
        scenario.desyncPolicy = DesyncPolicy.REPORT_ONLY;
        scenario.events.add(new ScenarioEvent.Diverge(3500, 1, DivergenceKind.FLIP));
        return judge(new SimulatedMatch(scenario, seed, StampedGame.seats()).run(), result -> null);
    }

    private static Scenario lossy() {
        final Scenario scenario = new Scenario();
        scenario.frames = 900;
        scenario.links.add(LinkRule.of(LinkRule.ANY, LinkRule.ANY, LinkConditions.latency(30).withLoss(0.1)));
        return scenario;
    }

    private static Scenario roundTrips() {
        final Scenario scenario = new Scenario();
        scenario.frames = 600;
        scenario.delayMode = DelayMode.RTT;
        scenario.links.add(LinkRule.of(LinkRule.ANY, LinkRule.ANY, LinkConditions.latency(36)));
        return scenario;
    }

    private static Scenario drift() {
        final Scenario scenario = Scenario.of(Profile.LAN, 2, 1800);
        scenario.clocks.add(new Scenario.Clock(0, 10_000, 0));
        return scenario;
    }

    private static Scenario cut() {
        final Scenario scenario = Scenario.of(Profile.LAN, 3, 600);
        scenario.events.add(new ScenarioEvent.Cut(4000, 3000, 0, 2));
        return scenario;
    }

    /** After a spike the delay must come down again. */
    private static String spike(final long seed) {
        final Scenario scenario = Scenario.of(Profile.LAN, 2, 1440);
        scenario.name = "spike";
        scenario.events.add(new ScenarioEvent.Link(4000, 2000, LinkRule.of(LinkRule.ANY, LinkRule.ANY,
            LinkConditions.latency(150))));
        return judge(new SimulatedMatch(scenario, seed, StampedGame.seats()).statisticsFrom(17_000).run(), result ->
            result.meanInputDelay() > 3 || result.inputLatencyMs(P99) > 70
                ? "a delay of " + result.meanInputDelay() + " ten seconds after the spike" : null);
    }
}

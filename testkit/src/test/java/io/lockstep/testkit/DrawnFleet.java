package io.lockstep.testkit;

import java.util.HexFormat;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The fleets whose matches are drawn from everything that can happen. Also played in class loaders with a mutant. */
public enum DrawnFleet {
    /** See {@link SwarmScenarios#drawFaults}. */
    SWARM(true, seed -> SwarmScenarios.drawFaults(seed, DrawnFleet.FRAMES)),
    /** See {@link SwarmScenarios#drawChurn}. */
    CHURN(true, seed -> SwarmScenarios.drawChurn(seed, DrawnFleet.FRAMES)),
    /** See {@link SwarmScenarios#drawDivergence}. */
    DIVERGENCES(false, seed -> SwarmScenarios.drawDivergence(seed, SwarmScenarios.DIVERGENCE_FRAMES)),
    /** See {@link SwarmScenarios#drawEverything}. */
    EVERYTHING(true, seed -> SwarmScenarios.drawEverything(seed, DrawnFleet.FRAMES)),
    /** The same matches as those of everything, with prediction windows that differ from peer to peer. */
    AHEAD(true, DrawnFleet::ahead),
    /** Matches of churn over the plain-UDP transport. */
    UDP(true, seed -> SwarmScenarios.drawChurn(seed, DrawnFleet.FRAMES)),
    /** Other matches of churn, each in a shape of its own. */
    SHAPED_CHURN(true, seed -> DrawnFleet.shaped(SwarmScenarios::drawChurn, seed)),
    /** Other matches of everything, each in a shape of its own. */
    SHAPED(true, seed -> DrawnFleet.shaped(SwarmScenarios::drawEverything, seed));

    /** Length of a match in frames, 8 s at 60 Hz: the first of those who die or leave do so after 3 s. */
    private static final long FRAMES = 480;
    /** Seeds from here on are those of matches in other shapes. */
    private static final long FIRST_SHAPED = 1_000_000_000L;

    /** Words of a line about a match that breaks no promise: fleet, seed and trace. */
    private static final int MATCH_WORDS = 3;

    private final boolean liveness;
    private final LongFunction<Scenario> draw;

    DrawnFleet(final boolean liveness, final LongFunction<Scenario> draw) {
        this.liveness = liveness;
        this.draw = draw;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Plays a match.
     *
     * @param fleet the name of the fleet
     * @param seed  of the match
     * @return the hash of the trace in hexadecimal; then a space and the promises that were broken, if any, in the
     *     order in which they were broken
     */
    public static String play(final String fleet, final long seed) {
        return valueOf(fleet).play(seed);
    }

    private String play(final long seed) {
        final Scenario scenario = draw.apply(seed);
        final SimulatedMatch match = new SimulatedMatch(scenario, seed, seats(scenario)).liveness(liveness);
        if (this == UDP) {
            match.overUdp();
        }
        final MatchResult result = match.run();
        return HexFormat.of().toHexDigits(result.traceHash) + result.violations.stream().map(Violation::promise)
            .distinct().collect(Collectors.joining(" ", result.ok() ? "" : " ", ""));
    }

    /** The seeds are those of {@code soak} from which on it draws shapes, too. */
    private static Scenario shaped(final BiFunction<Long, Long, Scenario> fleet, final long seed) {
        final Scenario scenario = fleet.apply(FIRST_SHAPED + seed, FRAMES);
        // The other game has inputs of one size only.
        scenario.game = StampedGame.NAME;
        return SwarmScenarios.shaped(scenario, FIRST_SHAPED + seed);
    }

    private static Scenario ahead(final long seed) {
        final Scenario scenario = SwarmScenarios.drawEverything(seed, FRAMES);
        scenario.mixWindows(seed);
        if (scenario.game.equals(StampedGame.NAME)) {
            // With inputs that change in each frame no guess is ever right.
            scenario.game = StampedGame.HELD;
        }
        return scenario;
    }

    private static SeatFactory seats(final Scenario scenario) {
        if (!scenario.game.equals(Scenario.DEFAULT_GAME)) {
            return StampedGame.seats(scenario);
        }
        return (peer, players, seed) -> {
            final FieldsGame game = new FieldsGame(players, seed);
            return new Seat(game, game, scenario.eventFrames > 0 ? new StampedGame(peer, seed) : null);
        };
    }

    /**
     * Plays matches of all fleets.
     *
     * @param args the first seed of each fleet and the last one
     */
    public static void main(final String[] args) {
        final long broken = LongStream.rangeClosed(Long.parseLong(args[0]), Long.parseLong(args[1])).parallel()
            .boxed().flatMap(seed -> Stream.of(values()).map(fleet -> fleet + " " + seed + ": " + fleet.play(seed)))
            .filter(match -> match.split(" ").length > MATCH_WORDS).peek(System.out::println).count();
        System.out.println(broken + " broken");
    }
}

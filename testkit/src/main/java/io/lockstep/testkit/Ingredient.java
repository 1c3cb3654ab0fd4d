package io.lockstep.testkit;

import io.lockstep.core.game.DesyncPolicy;
import io.lockstep.core.session.SessionConfig;
import java.util.EnumSet;
import java.util.function.Predicate;

/** What a drawn match can have in it, beside play. A fleet that draws them together must have drawn each with each. */
public enum Ingredient {
    /** Links that lose, delay, double, damage or overtake datagrams, or are cut. */
    NETWORK("network", scenario -> scenario.links.stream().anyMatch(Ingredient::isBad)),
    /** Clocks that run fast or slow, or are off. */
    CLOCKS("clocks", scenario -> !scenario.clocks.isEmpty()),
    /** Frame numbers that wrap on the wire, or are beyond 32 bits. */
    WRAPS("wraps", scenario -> scenario.startFrame > 0),
    /** Players pause the match and end pauses. */
    PAUSES("pauses", Scenario::hasPauses),
    /** Players send events that change the state. */
    EVENTS("events", scenario -> scenario.eventFrames > 0 || scenario.game.equals(StampedGame.NAME)),
    /** Somebody leaves in good order. */
    LEAVES("leaves", scenario -> has(scenario, ScenarioEvent.Leave.class)),
    /** A process dies. */
    DEATHS("deaths", scenario -> has(scenario, ScenarioEvent.Kill.class) || has(scenario, ScenarioEvent.KillAt.class)),
    /** Somebody joins late, or once more. */
    JOINS("joins", Ingredient::hasJoins),
    /** Somebody's copy of the game goes wrong, and that is reported only. */
    REPORTS("reports", scenario -> scenario.hasDivergence() && scenario.desyncPolicy == DesyncPolicy.REPORT_ONLY),
    /** Somebody's copy of the game goes wrong, and is repaired. */
    REPAIRS("repairs", scenario -> scenario.hasDivergence() && scenario.desyncPolicy == DesyncPolicy.REPAIR),
    /** Everybody loads the leader's state from time to time. */
    STATE_SYNC("stateSync", Scenario::hasStateSync),
    /** The state takes many datagrams to send. */
    LARGE_STATE("largeState", scenario -> scenario.stateBytes > 0),
    /** Two peers play, and lose each other for longer than they wait, or come back. */
    PAIRS("pairs", scenario -> scenario.peers == 2 && (hasJoins(scenario) || losesForLong(scenario))),
    /** The state grows and shrinks. */
    STATE_SIZES("stateSizes", scenario -> scenario.stateBytes > 0 && scenario.stateChangeFrames > 0),
    /** Peers that speak plain UDP. */
    UDP("udp", scenario -> scenario.udp),
    /** Peers that know each other by keys. */
    KEYS("keys", scenario -> scenario.keys != PeerKeys.NONE),
    /** Recordings of all sessions, which are replayed. */
    RECORDINGS("recordings", scenario -> scenario.recordings),
    /** Spectators, of players and of each other. */
    SPECTATORS("spectators", scenario -> scenario.spectators > 0),
    /** Lines that all links of a peer share. */
    UPLINKS("uplinks", scenario -> !scenario.uplinks.isEmpty()),
    /** Clocks that are set while the match is played. */
    CLOCK_STEPS("clockSteps", scenario -> has(scenario, ScenarioEvent.ClockStep.class)),
    /** Games that are played ahead of missing inputs. */
    PREDICTION("prediction", scenario -> scenario.prediction > 0 || !scenario.windows.isEmpty()),
    /** A process that sleeps for longer than the others wait. */
    SLEEPS("sleeps", scenario -> scenario.events.stream().anyMatch(event -> event instanceof ScenarioEvent.Pause
        && event.forMs() >= scenario.dropTimeoutMs)),
    /** Several players at one peer. */
    LOCAL_PLAYERS("localPlayers", scenario -> scenario.resolvedPlayers() > scenario.peers),
    /** Frames that are longer or shorter than those of most games. */
    TICK_RATE("tickRate", scenario -> scenario.tickRate != SessionConfig.DEFAULT_TICK_RATE),
    /** Inputs of one byte, or of many. */
    INPUT_BYTES("inputBytes", scenario -> scenario.inputBytes != SessionConfig.DEFAULT_INPUT_BYTES),
    /** Events of all sizes. */
    EVENT_BYTES("eventBytes", scenario -> scenario.eventBytes > 0),
    /** Checksums that are compared more often, or less. */
    CHECKSUMS("checksums", scenario -> scenario.checksumInterval != SessionConfig.DEFAULT_CHECKSUM_INTERVAL);

    private final String key;
    private final Predicate<Scenario> test;

    Ingredient(final String key, final Predicate<Scenario> test) {
        this.key = key;
        this.test = test;
    }

    /**
     * What it is called in reports.
     *
     * @return a word
     */
    public String key() {
        return key;
    }

    /**
     * Returns whether only matches of a drawn shape have it, see {@link SwarmScenarios#shaped}.
     *
     * @return false for what every drawn match may have
     */
    public boolean isOfShape() {
        return compareTo(STATE_SIZES) >= 0;
    }

    /**
     * Can a match have both? One policy is for all that goes wrong in it, and only where states are loaded are they
     * loaded regularly.
     *
     * @param other another one
     * @return false for those that exclude each other
     */
    public boolean goesWith(final Ingredient other) {
        return !(this == REPORTS && (other == REPAIRS || other == STATE_SYNC)
            || other == REPORTS && (this == REPAIRS || this == STATE_SYNC));
    }

    /**
     * What a match has in it.
     *
     * @param scenario its scenario
     * @return some of these
     */
    public static EnumSet<Ingredient> of(final Scenario scenario) {
        final EnumSet<Ingredient> found = EnumSet.noneOf(Ingredient.class);
        for (final Ingredient one : values()) {
            if (one.test.test(scenario)) {
                found.add(one);
            }
        }
        return found;
    }

    private static boolean isBad(final LinkRule rule) {
        final LinkConditions link = rule.applyTo(LinkConditions.PERFECT);
        return link.loss() > 0 || link.burst().enter() > 0 || link.duplicate() > 0 || link.reorder().rate() > 0
            || link.corrupt() > 0 || link.bandwidthBps() > 0 || link.jitterMs() > 0;
    }

    private static boolean has(final Scenario scenario, final Class<? extends ScenarioEvent> kind) {
        return scenario.events.stream().anyMatch(kind::isInstance);
    }

    private static boolean hasJoins(final Scenario scenario) {
        return has(scenario, ScenarioEvent.Restart.class) || has(scenario, ScenarioEvent.Join.class);
    }

    private static boolean losesForLong(final Scenario scenario) {
        return scenario.events.stream().anyMatch(event -> (event instanceof ScenarioEvent.Partition
            || event instanceof ScenarioEvent.Cut || event instanceof ScenarioEvent.Pause)
            && event.forMs() > scenario.dropTimeoutMs);
    }
}

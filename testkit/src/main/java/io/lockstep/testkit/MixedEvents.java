package io.lockstep.testkit;

import io.lockstep.core.game.DesyncPolicy;

/**
 * Draws what players and their games do beside playing: pauses of the match, events, leaves, copies of the game that go
 * wrong, and states that are loaded. Each has a probability of its own, so that most matches have several of them.
 */
final class MixedEvents {

    private static final double PAUSES = 0.5;
    private static final double EVENTS = 0.6;
    private static final double LEAVES = 0.2;
    private static final double DIVERGENCES = 0.6;
    private static final double STATE_SYNC = 0.4;
    private static final double LARGE_STATE = 0.35;
    /** Of copies of the game that go wrong another one does. */
    private static final double ANOTHER = 0.35;
    /** Pauses of one match: more than one player may begin. */
    private static final int MAX_PAUSES = 6;
    /** Mostly shorter than what is replayed after a repair, so that one that ends falls into that; some much longer. */
    private static final long BRIEF_PAUSE_MS = 800;
    private static final long LONG_PAUSE_MS = 8000;
    private static final double ENDLESS_PAUSE = 0.1;
    /** Often enough that a match of 20 s has some, seldom enough that a state arrives before the next. */
    private static final int LEAST_SYNC_FRAMES = 120;
    private static final int MORE_SYNC_FRAMES = 480;
    /** Some forty datagrams: more would take longer to compare after each frame than the match is worth. */
    private static final int MAX_STATE_BYTES = 48 << 10;
    private static final int MAX_EVENT_FRAMES = 60;
    /** By then everybody plays. */
    private static final long FIRST_MS = 500;

    private final Scenario scenario;
    private final Draws draws;

    MixedEvents(final Scenario scenario, final Draws draws) {
        this.scenario = scenario;
        this.draws = draws;
    }

    /** Adds all of it to a scenario. */
    void add() {
        scenario.game = draws.chance(0.5) ? StampedGame.NAME : Scenario.DEFAULT_GAME;
        scenario.desyncPolicy = draws.chance(0.65) ? DesyncPolicy.REPAIR : DesyncPolicy.REPORT_ONLY;
        if (draws.chance(PAUSES)) {
            addPauses();
        }
        if (draws.chance(EVENTS)) {
            scenario.eventFrames = 1 + draws.below(MAX_EVENT_FRAMES);
        }
        if (draws.chance(LEAVES)) {
            scenario.events.add(new ScenarioEvent.Leave(someTime(), anybody()));
        }
        if (draws.chance(DIVERGENCES)) {
            addDivergences();
        }
        if (draws.chance(STATE_SYNC)) {
            scenario.stateSyncTicks = LEAST_SYNC_FRAMES + draws.below(MORE_SYNC_FRAMES);
        }
        if (draws.chance(LARGE_STATE)) {
            scenario.stateBytes = 1 + (int) draws.skewed(MAX_STATE_BYTES);
        }
    }

    private int anybody() {
        return draws.below(scenario.peers);
    }

    private long someTime() {
        return FIRST_MS + (long) (draws.unit() * Math.max(0, scenario.nominalMs() - FIRST_MS));
    }

    /** Some of one player right after each other; and others who would like to play on. */
    private void addPauses() {
        final int pauses = 1 + draws.below(MAX_PAUSES);
        long atMs = someTime();
        int peer = anybody();
        for (int i = 0; i < pauses; i++) {
            final long forMs = 1 + (long) draws.skewed(draws.chance(0.7) ? BRIEF_PAUSE_MS : LONG_PAUSE_MS);
            final boolean endless = draws.chance(ENDLESS_PAUSE);
            scenario.events.add(new ScenarioEvent.PauseMatch(atMs, endless ? ScenarioEvent.PERMANENT : forMs, peer));
            if (draws.chance(0.3)) {
                scenario.events.add(new ScenarioEvent.ResumeMatch(atMs + (long) draws.skewed(2 * forMs), anybody()));
            }
            if (draws.chance(0.5)) {
                atMs += forMs + 1 + (long) draws.skewed(BRIEF_PAUSE_MS);
            } else {
                atMs = someTime();
                peer = anybody();
            }
        }
    }

    private void addDivergences() {
        final boolean random = scenario.game.equals(Scenario.DEFAULT_GAME);
        final DivergenceKind[] kinds = DivergenceKind.values();
        do {
            final DivergenceKind kind = kinds[draws.below(random ? kinds.length : kinds.length - 1)];
            scenario.events.add(new ScenarioEvent.Diverge(someTime(), anybody(), kind));
        } while (draws.chance(ANOTHER));
    }
}

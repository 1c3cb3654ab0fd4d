package io.lockstep.testkit;

/** How a peer's copy of the game comes to differ from the others', as {@link ScenarioEvent.Diverge} says. */
public enum DivergenceKind {
    /** One bit of one field of the state is turned over after a frame. */
    FLIP("flip"),
    /** One player's input, and the event with it, is lost right before it is simulated. */
    DROP_INPUT("dropInput"),
    /** One bit of one player's input is turned over right before it is simulated. */
    ALTER_INPUT("alterInput"),
    /** The game's generator of random numbers is one number ahead. */
    SKIP_DRAW("skipDraw");

    private final String key;

    DivergenceKind(final String key) {
        this.key = key;
    }

    /** What it is called in scenario files. */
    String key() {
        return key;
    }

    static String[] keys() {
        final String[] keys = new String[values().length];
        for (final DivergenceKind kind : values()) {
            keys[kind.ordinal()] = kind.key;
        }
        return keys;
    }
}

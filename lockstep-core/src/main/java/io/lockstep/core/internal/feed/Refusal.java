package io.lockstep.core.internal.feed;

/** Why somebody who wants to watch is not taken, or not any more. The order is part of the wire. */
public enum Refusal {
    /** As many watch here as may; others are named. */
    FULL("it has as many spectators as it may have"),
    /** There is nothing to be seen yet. */
    NOTHING_YET("it has nothing to show yet"),
    /** It has another match than the one that was watched so far. */
    OTHER_MATCH("it plays another match"),
    /** The spectator lags too far behind. */
    LAGS("this spectator lagged more than 10 s"),
    /** Who feeds it goes. */
    GONE("it has gone");

    private static final Refusal[] ALL = values();

    private final String meaning;

    Refusal(final String meaning) {
        this.meaning = meaning;
    }

    /** What it means, for people. */
    public String meaning() {
        return meaning;
    }

    /** The one with this number; {@link #GONE} if there is none. */
    static Refusal of(final int number) {
        return number >= 0 && number < ALL.length ? ALL[number] : GONE;
    }
}

package io.lockstep.testkit.liars;

import org.jspecify.annotations.Nullable;

/**
 * How a match went in which one member never sent one kind of message.
 *
 * @param unsaid    what that was
 * @param peers     how many played
 * @param mute      which of them was mute
 * @param script    what happened besides
 * @param wrong     the first promise to the others that was broken, or null
 * @param stalledMs for how long one of the others stood still at most
 */
public record MuteOutcome(Unsaid unsaid, int peers, int mute, String script, @Nullable String wrong, long stalledMs) {

    /**
     * Was every promise kept?
     *
     * @return true if nothing was wrong
     */
    public boolean ok() {
        return wrong == null;
    }

    @Override
    public String toString() {
        return (wrong == null ? "ok, " : "FAILED " + wrong + "; ") + "never " + unsaid + ", " + peers + " peers, "
            + mute + " is mute" + script + ", stood still for " + stalledMs + " ms";
    }
}

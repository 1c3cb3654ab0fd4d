package io.lockstep.testkit.liars;

import org.jspecify.annotations.Nullable;

/**
 * The outcome of a match in which one member never sent one kind of message.
 *
 * @param unsaid    the kind of message
 * @param peers     the number of peers
 * @param mute      the mute peer
 * @param script    the other events of the match
 * @param wrong     the first promise to the other members that was broken, or null
 * @param stalledMs the longest stall of another member, in milliseconds
 */
public record MuteOutcome(Unsaid unsaid, int peers, int mute, String script, @Nullable String wrong, long stalledMs) {

    /**
     * Returns whether every promise was kept.
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

package io.lockstep.testkit.liars;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a match went in which one lied.
 *
 * @param deception how the liar lied
 * @param peers     how many played
 * @param liar      which of them lied
 * @param wrong     the first promise to the honest that was broken, or null
 * @param harm      what the honest noticed, other than events that name somebody
 * @param named     the kinds of lies by which honest peers named the liar
 * @param lateMs    how much longer than its length the match took until the honest said goodbye, in milliseconds
 */
public record LiarOutcome(Deception deception, int peers, int liar, @Nullable String wrong,
                      List<String> harm, List<String> named, long lateMs) {

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
        return (wrong == null ? "ok, " : "FAILED " + wrong + "; ") + deception + ", " + peers + " peers, peer " + liar
            + " lies, late by " + lateMs + " ms, harm " + harm + ", named " + named;
    }
}

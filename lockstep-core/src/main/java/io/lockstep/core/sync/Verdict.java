package io.lockstep.core.sync;

/**
 * What the members' checksums of one frame say about who is wrong. More than half of all members must have the same
 * state for the others to be in the minority; with two members, or as long as too few checksums are known, nobody is.
 * The leader is nobody special. Where the inputs differ that led to the states, nobody is in the minority either: who
 * was sent other inputs than the rest is not at fault.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @param frame     the frame
 * @param members   who is in the match, bit n for peer n
 * @param known     of whom the checksum is known
 * @param majority  who has the state that most have; 0 while that is open
 * @param minority  who has another; 0 while that is open
 * @param checksum  the state that most have; means nothing while that is open
 * @since 0.1.0
 */
public record Verdict(long frame, int members, int known, int majority, int minority, int checksum) {

    /**
     * Have more than half of the members the same state?
     *
     * @return false while that is not known, and always when there are two members and they differ
     */
    public boolean isDecided() {
        return majority != 0;
    }
}

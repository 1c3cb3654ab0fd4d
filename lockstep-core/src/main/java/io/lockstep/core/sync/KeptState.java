package io.lockstep.core.sync;

/**
 * One peer's state after a frame.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @param bytes       as the game wrote it; not to be changed
 * @param sectionEnds where each section ends, in bytes from the start; not to be changed
 * @since 0.1.0
 */
public record KeptState(byte[] bytes, int[] sectionEnds) {

    /**
     * Where a section begins.
     *
     * @param section 0 is the first
     * @return bytes from the start
     */
    public int begin(final int section) {
        return section == 0 ? 0 : end(section - 1);
    }

    /**
     * Where a section ends.
     *
     * @param section 0 is the first
     * @return bytes from the start; the length of the state for a section that it does not have
     */
    public int end(final int section) {
        return section < sectionEnds.length ? sectionEnds[section] : bytes.length;
    }
}

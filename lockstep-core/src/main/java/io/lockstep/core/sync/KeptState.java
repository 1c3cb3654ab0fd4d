package io.lockstep.core.sync;

/**
 * One peer's state after a frame.
 *
 * @param bytes       as the game wrote it; not to be changed
 * @param sectionEnds where each section ends, in bytes from the start; not to be changed
 */
public record KeptState(byte[] bytes, int[] sectionEnds) {

    int begin(final int section) {
        return section == 0 ? 0 : end(section - 1);
    }

    int end(final int section) {
        return section < sectionEnds.length ? sectionEnds[section] : bytes.length;
    }

    /**
     * Do the sections follow each other and fill the state?
     *
     * @return false when whoever sent this made a mistake
     */
    public boolean isSound() {
        int last = 0;
        for (final int end : sectionEnds) {
            if (end < last) {
                return false;
            }
            last = end;
        }
        return sectionEnds.length > 0 && sectionEnds.length <= ChecksumWriter.MAX_SECTIONS && last == bytes.length;
    }
}

package io.lockstep.testkit;

import java.util.List;

/**
 * A promise that was broken.
 *
 * @param promise which one: {@code S1} … {@code S17} and {@code L1} … {@code L3}, or {@code VACUOUS} for a run that
 *                proves nothing
 * @param frame   the frame it is about
 * @param peers   the peers it is about
 * @param detail  what happened, for a person
 */
public record Violation(String promise, long frame, List<Integer> peers, String detail) {

    @Override
    public String toString() {
        return promise + " at frame " + frame + ", peers " + peers + ": " + detail;
    }
}

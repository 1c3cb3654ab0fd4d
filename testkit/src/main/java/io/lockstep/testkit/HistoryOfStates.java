package io.lockstep.testkit;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** The checksums of all states that any peer has reached, by frame, as sessions tell their recorders. */
final class HistoryOfStates {

    private static final long U32 = 0xFFFF_FFFFL;
    /** Changes the place of a frame, so that checksum and frame together are one number. */
    private static final long PRIME = 0x9E3779B97F4A7C15L;

    private final Map<Long, Integer> first = new LinkedHashMap<>();
    private final Set<Long> known = new LinkedHashSet<>();
    private long partedAt = Long.MAX_VALUE;

    /** Notes that a peer has a state after a frame. */
    void add(final long frame, final int checksum) {
        final Integer before = first.putIfAbsent(frame, checksum);
        if (before != null && before != checksum) {
            partedAt = Math.min(partedAt, frame);
        }
        known.add(key(frame, checksum));
    }

    private static long key(final long frame, final int checksum) {
        return frame * PRIME ^ checksum & U32;
    }

    /** Returns whether any peer had this state after this frame. */
    boolean has(final long frame, final int checksum) {
        return known.contains(key(frame, checksum));
    }

    /** Returns whether all peers had the same state after this frame and after those before it. */
    boolean isOne(final long frame) {
        return frame < partedAt;
    }
}

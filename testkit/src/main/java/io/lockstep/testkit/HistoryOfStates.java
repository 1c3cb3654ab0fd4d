package io.lockstep.testkit;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** The checksums of all states that any peer has come to, by frame, as the sessions tell their recorders. */
final class HistoryOfStates {

    private static final long U32 = 0xFFFF_FFFFL;
    /** Changes the place of a frame, so that checksum and frame together are one number. */
    private static final long PRIME = 0x9E3779B97F4A7C15L;

    private final Map<Long, Integer> first = new LinkedHashMap<>();
    private final Set<Long> known = new LinkedHashSet<>();
    private long partedAt = Long.MAX_VALUE;

    /** A peer has come to a state after a frame. */
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

    /** Did any peer have this state after this frame? */
    boolean has(final long frame, final int checksum) {
        return known.contains(key(frame, checksum));
    }

    /** Have all peers had the same state after this frame and those before it? */
    boolean isOne(final long frame) {
        return frame < partedAt;
    }
}

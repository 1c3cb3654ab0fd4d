package io.lockstep.testkit;

import io.lockstep.core.transport.Lane;
import java.nio.ByteBuffer;

/**
 * A world in which the cut itself moves the partition: of five, 3 and 4 are lost to the others; the first cut that is
 * sent to 2 never arrives, and from then on 2 hears 3 and 4 again, and no longer 0 and 1.
 */
final class MovingWorld extends FilteredWorld {

    private static final long LOST_AT_MS = 5000;
    private static final long SPLIT_MS = 20_000;

    private long movedMs = Long.MAX_VALUE;

    MovingWorld(final Scenario scenario, final long seed) {
        super(scenario, seed);
    }

    @Override
    boolean isLost(final int from, final int to, final Lane lane, final ByteBuffer payload) {
        if (!hasMoved() && "Cut".equals(DatagramNames.of(payload)) && to == 2) {
            movedMs = nowMs();
        }
        if (hasMoved()) {
            return nowMs() < movedMs + SPLIT_MS && from < 2 != to < 2;
        }
        return nowMs() >= LOST_AT_MS && from < 3 != to < 3;
    }

    /** Has there been a cut? */
    boolean hasMoved() {
        return movedMs != Long.MAX_VALUE;
    }
}

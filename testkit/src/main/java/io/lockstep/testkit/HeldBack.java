package io.lockstep.testkit;

/** Datagrams of one direction that are held back until later ones have overtaken them. */
final class HeldBack {

    /** A datagram held back waits this long at most for others to overtake it. */
    static final long MAX_HOLD_NS = 250_000_000L;

    private final ArrivalQueue queue;
    private final int[] held = new int[Reorder.MAX_WINDOW];
    private final int[] heldFor = new int[Reorder.MAX_WINDOW];
    private int count;

    HeldBack(final ArrivalQueue queue) {
        this.queue = queue;
    }

    /** Holds an arrival back until some later datagrams have arrived, if the draw says so. */
    void hold(final int slot, final long packet, final Reorder reorder) {
        if (count < held.length && Noise.chance(packet, Noise.REORDER, reorder.rate())) {
            held[count] = slot;
            // One more, because the datagram itself is counted next.
            heldFor[count++] = 2 + Noise.below(packet, Noise.REORDER_DISTANCE, reorder.window());
            queue.postpone(slot, MAX_HOLD_NS);
        }
    }

    /** A datagram that arrives then overtakes those held back; one that is overtaken often enough arrives behind it. */
    void overtake(final long atNs) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (--heldFor[i] == 0) {
                queue.advance(held[i], Math.max(atNs, queue.timeNs(held[i]) - MAX_HOLD_NS));
            } else {
                held[kept] = held[i];
                heldFor[kept++] = heldFor[i];
            }
        }
        count = kept;
    }

    boolean isHolding() {
        return count > 0;
    }

    /** It has arrived. */
    void forget(final int slot) {
        for (int i = 0; i < count; i++) {
            if (held[i] == slot) {
                count--;
                System.arraycopy(held, i + 1, held, i, count - i);
                System.arraycopy(heldFor, i + 1, heldFor, i, count - i);
                return;
            }
        }
    }
}

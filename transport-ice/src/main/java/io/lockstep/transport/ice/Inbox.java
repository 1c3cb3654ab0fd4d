package io.lockstep.transport.ice;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * What has come from one peer and was not taken yet: a ring for each agent that is open, because each reads on threads
 * of its own. Agents come and go on the mesh's thread; packets are taken on the game's.
 */
final class Inbox {

    private final LongSupplier clock;
    private final Doorbell doorbell;
    private final Consumer<byte[]> couriers;
    private final AtomicLong lost = new AtomicLong();
    private volatile PacketRing[] rings = {};
    private volatile long heardNs;

    /** Packets of letters through third peers go to the couriers, each with bytes of its own. */
    Inbox(final LongSupplier clock, final Doorbell doorbell, final Consumer<byte[]> couriers) {
        this.clock = clock;
        this.doorbell = doorbell;
        this.couriers = couriers;
        heardNs = clock.getAsLong();
    }

    /** The way into one ring of this box. */
    final class Slot implements Arrivals {
        private final PacketRing ring = new PacketRing();

        @Override
        public synchronized void take(final byte[] bytes, final int offset, final int length) {
            // The ring has one producer at a time; whoever takes from it waits for none of them.
            heardNs = clock.getAsLong();
            if (length < PathSocket.MIN_PACKET_BYTES) {
                return; // a probe
            }
            if (length == Envelopes.PACKET_BYTES) {
                couriers.accept(Arrays.copyOfRange(bytes, offset, offset + length));
                return;
            }
            if (length > PathSocket.MAX_PACKET_BYTES || !ring.put(0, bytes, offset, length)) {
                lost.incrementAndGet();
                return;
            }
            doorbell.ring();
        }

        /** Nothing comes any more; what is left is lost, after two seconds without use. */
        void close() {
            final PacketRing[] all = rings;
            rings = Arrays.stream(all).filter(one -> one != ring).toArray(PacketRing[]::new);
        }
    }

    Slot open() {
        final Slot slot = new Slot();
        final PacketRing[] more = Arrays.copyOf(rings, rings.length + 1);
        more[rings.length] = slot.ring;
        rings = more;
        return slot;
    }

    /** On the game's thread. */
    boolean take(final ByteBuffer into) {
        final PacketRing[] all = rings;
        for (int i = 0; i < all.length; i++) {
            if (all[i].take(into) != PacketRing.NONE) {
                return true;
            }
        }
        return false;
    }

    boolean isEmpty() {
        final PacketRing[] all = rings;
        for (int i = 0; i < all.length; i++) {
            if (!all[i].isEmpty()) {
                return false;
            }
        }
        return true;
    }

    long heardNs() {
        return heardNs;
    }

    long lost() {
        return lost.get();
    }
}

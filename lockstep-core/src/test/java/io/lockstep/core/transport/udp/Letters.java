package io.lockstep.core.transport.udp;

import io.lockstep.core.transport.DatagramHandler;
import io.lockstep.core.transport.Lane;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Keeps a copy of all that arrives. */
final class Letters implements DatagramHandler {

    record Letter(int peer, Lane lane, long tag, ByteBuffer payload) {
    }

    final List<Letter> all = new ArrayList<>();
    /** Whoever is told what has arrived; null for nobody. */
    TestSeal seal;

    @Override
    public void onDatagram(final int peer, final Lane lane, final long tag, final ByteBuffer payload) {
        if (seal != null) {
            seal.took(lane, tag);
        }
        all.add(new Letter(peer, lane, tag, ByteBuffer.allocate(payload.remaining()).put(payload).flip()));
    }

    List<Long> tags(final Lane lane) {
        return all.stream().filter(letter -> letter.lane() == lane).map(Letter::tag).toList();
    }

    static ByteBuffer payload(final int length, final int seed) {
        final ByteBuffer payload = ByteBuffer.allocate(length);
        for (int i = 0; i < length; i++) {
            payload.put((byte) (i * 31 + seed));
        }
        return payload.flip();
    }
}

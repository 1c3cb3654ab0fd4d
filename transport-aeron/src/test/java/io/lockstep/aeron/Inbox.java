package io.lockstep.aeron;

import io.lockstep.core.transport.DatagramHandler;
import io.lockstep.core.transport.Lane;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Keeps a copy of all that arrives. */
final class Inbox implements DatagramHandler {

    record Letter(int peer, Lane lane, long tag, ByteBuffer payload) {
    }

    final List<Letter> letters = new ArrayList<>();

    @Override
    public void onDatagram(final int peer, final Lane lane, final long tag, final ByteBuffer payload) {
        final ByteBuffer copy = ByteBuffer.allocate(payload.remaining()).order(ByteOrder.LITTLE_ENDIAN);
        letters.add(new Letter(peer, lane, tag, copy.put(payload).flip()));
    }
}

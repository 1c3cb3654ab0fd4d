package io.lockstep.testkit;

import io.lockstep.core.transport.Lane;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps the first datagrams that are sent, so that they can be sent again much later: 65,536 frames on, or to the next
 * incarnation of their receiver. Recording allocates, until it is full.
 */
public final class DatagramRecorder implements DatagramTap {

    private final SimulatedNetwork network;
    private final int capacity;
    private final List<Datagram> datagrams = new ArrayList<>();

    private record Datagram(int from, int to, Lane lane, long tag, byte[] payload) {
    }

    /**
     * A recorder, to be given to {@link SimulatedNetwork#tap}.
     *
     * @param network  what it replays to
     * @param capacity how many datagrams it keeps
     */
    public DatagramRecorder(final SimulatedNetwork network, final int capacity) {
        this.network = network;
        this.capacity = capacity;
    }

    @Override
    public void onSend(final int from, final int to, final Lane lane, final long tag, final ByteBuffer payload) {
        if (datagrams.size() < capacity) {
            final byte[] copy = new byte[payload.remaining()];
            payload.get(payload.position(), copy);
            datagrams.add(new Datagram(from, to, lane, tag, copy));
        }
    }

    /**
     * How many datagrams it holds.
     *
     * @return 0 to the capacity
     */
    public int size() {
        return datagrams.size();
    }

    /** Forgets everything and records again. */
    public void clear() {
        datagrams.clear();
    }

    /**
     * Sends one again, as its sender did.
     *
     * @param index which one, 0 for the first that was recorded
     * @throws IndexOutOfBoundsException if there is no such datagram
     */
    public void replay(final int index) {
        final Datagram datagram = datagrams.get(index);
        network.inject(datagram.from, datagram.to, datagram.lane, datagram.tag, ByteBuffer.wrap(datagram.payload));
    }
}

package io.lockstep.testkit;

import io.lockstep.core.transport.DatagramHandler;
import io.lockstep.core.transport.Lane;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.NullUnmarked;

/**
 * What is under way to one peer, soonest first; what arrives at the same time leaves in the order in which it was put
 * in. A binary heap of slots, which are kept and used again, so that nothing is allocated once it has grown to its
 * size.
 */
@NullUnmarked
final class ArrivalQueue {

    /** Slots to begin with: a match of four over 100 ms. */
    private static final int INITIAL_SLOTS = 64;
    /** A tick's datagram fits; a slot that once held more keeps its larger buffer. */
    private static final int INITIAL_BYTES = 128;

    /** What a slot stands for. */
    enum Kind {
        /** A datagram with its payload. */
        DATAGRAM,
        /** A datagram from outside, which no stream knows. */
        INJECTED,
        /** A packet of a reliable stream, which keeps the payload. */
        STREAM_PACKET,
        /** The same, damaged on its way. */
        STREAM_DAMAGED,
        /** A receiver's look at its first gap. */
        STREAM_GAP,
        /** A sender's sign of life, which tells how far it has sent. */
        STREAM_HEARTBEAT
    }

    /** Where something travels: knows what becomes of it when it has arrived. */
    interface Route {

        /** The slot has been taken out, and is released afterwards. */
        void arrive(int slot, DatagramHandler receiver, long nowNs);
    }

    private int size;
    private int free;
    private long order;
    private int[] heap = new int[INITIAL_SLOTS];
    private int[] freeSlots = new int[INITIAL_SLOTS];
    private int[] places = new int[INITIAL_SLOTS];
    private long[] times = new long[INITIAL_SLOTS];
    private long[] orders = new long[INITIAL_SLOTS];
    private long[] numbers = new long[INITIAL_SLOTS];
    private long[] tags = new long[INITIAL_SLOTS];
    private Lane[] lanes = new Lane[INITIAL_SLOTS];
    private Kind[] kinds = new Kind[INITIAL_SLOTS];
    private Route[] routes = new Route[INITIAL_SLOTS];
    private ByteBuffer[] payloads = new ByteBuffer[INITIAL_SLOTS];

    ArrivalQueue() {
        for (int i = 0; i < INITIAL_SLOTS; i++) {
            freeSlots[free++] = INITIAL_SLOTS - 1 - i;
        }
    }

    private void grow() {
        final int slots = heap.length;
        final int more = slots * 2;
        heap = Arrays.copyOf(heap, more);
        freeSlots = Arrays.copyOf(freeSlots, more);
        places = Arrays.copyOf(places, more);
        times = Arrays.copyOf(times, more);
        orders = Arrays.copyOf(orders, more);
        numbers = Arrays.copyOf(numbers, more);
        tags = Arrays.copyOf(tags, more);
        lanes = Arrays.copyOf(lanes, more);
        kinds = Arrays.copyOf(kinds, more);
        routes = Arrays.copyOf(routes, more);
        payloads = Arrays.copyOf(payloads, more);
        for (int i = 0; i < slots; i++) {
            freeSlots[free++] = more - 1 - i;
        }
    }

    /** Puts something in. */
    int push(final long timeNs, final Route route, final Lane lane, final Kind kind, final long number) {
        if (free == 0) {
            grow();
        }
        final int slot = freeSlots[--free];
        times[slot] = timeNs;
        orders[slot] = order++;
        routes[slot] = route;
        lanes[slot] = lane;
        kinds[slot] = kind;
        numbers[slot] = number;
        siftUp(size++, slot);
        return slot;
    }

    /** Gives a slot its payload, which is copied. */
    ByteBuffer payload(final int slot, final long tag, final ByteBuffer payload) {
        tags[slot] = tag;
        final int length = payload.remaining();
        final ByteBuffer copy = buffer(payloads[slot], length);
        payloads[slot] = copy;
        copy.clear().put(0, payload, payload.position(), length).limit(length);
        return copy;
    }

    /** The same buffer if it can hold so much and what damage adds, or a larger one. */
    static ByteBuffer buffer(final ByteBuffer old, final int length) {
        final int needed = length + Corruption.MAX_EXTENSION;
        if (old != null && old.capacity() >= needed) {
            return old;
        }
        int capacity = INITIAL_BYTES;
        while (capacity < needed) {
            capacity *= 2;
        }
        return ByteBuffer.allocate(capacity).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** When the first thing arrives; Long.MAX_VALUE if nothing is under way. */
    long nextNs() {
        return size == 0 ? Long.MAX_VALUE : times[heap[0]];
    }

    /** Takes the first slot out; it stays readable until it is released. */
    int pop() {
        final int first = heap[0];
        final int last = heap[--size];
        if (size > 0) {
            siftDown(0, last);
        }
        return first;
    }

    void release(final int slot) {
        routes[slot] = null;
        freeSlots[free++] = slot;
    }

    /** Lets a slot arrive sooner than it was put in for, behind whatever arrives at that time already. */
    void advance(final int slot, final long timeNs) {
        if (timeNs < times[slot]) {
            times[slot] = timeNs;
            orders[slot] = order++;
            siftUp(places[slot], slot);
        }
    }

    /** Lets a slot arrive later than it was put in for. */
    void postpone(final int slot, final long byNs) {
        times[slot] += byNs;
        siftDown(places[slot], slot);
    }

    /** When a slot arrives. */
    long timeNs(final int slot) {
        return times[slot];
    }

    private boolean isBefore(final int a, final int b) {
        return times[a] < times[b] || times[a] == times[b] && orders[a] < orders[b];
    }

    private void siftUp(final int from, final int slot) {
        int place = from;
        while (place > 0) {
            final int parent = place - 1 >>> 1;
            if (!isBefore(slot, heap[parent])) {
                break;
            }
            heap[place] = heap[parent];
            places[heap[place]] = place;
            place = parent;
        }
        heap[place] = slot;
        places[slot] = place;
    }

    private void siftDown(final int from, final int slot) {
        int place = from;
        while (true) {
            int child = 2 * place + 1;
            if (child >= size) {
                break;
            }
            if (child + 1 < size && isBefore(heap[child + 1], heap[child])) {
                child++;
            }
            if (!isBefore(heap[child], slot)) {
                break;
            }
            heap[place] = heap[child];
            places[heap[place]] = place;
            place = child;
        }
        heap[place] = slot;
        places[slot] = place;
    }

    Route route(final int slot) {
        return routes[slot];
    }

    Lane lane(final int slot) {
        return lanes[slot];
    }

    Kind kind(final int slot) {
        return kinds[slot];
    }

    long number(final int slot) {
        return numbers[slot];
    }

    long tag(final int slot) {
        return tags[slot];
    }

    void tag(final int slot, final long tag) {
        tags[slot] = tag;
    }

    ByteBuffer payload(final int slot) {
        return payloads[slot];
    }
}

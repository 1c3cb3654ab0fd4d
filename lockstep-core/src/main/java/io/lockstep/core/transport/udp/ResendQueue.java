package io.lockstep.core.transport.udp;

import io.lockstep.core.internal.transport.Packet;
import java.nio.ByteBuffer;
import org.jspecify.annotations.NullUnmarked;

/**
 * The reliable messages of one connection that are not acknowledged in full: a ring of sequences, each with its chunks
 * and when they were last sent. Bounded; a message that finds no room is refused.
 */
@NullUnmarked // there is a message at each place from the first to the last that is pending
final class ResendQueue {

    /** Chunks sent and not acknowledged, 32 KiB: more at once would overrun the receiver's socket. */
    static final int MAX_IN_FLIGHT = 64;

    private static final byte ACKNOWLEDGED = -1;

    private final int places;
    private final int maxChunks;
    private final Spares<ByteBuffer> spares;
    /** Of the sequences that are not acknowledged, null elsewhere. */
    private final ByteBuffer[] messages;
    private final int[] chunks;
    private final int[] missing;
    private final int[] started;
    private final long[] sentNs;
    /** How often each chunk was sent; {@link #ACKNOWLEDGED} once that is over. */
    private final byte[] tries;
    private final RetryTimer timer;
    private final EventCounts counts;
    private long first;
    private int pending;
    private int inFlight;
    /** When the newest chunk was sent that was acknowledged and sent once: whatever is older is overdue. */
    private long provenNs;

    ResendQueue(final Store store, final RetryTimer timer, final EventCounts counts) {
        spares = store.messages();
        this.timer = timer;
        this.counts = counts;
        places = Window.sequences(store.maxMessageBytes());
        maxChunks = Packet.chunksOf(store.maxMessageBytes());
        messages = new ByteBuffer[places];
        chunks = new int[places];
        missing = new int[places];
        started = new int[places];
        sentNs = new long[places * maxChunks];
        tries = new byte[places * maxChunks];
    }

    /** Forgets everything and counts on from a sequence. */
    void reset(final long sequence) {
        while (pending > 0) {
            pass();
        }
        first = sequence;
        inFlight = 0;
        provenNs = Long.MIN_VALUE / 2;
    }

    /** The oldest sequence that is not acknowledged in full. */
    long first() {
        return first;
    }

    /**
     * Returns whether there is no room for a message. Messages of several packets, such as the chunks of a state, use
     * at most half of the places: a short message, such as a vote, must not wait until they are acknowledged.
     */
    boolean isFull(final int length) {
        return pending >= (length > Packet.MAX_CHUNK_BYTES ? places / 2 : places);
    }

    /** Keeps a message, which {@link #pump} sends; there must be room. */
    void add(final ByteBuffer message) {
        final int place = placeOf(first + pending);
        pending++;
        messages[place] = spares.take();
        messages[place].clear().put(message).flip();
        chunks[place] = Packet.chunksOf(messages[place].limit());
        missing[place] = chunks[place];
        started[place] = 0;
        for (int i = 0; i < chunks[place]; i++) {
            tries[place * maxChunks + i] = 0;
        }
    }

    /** Sends what was never sent, as far as it may be under way, and again what is overdue. Answers how much. */
    int pump(final long nowNs, final Outlet outlet, final Path path) {
        final long waitNs = timer.waitNs();
        final long lateNs = timer.lateNs();
        boolean expired = false;
        int sent = 0;
        for (int i = 0; i < pending; i++) {
            final long sequence = first + i;
            final int place = placeOf(sequence);
            for (int chunk = 0; chunk < started[place]; chunk++) {
                final int at = place * maxChunks + chunk;
                final boolean overtaken = sentNs[at] - provenNs < 0;
                if (tries[at] != ACKNOWLEDGED && nowNs - sentNs[at] >= (overtaken ? lateNs : waitNs)) {
                    counts.add(DatagramEvent.RESENT);
                    expired |= !overtaken;
                    send(sequence, chunk, nowNs, outlet, path);
                    sent++;
                }
            }
            while (started[place] < chunks[place] && inFlight < MAX_IN_FLIGHT) {
                send(sequence, started[place]++, nowNs, outlet, path);
                inFlight++;
                sent++;
            }
        }
        if (expired) {
            timer.expired();
        }
        return sent;
    }

    /** How soon something is to be sent again, unless more is acknowledged: nanoseconds, very many if nothing is. */
    long dueInNs(final long nowNs) {
        long due = Long.MAX_VALUE;
        for (int i = 0; i < pending; i++) {
            final int place = placeOf(first + i);
            for (int chunk = 0; chunk < started[place]; chunk++) {
                final int at = place * maxChunks + chunk;
                if (tries[at] != ACKNOWLEDGED) {
                    due = Math.min(due, sentNs[at] - nowNs + waitNs(at));
                }
            }
        }
        return due;
    }

    /** How long a chunk waits for its acknowledgement: what was overtaken by another one is late sooner. */
    private long waitNs(final int at) {
        return sentNs[at] - provenNs < 0 ? timer.lateNs() : timer.waitNs();
    }

    /** Sends everything once more that is not acknowledged, for there will be no other time. */
    void flush(final Outlet outlet, final Path path) {
        for (int i = 0; i < pending; i++) {
            final int place = placeOf(first + i);
            for (int chunk = 0; chunk < chunks[place]; chunk++) {
                if (chunk >= started[place] || tries[place * maxChunks + chunk] != ACKNOWLEDGED) {
                    sendChunk(first + i, chunk, outlet, path);
                }
            }
        }
    }

    private void send(final long sequence, final int chunk, final long nowNs, final Outlet outlet,
                      final Path path) {
        final int at = placeOf(sequence) * maxChunks + chunk;
        sentNs[at] = nowNs;
        tries[at] = (byte) Math.min(tries[at] + 1, Byte.MAX_VALUE);
        sendChunk(sequence, chunk, outlet, path); // what the socket does not take is as good as lost on the way
    }

    private void sendChunk(final long sequence, final int chunk, final Outlet outlet, final Path path) {
        final int place = placeOf(sequence);
        final int offset = chunk * Packet.MAX_CHUNK_BYTES;
        final int length = Math.min(messages[place].limit() - offset, Packet.MAX_CHUNK_BYTES);
        final int last = chunk == chunks[place] - 1 ? Packet.FIN : 0;
        outlet.sendChunk(path, Packet.place(Packet.REL | last, chunk, sequence), messages[place], offset, length);
    }

    private int placeOf(final long sequence) {
        return (int) sequence & places - 1;
    }

    /** A chunk has arrived at the other side; false if that is no news. */
    boolean acknowledge(final long sequence, final int chunk, final long nowNs) {
        final long ahead = sequence - first;
        final int place = placeOf(sequence);
        if (ahead < 0 || ahead >= pending || chunk >= started[place]
            || tries[place * maxChunks + chunk] == ACKNOWLEDGED) {
            counts.add(DatagramEvent.STALE_ACKNOWLEDGEMENT);
            return false;
        }
        final int at = place * maxChunks + chunk;
        if (tries[at] == 1) {
            timer.sample(nowNs - sentNs[at]);
            provenNs = Math.max(provenNs, sentNs[at]);
        }
        tries[at] = ACKNOWLEDGED;
        inFlight--;
        missing[place]--;
        while (pending > 0 && missing[placeOf(first)] == 0) {
            pass();
        }
        return true;
    }

    /** The first message is done with. */
    private void pass() {
        spares.giveBack(messages[placeOf(first)]);
        messages[placeOf(first)] = null;
        first++;
        pending--;
    }
}

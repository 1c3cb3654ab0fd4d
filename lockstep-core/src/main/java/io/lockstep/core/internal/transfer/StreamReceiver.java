package io.lockstep.core.internal.transfer;

import io.lockstep.core.internal.protocol.TransferMessage;
import java.util.Arrays;
import java.util.Objects;

/**
 * Receives what a {@link StreamSender} sends: puts the chunks in order, and says what to acknowledge. Chunks that come
 * early are kept as far as the sender may be ahead, {@link StreamSender#WINDOW_CHUNKS}.
 *
 * <p>Memory: at most the capacity, and one full chunk for each that came early. Bytes for which there is no room are
 * not acknowledged, so that the sender waits for the reader. Nothing is allocated once the buffers have grown to what
 * is needed. Pure and not thread-safe.
 */
public final class StreamReceiver {

    /** An acknowledgement is due after so many chunks. */
    public static final int ACK_CHUNKS = 2;

    /** An acknowledgement is due so long after a chunk, ns. */
    public static final long ACK_DELAY_NS = 10_000_000L;

    private static final int EMPTY = -1;
    private static final int MASK = StreamSender.WINDOW_CHUNKS - 1;

    private final int transferId;
    private final ByteRing bytes;
    private final byte[][] early = new byte[StreamSender.WINDOW_CHUNKS][];
    /** Buffers not in use; there are never more than were in use at once. */
    private final byte[][] spare = new byte[StreamSender.WINDOW_CHUNKS][];
    /** Length of each early chunk, shifted by one, and in bit 0 whether it is the last; or {@link #EMPTY}. */
    private final int[] earlyLengths = new int[StreamSender.WINDOW_CHUNKS];
    private int spares;
    private int buffers;
    private int next;
    private boolean finished;
    private int unacknowledged;
    private boolean ackWaits;
    private long ackWaitsSinceNs;
    private long dropped;

    /**
     * A receiver of one stream.
     *
     * @param transferId    which stream
     * @param capacityBytes most bytes held until they are read, at least {@link TransferMessage#MAX_CHUNK_BYTES}
     * @throws IllegalArgumentException if the capacity is smaller
     */
    public StreamReceiver(final int transferId, final int capacityBytes) {
        if (capacityBytes < TransferMessage.MAX_CHUNK_BYTES) {
            throw new IllegalArgumentException(
                "capacityBytes " + capacityBytes + " is less than " + TransferMessage.MAX_CHUNK_BYTES);
        }
        this.transferId = transferId;
        bytes = new ByteRing(capacityBytes);
        Arrays.fill(earlyLengths, EMPTY);
    }

    /**
     * Takes a chunk.
     *
     * @param index  which one, from 0, unsigned
     * @param source where its bytes are; they are copied
     * @param offset the first one
     * @param length how many, 0 to {@link TransferMessage#MAX_CHUNK_BYTES}
     * @param last   true when the stream ends with this chunk
     * @return true when it was new and is kept; false when it is known, too far ahead, or behind the end
     * @throws IndexOutOfBoundsException if the bytes are not within the source
     */
    public boolean onChunk(final int index, final byte[] source, final int offset, final int length,
                           final boolean last) {
        Objects.checkFromIndexSize(offset, length, source.length);
        final int distance = index - next;
        final int slot = index & MASK;
        final boolean known = distance < 0 || distance < StreamSender.WINDOW_CHUNKS && earlyLengths[slot] != EMPTY;
        if (known || finished || distance >= StreamSender.WINDOW_CHUNKS || length > TransferMessage.MAX_CHUNK_BYTES) {
            // The acknowledgement was lost, or the sender does not know that we are behind: tell it at once.
            unacknowledged = ACK_CHUNKS;
            dropped++;
            return false;
        }
        if (distance == 0 && length <= bytes.room()) {
            unacknowledged++;
            deliver(source, offset, length, last);
            takeEarly();
        } else {
            keep(slot, source, offset, length, last);
            unacknowledged = ACK_CHUNKS;
        }
        return true;
    }

    private void deliver(final byte[] source, final int offset, final int length, final boolean last) {
        bytes.add(source, offset, length);
        next++;
        finished = last;
    }

    private void keep(final int slot, final byte[] source, final int offset, final int length, final boolean last) {
        if (spares > 0) {
            early[slot] = spare[--spares];
        } else {
            early[slot] = new byte[TransferMessage.MAX_CHUNK_BYTES];
            buffers++;
        }
        System.arraycopy(source, offset, early[slot], 0, length);
        earlyLengths[slot] = length << 1 | (last ? 1 : 0);
    }

    /** Puts behind the stream what came early and is now in order, as far as there is room. */
    private void takeEarly() {
        while (!finished && earlyLengths[next & MASK] != EMPTY && earlyLengths[next & MASK] >>> 1 <= bytes.room()) {
            final int slot = next & MASK;
            final int kept = earlyLengths[slot];
            earlyLengths[slot] = EMPTY;
            deliver(early[slot], 0, kept >>> 1, (kept & 1) != 0);
            spare[spares++] = early[slot];
            early[slot] = null;
            unacknowledged = ACK_CHUNKS;
        }
    }

    /**
     * How many bytes can be read.
     *
     * @return 0 to the capacity
     */
    public int available() {
        return bytes.size();
    }

    /**
     * Takes bytes from the front of the stream.
     *
     * @param target where to put them
     * @param offset where the first one goes
     * @param length most bytes wanted
     * @return how many were read, 0 to {@code length}
     * @throws IndexOutOfBoundsException if the range is not within the target
     */
    public int read(final byte[] target, final int offset, final int length) {
        final int count = peek(target, offset, length);
        bytes.removeTo(bytes.begin() + count);
        if (count > 0) {
            takeEarly();
        }
        return count;
    }

    /**
     * Copies bytes from the front of the stream, which stay there.
     *
     * @param target where to put them
     * @param offset where the first one goes
     * @param length most bytes wanted
     * @return how many were copied, 0 to {@code length}
     * @throws IndexOutOfBoundsException if the range is not within the target
     */
    public int peek(final byte[] target, final int offset, final int length) {
        Objects.checkFromIndexSize(offset, length, target.length);
        final int count = Math.min(length, bytes.size());
        bytes.copy(bytes.begin(), target, offset, count);
        return count;
    }

    /**
     * The first chunk that is lacking.
     *
     * @return 32 bits, unsigned
     */
    public int next() {
        return next;
    }

    /**
     * What came early.
     *
     * @return bit n: the chunk {@link #next()} + n + 1
     */
    public int bitmap() {
        int bits = 0;
        for (int bit = 0; bit < TransferMessage.BITMAP_CHUNKS; bit++) {
            bits |= earlyLengths[next + 1 + bit & MASK] == EMPTY ? 0 : 1 << bit;
        }
        return bits;
    }

    /**
     * Is an acknowledgement to be sent now? After every second chunk, {@value #ACK_DELAY_NS} ns after one (counted from
     * the first call), and at once when a chunk was out of order or known. The answer is yes once: whoever asks sends.
     *
     * @param nowNs the time, monotonic nanoseconds
     * @return true when {@link #next()} and {@link #bitmap()} are to be sent
     */
    public boolean ackDue(final long nowNs) {
        if (unacknowledged == 0) {
            return false;
        }
        if (!ackWaits) {
            ackWaits = true;
            ackWaitsSinceNs = nowNs;
        }
        if (unacknowledged < ACK_CHUNKS && !finished && nowNs - ackWaitsSinceNs < ACK_DELAY_NS) {
            return false;
        }
        unacknowledged = 0;
        ackWaits = false;
        return true;
    }

    /**
     * Has the whole stream arrived? There may still be bytes to read. Late chunks are answered on, so that a sender
     * whose last acknowledgement was lost ends too.
     *
     * @return true once the last chunk and all before it are here
     */
    public boolean finished() {
        return finished;
    }

    /**
     * How much of the stream has arrived in order.
     *
     * @return bytes from its start
     */
    public long receivedBytes() {
        return bytes.end();
    }

    /**
     * How many chunks were of no use: known already, too far ahead, or behind the end.
     *
     * @return since the start
     */
    public long dropped() {
        return dropped;
    }

    /**
     * Which stream this is.
     *
     * @return any 32 bits
     */
    public int transferId() {
        return transferId;
    }

    /** The memory held for the stream. */
    int allocatedBytes() {
        return bytes.allocatedBytes() + buffers * TransferMessage.MAX_CHUNK_BYTES;
    }

    @Override
    public String toString() {
        return "StreamReceiver{transfer=" + Integer.toUnsignedString(transferId) + ", next=" + next
            + ", received=" + receivedBytes() + ", available=" + available() + (finished ? ", finished}" : "}");
    }
}

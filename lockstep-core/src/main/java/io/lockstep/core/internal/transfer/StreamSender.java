package io.lockstep.core.internal.transfer;

import io.lockstep.core.internal.protocol.TransferMessage;
import java.util.Objects;

/**
 * Sends one stream of bytes as numbered chunks, at a bounded rate, until the receiver has acknowledged all of them. The
 * stream may grow while it is sent.
 *
 * <p>A chunk is cut from the stream when it is sent for the first time and never changes afterwards. A chunk that is
 * not full is sent once its oldest byte has waited for {@value #PARTIAL_DELAY_NS} ns, or when nothing more follows. A
 * chunk is sent again when a chunk sent well after it has arrived, or when nothing was heard for a round trip and a
 * half; only chunks that an acknowledgement could have told of are, because nothing is known of the others.
 * The chunk that all others wait for is then sent again each half round trip, for a while.
 *
 * <p>Where the carrier repairs what it loses, copies and small chunks would only put it further behind: while it is
 * late with a chunk few follow that are not full, and nothing is sent again as long as it delivers.
 *
 * <p>Memory: at most the capacity and a few KiB. Nothing is allocated once the buffer has grown to what is needed. Pure
 * and not thread-safe.
 */
public final class StreamSender {

    /** Bytes a second by default: eight MiB in sixteen seconds, and a small part of a home's uplink. */
    public static final long DEFAULT_BYTES_PER_SECOND = 512 << 10;

    /** Highest rate: one GiB a second, far beyond any link, so that no sum overflows. */
    public static final long MAX_BYTES_PER_SECOND = 1L << 30;

    /**
     * How far a sender may be ahead of the first chunk that lacks an acknowledgement: at the default rate half a
     * second, which is what a chunk lost twice takes to be repaired at 100 ms of round trip.
     */
    public static final int WINDOW_CHUNKS = 256;

    /** How long a byte waits for others to fill its chunk, ns: two ticks of 60 Hz. */
    public static final long PARTIAL_DELAY_NS = 30_000_000L;

    /** What the timer adds to a round trip and a half, ns: a tick here, a tick there and the answer's delay. */
    public static final long MIN_TIMEOUT_NS = 50_000_000L;

    /**
     * What the timer adds to four round trips where the carrier repairs what it loses, ns: everything behind a lost
     * datagram waits there until it has come, and what is sent again meanwhile only takes the place of other chunks.
     */
    private static final long CARRIER_TIMEOUT_NS = 300_000_000L;

    /**
     * What such a carrier takes beyond a round trip when it loses nothing, ns: ticks and the answer's delay. On one
     * that is later it is the number of datagrams that counts, since each loss among them costs a round trip.
     */
    private static final long CARRIER_LATE_NS = 100_000_000L;

    /**
     * The same as {@link #PARTIAL_DELAY_NS} while such a carrier is late, ns: half as many, and who has not answered
     * because its game was busy lacks no more than this when it goes on.
     */
    private static final long LATE_PARTIAL_DELAY_NS = 60_000_000L;

    /** The round trip until {@link #rtt} is told a better one, ns. */
    private static final long FIRST_RTT_NS = 100_000_000L;
    /** The longest round trip that is believed, ns: a wrong measurement must not stop the timer. */
    private static final long MAX_RTT_NS = 2_000_000_000L;
    /** Reordering by less than this is no loss, ns; it is at least a quarter of the round trip. */
    private static final long MIN_REORDER_NS = 5_000_000L;
    /**
     * The chunk that all others wait for is sent again each half round trip once it was lost: nearly nothing more is
     * sent, and one more loss costs half of what it would. At least so long, ns.
     */
    private static final long MIN_URGENT_NS = 30_000_000L;
    /** After so many repeats of it without any answer the receiver is thought to be silent. */
    private static final int URGENT_REPEATS = 6;
    /** Then the timer doubles so many times: a silent receiver costs little. */
    private static final int MAX_BACKOFF = 3;
    private static final int MASK = WINDOW_CHUNKS - 1;

    /** Takes the chunks to be sent. */
    public interface Output {

        /**
         * Sends one chunk.
         *
         * @param transferId which stream
         * @param index      which chunk of it
         * @param bytes      where its bytes are; to be copied before this method returns
         * @param offset     the first one
         * @param length     how many, 0 only when it is the last
         * @param last       true when the stream ends with this chunk
         * @return false when nothing more can be sent now; the chunk then counts as not sent
         */
        boolean chunk(int transferId, int index, byte[] bytes, int offset, int length, boolean last);
    }

    private final int transferId;
    private final RateLimit rate;
    private final ByteRing bytes;
    private final byte[] chunk;
    private final int[] lengths = new int[WINDOW_CHUNKS];
    private final long[] starts = new long[WINDOW_CHUNKS];
    private final long[] sentNs = new long[WINDOW_CHUNKS];
    private final boolean[] repeated = new boolean[WINDOW_CHUNKS];
    private final boolean[] arrived = new boolean[WINDOW_CHUNKS];
    /** The first chunk that lacks an acknowledgement, and the first one not cut yet. */
    private int next;
    private int cut;
    private long cutEnd;
    private boolean finished;
    private boolean carrierRepairs;
    private boolean lastCut;
    private boolean waiting;
    private long waitingSinceNs;
    private long rttNs = FIRST_RTT_NS;
    /** How often the first chunk that lacks an acknowledgement timed out since anything was acknowledged. */
    private int timeouts;
    /** When the newest chunk known to have arrived was sent. */
    private long newestArrivalNs;
    private boolean anyArrival;
    private long lastProgressNs;
    private long repeats;

    /**
     * A sender of one stream, which is empty yet.
     *
     * @param transferId     which stream: any number that the receiver does not know from another one
     * @param chunkBytes     length of a full chunk, 1 to {@link TransferMessage#MAX_CHUNK_BYTES}
     * @param bytesPerSecond most bytes sent a second, all of a chunk's datagram counted, 1 to
     *                       {@value #MAX_BYTES_PER_SECOND}
     * @param capacityBytes  most bytes held until they are acknowledged, at least 1
     * @throws IllegalArgumentException if one is out of range
     */
    public StreamSender(final int transferId, final int chunkBytes, final long bytesPerSecond,
                        final int capacityBytes) {
        if (chunkBytes < 1 || chunkBytes > TransferMessage.MAX_CHUNK_BYTES) {
            throw new IllegalArgumentException(
                "chunkBytes " + chunkBytes + " is not in 1 to " + TransferMessage.MAX_CHUNK_BYTES);
        }
        if (bytesPerSecond < 1 || bytesPerSecond > MAX_BYTES_PER_SECOND) {
            throw new IllegalArgumentException(
                "bytesPerSecond " + bytesPerSecond + " is not in 1 to " + MAX_BYTES_PER_SECOND);
        }
        this.transferId = transferId;
        chunk = new byte[chunkBytes];
        rate = new RateLimit(bytesPerSecond, chunkBytes + TransferMessage.CHUNK_OVERHEAD_BYTES);
        bytes = new ByteRing(capacityBytes);
    }

    /**
     * Adds bytes to the stream: all of them or none.
     *
     * @param source where they are
     * @param offset the first one
     * @param length how many
     * @return false when they do not fit until more is acknowledged; nothing was added then
     * @throws IllegalStateException     if the stream was finished
     * @throws IndexOutOfBoundsException if the bytes are not within the source
     */
    public boolean append(final byte[] source, final int offset, final int length) {
        if (finished) {
            throw new IllegalStateException("transfer " + transferId + " is finished");
        }
        Objects.checkFromIndexSize(offset, length, source.length);
        if (length > bytes.room()) {
            return false;
        }
        bytes.add(source, offset, length);
        return true;
    }

    /** Says that chunks travel on a lane which repairs what it loses, in order, unless it breaks. */
    public void carrierRepairs() {
        carrierRepairs = true;
    }

    /** Says that nothing more follows. */
    public void finish() {
        finished = true;
    }

    /**
     * Sends what is due.
     *
     * @param nowNs the time, monotonic nanoseconds
     * @param out   takes the chunks
     * @return how many chunks were sent
     */
    public int poll(final long nowNs, final Output out) {
        rate.refill(nowNs);
        final int again = repeat(nowNs, out);
        return again < 0 ? ~again : again + sendNew(nowNs, out);
    }

    /** Answers how many were sent, or the complement of it when no more can be. */
    private int repeat(final long nowNs, final Output out) {
        final int visible = Math.min(cut - next, TransferMessage.BITMAP_CHUNKS + 1);
        final long timeoutNs = (carrierRepairs ? 4 * rttNs + CARRIER_TIMEOUT_NS
            : rttNs + rttNs / 2 + MIN_TIMEOUT_NS) << backoff();
        int sent = 0;
        boolean timedOut = false;
        for (int i = next; i != next + visible; i++) {
            final int slot = i & MASK;
            final long agoNs = nowNs - sentNs[slot];
            // What repairs in order holds back the rest while it delivers: more copies would keep it busy for good.
            final boolean late = agoNs >= timeoutNs && !(carrierRepairs && nowNs - lastProgressNs < timeoutNs)
                || i == next && repeated[slot] && agoNs >= urgentNs();
            // A first chunk that has arrived waits for room; when there is, only a repeat makes the receiver say so.
            if (arrived[slot] ? late && i == next : late || overtaken(slot)) {
                if (!send(i, lastCut && i == cut - 1, nowNs, out)) {
                    sent = ~sent;
                    break;
                }
                repeated[slot] = true;
                repeats++;
                sent++;
                timedOut |= late && i == next;
            }
        }
        timeouts += timedOut ? 1 : 0;
        return sent;
    }

    private int backoff() {
        return Math.max(0, Math.min(carrierRepairs ? timeouts : timeouts - URGENT_REPEATS, MAX_BACKOFF));
    }

    private long urgentNs() {
        return timeouts < URGENT_REPEATS && !carrierRepairs ? Math.max(MIN_URGENT_NS, rttNs / 2) : Long.MAX_VALUE;
    }

    private boolean overtaken(final int slot) {
        return anyArrival && newestArrivalNs - sentNs[slot] > Math.max(MIN_REORDER_NS, rttNs / 4);
    }

    private int sendNew(final long nowNs, final Output out) {
        int sent = 0;
        while (!lastCut && cut - next < WINDOW_CHUNKS && chunkIsDue(nowNs)) {
            final int slot = cut & MASK;
            final int length = (int) Math.min(bytes.end() - cutEnd, chunk.length);
            starts[slot] = cutEnd;
            lengths[slot] = length;
            final boolean last = finished && cutEnd + length == bytes.end();
            if (!send(cut, last, nowNs, out)) {
                break;
            }
            lastCut = last;
            if (cut == next) {
                lastProgressNs = nowNs;
            }
            repeated[slot] = false;
            arrived[slot] = false;
            waiting = false;
            cutEnd += length;
            cut++;
            sent++;
        }
        return sent;
    }

    private boolean chunkIsDue(final long nowNs) {
        final long uncut = bytes.end() - cutEnd;
        if (finished || uncut >= chunk.length) {
            return true;
        }
        if (uncut > 0 && !waiting) {
            waiting = true;
            waitingSinceNs = nowNs;
        }
        return uncut > 0
            && nowNs - waitingSinceNs >= (carrierIsLate(nowNs) ? LATE_PARTIAL_DELAY_NS : PARTIAL_DELAY_NS);
    }

    private boolean carrierIsLate(final long nowNs) {
        final int first = next & MASK;
        return carrierRepairs && cut != next
            && (repeated[first] || nowNs - sentNs[first] >= rttNs + CARRIER_LATE_NS);
    }

    private boolean send(final int index, final boolean last, final long nowNs, final Output out) {
        final int slot = index & MASK;
        final int cost = lengths[slot] + TransferMessage.CHUNK_OVERHEAD_BYTES;
        if (!rate.allows(cost)) {
            return false;
        }
        bytes.copy(starts[slot], chunk, 0, lengths[slot]);
        if (!out.chunk(transferId, index, chunk, 0, lengths[slot], last)) {
            return false;
        }
        rate.take(cost);
        sentNs[slot] = nowNs;
        return true;
    }

    /**
     * Takes an acknowledgement. One that is older than what is known, or speaks of chunks never sent, changes nothing.
     *
     * @param firstLacking the first chunk the receiver lacks
     * @param bitmap       bit n: it has the chunk {@code firstLacking + n + 1}
     * @param nowNs        the time, monotonic nanoseconds
     */
    public void onAck(final int firstLacking, final int bitmap, final long nowNs) {
        if (firstLacking - next < 0 || firstLacking - next > cut - next) {
            return;
        }
        boolean progress = firstLacking != next;
        for (int i = next; i != firstLacking; i++) {
            progress |= arrive(i);
        }
        next = firstLacking;
        bytes.removeTo(next == cut ? cutEnd : starts[next & MASK]);
        for (int bit = 0; bit < TransferMessage.BITMAP_CHUNKS && next + 1 + bit - cut < 0; bit++) {
            if ((bitmap & 1 << bit) != 0) {
                progress |= arrive(next + 1 + bit);
            }
        }
        if (progress) {
            lastProgressNs = nowNs;
            timeouts = 0;
        }
    }

    private boolean arrive(final int index) {
        final int slot = index & MASK;
        if (arrived[slot]) {
            return false;
        }
        arrived[slot] = true;
        // Of a chunk sent twice nobody knows which one arrived.
        if (!repeated[slot] && (!anyArrival || sentNs[slot] - newestArrivalNs > 0)) {
            newestArrivalNs = sentNs[slot];
            anyArrival = true;
        }
        return true;
    }

    /**
     * Tells the round trip to the receiver, which is 100 ms until then.
     *
     * @param ns nanoseconds; taken as 0 when negative and as two seconds when longer
     */
    public void rtt(final long ns) {
        rttNs = Math.max(0, Math.min(ns, MAX_RTT_NS));
    }

    /**
     * Is everything sent and acknowledged, and does nothing follow?
     *
     * @return true when this sender is not needed any more
     */
    public boolean done() {
        return lastCut && next == cut;
    }

    /**
     * Is everything that was added acknowledged?
     *
     * @return true when nothing is under way nor waits to be sent; more may follow unless {@link #done()}
     */
    public boolean idle() {
        return next == cut && bytes.size() == 0 && lastCut == finished;
    }

    /**
     * How much of the stream the receiver has.
     *
     * @return bytes from its start
     */
    public long acknowledgedBytes() {
        return bytes.begin();
    }

    /**
     * When something was acknowledged last that had not been before, or sent while nothing was under way.
     *
     * @return nanoseconds of the clock that is handed in; 0 before anything was sent
     */
    public long lastProgressNs() {
        return lastProgressNs;
    }

    /**
     * How many bytes {@link #append} takes now.
     *
     * @return bytes, 0 to the capacity
     */
    public int room() {
        return bytes.room();
    }

    /**
     * How many chunks were sent again.
     *
     * @return since the start
     */
    public long repeats() {
        return repeats;
    }

    /**
     * Which stream this is.
     *
     * @return any 32 bits
     */
    public int transferId() {
        return transferId;
    }

    /** The most bytes that go out at once. */
    long burstBytes() {
        return rate.burstBytes();
    }

    /** The memory held for the stream. */
    int allocatedBytes() {
        return bytes.allocatedBytes();
    }

    @Override
    public String toString() {
        return "StreamSender{transfer=" + Integer.toUnsignedString(transferId) + ", next=" + next + ", cut=" + cut
            + ", acknowledged=" + acknowledgedBytes() + ", held=" + bytes.size() + (finished ? ", finished}" : "}");
    }
}

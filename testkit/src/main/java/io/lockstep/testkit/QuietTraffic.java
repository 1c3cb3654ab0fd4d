package io.lockstep.testkit;

import io.lockstep.core.security.LinkKeys;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import org.jspecify.annotations.NullUnmarked;

/**
 * The formula of NETWORK.md for what one direction of a link carries in a quiet match, with the range of each part. A
 * range comes from the ticks of the two peers, which are apart by any part of a tick, and from the ends of a second.
 */
@NullUnmarked
final class QuietTraffic {

    /** Type and flags, the first frame, and the acknowledgement: what each window has. */
    private static final int WINDOW_BYTES = 5;
    /** A window acknowledges what it receives by a frame this near, or takes a byte more. */
    private static final int NEAR_FRAMES = 100;
    /** The bit before the inputs of a window. */
    private static final int FOLLOWS_BITS = 1;
    /** Number of windows of which one compares its first frame with zeros. */
    private static final int WHOLE_EVERY = 17;

    /** Several players take a byte for their number, and the byte of options. */
    private static final int PLAYERS_BYTES = 2;

    private static final long REMARK_NS = 125_000_000L;
    private static final int ECHO_BYTES = 4;
    private static final int REPORT_BYTES = 6;
    private static final int TERM_BYTES = 2;
    /** An echo is due after so many bytes of the other peer's windows. */
    private static final int ECHO_AFTER_BYTES = 1 << 10;

    private static final int CHECKSUM_ACK_BYTES = 2;
    private static final int CHECKSUMS_BYTES = 3;
    private static final int CHECKSUM_BYTES = 4;
    private static final int MOST_CHECKSUMS = 14;
    /** Checksums that may wait for their acknowledgement beside those of the unacknowledged frames. */
    private static final int MORE_PENDING = 2;

    /** Largest size of what a window says besides its inputs and what each window says, in bytes. */
    private static final int MOST_REMARKS_BYTES = ECHO_BYTES + REPORT_BYTES + TERM_BYTES + CHECKSUM_ACK_BYTES
        + CHECKSUMS_BYTES + MOST_CHECKSUMS * CHECKSUM_BYTES + PLAYERS_BYTES;

    /** A status of the membership, with one frame. */
    static final int STATUS_BYTES = 57;
    private static final long STATUS_NS = 500_000_000L;
    /** Signed inputs, with a roster: of so many frames at most. */
    private static final int SIGNED_BYTES = 137;
    private static final int SIGNED_FRAMES = 128;

    /** Bytes of repeated frames in a window that are always cheap, or where all links take this many in a second. */
    private static final int FEW_BYTES = 96;
    private static final int FEW_BYTES_PER_S = 64 << 10;
    /** Bytes a second of repeated frames on all links that are cheap without a queue. */
    private static final int REPEATS_PER_S = 16 << 10;
    /** Time for which repeats are spared once they were dear, in nanoseconds: then a session looks again. */
    private static final long SPARED_NS = 1_000_000_000L;
    /** Frames of a window at most, where repeats are spared and a frame was lost within the last minute. */
    private static final int MOST_COPIES = 3;
    private static final int PACE_PERCENT = 12;
    private static final int ALL_PERCENT = 100;

    private final int tickRate;
    private final long tickNs;
    private final long longestTickNs;
    private final int checksumInterval;
    private final int alwaysCheap;
    private final int cheap;

    QuietTraffic(final MatchPlan match) {
        tickRate = match.scenario().tickRate;
        tickNs = match.tickNs();
        longestTickNs = match.slowestTickNs() * (ALL_PERCENT + PACE_PERCENT) / ALL_PERCENT;
        checksumInterval = match.checksumInterval();
        final int links = Math.max(1, match.scenario().peers - 1);
        alwaysCheap = (long) FEW_BYTES * tickRate * links <= FEW_BYTES_PER_S ? FEW_BYTES : 0;
        cheap = Math.max(FEW_BYTES, REPEATS_PER_S / tickRate / links);
    }

    /** The datagrams and bytes that one direction of a line may carry in a second. */
    final class Span {
        private SampledInputs inputs;
        private int players;
        private Transport transport;
        /** Bytes of all headers of a window, and of a message about membership. */
        private int windowHeaders;
        private int controlHeaders;
        private boolean signs;
        private long pollNs;
        private boolean mayHaveQueued;
        private boolean mayHaveLost;
        /** The latest times at which repeats may have been cheap, and may have been dear, in nanoseconds. */
        private long maybeCheapNs;
        private long maybeDearNs;
        /** The first frame that the other peer has not acknowledged. */
        private long unacknowledged;

        private long samples;
        private long firstSample;
        private long eventWindows;
        private long lowBytes;
        private long highBytes;
        private long longestBytes;
        private long wholeBits;
        private long longestWholeBits;
        private long fewestFrames;
        private long mostFrames;

        /** Names the transport on which the line's datagrams travel. */
        void transport(final Transport travelsOn) {
            transport = travelsOn;
            windowHeaders = transport.wireBytes(Lane.INPUT, 1) - 1;
            controlHeaders = transport.wireBytes(Lane.CONTROL, 1) - 1;
            final LinkKeys keys = transport.keys();
            signs = keys != null && keys.hasRoster();
        }

        /**
         * A line becomes quiet.
         *
         * @param sampled      the sender's inputs
         * @param localPlayers number of the sender's players
         * @param everyNs      time between two polls of the sender
         * @param queued       whether a line of the sender may have had a queue
         * @param lost         whether a datagram of the line may have been lost within the last minute
         * @param eventNs      when a window had an event for the last time
         * @param nowNs        when it becomes so
         */
        void line(final SampledInputs sampled, final int localPlayers, final long everyNs, final boolean queued,
                  final boolean lost, final long eventNs, final long nowNs) {
            inputs = sampled;
            players = localPlayers;
            pollNs = everyNs;
            mayHaveQueued = queued;
            mayHaveLost = lost;
            unacknowledged = 0;
            maybeDearNs = eventNs;
            maybeCheapNs = nowNs;
        }

        /** Looks at what was sent before: repeats may have been dear. */
        void was(final long ackedNs, final long nowNs) {
            final long count = inputs.next() - inputs.firstAfter(unacknowledged, ackedNs);
            // Windows repeat an event until it is acknowledged, so it may have been dear for as long.
            maybeDearNs += count * longestTickNs;
            if (bytes(inputs.mostBits() * count) > (mayHaveQueued ? alwaysCheap : cheap)) {
                maybeDearNs = nowNs;
            }
        }

        /** A second begins. */
        void begin() {
            samples = inputs.samples();
            firstSample = samples;
            eventWindows = 0;
            lowBytes = 0;
            highBytes = 0;
            longestBytes = 0;
            wholeBits = 0;
            longestWholeBits = 0;
            fewestFrames = Long.MAX_VALUE;
            mostFrames = 0;
        }

        /**
         * A window leaves. It has a sample that no window before it had, or it is one too many.
         *
         * @param ackedNs   the other peer has acknowledged what was sampled by this time
         * @param hasEvents whether it shows events
         */
        void window(final long ackedNs, final boolean hasEvents, final long nowNs) {
            if (inputs.samples() == samples) {
                return;
            }
            samples = inputs.samples();
            unacknowledged = inputs.firstAfter(unacknowledged, ackedNs);
            final long count = inputs.next() - unacknowledged;
            final long bits = inputs.bitsFrom(unacknowledged) + inputs.eventBitsFrom(unacknowledged);
            final long more = inputs.wholeMore(unacknowledged);
            if (repeated(bits + more, count) > (mayHaveQueued ? alwaysCheap : cheap)) {
                maybeDearNs = Math.max(maybeDearNs, nowNs);
            }
            final boolean isDear = repeated(bits + Math.min(0, more), count) > cheap;
            if (!isDear) {
                maybeCheapNs = nowNs;
            }
            final boolean spares = isDear || nowNs - maybeCheapNs > SPARED_NS;
            final boolean maySpare = nowNs - maybeDearNs < SPARED_NS + 2 * tickNs;
            final long whole = bytes(bits) + (count >= WindowHead.COUNT_FOLLOWS ? 1 : 0);
            final long newest = inputs.next() - 1;
            final long alone = wholeBytes(newest);
            final long copied = wholeBytes(mayHaveLost ? Math.max(unacknowledged, newest - MOST_COPIES) : newest);
            final long high = spares ? copied : maySpare ? Math.max(whole, copied) : whole;
            final long low = spares ? alone : maySpare ? Math.min(whole, alone) : whole;
            lowBytes += low + moreHeaders(low);
            final long highest = high + moreHeaders(high + MOST_REMARKS_BYTES);
            highBytes += highest + (count > NEAR_FRAMES ? 1 : 0);
            longestBytes = Math.max(longestBytes, highest + 1);
            wholeBits += spares ? 0 : more;
            longestWholeBits = Math.max(longestWholeBits, spares ? 0 : more);
            fewestFrames = Math.min(fewestFrames, count);
            mostFrames = Math.max(mostFrames, count);
            eventWindows += hasEvents ? 1 : 0;
        }

        /** Returns the bytes of the frames from one on, which is compared with zeros. */
        private long wholeBytes(final long from) {
            return bytes(inputs.bitsFrom(from) + inputs.wholeMore(from) + inputs.eventBitsFrom(from));
        }

        /** Returns the bytes of the headers of a window with so many bytes of inputs, above those of a short one. */
        private int moreHeaders(final long bytes) {
            final int payload = (int) bytes + WINDOW_BYTES + (players > 1 ? PLAYERS_BYTES : 0);
            return transport.wireBytes(Lane.INPUT, payload) - payload - windowHeaders;
        }

        private long repeated(final long bits, final long count) {
            return bits / Byte.SIZE * (count - 1) / count;
        }

        private long bytes(final long bits) {
            return (FOLLOWS_BITS + bits + Byte.SIZE - 1) / Byte.SIZE;
        }

        private long sampled() {
            return samples - firstSample;
        }

        /** In a tick in which the input delay becomes shorter there is no sample, and a window without one leaves. */
        private long windows(final long frames) {
            return Math.max(frames, sampled());
        }

        /** Returns how few datagrams are due in some frames and time of the sender's clock. */
        long fewestDatagrams(final long frames, final long ns) {
            return sampled() + ns / (STATUS_NS + pollNs) + signed(frames, 0);
        }

        /** Returns how many. */
        long mostDatagrams(final long frames, final long ns) {
            return windows(frames) + ns / STATUS_NS + 1 + signed(frames, 1);
        }

        private long signed(final long frames, final int more) {
            return signs ? frames / Math.min(tickRate, SIGNED_FRAMES) + more : 0;
        }

        /** Returns how few bytes are due in some frames and time of the sender's clock. */
        long fewestBytes(final long frames, final long ns, final boolean leads) {
            final long remarks = ns / (REMARK_NS + longestTickNs + pollNs);
            final long listed = listed(sampled(), fewestFrames, false);
            return windowBytes(sampled()) + lowBytes + remarkBytes(remarks, leads)
                + listed * (CHECKSUMS_BYTES + CHECKSUM_ACK_BYTES)
                + entries(sampled(), fewestFrames, false) * CHECKSUM_BYTES
                + (players > 1 ? 0 : Math.max(Math.max(remarks, listed), eventWindows))
                + ns / (STATUS_NS + pollNs) * (controlHeaders + STATUS_BYTES)
                + signed(frames, 0) * (controlHeaders + SIGNED_BYTES);
        }

        /** Returns how many, after so many bytes of the other peer's windows. */
        long mostBytes(final long frames, final long ns, final boolean leads, final long heardBytes) {
            final long windows = windows(frames);
            final long remarks = Math.min(windows, ns / REMARK_NS + 1);
            final long echoes = Math.min(windows - remarks, heardBytes / ECHO_AFTER_BYTES);
            final long listed = listed(windows, mostFrames + 1, true);
            return windowBytes(windows) + highBytes
                + (windows - sampled()) * (longestBytes + bytes(longestWholeBits))
                + (wholeBits / WHOLE_EVERY + longestWholeBits + Byte.SIZE - 1) / Byte.SIZE
                + remarkBytes(remarks, leads) + echoes * ECHO_BYTES
                + listed * (CHECKSUMS_BYTES + CHECKSUM_ACK_BYTES)
                + entries(windows, mostFrames + 1, true) * CHECKSUM_BYTES
                + (players > 1 ? 0 : Math.min(windows, remarks + echoes + 2 * listed + eventWindows))
                + (ns / STATUS_NS + 1) * (controlHeaders + STATUS_BYTES)
                + signed(frames, 1) * (controlHeaders + SIGNED_BYTES);
        }

        private long windowBytes(final long windows) {
            return windows * (windowHeaders + WINDOW_BYTES + (players > 1 ? PLAYERS_BYTES : 0));
        }

        private long remarkBytes(final long remarks, final boolean leads) {
            return remarks * (ECHO_BYTES + REPORT_BYTES + (leads ? TERM_BYTES : 0));
        }

        /**
         * Returns how many of some windows in a row list a checksum, where each check frame is in so many of them. The
         * first of the windows may come at any time between two check frames.
         */
        private long listed(final long windows, final long each, final boolean most) {
            return each >= checksumInterval ? windows : inPeriods(windows, each, most);
        }

        /** Returns how many checksums these windows list. */
        private long entries(final long windows, final long each, final boolean most) {
            final long pending = each / checksumInterval;
            if (most && pending >= MOST_CHECKSUMS) {
                return MOST_CHECKSUMS * windows;
            }
            if (!most && pending + MORE_PENDING > MOST_CHECKSUMS) {
                return windows * rounds(pending);
            }
            return windows * pending + inPeriods(windows, each % checksumInterval, most);
        }

        /** Returns how few entries a window has on average where several windows in turn list all that are pending. */
        private long rounds(final long pending) {
            long fewest = MOST_CHECKSUMS;
            for (long some = pending; some <= pending + MORE_PENDING; some++) {
                fewest = Math.min(fewest, some / ((some + MOST_CHECKSUMS - 1) / MOST_CHECKSUMS));
            }
            return fewest;
        }

        private long inPeriods(final long windows, final long each, final boolean most) {
            final long rest = windows % checksumInterval;
            return windows / checksumInterval * each
                + (most ? Math.min(rest, each) : Math.max(0, rest - (checksumInterval - each)));
        }
    }
}

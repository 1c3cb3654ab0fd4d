package io.lockstep.testkit;

import io.lockstep.core.game.PeerStatistics;
import io.lockstep.core.internal.input.InputBatcher;
import io.lockstep.core.internal.protocol.MessageType;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.NullUnmarked;

/**
 * Judges what quiet lines cost and what is measured on them: C1, nothing is repeated beyond what is in flight; C2, the
 * measured round trip is that of the line; C3, all members compare checksums in time.
 */
@NullUnmarked
final class LineCosts implements ObservedDatagrams.CostJudge {

    /** Frames told apart on one line: more than are ever in flight. */
    private static final int FRAMES = 1024;
    private static final int MASK = FRAMES - 1;
    private static final int U16 = 0xFFFF;
    private static final int HEADER_BYTES = 2;
    private static final int FLAG_OPTIONS = 1 << 7;
    private static final int FLAG_WIDE = 1 << 6;
    private static final int COUNT_FOLLOWS = 15;

    /** Time in ticks for which an acknowledgement may wait for a window: up to 1.25 ticks by a clock that drifts. */
    private static final int MORE_TICKS = 2;
    /** Part of a tick by which a window without a new frame is sent sooner than the next tick if it is a copy. */
    private static final int SHORTER_PART = 4;
    /**
     * Number of copies in a row that show that a session sends each window twice. A single one may follow a stall,
     * where a tick has no new frame because the input delay falls.
     */
    private static final int MOST_COPIES = 4;
    /** Share of lost windows above which a session sends each window twice, until it measures less. */
    private static final double LOSSY = 0.015;

    /** Part of a round trip by which the measured one may differ: a clock that drifts by 5 % takes half of it. */
    private static final int RTT_PART = 10;

    /** Frames after which a checksum is compared beyond the delay: it waits for a window here and a poll there. */
    private static final int CHECK_FRAMES = 3;
    /** Time without a direct window, in nanoseconds, after which a peer takes checksums from carriers. */
    private static final long SILENT_NS = 110_000_000L;
    private static final int SILENT_TICKS = 3;

    private final MatchPlan match;
    private final Oracle oracle;
    private final QuietLines lines;
    private final ObservedPeer[] peers;
    private final long tickNs;
    /** Lower bits of the frame in each place of each line, and when the first window carried it. */
    private final char[][] frames;
    private final long[][] firstNs;
    /** Lower bits of the frame after the newest one on each line, and when its last window left. */
    private final char[] unsent;
    private final long[] sentNs;
    /** Whether the last window on each line had a new frame, and the number of copies in a row. */
    private final boolean[] isNew;
    private final int[] copies;
    /** When a session last measured losses on each line for which it sends windows twice. */
    private final long[] copiedNs;
    /** By how much the measured round trip was wrong a second ago. */
    private final long[] wrongNs;
    private final long[] checked;
    private final long[] checkedAt;
    /** The frame of each peer a second ago, and whether it has played at least half of a second's frames since. */
    private final long[] auditedAt;
    private final boolean[] playing;
    private boolean broken;

    LineCosts(final MatchPlan match, final MatchWorld world, final Oracle oracle, final ObservedPeer[] peers) {
        this.match = match;
        this.oracle = oracle;
        this.peers = peers;
        lines = new QuietLines(world, peers.length);
        tickNs = match.tickNs();
        frames = new char[peers.length * peers.length][];
        firstNs = new long[peers.length * peers.length][];
        unsent = new char[peers.length * peers.length];
        sentNs = new long[peers.length * peers.length];
        isNew = new boolean[peers.length * peers.length];
        copies = new int[peers.length * peers.length];
        copiedNs = new long[peers.length * peers.length];
        wrongNs = new long[peers.length * peers.length];
        checked = new long[peers.length];
        checkedAt = new long[peers.length];
        auditedAt = new long[peers.length];
        playing = new boolean[peers.length];
        Arrays.fill(wrongNs, Long.MAX_VALUE);
    }

    private void violated(final String promise, final int peer, final int other, final String detail) {
        // One is enough: the same cause breaks the promise again and again.
        if (!broken) {
            oracle.violated(promise, peers[peer].session.frame(), detail, peer, other);
        }
        broken = true;
    }

    /** A peer was polled. */
    void polled(final ObservedPeer peer, final long nowNs) {
        lines.polled(peer, nowNs);
        if (lines.areKnown()) {
            compares(peer, nowNs);
        }
    }

    /** A second has passed. */
    void audit(final long nowNs) {
        for (final ObservedPeer peer : peers) {
            final long frame = peer.frame(0);
            playing[peer.peer] = frame - auditedAt[peer.peer] >= match.scenario().tickRate / 2;
            auditedAt[peer.peer] = frame;
        }
        for (int one = 0; one < peers.length && lines.areKnown(); one++) {
            for (int other = 0; other < peers.length; other++) {
                if (one != other) {
                    measures(one, other, nowNs);
                }
            }
        }
    }

    @Override
    public void sends(final int from, final int to, final ByteBuffer payload, final long nowNs) {
        if (!lines.areKnown()) {
            return;
        }
        final int line = from * peers.length + to;
        if (!lines.isClean(from, to, nowNs)) {
            frames[line] = null;
        } else if (DatagramNames.is(MessageType.INPUT_WINDOW, payload)) {
            if (frames[line] == null) {
                frames[line] = new char[FRAMES];
                firstNs[line] = new long[FRAMES];
                sentNs[line] = nowNs;
            }
            counts(from, to, payload, nowNs);
        }
    }

    private void counts(final int from, final int to, final ByteBuffer payload, final long nowNs) {
        final int flags = payload.get(payload.position() + 1);
        final int at = payload.position() + HEADER_BYTES + ((flags & FLAG_OPTIONS) == 0 ? 0 : 1);
        final int first = payload.get(at) & 0xFF | (payload.get(at + 1) & 0xFF) << Byte.SIZE;
        final int behind = at + Short.BYTES + ((flags & FLAG_WIDE) == 0 ? 1 : Short.BYTES);
        final int count = (flags & COUNT_FOLLOWS) == COUNT_FOLLOWS ? payload.get(behind) & 0xFF : flags & COUNT_FOLLOWS;
        final int line = from * peers.length + to;
        long oldestNs = nowNs;
        for (int i = 0; i < count; i++) {
            final int frame = first + i & U16;
            if (frames[line][frame & MASK] != frame || firstNs[line][frame & MASK] == 0) {
                frames[line][frame & MASK] = (char) frame;
                firstNs[line][frame & MASK] = nowNs;
            }
            oldestNs = Math.min(oldestNs, firstNs[line][frame & MASK]);
        }
        final long limitNs = longestNs(from, to);
        if (nowNs - oldestNs > limitNs) {
            violated("C1", from, to, "a frame is repeated for " + (nowNs - oldestNs) / MatchPlan.NS_PER_MS
                + " ms on a clean line, at most " + limitNs / MatchPlan.NS_PER_MS);
        }
        final boolean hasNews = (short) (first + count - unsent[line]) > 0;
        if (hasNews) {
            unsent[line] = (char) (first + count);
            copies[line] = isNew[line] ? 0 : copies[line];
        } else if (nowNs > sentNs[line] && nowNs - sentNs[line] < tickNs - tickNs / SHORTER_PART
            && !copies(from, to, nowNs) && ++copies[line] == MOST_COPIES) {
            violated("C1", from, to, MOST_COPIES + " new frames in a row were sent a second time on a clean line");
        }
        isNew[line] = hasNews;
        sentNs[line] = nowNs;
    }

    /**
     * How long a frame may be repeated, in nanoseconds: until its acknowledgement is here. A batch holds it back, and
     * so does a line that has had a queue.
     */
    private long longestNs(final int from, final int to) {
        return lines.roundTripNs(from, to) + lines.pollNs(from) + lines.pollNs(to) + InputBatcher.MAX_HOLD_NS
            + MORE_TICKS * tickNs;
    }

    /** Returns whether a session has just measured losses for which it sends each window twice. */
    private boolean copies(final int from, final int to, final long nowNs) {
        final int line = from * peers.length + to;
        if (statistics(from, to).lossOut() >= LOSSY) {
            copiedNs[line] = nowNs;
        }
        return nowNs - copiedNs[line] <= 2 * longestNs(from, to);
    }

    private PeerStatistics statistics(final int peer, final int of) {
        return peers[peer].session.statistics().peer(of < peer ? of : of - 1);
    }

    /**
     * The round trip that a peer has measured must be that of the line, or on its way there. The error halves each
     * second in which both play on lines that are not cut, and never grows: other peers have few samples, or none.
     */
    private void measures(final int peer, final int of, final long nowNs) {
        final int line = peer * peers.length + of;
        if (!lines.isEven(peer, of, nowNs)) {
            wrongNs[line] = Long.MAX_VALUE;
            return;
        }
        final long realNs = lines.roundTripNs(peer, of);
        final long measuredNs = statistics(peer, of).rttNs();
        final long overNs = measuredNs - realNs - lines.pollNs(peer) - lines.pollNs(of);
        final long wrong = Math.max(overNs, realNs - measuredNs);
        final long limitNs = tickNs + realNs / RTT_PART;
        final boolean hasSamples = playing[peer] && playing[of] && lines.isClean(peer, of, nowNs);
        if (wrong > limitNs && wrong > (hasSamples ? wrongNs[line] / 2 : wrongNs[line])) {
            violated("C2", peer, of, "a round trip of " + measuredNs / MatchPlan.NS_PER_MS + " ms was measured, it is "
                + realNs / MatchPlan.NS_PER_MS + " ms and may differ by " + limitNs / MatchPlan.NS_PER_MS);
        }
        wrongNs[line] = wrong;
    }

    /** A peer must compare its checksums with all members again and again. */
    private void compares(final ObservedPeer peer, final long nowNs) {
        final int seat = peer.peer;
        if (!peer.plays() || Integer.bitCount(peer.view.members()) == 1 || !lines.isSettled(seat, nowNs)
            || !lines.areEven(peer.view.members(), nowNs)
            || peer.session.statistics().checkedFrames() != checked[seat]) {
            checkedAt[seat] = peer.frame(0);
            checked[seat] = peer.session == null ? 0 : peer.session.statistics().checkedFrames();
            return;
        }
        final long limit = match.checksumInterval() + match.highestDelay() + match.widestWindow() + CHECK_FRAMES
            + (Math.max(SILENT_NS, SILENT_TICKS * tickNs) + lines.longestRoundTripNs(peer.view.members())) / tickNs;
        if (peer.session.frame() - checkedAt[seat] > limit) {
            violated("C3", seat, seat, "no checksum was compared for "
                + (peer.session.frame() - checkedAt[seat]) + " frames, at most " + limit);
        }
    }
}

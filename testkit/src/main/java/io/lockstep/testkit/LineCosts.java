package io.lockstep.testkit;

import io.lockstep.core.game.PeerStatistics;
import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.internal.protocol.MessageType;
import io.lockstep.core.session.Session;
import io.lockstep.core.transport.Lane;
import java.nio.ByteBuffer;
import org.jspecify.annotations.NullUnmarked;

/**
 * Judges what quiet lines cost and what is measured on them: C1, nothing is repeated beyond what is in flight; C2, the
 * measured round trip is that of the line; C3, all members compare checksums in time. {@link BaseValues} judges
 * C4, and {@link LineBytes} C6.
 */
@NullUnmarked
final class LineCosts implements ObservedDatagrams.CostJudge {

    /** Frames told apart on one line: more than are ever in flight. */
    private static final int FRAMES = 1024;
    private static final int MASK = FRAMES - 1;
    private static final int U16 = 0xFFFF;

    /** Windows whose times are known on one line: more than are under way for 600 ms at 240 Hz with copies. */
    private static final int WINDOWS = 512;
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
    private final WindowHead head = new WindowHead();
    private final LineBytes bytes;
    private final ObservedPeer[] peers;
    private final long tickNs;
    private final Line[] sent;
    private final long[] checked;
    private final long[] checkedAt;
    /** The frame of each peer a second ago, and whether it has played at least half of a second's frames since. */
    private final long[] auditedAt;
    private final boolean[] playing;
    private final BaseValues bases;
    /** The session at each other seat with which a peer's session shook hands last. */
    private final Session[] greeted;
    private boolean broken;

    /** The windows from one peer to another since their line became clean, and the round trip measured for it. */
    private static final class Line {
        /** Lower bits of the frame in each place, and when a window first carried it; null while it is not clean. */
        private char[] frames;
        private long[] firstNs;
        /** When the newest windows left, and how many have. */
        private long[] windowsNs;
        private int windows;
        /** Lower bits of the frame after the newest one. */
        private char unsent;
        private boolean hadNews;
        private int copiesInARow;
        /**
         * Whether the session measured losses for which it sends windows twice: when it sent the newest frame, or when
         * the line became clean if it has sent none since.
         */
        private boolean isLossy;
        /** By how much the measured round trip was wrong a second ago. */
        private long wrongNs = Long.MAX_VALUE;

        private void begin(final int first) {
            frames = new char[FRAMES];
            firstNs = new long[FRAMES];
            windowsNs = new long[WINDOWS];
            windows = 0;
            unsent = (char) first;
            hadNews = false;
            copiesInARow = 0;
        }

        private boolean isClean() {
            return frames != null;
        }

        /** Notes the frames of a window, and returns when the one that was sent first was first sent. */
        private long add(final int first, final int count, final long nowNs) {
            long oldestNs = nowNs;
            for (int i = 0; i < count; i++) {
                final int frame = first + i & U16;
                if (frames[frame & MASK] != frame || firstNs[frame & MASK] == 0) {
                    frames[frame & MASK] = (char) frame;
                    firstNs[frame & MASK] = nowNs;
                }
                oldestNs = Math.min(oldestNs, firstNs[frame & MASK]);
            }
            return oldestNs;
        }

        private long sentNs() {
            return windows == 0 ? 0 : windowsNs[windows - 1 & WINDOWS - 1];
        }

        /** Returns when the newest window left that left by a time; 0 if none is known. */
        private long newestBy(final long timeNs) {
            for (int i = windows - 1; i >= Math.max(0, windows - WINDOWS); i--) {
                if (windowsNs[i & WINDOWS - 1] <= timeNs) {
                    return windowsNs[i & WINDOWS - 1];
                }
            }
            return 0;
        }

        private void left(final boolean hasNews, final long nowNs) {
            hadNews = hasNews;
            windowsNs[windows++ & WINDOWS - 1] = nowNs;
        }
    }

    LineCosts(final MatchPlan match, final MatchWorld world, final Oracle oracle, final ObservedPeer[] peers) {
        this.match = match;
        this.oracle = oracle;
        this.peers = peers;
        lines = new QuietLines(world, peers.length);
        bases = new BaseValues(match.scenario(), oracle, lines, peers);
        bytes = new LineBytes(match, lines, oracle, peers);
        tickNs = match.tickNs();
        sent = new Line[peers.length * peers.length];
        for (int i = 0; i < sent.length; i++) {
            sent[i] = new Line();
        }
        checked = new long[peers.length];
        checkedAt = new long[peers.length];
        auditedAt = new long[peers.length];
        playing = new boolean[peers.length];
        greeted = new Session[peers.length * peers.length];
    }

    private Line line(final int from, final int to) {
        return sent[from * peers.length + to];
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
        bases.audit(nowNs);
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

    /** Returns how many seconds of lines were compared with the formula of their bytes. */
    long quietSeconds() {
        return bytes.judged();
    }

    @Override
    public void sampled(final int peer, final int player, final long frame, final ByteBuffer input, final long nowNs) {
        bytes.sampled(peer, player, frame, input, nowNs);
    }

    @Override
    public void told(final int peer, final SessionEvent event, final long nowNs) {
        bases.told(peer, event, nowNs);
        if (event.type() == SessionEvent.Type.PEER_CONNECTED) {
            greeted[peer * peers.length + event.peer()] = peers[event.peer()].session;
        }
    }

    @Override
    public void leaves(final int from, final int to, final Lane lane, final ByteBuffer payload, final long nowNs) {
        bytes.sends(from, to, lane, payload, nowNs);
    }

    @Override
    public void sends(final int from, final int to, final ByteBuffer payload, final long nowNs) {
        if (!lines.areKnown()) {
            return;
        }
        if (!lines.isClean(from, to, nowNs)) {
            line(from, to).frames = null;
        } else if (DatagramNames.is(MessageType.INPUT_WINDOW, payload)) {
            judge(from, to, payload, nowNs);
        }
    }

    private void judge(final int from, final int to, final ByteBuffer payload, final long nowNs) {
        final int first = head.read(payload).first();
        final int count = head.count();
        final Line line = line(from, to);
        if (!line.isClean()) {
            line.begin(first);
            line.isLossy = isLossy(from, to);
        }
        final long oldestNs = line.add(first, count, nowNs);
        if (isAcknowledged(from, to, oldestNs, nowNs)) {
            violated("C1", from, to, "a frame is repeated for " + (nowNs - oldestNs) / MatchPlan.NS_PER_MS
                + " ms on a clean line, after its acknowledgement came");
        }
        final boolean hasNews = (short) (first + count - line.unsent) > 0;
        if (hasNews) {
            line.unsent = (char) (first + count);
            line.copiesInARow = line.hadNews ? 0 : line.copiesInARow;
            line.isLossy = isLossy(from, to);
        } else if (count > 0 && nowNs > line.sentNs() && nowNs - line.sentNs() < tickNs - tickNs / SHORTER_PART
            && !line.isLossy && !owesCopies(from, to, count, nowNs) && ++line.copiesInARow == MOST_COPIES) {
            violated("C1", from, to, MOST_COPIES + " new frames in a row were sent a second time on a clean line");
        }
        line.left(hasNews, nowNs);
    }

    /**
     * Returns whether a window is one of those that carry a frame again for a minute after a loss, where repeats are
     * spared: it has fewer frames than are in flight.
     */
    private boolean owesCopies(final int from, final int to, final int count, final long nowNs) {
        return count * tickNs < lines.roundTripNs(from, to) && bytes.mayHaveLost(from, to, nowNs);
    }

    private boolean isLossy(final int from, final int to) {
        return statistics(from, to).lossOut() >= LOSSY;
    }

    /** Returns whether a window that left the other peer after a frame had arrived there is here. */
    private boolean isAcknowledged(final int from, final int to, final long firstNs, final long nowNs) {
        final Line back = line(to, from);
        if (!back.isClean()) {
            return false;
        }
        final long answeredNs = back.newestBy(nowNs - lines.latencyNs(to, from) - lines.pollNs(from));
        return answeredNs > firstNs + lines.latencyNs(from, to) + lines.pollNs(to);
    }

    private PeerStatistics statistics(final int peer, final int of) {
        return peers[peer].session.statistics().peer(of < peer ? of : of - 1);
    }

    /**
     * The round trip that a peer has measured must be that of the line, or on its way there. The error halves each
     * second in which both play on lines that are not cut, and never grows: other peers have few samples, or none.
     */
    private void measures(final int peer, final int of, final long nowNs) {
        final Line line = line(peer, of);
        if (!lines.isEven(peer, of, nowNs)) {
            line.wrongNs = Long.MAX_VALUE;
            return;
        }
        final long realNs = lines.roundTripNs(peer, of);
        final long measuredNs = statistics(peer, of).rttNs();
        final long overNs = measuredNs - realNs - lines.pollNs(peer) - lines.pollNs(of);
        final long wrong = Math.max(overNs, realNs - measuredNs);
        final long limitNs = tickNs + realNs / RTT_PART;
        final boolean hasSamples = playing[peer] && playing[of] && lines.isClean(peer, of, nowNs);
        if (wrong > limitNs && wrong > (hasSamples ? line.wrongNs / 2 : line.wrongNs)) {
            violated("C2", peer, of, "a round trip of " + measuredNs / MatchPlan.NS_PER_MS + " ms was measured, it is "
                + realNs / MatchPlan.NS_PER_MS + " ms and may differ by " + limitNs / MatchPlan.NS_PER_MS);
        }
        line.wrongNs = wrong;
    }

    /** Returns whether a peer has shaken hands with some others. Two peers cannot while a line between them is cut. */
    private boolean hasGreeted(final int peer, final int others) {
        boolean all = true;
        for (int rest = others; rest != 0; rest &= rest - 1) {
            final int other = Integer.numberOfTrailingZeros(rest);
            all &= greeted[peer * peers.length + other] == peers[other].session
                && greeted[other * peers.length + peer] == peers[peer].session;
        }
        return all;
    }

    /** A peer must compare its checksums with all members again and again. */
    private void compares(final ObservedPeer peer, final long nowNs) {
        final int seat = peer.peer;
        if (!peer.plays() || Integer.bitCount(peer.view.members()) == 1 || !lines.isSettled(seat, nowNs)
            || !lines.areEven(peer.view.members(), nowNs) || !hasGreeted(seat, peer.view.members() & ~(1 << seat))
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

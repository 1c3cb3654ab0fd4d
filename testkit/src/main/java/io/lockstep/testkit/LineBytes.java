package io.lockstep.testkit;

import io.lockstep.core.game.Batching;
import io.lockstep.core.game.PeerStatistics;
import io.lockstep.core.game.Redundancy;
import io.lockstep.core.internal.protocol.Command;
import io.lockstep.core.internal.protocol.InputFrames;
import io.lockstep.core.internal.protocol.InputWindow;
import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.MessageCodec;
import io.lockstep.core.internal.protocol.MessageType;
import io.lockstep.core.internal.protocol.WireCode;
import io.lockstep.core.internal.protocol.WireLimits;
import io.lockstep.core.transport.Lane;
import java.nio.ByteBuffer;
import org.jspecify.annotations.NullUnmarked;

/**
 * Judges C6: in each second in which a line and both of its peers are quiet, the datagrams and bytes of each direction
 * are within 5 % of the formula in NETWORK.md. {@link QuietTraffic} has the formula.
 */
@NullUnmarked
final class LineBytes {

    /** Parts per hundred by which a quiet second may differ from the formula. */
    private static final int PERCENT = 5;
    private static final int ALL_PERCENT = 100;

    private static final int STATUS_FLAGS_AT = 2;
    private static final int STATUS_JOINS = 1 << 2;
    private static final int STATUS_SUSPECTS_AT = 31;

    /** Ticks by which a quiet second may be off the tick rate: a session that catches up reports more often. */
    private static final int MOST_TICKS_OFF = 2;

    /** Share of lost windows above which a session echoes and reports more often. */
    private static final double LOSSY = 0.01;
    /** Time after a loss for which each frame is sent in several windows if repeats are spared. */
    private static final long LOSSY_NS = 60_000_000_000L;
    private static final long SECOND_NS = 1_000_000_000L;
    /** Longest time between two polls, in parts of a tick: a session that is polled more seldom sends otherwise. */
    private static final int POLL_PARTS = 10;
    private static final int MOST_POLL_PARTS = 11;
    /**
     * Bytes in a second after which a session whose line has a queue may let frames share datagrams: half of what it
     * takes in a second that begins at another time.
     */
    private static final long CROWD_BYTES = 32 << 10;
    /** Time for which frames share datagrams after that, and the two seconds. */
    private static final long CROWDED_NS = 66 * SECOND_NS;
    /** Windows whose times are known: more than are under way for a second. */
    private static final int WINDOWS = 512;
    private static final long NEVER = Long.MAX_VALUE;

    private final MatchPlan match;
    private final Oracle oracle;
    private final QuietLines lines;
    private final ObservedPeer[] peers;
    private final SampledInputs[] inputs;
    private final Line[] sent;
    private final Sender[] senders;
    private final QuietTraffic formula;
    private final WindowHead head = new WindowHead();
    /** Reads events; null until there are some to be read. */
    private MessageCodec codec;
    private final long spanNs;
    /** When something was sent that no quiet match has. */
    private long noisyNs = -SECOND_NS;
    private long judged;
    private boolean broken;

    /** The datagrams from one peer to another: all of them, and those of the second that is being judged. */
    private static final class Line {
        /** When the newest windows left; null before the first. */
        private long[] windowsNs;
        private int windows;
        /** The window of the other direction that came last, counted from the first. */
        private int heard;
        private long eventNs = Long.MIN_VALUE / 2;
        private long datagrams;
        private long wireBytes;
        private long inputBytes;
        private long beginNs = NEVER;
        private QuietTraffic.Span span;
        private long sentDatagrams;
        private long sentBytes;
        private long heardBytes;
        private long head;
        private long stalls;
        /** Whether it is certain which frames the windows of this second had to hold. */
        private boolean isExact;

        private void left(final long nowNs) {
            if (windowsNs == null) {
                windowsNs = new long[WINDOWS];
            }
            windowsNs[windows++ & WINDOWS - 1] = nowNs;
        }
    }

    /** The bytes that one peer sends in a second to all others. */
    private static final class Sender {
        private long beginNs;
        private long bytes;
        private long crowdedNs = -CROWDED_NS;
        private long stalls;
        private long stalledNs = -LOSSY_NS;

        private void sends(final int count, final long nowNs) {
            if (nowNs - beginNs >= SECOND_NS) {
                beginNs = nowNs;
                bytes = 0;
            }
            bytes += count;
            crowdedNs = bytes >= CROWD_BYTES ? nowNs : crowdedNs;
        }

        private void stalled(final long ticks, final long nowNs) {
            stalledNs = ticks == stalls ? stalledNs : nowNs;
            stalls = ticks;
        }

        private boolean isCrowded(final long nowNs) {
            return nowNs - crowdedNs < CROWDED_NS;
        }
    }

    LineBytes(final MatchPlan match, final QuietLines lines, final Oracle oracle, final ObservedPeer[] peers) {
        this.match = match;
        this.lines = lines;
        this.oracle = oracle;
        this.peers = peers;
        formula = new QuietTraffic(match);
        spanNs = SECOND_NS - match.tickNs();
        inputs = new SampledInputs[peers.length];
        sent = new Line[peers.length * peers.length];
        for (int i = 0; i < sent.length; i++) {
            sent[i] = new Line();
        }
        senders = new Sender[peers.length];
        for (int peer = 0; peer < peers.length; peer++) {
            senders[peer] = new Sender();
            inputs[peer] = new SampledInputs(Integer.bitCount(match.scenario().playersOf(peer)), match.inputBytes());
        }
    }

    private Line line(final int from, final int to) {
        return sent[from * peers.length + to];
    }

    /** A player's input was sampled. */
    void sampled(final int peer, final int player, final long frame, final ByteBuffer input, final long nowNs) {
        if (player == peer) {
            inputs[peer].begin(frame, nowNs);
        }
        inputs[peer].add(player / peers.length, input);
    }

    /** A peer sends another one a datagram, at a time of the network in nanoseconds. */
    void sends(final int from, final int to, final Lane lane, final ByteBuffer payload, final long nowNs) {
        if (!lines.areKnown()) {
            return;
        }
        final Line line = line(from, to);
        line.datagrams++;
        final int bytes = peers[from].transport.wireBytes(lane, payload.remaining());
        line.wireBytes += bytes;
        senders[from].sends(bytes, nowNs);
        senders[from].stalled(peers[from].session.statistics().stallTicks(), nowNs);
        line.inputBytes += lane == Lane.INPUT ? payload.remaining() : 0;
        if (DatagramNames.is(MessageType.INPUT_WINDOW, payload)) {
            window(from, to, payload, nowNs);
        } else if (!isUsual(payload)) {
            noisyNs = nowNs;
        }
    }

    /** Returns whether a quiet match may have this datagram, or is to have none for another reason than a cost. */
    private static boolean isUsual(final ByteBuffer payload) {
        final int at = payload.position();
        if (DatagramNames.is(MembershipMessage.Kind.STATUS, payload)) {
            return payload.remaining() >= QuietTraffic.STATUS_BYTES
                && (payload.get(at + STATUS_FLAGS_AT) & STATUS_JOINS) == 0
                && payload.getInt(at + STATUS_SUSPECTS_AT) == 0;
        }
        return DatagramNames.is(MembershipMessage.Kind.SIGNED, payload)
            || DatagramNames.is(MessageType.HEARTBEAT, payload) || DatagramNames.is(MessageType.HEARTBEAT_ACK, payload);
    }

    private void window(final int from, final int to, final ByteBuffer payload, final long nowNs) {
        final Line line = line(from, to);
        head.read(payload);
        if (head.isDeaf()) {
            noisyNs = nowNs;
        }
        line.left(nowNs);
        if (head.hasEvents()) {
            line.eventNs = nowNs;
            takeEvents(inputs[from], payload);
        }
        if (head.hasEachChecksum() || !isQuiet(from, to, nowNs)) {
            line.beginNs = NEVER;
            return;
        }
        if (line.beginNs == NEVER || line.beginNs <= noisyNs) {
            if (nowNs - noisyNs >= SECOND_NS / 2) {
                line.span = line.span == null ? formula.new Span() : line.span;
                line.span.transport(peers[from].transport);
                line.span.line(inputs[from], Integer.bitCount(match.scenario().playersOf(from)), lines.pollNs(from),
                    mayHaveQueued(from), mayHaveLost(from, to, nowNs), line.eventNs, nowNs);
                line.span.was(acknowledgedNs(from, to, nowNs), nowNs);
                begin(line, from, to, nowNs);
            }
            return;
        }
        final long ackedNs = acknowledgedNs(from, to, nowNs);
        line.isExact &= !isTie(from, to, ackedNs, nowNs);
        line.span.window(ackedNs, head.hasEvents(), nowNs);
        if (stalls(from, to) != line.stalls) {
            line.beginNs = NEVER;
        } else if (nowNs - line.beginNs >= spanNs) {
            if (line.isExact) {
                judge(line, from, to, head.leads(), nowNs);
            }
            begin(line, from, to, nowNs);
        }
    }

    /** Returns up to when the inputs were sampled that the newest window from the other peer acknowledges. */
    private long acknowledgedNs(final int from, final int to, final long nowNs) {
        final Line line = line(from, to);
        final Line back = line(to, from);
        line.heard = Math.max(line.heard, back.windows - WINDOWS);
        while (line.heard < back.windows
            && back.windowsNs[line.heard & WINDOWS - 1] <= nowNs - lines.latencyNs(to, from)) {
            line.heard++;
        }
        return back.windowsNs[line.heard - 1 & WINDOWS - 1] - lines.latencyNs(from, to);
    }

    /** Takes the bits of the events and commands in a window. */
    private void takeEvents(final SampledInputs own, final ByteBuffer payload) {
        if (codec == null) {
            codec = new MessageCodec(new WireLimits(match.inputBytes(), Message.MAX_PLAYERS, match.eventBytes(),
                WireLimits.DEFAULT_STATE_BYTES));
        }
        if (codec.decode(payload.duplicate()) != WireCode.OK) {
            return;
        }
        final InputWindow window = (InputWindow) codec.decoded();
        final InputFrames frames = window.frames();
        for (int frame = 0; frame < frames.count(); frame++) {
            int bits = 0;
            for (int player = 0; player < frames.players(); player++) {
                final int length = frames.eventLength(frame, player);
                bits += frames.commandOf(frame, player) != Command.NONE ? Byte.SIZE + Integer.SIZE
                    : length == 0 ? 0 : Byte.SIZE + Byte.SIZE * length;
            }
            own.events(window.firstFrame() + frame, bits);
        }
    }

    private boolean isQuiet(final int from, final int to, final long nowNs) {
        return match.scenario().batching == Batching.OFF && match.scenario().redundancy == Redundancy.UNACKED
            && isPolled(from) && isPolled(to) && lines.isClean(from, to, nowNs)
            && inputs[from].next() < match.endFrame() && inputs[to].next() < match.endFrame()
            && hearsAll(from, to) && hearsAll(to, from);
    }

    private boolean isPolled(final int peer) {
        return lines.pollNs(peer) <= match.tickNs() * MOST_POLL_PARTS / POLL_PARTS;
    }

    private boolean hearsAll(final int peer, final int of) {
        final PeerStatistics statistics = peers[peer].session.statistics().peer(of < peer ? of : of - 1);
        return Math.max(statistics.lossIn(), statistics.lossOut()) <= LOSSY;
    }

    private boolean mayHaveQueued(final int peer) {
        for (int other = 0; other < peers.length; other++) {
            if (other != peer && !(lines.isAlwaysEven(peer, other) && lines.isAlwaysEven(other, peer))) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a session may have seen a loss within a minute; a late acknowledgement looks like one. */
    boolean mayHaveLost(final int from, final int to, final long nowNs) {
        return !lines.isCleanFor(from, to, LOSSY_NS, nowNs) || mayHaveBeenLate(from, nowNs)
            || mayHaveBeenLate(to, nowNs);
    }

    private boolean mayHaveBeenLate(final int peer, final long nowNs) {
        return lines.hasSlept(peer, LOSSY_NS, nowNs) || nowNs - senders[peer].stalledNs < LOSSY_NS;
    }

    private long stalls(final int one, final int other) {
        return peers[one].session.statistics().stallTicks() + peers[other].session.statistics().stallTicks();
    }

    /** Returns whether the order of two polls at the same time decides which frames are acknowledged. */
    private boolean isTie(final int from, final int to, final long ackedNs, final long nowNs) {
        final SampledInputs own = inputs[from];
        return lines.latencyNs(from, to) == 0 && own.firstAfter(0, ackedNs - 1) != own.firstAfter(0, ackedNs)
            || lines.latencyNs(to, from) == 0 && ackedNs == nowNs - lines.latencyNs(from, to);
    }

    private void begin(final Line line, final int from, final int to, final long nowNs) {
        line.beginNs = nowNs;
        line.sentDatagrams = line.datagrams;
        line.sentBytes = line.wireBytes;
        line.heardBytes = line(to, from).inputBytes;
        line.head = peers[from].session.head();
        line.stalls = stalls(from, to);
        line.isExact = true;
        line.span.begin();
    }

    private void judge(final Line line, final int from, final int to, final boolean leads, final long nowNs) {
        final long frames = peers[from].session.head() - line.head;
        final long ns = peers[from].clock.localNs(nowNs) - peers[from].clock.localNs(line.beginNs);
        final long least = line.span.fewestBytes(frames, ns, leads);
        final long most = line.span.mostBytes(frames, ns, leads, line(to, from).inputBytes - line.heardBytes);
        final boolean adapts = Math.abs(ns - frames * match.tickNs()) > MOST_TICKS_OFF * match.tickNs();
        if (adapts || senders[from].isCrowded(nowNs) && mayHaveQueued(from)) {
            return;
        }
        judged++;
        within("datagrams", from, to, line.datagrams - line.sentDatagrams, line.span.fewestDatagrams(frames, ns),
            line.span.mostDatagrams(frames, ns));
        within("bytes", from, to, line.wireBytes - line.sentBytes, least, most);
    }

    private void within(final String what, final int from, final int to, final long real, final long least,
                        final long most) {
        final boolean tooFew = real * ALL_PERCENT < least * (ALL_PERCENT - PERCENT);
        final boolean tooMany = real * ALL_PERCENT > most * (ALL_PERCENT + PERCENT);
        // One is enough: the same cause breaks the promise in each second.
        if ((tooFew || tooMany) && !broken) {
            broken = true;
            oracle.violated("C6", peers[from].session.frame(), real + " " + what + " in a quiet second, due are "
                + least + " to " + most, from, to);
        }
    }

    /** Returns how many seconds of lines were judged. */
    long judged() {
        return judged;
    }
}

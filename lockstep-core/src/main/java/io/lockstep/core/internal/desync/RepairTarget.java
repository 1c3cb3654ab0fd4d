package io.lockstep.core.internal.desync;

import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.inspect.Inspector;
import io.lockstep.core.internal.link.IncomingStream;
import io.lockstep.core.internal.link.Link;
import io.lockstep.core.internal.link.Links;
import io.lockstep.core.internal.link.Wire;
import io.lockstep.core.internal.play.StandingOrders;
import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.StateDeflater;
import io.lockstep.core.internal.protocol.TransferMessage;
import io.lockstep.core.internal.protocol.WireCode;
import io.lockstep.core.internal.sync.ChecksumLog;
import io.lockstep.core.internal.sync.StateHash;
import io.lockstep.core.internal.transfer.StateReceiver;
import io.lockstep.core.internal.transfer.TransferTimer;
import io.lockstep.core.sync.StateBuffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Replaces this peer's state by the one that most peers have. It plays on while the state arrives; then, in one poll,
 * the state is checked against what was announced and against what the others say of theirs after the same frame, and
 * loaded; and the frames since are replayed, some in each poll, while the match goes on. What does not pass the check
 * leaves the game as it is.
 */
public final class RepairTarget {

    /** Frames replayed in one poll: at one poll a tick more than the twenty times real time that is wanted. */
    public static final int REPLAY_PER_POLL = 32;
    /** An order is repeated ten times a second; whoever repeats it no more for so long has given it up. */
    private static final long ORDER_NS = 2_000_000_000L;
    /** The largest state takes nine seconds to compress at one poll a tick; who is silent for longer has nothing. */
    private static final long SILENT_NS = 12_000_000_000L;
    /** Its state is about as large as ours; it may be polled half as often as it should, or have more to do. */
    private static final int COMPRESSING = 2;
    /**
     * Longest time, in nanoseconds, that a complete state waits for members that send no VOUCH: twenty copies of the
     * order, and members answer each copy. Without this limit one silent member of four prevents every repair.
     */
    private static final long VOUCH_WAIT_NS = 2_000_000_000L;
    private static final long NS_PER_S = 1_000_000_000L;
    private static final long NONE = -1;

    /** What became of the order that was received last. */
    public enum Outcome { NONE, PENDING, RIGHT, WRONG }

    private final Links links;
    private final DesyncWatch desyncs;
    private final MatchSettings settings;
    private final GameRunner runner;
    private final ChecksumLog checksums;
    private final Wire wire;
    private final Majority majority = new Majority();
    private final TransferTimer timer = new TransferTimer();
    /** What each member said last of an order that we have not heard of yet. */
    private final long[] earlyTerm = new long[Message.MAX_PLAYERS];
    private final long[] earlyFrame = new long[Message.MAX_PLAYERS];
    private final int[] earlyChecksum = new int[Message.MAX_PLAYERS];
    /** The hash that each member said last, and which order's. */
    private final StateHash[] hashes = new StateHash[Message.MAX_PLAYERS];
    private final long[] hashTerm = new long[Message.MAX_PLAYERS];
    private final long[] hashFrame = new long[Message.MAX_PLAYERS];
    private final ByteBuffer standing = ByteBuffer.allocate(StandingOrders.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private boolean standingRead;
    /** Of what has arrived, once that is all. */
    private StateHash hash;
    private IncomingStream stream;
    private StateReceiver receiver;
    private Link donor;
    private int leader;
    private int members;
    private long term = NONE;
    private long frame = NONE;
    private boolean forced;
    private Outcome outcome = Outcome.NONE;
    /** The first frame after which our checksum is right; of frames before it others may know a wrong one. */
    private long rightFrom;
    private boolean loaded;
    private boolean concluded;
    private long orderedNs;
    private long chunkNs;
    /** Newest frame that was executed when the donor's time was counted last. */
    private long countedAt;

    public RepairTarget(final MatchSettings settings, final Links links, final DesyncWatch desyncs,
        final GameRunner runner,
                 final ChecksumLog checksums, final Wire wire) {
        this.links = links;
        this.desyncs = desyncs;
        this.settings = settings;
        this.runner = runner;
        this.checksums = checksums;
        this.wire = wire;
        Arrays.fill(earlyFrame, NONE);
        Arrays.fill(hashFrame, NONE);
    }

    public Outcome outcome() {
        return outcome;
    }

    public long term() {
        return term;
    }

    public long frame() {
        return frame;
    }

    public int donor() {
        return donor.peer;
    }

    public long rightFrom() {
        return rightFrom;
    }

    /**
     * The leader orders that a state be loaded. Each order is of a later term, or of a later frame of the same term;
     * what is older is ignored, and what is repeated changes nothing.
     *
     * @return false when it was ignored
     */
    public boolean order(final int from, final MembershipMessage order, final long executed, final long nowNs) {
        final Link sender = links.of(order.seat());
        if (sender == null) {
            return false;
        }
        final long newFrame = order.frame(order.seat());
        if (order.term() == term && newFrame == frame) {
            // Who left since need not be heard.
            members = order.members();
            orderedNs = nowNs;
            return true;
        }
        if (order.term() < term || order.term() == term && newFrame < frame || runner.isBehind()) {
            return false;
        }
        abandon();
        term = order.term();
        frame = newFrame;
        leader = from;
        donor = sender;
        members = order.members();
        forced = order.established();
        orderedNs = nowNs;
        chunkNs = nowNs;
        timer.grant(COMPRESSING * compressingNs());
        outcome = Outcome.PENDING;
        majority.clear();
        standingRead = false;
        hash = null;
        for (int peer = 0; peer < Message.MAX_PLAYERS; peer++) {
            if (earlyTerm[peer] == term && earlyFrame[peer] == frame) {
                majority.add(peer, earlyChecksum[peer]);
            }
        }
        if (newFrame < rightFrom) {
            // A later state was loaded since. Without an answer the leader would wait for one, and repair nobody else.
            outcome = Outcome.RIGHT;
        } else if (executed < frame || runner.keepAfter(frame, executed)) {
            stream = new IncomingStream(wire, donor, RepairDonor.transferId(frame, donor.peer),
                StateReceiver.WAITING_BYTES);
            receiver = new StateReceiver(stream.bytes(), frame, term, StateBuffer.DEFAULT_CAPACITY_BYTES);
        } else {
            conclude(Outcome.WRONG);
        }
        return true;
    }

    /** How long a donor works on a state like ours before anything of it can be sent. */
    private long compressingNs() {
        return desyncs.stateBytes() / StateDeflater.SLICE_BYTES * NS_PER_S / settings.rules().tickRate();
    }

    /** A frame was executed. */
    public void executed(final long executed) {
        if (receiver != null && executed == frame) {
            runner.keepAfter(frame, executed);
        }
    }

    /**
     * What a member says of its state after the frame. Its word goes another way than the order and may be here first;
     * on the lane that repairs losses it is said once.
     */
    public boolean vouched(final int from, final MembershipMessage word) {
        final long of = word.frame(settings.self());
        final boolean newer = word.term() > hashTerm[from] || word.term() == hashTerm[from] && of >= hashFrame[from];
        if (word.hasHash() && newer) {
            hashes[from] = new StateHash(word.hashHigh(), word.hashLow());
            hashTerm[from] = word.term();
            hashFrame[from] = of;
        }
        if (word.term() == term && of == frame) {
            if (receiver != null) {
                majority.add(from, word.mask());
            }
            return receiver != null;
        }
        if (word.term() < term || word.term() == term && of < frame) {
            return false;
        }
        earlyTerm[from] = word.term();
        earlyFrame[from] = of;
        earlyChecksum[from] = word.mask();
        return true;
    }

    public boolean receive(final Link from, final TransferMessage chunk, final long nowNs) {
        if (donor != from || chunk.transferId() != RepairDonor.transferId(frame, from.peer)) {
            return false;
        }
        if (receiver != null && stream.take(chunk)) {
            chunkNs = nowNs;
            timer.progress();
        }
        return true;
    }

    /** Forgets an order that is void; the game plays on with what it has. */
    public void abandon() {
        if (outcome == Outcome.PENDING && !runner.isBehind()) {
            outcome = Outcome.NONE;
            end();
        }
    }

    private void end() {
        runner.forget();
        if (receiver != null) {
            receiver.end();
            receiver = null;
            stream = null;
        }
    }

    private void conclude(final Outcome as) {
        outcome = as;
        end();
        concluded = true;
    }

    /** Goes on as far as what has arrived allows. */
    public void tick(final int leads, final long leadsTerm, final long executed, final long nowNs) {
        if (runner.isBehind()) {
            catchUp(executed);
            return;
        }
        if (receiver == null) {
            return;
        }
        final boolean holds = leads == leader && leadsTerm == term && nowNs - orderedNs < ORDER_NS && donor.isOpen();
        if (!holds) {
            abandon();
            return;
        }
        if (checksums.has(frame)) {
            majority.add(settings.self(), checksums.checksum(frame));
        }
        countTime(executed, nowNs);
        final boolean stalled = !stream.bytes().finished() && timer.isStalled(donor.rtt.meanNs());
        if (receiver.finished()) {
            // The state that the donor sent counts as its VOUCH if it sends none.
            majority.add(donor.peer, receiver.checksum());
        }
        final boolean decided = majority.decide(members, leader);
        if (!standingRead && stream.bytes().available() >= StandingOrders.BYTES) {
            standingRead = true;
            stream.bytes().read(standing.array(), 0, StandingOrders.BYTES);
            if (!StandingOrders.isSaved(standing, 0, frame, settings)) {
                conclude(Outcome.WRONG);
                return;
            }
        }
        if (standingRead && receiver.step() != WireCode.OK || stalled || nowNs - chunkNs >= SILENT_NS
            || executed >= frame && !runner.keeps()) {
            conclude(Outcome.WRONG);
        } else if ((decided || isOverdue(nowNs)) && majority.knows(settings.self())) {
            weigh(decided, executed, nowNs);
        }
        if (stream != null) {
            stream.acknowledge(nowNs);
        }
    }

    /**
     * Counts how long the donor sends nothing although it could. While the match stands still, the donor may not have
     * executed the frame yet.
     */
    private void countTime(final long executed, final long nowNs) {
        if (executed < frame) {
            chunkNs = nowNs;
        }
        if (executed != countedAt) {
            countedAt = executed;
            timer.tick(links.heardNs(), nowNs);
        }
    }

    /** Returns whether the complete state waits no longer for members that send no VOUCH. */
    private boolean isOverdue(final long nowNs) {
        return receiver.finished() && nowNs - chunkNs >= VOUCH_WAIT_NS;
    }

    /**
     * Loads the state, or refuses it.
     *
     * @param decided whether the missing members cannot change which state is right
     */
    private void weigh(final boolean decided, final long executed, final long nowNs) {
        if (!forced && decided && majority.checksumOf(settings.self()) == majority.winner()) {
            rightFrom = frame;
            conclude(Outcome.RIGHT);
        } else if (receiver.finished() && !isOverdue(nowNs) && confirmed() == Outcome.PENDING) {
            // Wait for the hashes: a member may send its hash a little after its checksum.
            timer.progress();
        } else if (receiver.finished()) {
            compare(executed);
            final StandingOrders then = new StandingOrders(settings);
            then.load(standing.clear());
            if (receiver.checksum() == majority.winner() && confirmed() == Outcome.RIGHT
                && runner.load(frame, receiver.array(), receiver.length(), majority.winner(), then)) {
                rightFrom = executed + 1;
                checksums.forgetFrom(frame);
                checksums.record(frame, majority.winner());
                catchUp(executed);
            } else {
                conclude(Outcome.WRONG);
            }
        }
    }

    /**
     * CRC32 finds accidents; what is loaded has the hash that at least half of all have said, of two the leader's.
     * Where so many do not have the same state nobody's is confirmed; then all who say its CRC32 must say its hash.
     */
    private Outcome confirmed() {
        if (hash == null) {
            hash = StateHash.of(settings.rules().matchId(), frame, standing.array(), receiver.array(),
                receiver.length());
        }
        int agree = 0;
        int silent = 0;
        for (int rest = members; rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            final boolean said = hashTerm[peer] == term && hashFrame[peer] == frame;
            final boolean has = said ? hashes[peer].equals(hash) : peer == donor.peer;
            agree += has ? 1 : 0;
            silent += said || has || peer == settings.self() ? 0 : 1;
        }
        final int needed = Integer.bitCount(members);
        if (2 * agree >= needed || silent == 0 && agree > 0 && agree == Integer.bitCount(majority.winners())) {
            return Outcome.RIGHT;
        }
        return silent > 0 ? Outcome.PENDING : Outcome.WRONG;
    }

    /**
     * What the others have vouched for is compared with our state before that is replaced: on a short way the right
     * state may be here before their checksums, and what was wrong with ours would never be known.
     */
    private void compare(final long executed) {
        for (final Link link : links.all()) {
            if (majority.knows(link.peer)) {
                checksums.record(link.peer, frame, majority.checksumOf(link.peer));
                desyncs.compare(link, executed + 1);
            }
        }
    }

    /** Was a state loaded, and have the frames since been replayed? It is told once. */
    public boolean takeLoaded() {
        final boolean now = loaded;
        loaded = false;
        return now;
    }

    /** Is our part of the order that was received last done? It is told once. */
    public boolean takeConcluded() {
        final boolean now = concluded;
        concluded = false;
        return now;
    }

    private void catchUp(final long executed) {
        if (runner.replay(REPLAY_PER_POLL, executed)) {
            loaded = true;
            conclude(Outcome.RIGHT);
        }
    }

    /** Tells what is held of a state that is to be loaded here. */
    void inspect(final Inspector by) {
        by.holds("a state to be loaded", receiver == null ? 0 : 1, 0);
        by.holds("frames kept for a repair", runner.keeps() || runner.isBehind() ? 1 : 0, 0);
    }
}

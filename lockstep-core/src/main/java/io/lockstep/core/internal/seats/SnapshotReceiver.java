package io.lockstep.core.internal.seats;

import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.inspect.Inspector;
import io.lockstep.core.internal.link.IncomingStream;
import io.lockstep.core.internal.link.Link;
import io.lockstep.core.internal.link.Wire;
import io.lockstep.core.internal.play.FrameOrders;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.TransferMessage;
import io.lockstep.core.internal.sync.ChecksumWriter;
import io.lockstep.core.internal.sync.StateHash;
import io.lockstep.core.internal.transfer.FrameStreamReader;
import io.lockstep.core.internal.transfer.TransferTimer;
import io.lockstep.core.sync.StateBuffer;
import io.lockstep.election.Quorum;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.CRC32;

/**
 * Brings a process into a running match: takes a state from the donor that the leader named, has it confirmed by most
 * members, and replays the inputs that follow until it is where the others are.
 */
public final class SnapshotReceiver {

    /** How far a newcomer has come. */
    public enum Stage {
        /** Nobody has said yet who sends the state. */
        ASKING,
        /** The state arrives. */
        RECEIVING,
        /** It is here; most members have not said yet that it is right. */
        CONFIRMING,
        /** It is loaded, and the frames since are replayed. */
        REPLAYING,
        /** This process plays: nothing of the state is needed any more. */
        OVER
    }

    /** An order holds for so long after it was last repeated: ten times the time between two copies. */
    private static final long ORDER_NS = 2_000_000_000L;
    public static final long NONE = -1;
    /** Frames that a donor may hold back: what passes between two statuses, by which it knows what it may hand on. */
    private static final int HANDED_ON = 32;
    private static final long NS_PER_S = 1_000_000_000L;
    /**
     * Time, in nanoseconds, that a complete state waits for the vouches of most members, beyond the time for a chunk.
     * Members repeat a vouch every fifth of a second, on a slow line after the last chunks.
     */
    private static final long CONFIRM_NS = 8 * NS_PER_S;

    private final MatchSettings settings;
    private final InputLog log;
    private final FrameOrders orders;
    private final Wire wire;
    private final ByteBuffer head = SnapshotHead.newHead();
    private final FrameStreamReader frames;
    private final TransferTimer timer = new TransferTimer();
    private final long[] vouchedFrame = new long[Message.MAX_PLAYERS];
    private final StateHash[] vouched = new StateHash[Message.MAX_PLAYERS];
    /** The frame from which on the donor has gone on without a player that did not leave. */
    private final long[] cutAt = new long[Message.MAX_PLAYERS];
    private Stage stage = Stage.ASKING;
    private IncomingStream stream;
    private Link donor;
    private int donorIncarnation;
    private int members;
    private long snapshotFrame = NONE;
    /** The frame of the state that was loaded, while another one may be under way. */
    private long loadedFrame = NONE;
    private byte[] state;
    private int received;
    private boolean headRead;
    private int checksum;
    private StateHash hash;
    private String refusal;
    /** The donors whose last state was too large, bit n for peer n. */
    private int tooLarge;
    private long orderedNs;
    /** When bytes of a state came last. */
    private long bytesNs = Long.MIN_VALUE / 2;
    private long next;
    /** Players whose inputs come from themselves. */
    private int heard;
    /** The frame read last is not filed yet. */
    private boolean waits;
    private long simulated;

    public SnapshotReceiver(final MatchSettings settings, final InputLog log, final FrameOrders orders,
        final Wire wire) {
        this.settings = settings;
        this.log = log;
        this.orders = orders;
        this.wire = wire;
        frames = new FrameStreamReader(settings.players(), settings.rules().inputBytes(),
            settings.rules().maxEventBytes());
        Arrays.fill(vouchedFrame, NONE);
        Arrays.fill(cutAt, NONE);
    }

    /** The one method that changes the stage. */
    private void stage(final Stage to) {
        stage = to;
    }

    public Stage stage() {
        return stage;
    }

    /**
     * The leader names donor and frame, again and again; when it is silent about them another one of either starts
     * anew. With two lines of epochs there may be two leaders, and their states must not be mixed.
     *
     * @return false when another order is being followed
     */
    public boolean offered(final Link from, final long frame, final int voters, final boolean sameLine,
        final long nowNs) {
        // A new leader orders anew; a state of the same line that is here already serves as well while its donor does.
        // A donor that is ordered to send another one, or whose seat another process has taken, goes on with none.
        final boolean serves = from == donor ? frame == snapshotFrame
            : stage == Stage.REPLAYING && !isStalled() && donor.isOpen() && nowNs - donor.heardNs() < ORDER_NS
                && donor.handshake().theirs().incarnation() == donorIncarnation;
        final boolean known = sameLine && serves;
        // Where nothing arrives the leader orders a later state; copies of its order before that may still come.
        final boolean replaces = sameLine && frame > snapshotFrame && !hasBegun();
        if (!known && !replaces && stage != Stage.ASKING && nowNs - orderedNs < ORDER_NS) {
            return false;
        }
        orderedNs = nowNs;
        members = voters;
        if (known) {
            return true;
        }
        donor = from;
        donorIncarnation = from.handshake().theirs().incarnation();
        snapshotFrame = frame;
        stream = new IncomingStream(wire, from, SnapshotHead.transferId(frame, from.peer),
            StateBuffer.DEFAULT_CAPACITY_BYTES);
        frames.reset();
        waits = false;
        headRead = false;
        received = 0;
        stage(Stage.RECEIVING);
        return true;
    }

    /**
     * The members take us in with the state that is loaded: they heard that we had caught up before we heard that a new
     * leader orders another one. Of that one nobody speaks to a member any more.
     *
     * @return true when another one was under way
     */
    public boolean resume() {
        if (stage == Stage.REPLAYING || loadedFrame == NONE) {
            return false;
        }
        snapshotFrame = loadedFrame;
        stream = null;
        waits = false;
        stage(Stage.REPLAYING);
        return true;
    }

    /** This process plays from now on: forgets what was received. Chunks that are still under way mean nothing. */
    void release() {
        stream = null;
        state = null;
        stage(Stage.OVER);
    }

    /** Has the state that was ordered last begun to arrive, and does its donor get on with it? */
    public boolean hasBegun() {
        return stage != Stage.ASKING && headRead && !isStalled();
    }

    private boolean isStalled() {
        return timer.isStalled(donor.rtt.meanNs());
    }

    /** A member's word about the state after a frame. */
    public void vouched(final int from, final long frame, final StateHash said) {
        vouchedFrame[from] = frame;
        vouched[from] = said;
    }

    public boolean receive(final Link from, final TransferMessage chunk, final long nowNs) {
        if (stage == Stage.OVER) {
            return from == donor && chunk.transferId() == SnapshotHead.transferId(snapshotFrame, from.peer);
        }
        final boolean ours = stream != null && stream.isOf(from, chunk);
        if (ours && stream.take(chunk) && stage == Stage.RECEIVING) {
            timer.progress();
            bytesNs = nowNs;
        }
        return ours;
    }

    /** Returns the time at which bytes of a state came last, in nanoseconds; long ago if none did. */
    long bytesNs() {
        return bytesNs;
    }

    /**
     * Goes on as far as what has arrived allows.
     *
     * @param joining whether this process is in no epoch yet
     * @param frame   the frame that most members have come to
     * @param heardNs when anybody was heard last
     * @return true once, when the state was loaded
     */
    public boolean tick(final boolean joining, final long frame, final long heardNs, final long nowNs) {
        if (stream == null) {
            return false;
        }
        timer.tick(heardNs, nowNs);
        if (stage == Stage.REPLAYING && !joining) {
            // The members' own inputs are enough.
            timer.progress();
        } else if (stage == Stage.REPLAYING && frame <= next + HANDED_ON) {
            // There is nothing that it could hand on; if there was for a while, it is late by no more than that.
            timer.atMost(HANDED_ON * NS_PER_S / settings.rules().tickRate());
        }
        if (stage == Stage.RECEIVING) {
            takeState();
        }
        boolean loaded = false;
        if (stage == Stage.CONFIRMING && isConfirmed()) {
            loaded = load();
        }
        if (stage == Stage.REPLAYING) {
            takeFrames(joining);
        }
        if (stream != null) {
            stream.acknowledge(nowNs);
        }
        return loaded;
    }

    private void takeState() {
        if (!headRead) {
            if (stream.bytes().available() < SnapshotHead.HEAD_BYTES) {
                return;
            }
            stream.bytes().read(head.array(), 0, SnapshotHead.HEAD_BYTES);
            head.clear();
            headRead = true;
            if (isTooLarge()) {
                return;
            }
            if (!SnapshotHead.isValid(head, snapshotFrame, settings)) {
                giveUp();
                return;
            }
            tooLarge &= ~(1 << donor.peer);
            state = new byte[SnapshotHead.length(head)];
        }
        received += stream.bytes().read(state, received, state.length - received);
        if (received == state.length) {
            final CRC32 crc = new CRC32();
            crc.update(state);
            checksum = (int) crc.getValue();
            hash = StateHash.of(settings.rules().matchId(), snapshotFrame,
                Arrays.copyOfRange(head.array(), SnapshotHead.STANDING_AT, SnapshotHead.HEAD_BYTES), state,
                state.length);
            timer.grant(CONFIRM_NS);
            stage(Stage.CONFIRMING);
        }
    }

    /**
     * Returns whether the state is too large for the donor or for this peer. If most members say so, no peer can join
     * this match.
     */
    private boolean isTooLarge() {
        final int length = SnapshotHead.length(head);
        final int limit = settings.state().maxBytes();
        final boolean refused = SnapshotHead.isRefusal(head, snapshotFrame);
        if (!refused && (head.getLong(0) != snapshotFrame || length <= limit)) {
            return false;
        }
        tooLarge |= 1 << donor.peer;
        if (Quorum.isMajority(Integer.bitCount(tooLarge & members), Integer.bitCount(members))) {
            refusal = "the state after frame " + snapshotFrame + " has " + length + " bytes, and maxStateBytes is "
                + (length > limit ? limit + " here" : "less at player " + donor.peer)
                + "; set a higher SessionConfig.maxStateBytes at every peer";
        }
        giveUp();
        return true;
    }

    /** What this donor sends is no state of this match; the leader will name another. */
    private void giveUp() {
        stream = null;
        stage(Stage.ASKING);
    }

    /** Who sends us the state and what follows. */
    int donor() {
        return donor.peer;
    }

    /** The frames behind the state do not lead to where the others are. */
    void refuted() {
        giveUp();
    }

    /** Once we are in, the inputs of these players come from themselves; a donor's word for them is not needed. */
    void hears(final int players) {
        heard = players;
    }

    /** One donor may be wrong or lie; most members are not. */
    private boolean isConfirmed() {
        int agree = 0;
        int differ = 0;
        for (int rest = members; rest != 0; rest &= rest - 1) {
            final int member = Integer.numberOfTrailingZeros(rest);
            if (vouchedFrame[member] == snapshotFrame) {
                agree += vouched[member].equals(hash) ? 1 : 0;
                differ += vouched[member].equals(hash) ? 0 : 1;
            }
        }
        if (Quorum.isMajority(differ, Integer.bitCount(members))) {
            giveUp();
        } else if (differ > 0 && agree + differ == Integer.bitCount(members) && differ >= agree) {
            // All members have vouched, and this state has no majority.
            giveUp();
        }
        return Quorum.isMajority(agree, Integer.bitCount(members));
    }

    /** A state that most members have is right: a game that does not take it as it is cannot play with them. */
    private boolean load() {
        final ChecksumWriter sum = new ChecksumWriter();
        try {
            settings.game().load(ByteBuffer.wrap(state).order(ByteOrder.LITTLE_ENDIAN));
            settings.game().save(sum);
        } catch (final RuntimeException thrown) {
            refuse("the game refuses the state after frame " + snapshotFrame + ": " + thrown);
            return false;
        }
        if (sum.checksum() != checksum) {
            refuse(String.format(Locale.ROOT, "the game took the state after frame %d, and has another then: "
                + "CRC32 %08x, not %08x", snapshotFrame, sum.checksum(), checksum));
            return false;
        }
        state = null;
        loadedFrame = snapshotFrame;
        next = snapshotFrame + 1;
        simulated = next;
        Arrays.fill(cutAt, NONE);
        head.position(2 * Long.BYTES);
        final int present = head.getInt();
        for (int player = 0; player < Message.MAX_PLAYERS; player++) {
            final long opens = head.getLong();
            if (player < settings.players()) {
                log.startAt(player, next);
                if ((present & 1 << player) == 0) {
                    log.close(player, next);
                    if (opens > next) {
                        log.open(player, opens);
                    }
                }
            }
        }
        orders.load(head);
        timer.progress();
        stage(Stage.REPLAYING);
        return true;
    }

    private void refuse(final String why) {
        refusal = why;
        giveUp();
    }

    /** Why the game cannot go on from the others' state; null while it can. */
    public String refusal() {
        return refusal;
    }

    /** The frame to be simulated first. */
    public long firstFrame() {
        return snapshotFrame + 1;
    }

    /**
     * Files the frames that the donor has simulated since, as far as the log has room for them. Once this process has a
     * say, its own epoch tells which peers are there: a donor that goes on without one of them is in a later epoch,
     * which may come here as well, or may leave us out.
     */
    private void takeFrames(final boolean joining) {
        frames.fill(stream.bytes());
        while (next - simulated < InputLog.REACH / 2 && (waits || frames.next())) {
            waits = !joining && contradicts();
            if (waits) {
                return;
            }
            for (int player = 0; player < settings.players(); player++) {
                if (!frames.present(player) && log.present(player, next)) {
                    cutAt[player] = next;
                    log.close(player, next);
                } else if (frames.present(player) && log.next(player) == next && (joining || !isHeard(player))) {
                    append(player);
                }
            }
            next++;
            timer.progress();
            frames.fill(stream.bytes());
        }
    }

    private boolean isHeard(final int player) {
        return (heard & 1 << player) != 0;
    }

    /**
     * By the donor's frames, was a player cut behind this frame ({@link #NONE} for any), and has not come back? Who
     * leaves says so with its inputs; so the frames tell of a cut, and may do so before the epoch that was agreed on.
     */
    public boolean wasCutAfter(final int player, final long frame) {
        return log.isClosed(player) && cutAt[player] > frame;
    }

    /** Does the donor's frame lack somebody who is there by what is known here? */
    private boolean contradicts() {
        for (int player = 0; player < settings.players(); player++) {
            if (!frames.present(player) && log.present(player, next)) {
                return true;
            }
        }
        return false;
    }

    private void append(final int player) {
        log.append(player, frames.inputs(), frames.inputOffset(player));
        if (frames.command(player) != 0) {
            log.attachCommand(player, frames.command(player));
        } else if (frames.eventLength(player) > 0) {
            log.attachEvent(player, frames.events(), frames.eventOffset(player), frames.eventLength(player));
        }
        log.join(player);
        log.handedOn(player);
    }

    /**
     * The first frame that the donor is not known to have simulated. A newcomer goes no further: it has no part in an
     * agreement on whose inputs count.
     */
    public long next() {
        return next;
    }

    /** Tells how far the session has simulated: what it has is room in the log. */
    public void simulated(final long frame) {
        simulated = frame;
    }

    /** Tells what is held of a state that was received. */
    void inspect(final Inspector by) {
        by.holds("a stream with a state", stream == null ? 0 : 1, 0);
        by.holds("bytes of a received state", state == null ? 0 : state.length, 0);
    }
}

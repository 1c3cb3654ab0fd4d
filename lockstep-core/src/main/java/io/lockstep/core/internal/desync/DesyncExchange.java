package io.lockstep.core.internal.desync;

import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.link.IncomingStream;
import io.lockstep.core.internal.link.Link;
import io.lockstep.core.internal.link.OutgoingStream;
import io.lockstep.core.internal.link.Wire;
import io.lockstep.core.internal.protocol.StateDeflater;
import io.lockstep.core.internal.protocol.StateInflater;
import io.lockstep.core.internal.protocol.TransferMessage;
import io.lockstep.core.internal.protocol.WireCode;
import io.lockstep.core.internal.sync.ChecksumWriter;
import io.lockstep.core.internal.sync.HistoryExtract;
import io.lockstep.core.internal.transfer.StreamSender;
import io.lockstep.core.sync.DesyncCause;
import io.lockstep.core.sync.FirstDifference;
import io.lockstep.core.sync.KeptState;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/**
 * Two peers whose states differ after a check frame tell each other what theirs were. Each one sends
 *
 * <pre>
 *  0-3   length of the history
 *  then  its history since the frame last agreed on, see {@link HistoryExtract}
 *  then, once it has the other's history:
 *  0     what simulating again says here: 0 nothing, 1 inputs differ, 2 the same state, 3 another one
 *  1     1 if its state follows, 0 if not
 *  2-9   after which frame: the first that differs and that both keep
 *  10-13 length of the state
 *  14-17 length of the state in zlib form, which follows
 *  18    how many sections the state has
 *  19-   where each of 32 sections ends (4)
 *  then  what it was sent of each player, see {@link InputClaims}
 *  then  the state in zlib form
 * </pre>
 *
 * <p>A peer that says nothing, or what contradicts itself, changes nothing but what the report says. The states are
 * only compared; none is loaded.
 */
final class DesyncExchange {

    /** Largest state that is sent: at the rate below it takes four seconds, uncompressed. */
    static final int MAX_STATE_BYTES = 1 << 20;

    /** Slow enough that nobody who plays notices. */
    private static final long BYTES_PER_SECOND = 256 << 10;
    /** Beyond what the largest state takes, with datagrams lost. Then the report says what is known. */
    private static final long LIMIT_NS = 10_000_000_000L;
    /** So long a repair of the peer goes first on the lane; the rest of the time is for a state like that one. */
    private static final long YIELD_NS = 5_000_000_000L;
    /** What arrives is read with every poll. */
    private static final int RECEIVE_BYTES = StreamSender.WINDOW_CHUNKS * TransferMessage.MAX_CHUNK_BYTES;
    /** Deflate never makes more of what it cannot compress. */
    private static final int MAX_PACKED_BYTES = MAX_STATE_BYTES + MAX_STATE_BYTES / 64;
    /** Bytes inflated in one poll: under a millisecond. */
    private static final int SLICE_BYTES = 64 << 10;
    private static final int HEAD_BYTES = 3 + Long.BYTES + (2 + ChecksumWriter.MAX_SECTIONS) * Integer.BYTES;
    /** Sets these transfers apart from those to newcomers. */
    private static final int ID = Integer.MIN_VALUE;
    private static final int ID_FACTOR = 32;

    /** Why nothing is known of a peer that was repaired before it heard of the difference. */
    static final String REPLACED = "the peer's state was replaced meanwhile";

    private enum Stage { LENGTH, HISTORY, HEAD, STATE, INFLATING, OVER }

    private final Link link;
    private final DesyncFindings findings;
    private final int headBytes;
    private final OutgoingStream sender;
    private final IncomingStream receiver;
    private Stage stage = Stage.LENGTH;
    private byte[] incoming = new byte[Integer.BYTES];
    private int received;
    /** How long the peer says that its state is, and where its sections end. */
    private int stateLength;
    private int[] sectionEnds;
    private StateInflater inflater;
    private StateDeflater deflater;
    private String note = "";
    private boolean answered;
    private boolean refused;
    private boolean reported;
    private long startedNs = Link.NEVER;
    /** From this frame on one of both plays with a state that was loaded. */
    private long rightFrom;
    /** The players who sent the peer something else than us, if it tells the truth. */
    private int contradicted;

    DesyncExchange(final MatchSettings settings, final Wire wire, final Link link,
        final DesyncFindings findings) {
        this.link = link;
        this.findings = findings;
        headBytes = HEAD_BYTES + settings.players() * InputClaims.BYTES;
        sender = new OutgoingStream(wire, link, idOf(findings.checkFrame, settings.self()), BYTES_PER_SECOND,
            Integer.BYTES + HistoryExtract.MAX_BYTES + headBytes + MAX_PACKED_BYTES);
        receiver = new IncomingStream(wire, link, idOf(findings.checkFrame, link.peer), RECEIVE_BYTES);
        final byte[] history = findings.local.write();
        sender.append(buffer(Integer.BYTES).putInt(history.length).array(), Integer.BYTES);
        sender.append(history, history.length);
    }

    private static int idOf(final long checkFrame, final int from) {
        return ID | (int) checkFrame * ID_FACTOR + from;
    }

    private static ByteBuffer buffer(final int length) {
        return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    }

    DesyncFindings findings() {
        return findings;
    }

    boolean receive(final TransferMessage message, final long now) {
        if (message.kind() == TransferMessage.Kind.ACK) {
            return sender.receive(link, message, now);
        }
        final boolean ours = receiver.isOf(link, message);
        if (ours) {
            receiver.take(message);
        }
        return ours;
    }

    /** Does what is due; true when the report is to be written, once. */
    boolean tick(final boolean yields, final long loadedFrom, final long now) {
        rightFrom = loadedFrom;
        if (startedNs == Link.NEVER) {
            startedNs = now;
        }
        if (!link.isOpen() || !link.isMember()) {
            giveUp("the peer is gone");
        } else if (now - startedNs >= LIMIT_NS) {
            giveUp("the peer did not tell all of its state in time");
        } else {
            takeIn();
            answer();
            if (!yields || now - startedNs >= YIELD_NS) {
                sender.tick(now);
            }
            receiver.acknowledge(now);
        }
        if (!reported && stage == Stage.OVER && answered) {
            reported = true;
            return true;
        }
        return false;
    }

    /** Nothing more is to be had of the peer. */
    void giveUp(final String why) {
        if (stage != Stage.OVER) {
            stage = Stage.OVER;
            note = why;
        }
        answered = true;
        close();
    }

    private void close() {
        if (inflater != null) {
            inflater.end();
        }
        if (deflater != null) {
            deflater.end();
        }
    }

    /** The players about whom the peer's word contradicts what they sent us, told once; bit n for player n. */
    int takeContradicted() {
        final int taken = contradicted;
        contradicted = 0;
        return taken;
    }

    String note() {
        return note;
    }

    boolean isReported() {
        return reported;
    }

    /** Returns whether nothing more is sent or taken, so that all of it can be forgotten. */
    boolean isOver(final long now) {
        return reported && now - startedNs >= LIMIT_NS;
    }

    /** Has each side all that it wants of the other? */
    boolean isSettled(final long now) {
        return reported && (sender.done() || !link.isOpen() || now - startedNs >= LIMIT_NS);
    }

    /** What the peer says is none of a history of this match: so be it. */
    private void refuse(final String why) {
        link.statistics.countRefused();
        refused = true;
        stage = Stage.OVER;
        note = why;
    }

    private void takeIn() {
        while (stage.ordinal() < Stage.INFLATING.ordinal() && read()) {
            switch (stage) {
                case LENGTH -> onLength(ByteBuffer.wrap(incoming).order(ByteOrder.LITTLE_ENDIAN).getInt());
                case HISTORY -> onHistory();
                case HEAD -> onHead(ByteBuffer.wrap(incoming).order(ByteOrder.LITTLE_ENDIAN));
                default -> {
                    inflater = new StateInflater();
                    inflater.begin(stateLength);
                    inflater.feed(incoming, incoming.length);
                    stage = Stage.INFLATING;
                }
            }
        }
        if (stage == Stage.INFLATING) {
            inflate();
        }
    }

    /** Inflates a slice of the state; the end of the stream may still have to be read when all of that is out. */
    private void inflate() {
        final WireCode code = inflater.step(Math.max(1, Math.min(SLICE_BYTES, stateLength - inflater.length())));
        if (inflater.finished() || code != WireCode.OK || inflater.isHungry()) {
            final boolean whole = inflater.endsThere() && inflater.length() == stateLength;
            onState(whole ? Arrays.copyOf(inflater.array(), stateLength) : null);
            inflater.end();
        }
    }

    private boolean read() {
        received += receiver.bytes().read(incoming, received, incoming.length - received);
        return received == incoming.length;
    }

    private void expect(final Stage next, final int bytes) {
        stage = next;
        incoming = new byte[bytes];
        received = 0;
    }

    private void onLength(final int length) {
        if (length < 1 || length > HistoryExtract.MAX_BYTES) {
            refuse("the peer's history is malformed");
        } else {
            expect(Stage.HISTORY, length);
        }
    }

    private void onHistory() {
        final HistoryExtract theirs = HistoryExtract.read(incoming);
        if (theirs == null) {
            refuse("the peer's history is malformed");
        } else if (findings.learn(theirs)) {
            expect(Stage.HEAD, headBytes);
        } else if (findings.isOfReplacedState(theirs, rightFrom)) {
            // It was repaired before we heard of the difference: what its state was nobody knows any more.
            refused = true;
            stage = Stage.OVER;
            note = REPLACED;
        } else {
            refuse("the peer's history contradicts its checksum");
        }
    }

    private void onHead(final ByteBuffer head) {
        final int cause = head.get();
        final boolean follows = head.get() == 1;
        final long frame = head.getLong();
        final int length = head.getInt();
        final int packed = head.getInt();
        final int sections = head.get();
        if (cause < 0 || cause >= DesyncCause.values().length || follows && (frame != findings.stateFrame()
            || length < 0 || length > MAX_STATE_BYTES || packed < 1 || packed > MAX_PACKED_BYTES || sections < 1
            || sections > ChecksumWriter.MAX_SECTIONS)) {
            refuse("the peer's state is malformed");
            return;
        }
        findings.remoteCause(DesyncCause.values()[cause]);
        contradicted = findings.claims().contradicted(head.duplicate().order(ByteOrder.LITTLE_ENDIAN)
            .position(HEAD_BYTES));
        if (!follows) {
            stage = Stage.OVER;
            note = "states were not exchanged: they are too large or were not kept";
            return;
        }
        stateLength = length;
        sectionEnds = new int[sections];
        for (int i = 0; i < sections; i++) {
            sectionEnds[i] = head.getInt();
        }
        expect(Stage.STATE, packed);
    }

    private void onState(final byte[] state) {
        if (state == null) {
            refuse("the peer's state is malformed");
            return;
        }
        final CRC32 crc = new CRC32();
        crc.update(state);
        if (findings.learn(new KeptState(state, sectionEnds), (int) crc.getValue())) {
            stage = Stage.OVER;
        } else {
            refuse("the peer's state contradicts its checksum");
        }
        incoming = null;
    }

    /** Sends what we found out and our state, once the peer's history is here or will never be. */
    private void answer() {
        if (answered || stage.ordinal() < Stage.HEAD.ordinal() || !findings.simulated()) {
            return;
        }
        final KeptState ours = findings.localState();
        final boolean follows = !refused && ours != null && findings.stateFrame() != FirstDifference.NONE
            && ours.bytes().length <= MAX_STATE_BYTES || deflater != null;
        if (follows && deflater == null) {
            deflater = new StateDeflater(Deflater.BEST_SPEED);
            deflater.begin(ours.bytes(), ours.bytes().length);
        }
        if (follows && !deflater.step(StateDeflater.SLICE_BYTES)) {
            return;
        }
        final int packed = follows ? deflater.length() : 0;
        final ByteBuffer head = buffer(headBytes).put((byte) findings.cause().ordinal()).put((byte) (follows ? 1 : 0))
            .putLong(findings.stateFrame()).putInt(follows ? ours.bytes().length : 0).putInt(packed)
            .put((byte) (follows ? ours.sectionEnds().length : 0));
        for (int i = 0; follows && i < ours.sectionEnds().length; i++) {
            head.putInt(ours.sectionEnds()[i]);
        }
        if (findings.claims() != null) {
            findings.claims().write(head.position(HEAD_BYTES));
        }
        sender.append(head.array(), headBytes);
        if (follows) {
            sender.append(deflater.array(), packed);
            deflater.end();
        }
        sender.finish();
        answered = true;
    }
}

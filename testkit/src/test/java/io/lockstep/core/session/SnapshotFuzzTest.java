package io.lockstep.core.session;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.lockstep.core.fuzz.AnyBytes;
import io.lockstep.core.internal.game.EventQueue;
import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.link.Agreement;
import io.lockstep.core.internal.link.Link;
import io.lockstep.core.internal.link.Links;
import io.lockstep.core.internal.link.SessionSeal;
import io.lockstep.core.internal.link.Wire;
import io.lockstep.core.internal.play.FrameOrders;
import io.lockstep.core.internal.play.LoggedFrame;
import io.lockstep.core.internal.protocol.MessageCodec;
import io.lockstep.core.internal.protocol.TransferMessage;
import io.lockstep.core.internal.protocol.WireLimits;
import io.lockstep.core.internal.seats.SnapshotHead;
import io.lockstep.core.internal.seats.SnapshotReceiver;
import io.lockstep.core.internal.sync.StateHash;
import io.lockstep.core.internal.transfer.FrameStreamWriter;
import io.lockstep.core.sync.StateBuffer;
import io.lockstep.testkit.SimulatedNetwork;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Any bytes as what a donor sends to who joins: the head, a state and the frames after it. The state itself is always
 * confirmed, so that everything else of what the donor says is taken as far as it can be.
 */
class SnapshotFuzzTest {

    private static final int PLAYERS = 3;
    private static final int INPUT_BYTES = 2;
    private static final int EVENT_BYTES = 8;
    private static final long SNAPSHOT = 100;
    private static final int TICK_RATE = 60;
    /** What a pause lasts at most, in frames; a lie in the head must not make it longer. */
    private static final long LONGEST_PAUSE = 600 * TICK_RATE;
    /** The largest state that the head may announce, the receiver itself, and what is here for the fuzzer. */
    private static final int MOST_BYTES = StateBuffer.DEFAULT_CAPACITY_BYTES + (4 << 20);

    private static MatchSettings settings() {
        return Session.builder().simulation(new TestGame()).gameId("test").sessionSeed(1).players(PLAYERS)
            .localPlayer(2)
            .maxEventBytes(EVENT_BYTES).tickRate(TICK_RATE).transport(new SimulatedNetwork(PLAYERS, 0).endpoint(2))
            .input((frame, player, bytes) -> { }).settings();
    }

    private static Stream<byte[]> streams() {
        final byte[] whole = stream();
        final SplittableRandom random = new SplittableRandom(1);
        return Stream.concat(Stream.of(whole, Arrays.copyOf(whole, SnapshotHead.HEAD_BYTES)),
            Stream.generate(() -> {
                final byte[] changed = whole.clone();
                Arrays.fill(changed, random.nextInt(SnapshotHead.HEAD_BYTES), SnapshotHead.HEAD_BYTES,
                    (byte) random.nextInt());
                return changed;
            }).limit(40));
    }

    private static byte[] stream() {
        final MatchSettings settings = settings();
        final InputLog log = new InputLog(PLAYERS, INPUT_BYTES, EVENT_BYTES, SNAPSHOT + 1);
        log.close(2, SNAPSHOT + 1);
        final StateBuffer state = new StateBuffer(1000);
        settings.game().save(state);
        final ByteBuffer head = SnapshotHead.newHead();
        SnapshotHead.write(head, SNAPSHOT, state, log, settings, new FrameOrders(settings, log, new EventQueue()));
        final ByteBuffer all = ByteBuffer.allocate(4000).put(head).put(state.array(), 0, state.length());
        final FrameStreamWriter writer = new FrameStreamWriter(PLAYERS, INPUT_BYTES, EVENT_BYTES);
        for (long frame = SNAPSHOT + 1; frame < SNAPSHOT + 20; frame++) {
            log.append(0, new byte[] {(byte) frame, 1}, 0);
            log.append(1, new byte[] {2, (byte) frame}, 0);
            writer.write(new LoggedFrame(PLAYERS, log).at(frame));
            all.put(writer.array(), 0, writer.length());
        }
        return Arrays.copyOf(all.array(), all.position());
    }

    @MethodSource("streams")
    @FuzzTest(maxDuration = "30s")
    void shouldSurviveAnyDonor(final byte[] input) {
        AnyBytes.decode(input, MOST_BYTES, SnapshotFuzzTest::join);
    }

    private static String join(final ByteBuffer source) {
        final MatchSettings settings = settings();
        final InputLog log = new InputLog(PLAYERS, INPUT_BYTES, EVENT_BYTES, 0);
        final FrameOrders orders = new FrameOrders(settings, log, new EventQueue());
        final Links links = new Links(settings, new Agreement(settings), 1, new SplittableRandom(1));
        final Link donor = links.all()[0];
        donor.seal.open(settings.rules().matchId(), 1, 2, null, false);
        final SnapshotReceiver newcomer = new SnapshotReceiver(settings, log, orders, new Wire(
            settings.ports().transport(), new SessionSeal(links, settings.ports().transport()),
            new MessageCodec(new WireLimits(INPUT_BYTES, 1, EVENT_BYTES, WireLimits.DEFAULT_STATE_BYTES)),
            settings.sending().protocolMode()));
        newcomer.offered(donor, SNAPSHOT, 1, true, 0);
        newcomer.vouched(0, SNAPSHOT, hash(source));
        final TransferMessage chunk = new TransferMessage();
        int index = 0;
        for (int at = source.position(); at < source.limit(); at += TransferMessage.MAX_CHUNK_BYTES) {
            final int length = Math.min(TransferMessage.MAX_CHUNK_BYTES, source.limit() - at);
            newcomer.receive(donor, chunk.chunk(SnapshotHead.transferId(SNAPSHOT, 0), index++, source.array(), at,
                length, false), 0);
            newcomer.tick(true, 0, 0, 0);
        }
        play(newcomer, orders);
        return newcomer.stage() + " " + newcomer.next() + " " + newcomer.refusal();
    }

    /** Of what stands where the pauses and the state do, if it is as long as the head says. */
    private static StateHash hash(final ByteBuffer source) {
        byte[] pauses = {};
        byte[] state = {};
        if (source.remaining() >= SnapshotHead.HEAD_BYTES) {
            final int length = Integer.reverseBytes(source.getInt(source.position() + Long.BYTES));
            final int from = source.position() + SnapshotHead.HEAD_BYTES;
            if (length >= 0 && length <= source.limit() - from) {
                pauses = Arrays.copyOfRange(source.array(), source.position() + SnapshotHead.STANDING_AT, from);
                state = Arrays.copyOfRange(source.array(), from, from + length);
            }
        }
        return StateHash.of(settings().rules().matchId(), SNAPSHOT, pauses, state, state.length);
    }

    /** The orders of what came are carried out; a pause ends. */
    private static void play(final SnapshotReceiver newcomer, final FrameOrders orders) {
        if (newcomer.stage() != SnapshotReceiver.Stage.REPLAYING) {
            return;
        }
        final long end = newcomer.next() + LONGEST_PAUSE;
        for (long frame = newcomer.firstFrame(); frame < newcomer.next(); frame++) {
            orders.execute(frame);
            newcomer.simulated(frame + 1);
        }
        orders.execute(end);
        AnyBytes.require(!orders.isPaused(), "paused for longer than anybody may");
    }
}

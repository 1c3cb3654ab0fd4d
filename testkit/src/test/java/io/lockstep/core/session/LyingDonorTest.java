package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.Phase;
import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.input.FrameSource;
import io.lockstep.core.internal.protocol.MessageType;
import io.lockstep.core.internal.protocol.TransferMessage;
import io.lockstep.core.internal.seats.SnapshotHead;
import io.lockstep.core.internal.transfer.FrameStreamReader;
import io.lockstep.core.internal.transfer.FrameStreamWriter;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Of four, peer 3 comes back; peer 1 gives it the right state, and behind that frames that nobody has played. */
class LyingDonorTest {

    private static final int PLAYERS = 4;
    private static final int INPUT_BYTES = 2;
    private static final int MOST_EVENT_BYTES = 255;
    private static final int LIAR = 1;
    private static final int NEWCOMER = 3;
    /** Chunks that the state fills: only the donor has the frames behind it once that many have arrived. */
    private static final int STATE_CHUNKS = 256;
    private static final int PADDING_BYTES =
        STATE_CHUNKS * TransferMessage.MAX_CHUNK_BYTES - SnapshotHead.HEAD_BYTES - Long.BYTES;
    private static final long LIMIT_MS = 30_000;
    /** Longest time, in milliseconds, by which a liar may delay a newcomer. */
    private static final long DELAY_MS = 5000;

    private final SimulatedNetwork network =
        new SimulatedNetwork(PLAYERS, 0).conditions(LinkConditions.latency(20)).followPolls();
    private final Match match = new Match(network, PLAYERS, (peer, config) -> { });
    private int lies;

    /** A frame of which one input is changed. */
    private static final class Changed implements FrameSource {

        private final FrameSource real;
        private final byte[] inputs;

        Changed(final FrameSource real, final int player) {
            this.real = real;
            inputs = real.inputs().clone();
            inputs[real.inputOffset(player)] ^= 1;
        }

        @Override
        public int players() {
            return real.players();
        }

        @Override
        public boolean present(final int player) {
            return real.present(player);
        }

        @Override
        public byte[] inputs() {
            return inputs;
        }

        @Override
        public int inputOffset(final int player) {
            return real.inputOffset(player);
        }

        @Override
        public byte[] events() {
            return real.events();
        }

        @Override
        public int eventOffset(final int player) {
            return real.eventOffset(player);
        }

        @Override
        public int eventLength(final int player) {
            return real.eventLength(player);
        }

        @Override
        public int command(final int player) {
            return real.command(player);
        }
    }

    @BeforeEach
    void begin() {
        match.stepNs = 2 * Match.MS;
        match.games.forEach(game -> game.padding = new byte[PADDING_BYTES]);
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(60)), match::toString);
        match.killed.add(NEWCOMER);
        match.run(8000);
    }

    /** Changes the inputs of an honest player in every frame behind the state. */
    private TestTransport.Hook lie(final int about) {
        final FrameStreamReader reader = new FrameStreamReader(PLAYERS, INPUT_BYTES, MOST_EVENT_BYTES);
        final FrameStreamWriter writer = new FrameStreamWriter(PLAYERS, INPUT_BYTES, MOST_EVENT_BYTES);
        final Map<Integer, byte[]> said = new HashMap<>();
        final TransferMessage chunk = new TransferMessage();
        return datagram -> {
            if (datagram.type() != MessageType.TRANSFER.code()) {
                return true;
            }
            chunk.decode(ByteBuffer.wrap(datagram.bytes));
            if (chunk.kind() == TransferMessage.Kind.CHUNK && chunk.index() >= STATE_CHUNKS) {
                final byte[] frames =
                    said.computeIfAbsent(chunk.index(), index -> rewritten(chunk, reader, writer, about));
                final ByteBuffer out = ByteBuffer.allocate(2 * TransferMessage.MAX_CHUNK_BYTES);
                new TransferMessage().chunk(chunk.transferId(), chunk.index(), frames, 0, frames.length, chunk.last())
                    .encode(out);
                datagram.reseal(Arrays.copyOf(out.array(), out.position()));
            }
            return true;
        };
    }

    private byte[] rewritten(final TransferMessage chunk, final FrameStreamReader reader,
                             final FrameStreamWriter writer, final int about) {
        final ByteArrayOutputStream frames = new ByteArrayOutputStream();
        assertEquals(chunk.length(), reader.offer(chunk.bytes(), 0, chunk.length()));
        while (reader.next()) {
            writer.write(new Changed(reader, about));
            frames.write(writer.array(), 0, writer.length());
            lies++;
        }
        return frames.toByteArray();
    }

    /** Returns the time, in milliseconds, that the newcomer needs to play. */
    private long comesInMs() {
        final long startNs = match.nowNs;
        match.add(NEWCOMER, PLAYERS, network.endpoint(NEWCOMER), (peer, config) -> config.joining(true)
            .sessionSeed(1000));
        final int index = match.sessions.size() - 1;
        assertTrue(match.runUntil(LIMIT_MS, () -> match.sessions.get(index).phase() == Phase.PLAYING),
            match::toString);
        return (match.nowNs - startNs) / Match.MS;
    }

    /** The newcomer has loaded the liar's state, and that of another donor after it. */
    private void assertRefuted() {
        assertTrue(lies > 0, "the liar was not asked");
        assertEquals(2, match.games.get(match.games.size() - 1).loads, match::toString);
    }

    @Test
    void shouldPlayNothingThatADonorMadeUp() {
        match.transports.get(LIAR).outgoing = lie(0);
        comesInMs();
        match.run(3000);
        assertRefuted();
        for (final int honest : new int[] {0, 2, match.sessions.size() - 1}) {
            assertEquals(0, match.count(honest, SessionEvent.Type.DESYNC), "at " + honest + ": " + match);
        }
    }

    @Test
    void shouldComeInSoonThoughTheFirstDonorMadeUpFrames() {
        final LyingDonorTest honest = new LyingDonorTest();
        honest.begin();
        final long usualMs = honest.comesInMs();
        match.transports.get(LIAR).outgoing = lie(2);
        final long tookMs = comesInMs();
        assertRefuted();
        assertTrue(tookMs <= usualMs + DELAY_MS, tookMs + " ms, otherwise " + usualMs + ": " + match);
    }
}

package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.internal.protocol.Command;
import io.lockstep.core.internal.protocol.InputFrames;
import io.lockstep.core.internal.protocol.InputWindow;
import io.lockstep.core.internal.protocol.MessageCodec;
import io.lockstep.core.internal.protocol.WireCode;
import io.lockstep.core.internal.protocol.WireLimits;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests an order to pause that a player withholds from one of the others. */
class EquivocatedPauseTest {

    private static final int MOST_BYTES = 1200;
    private static final long SECONDS_MS = 10_000;

    private final MessageCodec codec =
        new MessageCodec(new WireLimits(2, 1, SessionConfig.DEFAULT_EVENT_BYTES, WireLimits.DEFAULT_STATE_BYTES));
    private final InputWindow window = new InputWindow(2, 1, SessionConfig.DEFAULT_EVENT_BYTES);

    private int withheld;

    /** Removes orders to pause or to go on from a window; other orders and the inputs stay. */
    private boolean withoutOrders(final TestTransport.Datagram datagram) {
        if (codec.decode(ByteBuffer.wrap(datagram.bytes)) == WireCode.OK
            && codec.decoded() instanceof InputWindow real) {
            final InputFrames frames = real.frames();
            boolean orders = false;
            for (int i = 0; i < frames.count(); i++) {
                orders |= frames.commandOf(i, 0) != 0;
            }
            if (orders) {
                withheld++;
                window.reset(1, real.ack(), real.firstFrame());
                window.frames().follows(frames.follows());
                for (int i = 0; i < frames.count(); i++) {
                    window.frames().input(0, frames.inputs(), frames.inputOffset(i, 0));
                    final Command.Kind kind =
                        frames.commandOf(i, 0) == 0 ? null : Command.kind(frames.commandOf(i, 0));
                    if (kind != null && kind != Command.Kind.PAUSE && kind != Command.Kind.RESUME) {
                        window.frames().command(0, frames.commandOf(i, 0));
                    }
                    window.endFrame(MOST_BYTES);
                }
                final ByteBuffer bytes = ByteBuffer.allocate(MOST_BYTES).order(ByteOrder.LITTLE_ENDIAN);
                window.encode(bytes);
                final byte[] changed = new byte[bytes.position()];
                bytes.flip().get(changed);
                datagram.reseal(changed);
            }
        }
        return true;
    }

    @ParameterizedTest
    @CsvSource({"3, 1, 2", "4, 1, 2", "4, 3, 0", "4, 0, 1", "5, 2, 4"})
    void shouldBeEqualAfterOneRepair(final int peers, final int liar, final int deceived) {
        final Match match = new Match(peers, 20, (peer, config) -> { });
        match.games.forEach(game -> game.pauses = true);
        match.stepNs = 2 * Match.MS;
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(60)), match::toString);
        match.transports.get(liar).outgoing = datagram -> datagram.to != deceived || withoutOrders(datagram);
        assertTrue(match.sessions.get(liar).pause());
        match.run(SECONDS_MS);
        assertTrue(withheld > 0, "no order was withheld");
        assertEquals(1, match.sessions.get(deceived).statistics().repairs(), match::toString);
        assertAlike(match, peers);
        assertTrue(match.count(deceived, SessionEvent.Type.PAUSED) > 0, match::toString);
        match.transports.get(liar).outgoing = TestTransport.Hook.PASS;
        assertTrue(match.sessions.get(liar).resume());
        match.run(SECONDS_MS);
        assertAlike(match, peers);
        for (int peer = 0; peer < peers; peer++) {
            assertEquals(1, match.count(peer, SessionEvent.Type.RESUMED), match::toString);
            assertTrue(match.sessions.get(peer).statistics().repairs() <= 1, match::toString);
        }
    }

    private static void assertAlike(final Match match, final int peers) {
        // In a pause frames pass and the game stands still.
        match.runUntil(2000, () -> {
            for (int peer = 1; peer < peers; peer++) {
                if (match.games.get(peer).hash != match.games.get(0).hash) {
                    return false;
                }
            }
            return true;
        });
        for (int peer = 1; peer < peers; peer++) {
            assertEquals(match.games.get(0).hash, match.games.get(peer).hash, match::toString);
        }
    }
}

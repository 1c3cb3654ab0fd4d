package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.internal.protocol.InputFrames;
import io.lockstep.core.internal.protocol.InputWindow;
import io.lockstep.core.internal.protocol.MessageCodec;
import io.lockstep.core.internal.protocol.SerialNumber;
import io.lockstep.core.internal.protocol.TransferMessage;
import io.lockstep.core.internal.protocol.WireCode;
import io.lockstep.core.internal.protocol.WireLimits;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** For a second one player's inputs are others for one of the rest. */
class EquivocatedInputTest {

    private static final int FROM = 200;
    private static final int FRAMES = 60;
    private static final int MOST_BYTES = 1200;

    private final MessageCodec codec =
        new MessageCodec(new WireLimits(2, 1, SessionConfig.DEFAULT_EVENT_BYTES, WireLimits.DEFAULT_STATE_BYTES));

    private static boolean isOther(final long frame) {
        return frame >= FROM && frame < FROM + FRAMES;
    }

    private boolean otherwise(final TestTransport.Datagram datagram) {
        if (codec.decode(ByteBuffer.wrap(datagram.bytes)) == WireCode.OK
            && codec.decoded() instanceof InputWindow window) {
            final InputFrames frames = window.frames();
            final long first = SerialNumber.unwrap(window.firstFrame(), FROM);
            // What follows a frame is told by its difference from that one, which was another one, too.
            final boolean base = frames.follows() && isOther(first - 1);
            for (int i = 0; i < frames.count(); i++) {
                if (isOther(first + i) != base) {
                    frames.inputs()[frames.inputOffset(i, 0)] ^= 1;
                }
            }
            final ByteBuffer bytes = ByteBuffer.allocate(MOST_BYTES).order(ByteOrder.LITTLE_ENDIAN);
            window.encode(bytes);
            final byte[] changed = new byte[bytes.position()];
            bytes.flip().get(changed);
            datagram.reseal(changed);
        }
        return true;
    }

    @ParameterizedTest
    @CsvSource({"4, 1, 2", "4, 0, 3", "5, 3, 0"})
    void shouldCallNobodyTheMinorityForInputsThatItWasSent(final int peers, final int liar, final int deceived) {
        final Match match = new Match(peers, 20, (peer, config) -> { });
        match.stepNs = 2 * Match.MS;
        match.transports.get(liar).outgoing = datagram -> datagram.to != deceived || otherwise(datagram);
        match.run(15_000);
        long reports = 0;
        for (int peer = 0; peer < peers; peer++) {
            reports += match.count(peer, SessionEvent.Type.DESYNC_REPORT);
            assertEquals(0, match.events.get(peer).stream().filter(text -> text.startsWith("DESYNC_REPORT")
                && text.contains("the inputs differ") && text.contains("in the minority")).count(), match::toString);
            assertEquals(match.games.get(0).hash, match.games.get(peer).hash, match::toString);
        }
        assertTrue(reports > 0, match::toString);
    }

    /** Whom it sent something else learns that from the history of each of the others. */
    @ParameterizedTest
    @CsvSource({"4, 1, 2, false", "4, 1, 2, true", "4, 0, 3, true", "5, 3, 0, true"})
    void shouldNameWhoSentDifferentInputs(final int peers, final int liar, final int deceived,
                                          final boolean keepsItsHistory) {
        final Match match = new Match(peers, 20, (peer, config) -> { });
        match.stepNs = 2 * Match.MS;
        match.transports.get(liar).outgoing = datagram -> datagram.to != deceived
            || !(keepsItsHistory && isTransfer(datagram)) && otherwise(datagram);
        match.run(15_000);
        for (int peer = 0; peer < peers; peer++) {
            assertEquals(peer == deceived ? 1 : 0, match.count(peer, SessionEvent.Type.PEER_LIED), match::toString);
        }
        assertTrue(match.events.get(deceived).stream().anyMatch(text -> text.startsWith("PEER_LIED")
            && text.contains("peer=" + liar) && text.contains("EQUIVOCATION")), match::toString);
    }

    /** One of the two others may lie as well as the one whose inputs it is about. */
    @Test
    void shouldNameNobodyOnTheWordOfOne() {
        final Match match = new Match(3, 20, (peer, config) -> { });
        match.stepNs = 2 * Match.MS;
        match.transports.get(0).outgoing = datagram -> datagram.to != 2
            || !isTransfer(datagram) && otherwise(datagram);
        match.run(15_000);
        for (int peer = 0; peer < 3; peer++) {
            assertEquals(0, match.count(peer, SessionEvent.Type.PEER_LIED), match::toString);
        }
        assertTrue(match.count(2, SessionEvent.Type.DESYNC_REPORT) > 0, match::toString);
    }

    private boolean isTransfer(final TestTransport.Datagram datagram) {
        return codec.decode(ByteBuffer.wrap(datagram.bytes)) == WireCode.OK
            && codec.decoded() instanceof TransferMessage transfer && transfer.transferId() < 0;
    }
}

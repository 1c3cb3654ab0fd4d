package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.internal.protocol.InputFrames;
import io.lockstep.core.internal.protocol.InputWindow;
import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.MessageCodec;
import io.lockstep.core.internal.protocol.SerialNumber;
import io.lockstep.core.internal.protocol.TransferMessage;
import io.lockstep.core.internal.protocol.WireCode;
import io.lockstep.core.internal.protocol.WireLimits;
import io.lockstep.core.security.Identity;
import io.lockstep.core.security.LinkKeys;
import io.lockstep.core.security.MatchKey;
import io.lockstep.core.security.PublicIdentity;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import io.lockstep.testkit.liars.LyingTransport;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Three with a roster: what one has signed tells which of the other two lies. */
class SignedInputsTest {

    private static final int PEERS = 3;
    private static final int LIAR = 0;
    private static final int DECEIVED = 2;
    private static final int FROM = 200;
    private static final int FRAMES = 60;
    private static final int MOST_BYTES = 1200;
    private static final long MS = 1_000_000L;
    private static final int PLAYED_MS = 12_000;

    private final MessageCodec codec =
        new MessageCodec(new WireLimits(2, 1, SessionConfig.DEFAULT_EVENT_BYTES, WireLimits.DEFAULT_STATE_BYTES));
    private final Session[] sessions = new Session[PEERS];
    private final TestGame[] games = new TestGame[PEERS];
    private final List<String> lies = new ArrayList<>();
    private int signed;
    private int differences;
    private Lie lie = (to, message, payload) -> payload;

    /** What the liar says to a peer in the place of a message. */
    private interface Lie {
        byte[] said(int to, Message message, byte[] payload);
    }

    @BeforeEach
    void open() {
        final SimulatedNetwork network =
            new SimulatedNetwork(PEERS, 3).conditions(LinkConditions.latency(20)).followPolls();
        final Identity[] identities = new Identity[PEERS];
        Arrays.setAll(identities, peer -> Identity.generate());
        final Map<Integer, PublicIdentity> roster = new TreeMap<>();
        for (int peer = 0; peer < PEERS; peer++) {
            roster.put(peer, identities[peer].publicIdentity());
        }
        for (int peer = 0; peer < PEERS; peer++) {
            final Transport endpoint = network.endpoint(peer);
            games[peer] = new TestGame();
            sessions[peer] = Session.builder().simulation(games[peer])
                .transport(peer == LIAR ? new LyingTransport(peer, endpoint, new Lying()) : endpoint).gameId("signed")
                .sessionSeed(peer).players(PEERS).localPlayer(peer)
                .keys(LinkKeys.of(MatchKey.of(new byte[MatchKey.BYTES]), identities[peer], roster))
                .input((frame, player, input) -> input.putShort((short) (frame / 7 * (player + 1)))).build();
        }
    }

    private final class Lying implements LyingTransport.Hook {

        @Override
        public byte[] outgoing(final int to, final Lane lane, final boolean handshake, final byte[] payload) {
            if (handshake || codec.decode(ByteBuffer.wrap(payload)) != WireCode.OK) {
                return payload;
            }
            final Message message = codec.decoded();
            signed += isSigned(message) ? 1 : 0;
            return lie.said(to, message, payload);
        }

        @Override
        public void incoming(final int from, final Lane lane, final byte[] payload) {
            // It needs none of that.
        }
    }

    private void play() {
        for (long ms = 0; ms < PLAYED_MS; ms += 2) {
            for (int peer = 0; peer < PEERS; peer++) {
                sessions[peer].poll((1000 + ms) * MS);
                while (sessions[peer].step()) {
                    // Everything that is due.
                }
                for (SessionEvent event = sessions[peer].nextEvent(); event != null;
                     event = sessions[peer].nextEvent()) {
                    if (event.type() == SessionEvent.Type.PEER_LIED) {
                        lies.add(peer + " names " + event.peer() + ": " + event.lie());
                    }
                    differences += event.type() == SessionEvent.Type.DESYNC ? 1 : 0;
                }
            }
        }
        for (int peer = 1; peer < PEERS; peer++) {
            assertTrue(sessions[peer].frame() > FROM + 3 * FRAMES, "frame " + sessions[peer].frame());
        }
    }

    private static boolean isSigned(final Message message) {
        return message instanceof MembershipMessage said && said.kind() == MembershipMessage.Kind.SIGNED;
    }

    private static boolean isHistory(final Message message) {
        return message instanceof TransferMessage transfer && transfer.transferId() < 0;
    }

    private static byte[] bytes(final Message message) {
        final ByteBuffer bytes = ByteBuffer.allocate(MOST_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        message.encode(bytes);
        return Arrays.copyOf(bytes.array(), bytes.position());
    }

    private static boolean isOther(final long frame) {
        return frame >= FROM && frame < FROM + FRAMES;
    }

    /** Its inputs of a second are others. */
    private static byte[] otherwise(final Message message, final byte[] payload) {
        if (!(message instanceof InputWindow window)) {
            return payload;
        }
        final InputFrames frames = window.frames();
        final long first = SerialNumber.unwrap(window.firstFrame(), FROM);
        // What follows a frame is told by its difference from that one, which was another one, too.
        final boolean base = frames.follows() && isOther(first - 1);
        for (int i = 0; i < frames.count(); i++) {
            if (isOther(first + i) != base) {
                frames.inputs()[frames.inputOffset(i, 0)] ^= 1;
            }
        }
        return bytes(window);
    }

    @Test
    void shouldSignInputsOnceASecondAndNameNobody() {
        play();
        assertEquals(List.of(), lies);
        final long seconds = sessions[LIAR].frame() / FRAMES;
        assertTrue(Math.abs(signed - 2 * seconds) <= 4, () -> signed + " in " + seconds + " s, to two others");
        assertEquals(0, differences);
    }

    /** Both others were sent the same, and do not contradict each other. */
    @Test
    void shouldNameWhoSignsWhatItDidNotSend() {
        lie = (to, message, payload) -> isHistory(message) ? null : otherwise(message, payload);
        play();
        assertEquals(Set.of("1 names 0: EQUIVOCATION", "2 names 0: EQUIVOCATION"), Set.copyOf(lies));
    }

    /** It tells whom it deceives nothing that this one could compare; but the third shows what it was told. */
    @Test
    void shouldNameWhoSignedSomethingElseForAnother() {
        lie = (to, message, payload) -> to != DECEIVED ? payload
            : isHistory(message) || isSigned(message) ? null : otherwise(message, payload);
        play();
        assertTrue(differences > 0);
        assertEquals(List.of("2 names 0: EQUIVOCATION"), lies);
    }

    /** Whose name is on it must have signed it. */
    @Test
    void shouldNameNobodyForWhatItHasNotSigned() {
        lie = (to, message, payload) -> {
            if (to == DECEIVED && isSigned(message)) {
                final MembershipMessage own = (MembershipMessage) message;
                final long frame = own.frame(LIAR);
                final int[] parts = new int[20];
                for (int i = 0; i < parts.length; i++) {
                    parts[i] = own.incarnation(i);
                }
                own.reset(MembershipMessage.Kind.SIGNED).seat(1).frame(1, frame);
                for (int i = 0; i < parts.length; i++) {
                    own.incarnation(i, parts[i]);
                }
                return bytes(own);
            }
            return payload;
        };
        play();
        assertTrue(signed > 0);
        assertEquals(List.of(), lies);
    }
}

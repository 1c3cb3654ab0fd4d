package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.Phase;
import io.lockstep.core.game.ProtocolMode;
import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.protocol.InputWindow;
import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.transport.Transport;
import io.lockstep.testkit.ForwardingTransport;
import io.lockstep.testkit.SimulatedNetwork;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever is missing or out of range is refused before the match, with its name, its value and the range. */
class SessionConfigTest {

    private static final TestTransport TRANSPORT = new TestTransport(0, new SimulatedNetwork(32, 0).endpoint(0));

    private static SessionConfig valid() {
        return Session.builder().simulation(new TestGame()).input((frame, player, input) -> { })
            .transport(TRANSPORT).gameId("game-1").sessionSeed(1).localPlayer(0);
    }

    private static String refusal(final Consumer<SessionConfig> change) {
        final SessionConfig config = valid();
        return assertThrows(IllegalArgumentException.class, () -> {
            change.accept(config);
            config.build();
        }).getMessage();
    }

    private static Arguments of(final String text, final Consumer<SessionConfig> change) {
        return Arguments.of(text, change);
    }

    static Stream<Arguments> refused() {
        return Stream.of(
            of("simulation is missing", config -> config.simulation(null)),
            of("input is missing", config -> config.input(null)),
            of("transport is missing", config -> config.transport(null)),
            of("gameId is missing", config -> config.gameId(null)),
            of("length of gameId is 0, allowed is 1 to 32", config -> config.gameId("")),
            of("length of gameId is 33, allowed is 1 to 32", config -> config.gameId("x".repeat(33))),
            of("gameId 'caf\u00e9' must be printable ASCII", config -> config.gameId("caf\u00e9")),
            of("gameId 'a\u007f' must be printable ASCII", config -> config.gameId("a\u007f")),
            of("players is 0, allowed is 1 to 32", config -> config.players(0)),
            of("players is 33, allowed is 1 to 32", config -> config.players(33)),
            of("localPlayer is 2, allowed is 0 to 1", config -> config.localPlayer(2)),
            of("localPlayer is 1, but the transport is the end of peer 0", config -> config.localPlayer(1)),
            of("players is 3 and player 2 sits at peer 2, but the transport is for peers 0 1 only",
                config -> config.players(3).transport(new SimulatedNetwork(2, 0).endpoint(0))),
            of("player is -1, allowed is 0 to 31", config -> config.localPlayer(-1)),
            of("player is 32, allowed is 0 to 31", config -> config.localPlayer(32)),
            of("player is 32, allowed is 0 to 31", config -> config.peer(32)),
            of("further player of peer 1 is 1, allowed is 2 to 31", config -> config.peer(1, 1)),
            of("further player of peer 1 is 32, allowed is 2 to 31", config -> config.peer(1, 32)),
            of("player 1 has two peers, the second is 1", config -> config.localPlayers(0, 1).peer(1)),
            of("player is 5, allowed is 0 to 1", config -> config.peer(1, 5)),
            of("tickRate is 0, allowed is 1 to 1000", config -> config.tickRate(0)),
            of("tickRate is 1001, allowed is 1 to 1000", config -> config.tickRate(1001)),
            of("inputDelay is -1 at tickRate 60, allowed is 0 to 30", config -> config.inputDelay(-1)),
            of("inputDelay is 31 at tickRate 60, allowed is 0 to 30", config -> config.inputDelay(31)),
            of("inputBytes is 0, allowed is 1 to 64", config -> config.inputBytes(0)),
            of("inputBytes is 65, allowed is 1 to 64", config -> config.inputBytes(65)),
            of("maxEventBytes is -1, allowed is 0 to 255", config -> config.maxEventBytes(-1)),
            of("maxEventBytes is 256, allowed is 0 to 255", config -> config.maxEventBytes(256)),
            of("checksumInterval is 0, allowed is 1 to 128", config -> config.checksumInterval(0)),
            of("checksumInterval is 129, allowed is 1 to 128", config -> config.checksumInterval(129)),
            of("startFrame is -1, allowed is 0 to 9223372036854775807", config -> config.startFrame(-1)),
            of("endFrame is 10, allowed is 11 to 9223372036854775807", config -> config.startFrame(10).endFrame(10)),
            of("silenceTimeoutMs is 499, allowed is 500 to 600000", config -> config.silenceTimeoutMs(499)),
            of("silenceTimeoutMs is 600001, allowed is 500 to 600000", config -> config.silenceTimeoutMs(600_001)));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void shouldNameWhatIsWrongItsValueAndTheRange(final String text, final Consumer<SessionConfig> change) {
        assertEquals(text, refusal(change));
    }

    static Stream<Consumer<SessionConfig>> allowed() {
        return Stream.of(
            config -> config.gameId("~".repeat(32)),
            config -> config.players(1),
            config -> config.players(32),
            config -> config.tickRate(1),
            config -> config.tickRate(1000),
            config -> config.inputDelay(0),
            config -> config.inputDelay(30),
            config -> config.inputBytes(1),
            config -> config.inputBytes(64),
            config -> config.maxEventBytes(0),
            config -> config.maxEventBytes(255),
            config -> config.checksumInterval(1),
            config -> config.checksumInterval(128),
            config -> config.startFrame(Long.MAX_VALUE - 1),
            config -> config.endFrame(1),
            config -> config.silenceTimeoutMs(500),
            config -> config.silenceTimeoutMs(600_000),
            config -> config.players(4).localPlayers(0, 1).peer(2, 3),
            config -> config.sessionSeed(0).matchId(-1));
    }

    @ParameterizedTest
    @MethodSource("allowed")
    void shouldTakeTheBoundsThemselves(final Consumer<SessionConfig> change) {
        final SessionConfig config = valid();
        change.accept(config);
        assertEquals(Phase.CONNECTING, assertDoesNotThrow(config::build).phase());
    }

    @Test
    void shouldAskForTheSeed() {
        final SessionConfig config = Session.builder().simulation(new TestGame())
            .input((frame, player, input) -> { }).transport(TRANSPORT).gameId("game");
        assertEquals("sessionSeed, which this transport does not draw, is missing",
            assertThrows(IllegalArgumentException.class, config::build).getMessage());
    }

    @Test
    void shouldAskForTheLocalPlayerIfTheTransportDoesNotKnowIt() {
        final SessionConfig config = Session.builder().simulation(new TestGame())
            .input((frame, player, input) -> { }).gameId("game").sessionSeed(1)
            .transport(new Nameless(new SimulatedNetwork(3, 0).endpoint(0)));
        assertEquals("localPlayer is missing",
            assertThrows(IllegalArgumentException.class, config::build).getMessage());
    }

    @Test
    void shouldTakeThePlayersFromTheTransport() {
        final SimulatedNetwork network = new SimulatedNetwork(3, 0);
        final MatchSettings settings = Session.builder().simulation(new TestGame())
            .input((frame, player, input) -> { }).transport(network.endpoint(2)).gameId("game").sessionSeed(1)
            .settings();
        assertEquals(2, settings.self());
        assertEquals(3, settings.players());
    }

    @Test
    void shouldCountFurtherPlayersOfThePeersThatTheTransportKnows() {
        final SimulatedNetwork network = new SimulatedNetwork(2, 0);
        final MatchSettings settings = Session.builder().simulation(new TestGame())
            .input((frame, player, input) -> { }).transport(network.endpoint(0)).gameId("game").sessionSeed(1)
            .peer(1, 2, 4).peer(0, 3).settings();
        assertEquals(0, settings.self());
        assertEquals(5, settings.players());
    }

    @Test
    void shouldTakeATransportThatKnowsNobodyForOneOfTwo() {
        final MatchSettings settings = valid().transport(new Nameless(new SimulatedNetwork(3, 0).endpoint(0)))
            .settings();
        assertEquals(2, settings.players());
    }

    /** A transport that was made without what this library's know. */
    private static final class Nameless extends ForwardingTransport {

        Nameless(final Transport carrier) {
            super(carrier);
        }

        @Override
        public int localPeer() {
            return Transport.UNKNOWN;
        }
    }

    @Test
    void shouldBuildOneSessionAndLetNothingChangeItLater() {
        final SessionConfig config = valid();
        final Session session = config.build();
        final String text = assertThrows(IllegalStateException.class, config::build).getMessage();
        assertEquals("a session was built of this builder already; each takes one of its own", text);
        config.localPlayer(1).maxEventBytes(8);
        assertTrue(session.sendEvent(0, ByteBuffer.allocate(64)));
    }

    @Test
    void shouldRefuseInputsThatDoNotFitIntoADatagram() {
        final String text = refusal(config -> config.players(16).inputBytes(64)
            .localPlayers(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
        assertTrue(text.startsWith("one frame of 16 local players needs ") && text.contains(" carries 1184;")
            && text.contains("inputBytes=64") && text.contains("maxEventBytes=64"), text);
    }

    /** One byte fewer, and a frame of both local players could never be sent. */
    @Test
    void shouldTakeATransportThatJustCarriesOneFrameAndNoneThatCarriesLess() {
        final Consumer<SessionConfig> two = config -> config.players(2).localPlayers(0, 1).inputBytes(64)
            .maxEventBytes(255);
        final int needed = InputWindow.worstCaseBytes(2, 64, 255);
        assertDoesNotThrow(() -> carriedBy(needed, two));
        assertEquals("one frame of 2 local players needs " + needed + " bytes, the transport carries " + (needed - 1)
            + "; make inputBytes=64 or maxEventBytes=255 smaller",
            assertThrows(IllegalArgumentException.class, () -> carriedBy(needed - 1, two)).getMessage());
    }

    /** Of inputs there is little: it is the line-up of many that does not fit. */
    @Test
    void shouldRefuseATransportThatCannotCarryAnEpoch() {
        final Consumer<SessionConfig> many = config -> config.players(16).localPlayer(0);
        final int needed = MembershipMessage.longestCut(16);
        assertDoesNotThrow(() -> carriedBy(needed, many));
        assertEquals("a match of 16 peers needs datagrams of " + needed + " bytes, the transport carries "
            + (needed - 1),
            assertThrows(IllegalArgumentException.class, () -> carriedBy(needed - 1, many)).getMessage());
    }

    private static Session carriedBy(final int bytes, final Consumer<SessionConfig> change) {
        final TestTransport narrow = new TestTransport(0, TRANSPORT);
        narrow.maxPayloadBytes = bytes;
        final SessionConfig config = valid().transport(narrow);
        change.accept(config);
        return config.build();
    }

    @Test
    void shouldKnowThatJsonNeedsMoreRoom() {
        final Consumer<SessionConfig> two = config -> config.players(2).localPlayers(0, 1).inputBytes(64)
            .maxEventBytes(200);
        assertDoesNotThrow(() -> {
            final SessionConfig config = valid();
            two.accept(config);
            return config.build();
        });
        assertTrue(refusal(two.andThen(config -> config.protocolMode(ProtocolMode.JSON))).contains("2 local players"));
    }

    @ParameterizedTest
    @OverEachCarrier
    void shouldPlayTheLargestInputsAndEventsThatAreAllowed(final Carrier carrier) {
        for (final ProtocolMode mode : ProtocolMode.values()) {
            final Match match = new Match(carrier, 2, 20, (peer, config) -> config.endFrame(90).inputBytes(64)
                .maxEventBytes(255).protocolMode(mode).inputDelay(6)
                .input((frame, player, input) -> {
                    while (input.hasRemaining()) {
                        input.put((byte) (frame * 31 + input.position()));
                    }
                }));
            assertTrue(match.runUntil(2000, () -> match.everybodyPast(10)), match::toString);
            for (int i = 0; i < 16; i++) {
                assertTrue(match.sessions.get(i % 2).sendEvent(i % 2, ByteBuffer.allocate(255)));
            }
            assertTrue(match.runUntilEnded(10_000), () -> mode + " " + match);
            match.assertFinishedAlike(90, mode.toString());
        }
    }

    @Test
    void shouldRefuseEventsOfOthersAndOfWrongLength() {
        final Session session = valid().maxEventBytes(8).build();
        assertEquals("player 1 does not play here", assertThrows(IllegalArgumentException.class,
            () -> session.sendEvent(1, ByteBuffer.allocate(1))).getMessage());
        assertEquals("event of 0 bytes, allowed is 1 to 8", assertThrows(IllegalArgumentException.class,
            () -> session.sendEvent(0, ByteBuffer.allocate(0))).getMessage());
        assertEquals("event of 9 bytes, allowed is 1 to 8", assertThrows(IllegalArgumentException.class,
            () -> session.sendEvent(0, ByteBuffer.allocate(9))).getMessage());
    }
}

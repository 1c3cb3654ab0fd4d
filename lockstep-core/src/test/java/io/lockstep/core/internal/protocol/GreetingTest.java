package io.lockstep.core.internal.protocol;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A greeting arrives as it was filled, in clear and sealed. */
class GreetingTest {

    private static final WireSupport SPEAKS = new WireSupport(1, 1, 2, 4);
    private static final byte[] CONFIG = {5, 6, 7};

    private static Greeting filled(final MessageType type) {
        return new Greeting(type).speaks(SPEAKS).incarnation(-6).salt(-7).joining(true).matchId(-8)
            .players(1 << 29).digest(-9).frame(1L << 40).state(-10).tickRate(1000).playerCount(30).inputBytes(64)
            .checksumInterval(65_535).maxEventBytes(255).seatToken(-12).matchConfig(CONFIG).gameId("one game")
            .pepper(-13);
    }

    private static void assertStart(final Greeting greeting) {
        assertEquals(SPEAKS, greeting.speaks());
        assertEquals(-6, greeting.incarnation());
        assertEquals(-7, greeting.salt());
        assertTrue(greeting.joining());
    }

    private static void assertRest(final Greeting greeting) {
        assertEquals(-8, greeting.matchId());
        assertEquals(1 << 29, greeting.players());
        assertEquals(-9, greeting.digest());
        assertEquals(1L << 40, greeting.frame());
        assertEquals(-10, greeting.state());
        assertEquals(1000, greeting.tickRate());
        assertEquals(30, greeting.playerCount());
        assertEquals(64, greeting.inputBytes());
        assertEquals(65_535, greeting.checksumInterval());
        assertEquals(255, greeting.maxEventBytes());
        assertEquals(-12, greeting.seatToken());
        assertArrayEquals(CONFIG, greeting.matchConfig());
        assertEquals("one game", greeting.gameId());
    }

    private static void assertNoRest(final Greeting greeting) {
        assertEquals(0, greeting.matchId());
        assertEquals(0, greeting.players());
        assertEquals(0, greeting.seatToken());
        assertNull(greeting.matchConfig());
        assertEquals("", greeting.gameId());
    }

    @ParameterizedTest
    @EnumSource(names = {"CHALLENGE_RESPONSE", "WELCOME"})
    void shouldCarryEverything(final MessageType type) {
        final Greeting received = MessageFieldsTest.arrived(filled(type), new Greeting(type));
        assertStart(received);
        assertRest(received);
        assertEquals(type == MessageType.WELCOME ? 0 : -13, received.pepper());
        assertEquals(WireCode.OK, received.check());
        assertFalse(received.isSealed());
        assertEquals(0, received.sealed().length);
        MessageFieldsTest.arrived(filled(type).joining(false).matchConfig(new byte[0]), received);
        assertFalse(received.joining());
        assertEquals(0, received.matchConfig().length);
        assertNull(MessageFieldsTest.arrived(filled(type).matchConfig(null), received).matchConfig());
    }

    @Test
    void shouldSayOnlyTheStartInAHello() {
        final Greeting hello = MessageFieldsTest.arrived(filled(MessageType.HELLO), filled(MessageType.HELLO));
        assertStart(hello);
        assertNoRest(hello);
        assertEquals(WireCode.OK, hello.check());
    }

    @Test
    void shouldTakeOverEverythingThatAnotherSays() {
        final Greeting other = filled(MessageType.WELCOME);
        final Greeting copy = new Greeting(MessageType.CHALLENGE_RESPONSE);
        copy.copy(other);
        other.matchConfig(new byte[] {9, 9, 9}).gameId("two");
        assertStart(copy);
        assertRest(copy);
        assertEquals(0, copy.pepper());
    }

    @Test
    void shouldOpenWhatTheOtherSideSealed() {
        final byte[] clear = filled(MessageType.WELCOME).toSeal();
        final byte[] message = new byte[Greeting.MAX_SEALED_BYTES];
        Arrays.fill(message, (byte) 3);
        final Greeting received = MessageFieldsTest.arrived(filled(MessageType.WELCOME).sealed(message),
            filled(MessageType.WELCOME));
        assertTrue(received.isSealed());
        assertArrayEquals(message, received.sealed());
        assertStart(received);
        assertNoRest(received);
        assertTrue(received.unseal(clear));
        assertRest(received);
        assertFalse(received.unseal(Arrays.copyOf(clear, clear.length + 1)));
        assertNoRest(received);
        assertFalse(received.sealed(null).isSealed());
        assertEquals(0, received.sealed().length);
        assertFalse(received.unseal(clear), "the start says that it is sealed");
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "7, 1", "18, 64"})
    void shouldNotOpenWhatWasSealedForAnotherStart(final int at, final int bit) {
        final byte[] clear = filled(MessageType.WELCOME).toSeal();
        final Greeting received = filled(MessageType.WELCOME).sealed(new byte[1]);
        clear[at] ^= (byte) bit;
        assertFalse(received.unseal(clear));
        assertNoRest(received);
        clear[at] ^= (byte) bit;
        assertFalse(received.unseal(Arrays.copyOf(clear, at)), "cut short");
        assertFalse(received.unseal(Arrays.copyOf(clear, clear.length - 1)), "one byte short");
        assertTrue(received.unseal(clear));
    }

    @Test
    void shouldOpenWhatALaterVersionAddsTo() {
        final Greeting sent = filled(MessageType.WELCOME).speaks(new WireSupport(1, 2, 0, 0));
        final byte[] clear = sent.toSeal();
        assertTrue(sent.unseal(Arrays.copyOf(clear, clear.length + 5)));
        assertRest(sent);
    }

    @Test
    void shouldCheckWhatWasSetFieldByField() {
        final Greeting welcome = filled(MessageType.WELCOME);
        assertEquals(WireCode.RANGE, welcome.players(0).check());
        assertEquals(WireCode.RANGE, welcome.players(1 << 30).check(), "player 30 of 30");
        assertEquals(WireCode.OK, welcome.sealed(new byte[1]).check(), "nobody can read it");
        assertEquals(WireCode.OK, welcome.sealed(null).speaks(new WireSupport(2, 3, 0, 0)).check());
        assertNoRest(welcome);
        assertEquals(WireCode.RANGE, welcome.decode(new Refusal(WireCode.RANGE, "1a0302" + "00".repeat(17)).buffer()));
        assertEquals(WireCode.RANGE, welcome.check(), "the versions are still those");
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 1, 1, true", "1000, 32, 64, 65535, true", "0, 1, 1, 1, false", "1001, 1, 1, 1, false",
        "1, 0, 1, 1, false", "1, 33, 1, 1, false", "1, 1, 0, 1, false", "1, 1, 65, 1, false", "1, 1, 1, 0, false"})
    void shouldKnowHowAMatchCanBeConfigured(final int tickRate, final int players, final int inputBytes,
                                            final int interval, final boolean possible) {
        assertEquals(possible, Greeting.areInRange(tickRate, players, inputBytes, interval));
    }

    @Test
    void shouldTakeTheLongestTextsAndNoLonger() {
        final Greeting greeting = new Greeting(MessageType.WELCOME);
        assertTrue(Greeting.isGameId(" ~".repeat(Greeting.MAX_GAME_ID_LENGTH / 2)));
        assertFalse(Greeting.isGameId("x".repeat(Greeting.MAX_GAME_ID_LENGTH + 1)));
        assertFalse(Greeting.isGameId("\u007F"));
        assertFalse(Greeting.isGameId("\u001F"));
        assertEquals(255, greeting.matchConfig(new byte[255]).matchConfig().length);
        assertThrows(IllegalArgumentException.class, () -> greeting.matchConfig(new byte[256]));
    }
}

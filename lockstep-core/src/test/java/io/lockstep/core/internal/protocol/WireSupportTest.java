package io.lockstep.core.internal.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What two peers that speak different versions have in common, and what of a later version's greeting is read. */
class WireSupportTest {

    private final MessageCodec codec = new MessageCodec(WireLimits.DEFAULT);

    private static WireSupport versions(final int lowest, final int highest) {
        return new WireSupport(lowest, highest, 0, 0);
    }

    private static Greeting welcome(final WireSupport speaks) {
        return new Greeting(MessageType.WELCOME).speaks(speaks).incarnation(6).salt(7).joining(true).matchId(8)
            .players(1).digest(9).frame(10).state(11).tickRate(60).playerCount(2).inputBytes(2).checksumInterval(30)
            .maxEventBytes(64).seatToken(12).gameId("later");
    }

    private static byte[] bytes(final Message message) {
        final ByteBuffer buffer = ByteBuffer.allocate(200);
        return Arrays.copyOf(buffer.array(), message.encode(buffer));
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 1, 1, 1", "1, 3, 2, 5, 3", "2, 5, 1, 3, 3", "1, 9, 4, 4, 4", "1, 1, 1, 255, 1",
        "1, 1, 2, 3, 0", "2, 3, 1, 1, 0", "5, 9, 1, 4, 0"})
    void shouldAgreeOnTheHighestVersionThatBothSpeak(final int lowest, final int highest, final int otherLowest,
                                                     final int otherHighest, final int common) {
        assertEquals(common, versions(lowest, highest).commonVersion(versions(otherLowest, otherHighest)));
        assertEquals(common, versions(otherLowest, otherHighest).commonVersion(versions(lowest, highest)));
    }

    @Test
    void shouldAgreeOnTheCapabilitiesThatBothHave() {
        final WireSupport one = new WireSupport(1, 1, 0b0001, 0b0110);
        final WireSupport other = new WireSupport(1, 1, 0b0010, 0b1001);
        assertEquals(0b0011, one.commonCapabilities(other));
        assertEquals(0b0011, other.commonCapabilities(one));
        assertEquals(0, one.lacksOf(other));
        assertEquals(0, other.lacksOf(one));
    }

    @Test
    void shouldLackOnlyWhatIsRequired() {
        final WireSupport one = new WireSupport(1, 1, 0, 0b0110);
        assertEquals(0, one.lacksOf(new WireSupport(1, 1, 0b0100, -1)));
        assertEquals(0x8000_0001, one.lacksOf(new WireSupport(1, 1, 0x8000_0005, 0)));
    }

    @Test
    void shouldNotSpeakVersionsThatCannotTravel() {
        assertThrows(IllegalArgumentException.class, () -> versions(0, 1));
        assertThrows(IllegalArgumentException.class, () -> versions(2, 1));
        assertThrows(IllegalArgumentException.class, () -> versions(1, 256));
    }

    @Test
    void shouldReadTheWelcomeOfALaterVersionThatSpeaksOursToo() {
        final byte[] known = bytes(welcome(new WireSupport(1, 7, 1, 2)));
        final byte[] longer = Arrays.copyOf(known, known.length + 40);
        assertEquals(WireCode.OK, codec.decode(ByteBuffer.wrap(longer)));
        assertTrue(codec.welcome().isReadable());
        assertEquals(new WireSupport(1, 7, 1, 2), codec.welcome().speaks());
        assertEquals("later", codec.welcome().gameId());
        assertEquals(12, codec.welcome().seatToken());
        assertEquals(known.length, codec.encode(codec.welcome(), ByteBuffer.allocate(200)));
        longer[2] = Message.VERSION;
        assertEquals(WireCode.TRAILING, codec.decode(ByteBuffer.wrap(longer)));
    }

    @Test
    void shouldReadOfAWelcomeThatDoesNotSpeakOursWhatNeverChanges() {
        assertEquals(WireCode.OK, codec.decode(ByteBuffer.wrap(bytes(welcome(versions(1, 1))))));
        final byte[] start = bytes(welcome(new WireSupport(2, 3, 4, 5)));
        assertEquals(20, start.length);
        final byte[] other = Arrays.copyOf(start, 37);
        Arrays.fill(other, 20, other.length, (byte) 0xEE);
        assertEquals(WireCode.OK, codec.decode(ByteBuffer.wrap(other)));
        final Greeting welcome = codec.welcome();
        assertFalse(welcome.isReadable());
        assertEquals(new WireSupport(2, 3, 4, 5), welcome.speaks());
        assertEquals(6, welcome.incarnation());
        assertEquals(7, welcome.salt());
        assertTrue(welcome.joining());
        assertEquals(0, welcome.matchId());
        assertEquals(0, welcome.seatToken());
        assertEquals("", welcome.gameId());
    }

    /** Whatever versions a peer speaks, these headers and lengths are the same. */
    @Test
    void shouldSayWhatComesBeforeAnAgreementAsEveryVersionDoes() {
        assertEquals(0x17, bytes(new Greeting(MessageType.HELLO).speaks(versions(9, 9)))[0]);
        assertEquals(0x1A, bytes(new Greeting(MessageType.WELCOME).speaks(versions(9, 9)))[0]);
        assertEquals(0x18, bytes(new Challenge())[0]);
        assertEquals(0x19, bytes(new Greeting(MessageType.CHALLENGE_RESPONSE).speaks(versions(9, 9)))[0]);
        assertEquals(0x1B, bytes(new Goodbye())[0]);
    }

    @Test
    void shouldAddCapabilitiesToWhatIsSaid() {
        final WireSupport one = new WireSupport(1, 3, 0b0001, 0b0010);
        assertEquals(new WireSupport(1, 3, 0b0001, 0b1110), one.with(0b1100));
        assertEquals(new WireSupport(1, 3, 0b1101, 0b0010), one.requiring(0b1100));
        assertEquals("1 to 3", one.versions());
        assertEquals("2", versions(2, 2).versions());
    }
}

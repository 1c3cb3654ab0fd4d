package io.lockstep.core.internal.protocol;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.stream.Stream;

/**
 * A datagram that is refused, and the code it gets. Each check of each message has one that is one byte short, one byte
 * long or just out of range.
 *
 * @param code what a decoder of {@link #LIMITS} finds
 * @param hex  the datagram in hexadecimal
 */
public record Refusal(WireCode code, String hex) {

    /** Two bytes of input, four players a link, events to 8 bytes, states to 1000. */
    public static final WireLimits LIMITS = new WireLimits(2, 4, 8, 1000);

    private static final String SPOKEN = "1a" + "%02x%02x%02x" + "00".repeat(16);
    private static final String WELCOME_HEAD = String.format(SPOKEN, 1, 1, 0) + "00".repeat(8);
    private static final String WELCOME = WELCOME_HEAD + "01000000" + "00".repeat(24);
    /** The seat token, and an empty match config. */
    private static final String SEAT = "00".repeat(10);
    private static final String TOKEN = "00".repeat(8);
    private static final String MEMBERSHIP = "1d%02x%02x" + "00".repeat(36) + "%02x%02x";
    private static final String GOODBYE_HEAD = "1b%02x" + "00".repeat(20);

    /** All of them, of which none depends on whether JSON can be read. */
    public static Stream<Refusal> all() {
        return Stream.of(binary(), windows(), relays(), handshakes(), memberships(), transfers())
            .flatMap(refused -> refused);
    }

    ByteBuffer buffer() {
        return ByteBuffer.wrap(HexFormat.of().parseHex(hex));
    }

    private static Stream<Refusal> binary() {
        return Stream.of(
            new Refusal(WireCode.EMPTY, ""),
            new Refusal(WireCode.VERSION, "0000000000"),
            new Refusal(WireCode.VERSION, "200000000000"),
            new Refusal(WireCode.TRUNCATED, "1000000000"),
            new Refusal(WireCode.TRUNCATED, "100100000000ffffff"),
            new Refusal(WireCode.TRUNCATED, "100200000000"),
            new Refusal(WireCode.TRAILING, "10000000000000"),
            new Refusal(WireCode.RESERVED, "100400000000"),
            new Refusal(WireCode.TOO_LARGE, "100200000000" + "00".repeat(FrameInput.MAX_EVENT_BYTES + 1)),
            new Refusal(WireCode.TRUNCATED, "11" + "00".repeat(12) + "09000000" + "789c030000000001"),
            new Refusal(WireCode.TRAILING, "11" + "00".repeat(12) + "07000000" + "789c030000000001"),
            new Refusal(WireCode.TRUNCATED, "11" + "00".repeat(12) + "ffffffff" + "789c030000000001"),
            new Refusal(WireCode.COMPRESSION, "11" + "00".repeat(12) + "07000000" + "789c0300000000"),
            new Refusal(WireCode.COMPRESSION, "11" + "00".repeat(12) + "09000000" + "789c03000000000100"),
            new Refusal(WireCode.COMPRESSION, "11" + "00".repeat(12) + "08000000" + "789c030000000002"),
            new Refusal(WireCode.COMPRESSION, "11" + "00".repeat(12) + "00000000"),
            new Refusal(WireCode.RANGE, "122000000000"),
            new Refusal(WireCode.TRAILING, "12000000000000"),
            new Refusal(WireCode.TRUNCATED, "130000"),
            new Refusal(WireCode.TRAILING, "1300000000"),
            new Refusal(WireCode.RESERVED, "13200000"),
            new Refusal(WireCode.RESERVED, "13600000"),
            new Refusal(WireCode.RANGE, "12a000000000"),
            new Refusal(WireCode.RANGE, "124000000000"),
            new Refusal(WireCode.RANGE, "142000000000"),
            new Refusal(WireCode.TRUNCATED, "14000000000000"),
            new Refusal(WireCode.TRUNCATED, "1500000000000000000000"),
            new Refusal(WireCode.TRAILING, "15000000000000000000000000"),
            new Refusal(WireCode.TRUNCATED, "11" + "00".repeat(15)),
            new Refusal(WireCode.TRUNCATED, "1f"),
            new Refusal(WireCode.VERSION, "2f7b"),
            new Refusal(WireCode.EXTENDED, "1f00"),
            new Refusal(WireCode.EXTENDED, "1fff01020304"));
    }

    private static Stream<Refusal> windows() {
        return Stream.of(
            new Refusal(WireCode.TRUNCATED, "16000000"),
            // Without options, options without anything, a term that nobody leads.
            new Refusal(WireCode.TRUNCATED, "1680010000"),
            new Refusal(WireCode.NOT_CANONICAL, "168000000000"),
            new Refusal(WireCode.NOT_CANONICAL, "168040000000" + "0000"),
            new Refusal(WireCode.TRUNCATED, "16a040000000" + "00"),
            new Refusal(WireCode.TRAILING, "16a040000000" + "000000"),
            // An ack of two bytes, and one that would have fitted into one.
            new Refusal(WireCode.TRUNCATED, "1640000080"),
            new Refusal(WireCode.NOT_CANONICAL, "164000007f00"),
            new Refusal(WireCode.NOT_CANONICAL, "1640000080ff"),
            new Refusal(WireCode.TRAILING, "164000008000" + "00"),
            // A number of frames that follows.
            new Refusal(WireCode.TRUNCATED, "160f000000"),
            new Refusal(WireCode.NOT_CANONICAL, "160f000000" + "0e" + "0000"),
            new Refusal(WireCode.RANGE, "160f000000" + "81"),
            // Players, of whom there are two or more.
            new Refusal(WireCode.TRUNCATED, "168080000000"),
            new Refusal(WireCode.NOT_CANONICAL, "168080000000" + "00"),
            new Refusal(WireCode.RESERVED, "168080000000" + "20"),
            new Refusal(WireCode.TOO_LARGE, "168080000000" + "04"),
            new Refusal(WireCode.TRUNCATED, "168008000000" + "000000"),
            new Refusal(WireCode.TRUNCATED, "168002000000" + "00"),
            new Refusal(WireCode.TRUNCATED, "168001000000" + "0000"),
            new Refusal(WireCode.RANGE, "168001000000" + "000000"),
            new Refusal(WireCode.RANGE, "168001000000" + "00000f"),
            new Refusal(WireCode.RANGE, "168001000000" + "0000c1"),
            new Refusal(WireCode.TRUNCATED, "168001000000" + "000001" + "000000"),
            new Refusal(WireCode.TRUNCATED, "168010000000" + "00000000"),
            new Refusal(WireCode.TRAILING, "168020000000" + "00"),
            new Refusal(WireCode.TRUNCATED, "1601000000"),
            new Refusal(WireCode.TRAILING, "1601000000" + "0000"),
            new Refusal(WireCode.RESERVED, "1601000000" + "80"),
            new Refusal(WireCode.NOT_CANONICAL, "1601000000" + "02"),
            new Refusal(WireCode.NOT_CANONICAL, "1601000000" + "0600"),
            // A change of nothing, and one of which the end is missing.
            new Refusal(WireCode.TRUNCATED, "1601000000" + "06"),
            new Refusal(WireCode.TRUNCATED, "1601000000" + "0e"),
            // Five inputs that stay, and half of one that changes.
            new Refusal(WireCode.TRUNCATED, "1606000000" + "c001"),
            new Refusal(WireCode.NOT_CANONICAL, "168104000000" + "00"),
            // One input that stays, a command behind it; 1 bit each and one before them, then the 8 of the length.
            new Refusal(WireCode.TRUNCATED, "168104000000" + "0400"),
            new Refusal(WireCode.TRUNCATED, "168104000000" + "040800000000".substring(0, 10)),
            new Refusal(WireCode.RANGE, "168104000000" + "040000000000"),
            new Refusal(WireCode.RANGE, "168104000000" + "043000000000"),
            new Refusal(WireCode.RANGE, "168104000000" + "040800010000"),
            new Refusal(WireCode.RESERVED, "168104000000" + "040800000008"),
            new Refusal(WireCode.TRAILING, "168104000000" + "04080000000000"),
            new Refusal(WireCode.TOO_LARGE, "168104000000" + "4c00" + "00".repeat(9)));
    }

    private static Stream<Refusal> relays() {
        return Stream.of(
            new Refusal(WireCode.TRUNCATED, "1c00"),
            new Refusal(WireCode.RANGE, "1c0300"),
            new Refusal(WireCode.RANGE, "1c0020"),
            new Refusal(WireCode.TRUNCATED, "1c0000" + "00".repeat(8)),
            new Refusal(WireCode.TOO_LARGE, "1c0100" + "00".repeat(8) + "00".repeat(1401)),
            new Refusal(WireCode.TRUNCATED, "1c020000000000"),
            new Refusal(WireCode.RESERVED, "1c02000200000000"),
            new Refusal(WireCode.RESERVED, "1c02000020000000"),
            new Refusal(WireCode.TOO_LARGE, "1c02000004000000"),
            new Refusal(WireCode.RANGE, "1c02000000000081"),
            new Refusal(WireCode.TRUNCATED, "1c02000000000001"),
            new Refusal(WireCode.TRAILING, "1c02000000000000" + "00"),
            new Refusal(WireCode.NOT_CANONICAL, "1c02000100000001" + "00"));
    }

    private static Stream<Refusal> handshakes() {
        return Stream.of(
            new Refusal(WireCode.TRUNCATED, WELCOME + "3c0002021e0040" + SEAT),
            new Refusal(WireCode.TRUNCATED, WELCOME + "3c0002021e0040" + SEAT + "02" + "78"),
            new Refusal(WireCode.TRAILING, WELCOME + "3c0002021e0040" + SEAT + "01" + "7878"),
            new Refusal(WireCode.RANGE, WELCOME + "000002021e0040" + SEAT + "01" + "78"),
            new Refusal(WireCode.RANGE, WELCOME + "e90302021e0040" + SEAT + "01" + "78"),
            new Refusal(WireCode.RANGE, WELCOME + "3c0000021e0040" + SEAT + "01" + "78"),
            new Refusal(WireCode.RANGE, WELCOME + "3c0021021e0040" + SEAT + "01" + "78"),
            new Refusal(WireCode.RANGE, WELCOME + "3c0002001e0040" + SEAT + "01" + "78"),
            new Refusal(WireCode.RANGE, WELCOME + "3c0002411e0040" + SEAT + "01" + "78"),
            new Refusal(WireCode.RANGE, WELCOME + "3c000202000040" + SEAT + "01" + "78"),
            new Refusal(WireCode.RANGE, WELCOME + "3c0002021e0040" + SEAT + "00"),
            new Refusal(WireCode.RANGE, WELCOME + "3c0002021e0040" + SEAT + "21" + "78".repeat(33)),
            new Refusal(WireCode.RANGE, WELCOME + "3c0002021e0040" + SEAT + "01" + "1f"),
            new Refusal(WireCode.RANGE, WELCOME + "3c0002021e0040" + SEAT + "01" + "7f"),
            new Refusal(WireCode.TRUNCATED, WELCOME + "3c0002021e0040" + TOKEN + "02" + "00" + "ff"),
            new Refusal(WireCode.TRUNCATED, WELCOME + "3c0002021e0040" + TOKEN + "02" + "00" + "ffff"),
            new Refusal(WireCode.RANGE, WELCOME + "3c0002021e0040" + TOKEN + "0001" + "ff".repeat(256) + "0178"),
            new Refusal(WireCode.RANGE, WELCOME + "3c0002021e0040" + TOKEN + "feff" + "0178"),
            new Refusal(WireCode.RANGE, WELCOME_HEAD + "00000000" + "00".repeat(24) + "3c0002021e0040" + SEAT + "0178"),
            new Refusal(WireCode.RANGE, WELCOME_HEAD + "04000000" + "00".repeat(24) + "3c0002021e0040" + SEAT + "0178"),
            new Refusal(WireCode.TRUNCATED, WELCOME + "3c0002021e0040" + SEAT),
            new Refusal(WireCode.VERSION, WELCOME.replaceFirst("1a", "2a") + "3c0002021e0040" + SEAT + "0178"),
            new Refusal(WireCode.TRUNCATED, String.format(SPOKEN, 1, 1, 0).substring(0, 38)),
            new Refusal(WireCode.TRUNCATED, String.format(SPOKEN, 2, 3, 0).substring(0, 38)),
            new Refusal(WireCode.RESERVED, String.format(SPOKEN, 2, 3, 4)),
            new Refusal(WireCode.RESERVED, String.format(SPOKEN, 1, 1, 4)),
            new Refusal(WireCode.TRUNCATED, String.format(SPOKEN, 1, 1, 2)),
            new Refusal(WireCode.TRAILING, String.format(SPOKEN, 1, 1, 2) + "00".repeat(409)),
            new Refusal(WireCode.RESERVED, String.format(SPOKEN, 1, 1, 2).replaceFirst("1a", "17")),
            new Refusal(WireCode.TRAILING, String.format(SPOKEN, 1, 1, 0).replaceFirst("1a", "17") + "00"),
            new Refusal(WireCode.TRUNCATED, String.format(SPOKEN, 1, 1, 0).replaceFirst("1a", "19") + "00".repeat(7)),
            new Refusal(WireCode.RANGE, String.format(SPOKEN, 0, 1, 0)),
            new Refusal(WireCode.RANGE, String.format(SPOKEN, 3, 2, 0)),
            new Refusal(WireCode.TRUNCATED, "1800000000000000"),
            new Refusal(WireCode.TRAILING, "18" + "00".repeat(13)),
            new Refusal(WireCode.TRUNCATED, String.format(GOODBYE_HEAD, 0) + "00"),
            new Refusal(WireCode.RANGE, String.format(GOODBYE_HEAD, 5) + "0000"),
            new Refusal(WireCode.RANGE, String.format(GOODBYE_HEAD, 2) + "0129" + "78".repeat(41)),
            new Refusal(WireCode.RANGE, String.format(GOODBYE_HEAD, 2) + "010180"),
            new Refusal(WireCode.NOT_CANONICAL, String.format(GOODBYE_HEAD, 2) + "0100"),
            new Refusal(WireCode.NOT_CANONICAL, String.format(GOODBYE_HEAD, 2) + "000178"),
            new Refusal(WireCode.NOT_CANONICAL, String.format(GOODBYE_HEAD, 0) + "0100"),
            new Refusal(WireCode.NOT_CANONICAL, String.format(GOODBYE_HEAD, 0) + "000178"),
            new Refusal(WireCode.NOT_CANONICAL, "1b0001000000" + "00".repeat(18)),
            new Refusal(WireCode.NOT_CANONICAL, "1b020000000001" + "00".repeat(15) + "010178"),
            new Refusal(WireCode.TRAILING, String.format(GOODBYE_HEAD, 0) + "000078"));
    }

    private static Stream<Refusal> memberships() {
        final String status = String.format(MEMBERSHIP, 0, 0, 0, 0);
        final String cut = String.format(MEMBERSHIP, 3, 0, 0, 0) + "00".repeat(8);
        return Stream.of(
            new Refusal(WireCode.TRUNCATED, status.substring(0, status.length() - 2)),
            new Refusal(WireCode.RESERVED, String.format(MEMBERSHIP, 0, 0x10, 0, 0) + "00".repeat(8)),
            new Refusal(WireCode.RESERVED, String.format(MEMBERSHIP, 0, 0x80, 0, 0) + "00".repeat(8)),
            // As long as its fixed part is, and wrong there.
            new Refusal(WireCode.RESERVED, "1d0010" + "00".repeat(38)),
            new Refusal(WireCode.RANGE, String.format(MEMBERSHIP, 11, 0, 0, 0) + "00".repeat(8)),
            new Refusal(WireCode.RANGE, String.format(MEMBERSHIP, 0, 0, 32, 0) + "00".repeat(8)),
            new Refusal(WireCode.RANGE, String.format(MEMBERSHIP, 0, 0, 0, 5) + "00".repeat(28)),
            new Refusal(WireCode.TRUNCATED, String.format(MEMBERSHIP, 0, 0, 0, 4) + "01".repeat(15)),
            new Refusal(WireCode.TRUNCATED, String.format(MEMBERSHIP, 0, 0, 0, 1) + "01" + "00".repeat(6)),
            new Refusal(WireCode.TRUNCATED, status),
            new Refusal(WireCode.TRUNCATED, status + "01000000" + "00".repeat(7)),
            new Refusal(WireCode.RANGE, status + "01000000" + "00".repeat(7) + "80" + "00000000"),
            new Refusal(WireCode.TRUNCATED, status + "00000000" + "000000"),
            new Refusal(WireCode.TRUNCATED, status + "00000000" + "03000000" + "00".repeat(7)),
            new Refusal(WireCode.TRAILING, status + "00".repeat(9)),
            // A CUT that names nobody, one whose chain does, and terms and ballots that cannot be followed.
            new Refusal(WireCode.RANGE, String.format(MEMBERSHIP, 3, 0, 0, 0) + "00".repeat(16)),
            new Refusal(WireCode.TRUNCATED, cut + "00".repeat(7)),
            new Refusal(WireCode.TRUNCATED, cut + "0300000004000000" + "00"),
            new Refusal(WireCode.TRAILING, cut + "0300000004000000" + "00".repeat(3)),
            new Refusal(WireCode.RANGE, cut + "0300000006000000" + "00".repeat(4)),
            new Refusal(WireCode.TRAILING, status + "00".repeat(16)),
            new Refusal(WireCode.RANGE, String.format(MEMBERSHIP, 3, 0, 0, 1) + "00".repeat(12)),
            new Refusal(WireCode.RANGE, String.format(MEMBERSHIP, 0, 0, 0, 2) + "01000000" + "00".repeat(12)),
            new Refusal(WireCode.RANGE, "1d0000" + "0000000000800000" + "00".repeat(38)),
            new Refusal(WireCode.RANGE, "1d0000" + "ff".repeat(8) + "00".repeat(38)),
            new Refusal(WireCode.RANGE, "1d0100" + "00".repeat(15) + "80" + "00".repeat(30)));
    }

    private static Stream<Refusal> transfers() {
        return Stream.of(
            new Refusal(WireCode.TRUNCATED, "1e0100000000".substring(0, 10)),
            new Refusal(WireCode.RANGE, "1e0200000000"),
            new Refusal(WireCode.RANGE, "1e0200000000" + "0000000000000000"),
            new Refusal(WireCode.TRUNCATED, "1e0100000000" + "00000000000000"),
            new Refusal(WireCode.TRAILING, "1e0100000000" + "000000000000000000"),
            new Refusal(WireCode.TRUNCATED, "1e0000000000" + "000000000001"),
            new Refusal(WireCode.TRUNCATED, "1e0000000000" + "00000000000100"),
            new Refusal(WireCode.TRAILING, "1e0000000000" + "00000000000100" + "0000"),
            new Refusal(WireCode.RESERVED, "1e0000000000" + "00000000020100" + "00"),
            new Refusal(WireCode.RANGE, "1e0000000000" + "00000000000000"),
            new Refusal(WireCode.TOO_LARGE, "1e0000000000" + "00000000000104" + "00".repeat(1025)));
    }
}

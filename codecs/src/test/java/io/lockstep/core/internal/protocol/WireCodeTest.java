package io.lockstep.core.internal.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WireCodeTest {

    private static final WireLimits SMALL = new WireLimits(2, 4, 8, 1000);

    /** What is wrong, as hexadecimal or as JSON, and the code it gets. */
    record Case(WireCode code, String input) {
    }

    private static final String SPOKEN = "1a" + "%02x%02x%02x" + "00".repeat(16);
    private static final String WELCOME_HEAD = String.format(SPOKEN, 1, 1, 0) + "00".repeat(8);
    private static final String WELCOME = WELCOME_HEAD + "01000000" + "00".repeat(24);
    /** The seat token, and an empty match config. */
    private static final String SEAT = "00".repeat(10);
    private static final String TOKEN = "00".repeat(8);
    private static final String MEMBERSHIP = "1d%02x%02x" + "00".repeat(36) + "%02x%02x";
    private static final String GOODBYE_HEAD = "1b%02x" + "00".repeat(20);

    static Stream<Case> cases() {
        return Stream.of(binary(), windows(), relays(), handshakes(), memberships(), transfers(), json(),
            jsonMemberships(), jsonRelays()).flatMap(cases -> cases);
    }

    private static Stream<Case> binary() {
        return Stream.of(
            new Case(WireCode.EMPTY, ""),
            new Case(WireCode.VERSION, "0000000000"),
            new Case(WireCode.VERSION, "200000000000"),
            new Case(WireCode.TRUNCATED, "1000000000"),
            new Case(WireCode.TRUNCATED, "100100000000ffffff"),
            new Case(WireCode.TRUNCATED, "100200000000"),
            new Case(WireCode.TRAILING, "10000000000000"),
            new Case(WireCode.RESERVED, "100400000000"),
            new Case(WireCode.TOO_LARGE, "100200000000" + "00".repeat(FrameInput.MAX_EVENT_BYTES + 1)),
            new Case(WireCode.TRUNCATED, "11" + "00".repeat(12) + "09000000" + "789c030000000001"),
            new Case(WireCode.TRAILING, "11" + "00".repeat(12) + "07000000" + "789c030000000001"),
            new Case(WireCode.TRUNCATED, "11" + "00".repeat(12) + "ffffffff" + "789c030000000001"),
            new Case(WireCode.COMPRESSION, "11" + "00".repeat(12) + "07000000" + "789c0300000000"),
            new Case(WireCode.COMPRESSION, "11" + "00".repeat(12) + "09000000" + "789c03000000000100"),
            new Case(WireCode.COMPRESSION, "11" + "00".repeat(12) + "08000000" + "789c030000000002"),
            new Case(WireCode.COMPRESSION, "11" + "00".repeat(12) + "00000000"),
            new Case(WireCode.RANGE, "122000000000"),
            new Case(WireCode.TRAILING, "12000000000000"),
            new Case(WireCode.RESERVED, "13200000"),
            new Case(WireCode.RESERVED, "13600000"),
            new Case(WireCode.RANGE, "12a000000000"),
            new Case(WireCode.RANGE, "124000000000"),
            new Case(WireCode.RANGE, "142000000000"),
            new Case(WireCode.TRUNCATED, "14000000000000"),
            new Case(WireCode.TRUNCATED, "1500000000000000000000"),
            new Case(WireCode.TRAILING, "15000000000000000000000000"));
    }

    private static Stream<Case> windows() {
        return Stream.of(
            new Case(WireCode.TRUNCATED, "16000000"),
            // Without options, options without anything, a term that nobody leads.
            new Case(WireCode.TRUNCATED, "1680010000"),
            new Case(WireCode.NOT_CANONICAL, "168000000000"),
            new Case(WireCode.NOT_CANONICAL, "168040000000" + "0000"),
            new Case(WireCode.TRUNCATED, "16a040000000" + "00"),
            new Case(WireCode.TRAILING, "16a040000000" + "000000"),
            // An ack of two bytes, and one that would have fitted into one.
            new Case(WireCode.TRUNCATED, "1640000080"),
            new Case(WireCode.NOT_CANONICAL, "164000007f00"),
            new Case(WireCode.NOT_CANONICAL, "1640000080ff"),
            new Case(WireCode.TRAILING, "164000008000" + "00"),
            // A number of frames that follows.
            new Case(WireCode.TRUNCATED, "160f000000"),
            new Case(WireCode.NOT_CANONICAL, "160f000000" + "0e" + "0000"),
            new Case(WireCode.RANGE, "160f000000" + "81"),
            // Players, of whom there are two or more.
            new Case(WireCode.TRUNCATED, "168080000000"),
            new Case(WireCode.NOT_CANONICAL, "168080000000" + "00"),
            new Case(WireCode.RESERVED, "168080000000" + "20"),
            new Case(WireCode.TOO_LARGE, "168080000000" + "04"),
            new Case(WireCode.TRUNCATED, "168008000000" + "000000"),
            new Case(WireCode.TRUNCATED, "168002000000" + "00"),
            new Case(WireCode.TRUNCATED, "168001000000" + "0000"),
            new Case(WireCode.RANGE, "168001000000" + "000000"),
            new Case(WireCode.RANGE, "168001000000" + "000009"),
            new Case(WireCode.TRUNCATED, "168001000000" + "000001" + "000000"),
            new Case(WireCode.TRUNCATED, "168010000000" + "00000000"),
            new Case(WireCode.TRAILING, "168020000000" + "00"),
            new Case(WireCode.TRUNCATED, "1601000000"),
            new Case(WireCode.TRAILING, "1601000000" + "0000"),
            new Case(WireCode.RESERVED, "1601000000" + "80"),
            new Case(WireCode.NOT_CANONICAL, "1601000000" + "02"),
            new Case(WireCode.NOT_CANONICAL, "1601000000" + "0600"),
            new Case(WireCode.NOT_CANONICAL, "168104000000" + "00"),
            // One input that stays, a command behind it; 1 bit each and one before them, then the 8 of the length.
            new Case(WireCode.TRUNCATED, "168104000000" + "0400"),
            new Case(WireCode.TRUNCATED, "168104000000" + "040800000000".substring(0, 10)),
            new Case(WireCode.RANGE, "168104000000" + "040000000000"),
            new Case(WireCode.RANGE, "168104000000" + "043000000000"),
            new Case(WireCode.RANGE, "168104000000" + "040800010000"),
            new Case(WireCode.RESERVED, "168104000000" + "040800000008"),
            new Case(WireCode.TRAILING, "168104000000" + "04080000000000"),
            new Case(WireCode.TOO_LARGE, "168104000000" + "4c00" + "00".repeat(9)));
    }

    private static Stream<Case> relays() {
        return Stream.of(
            new Case(WireCode.TRUNCATED, "1c00"),
            new Case(WireCode.RANGE, "1c0300"),
            new Case(WireCode.RANGE, "1c0020"),
            new Case(WireCode.TRUNCATED, "1c0000" + "00".repeat(8)),
            new Case(WireCode.TOO_LARGE, "1c0100" + "00".repeat(8) + "00".repeat(1401)),
            new Case(WireCode.TRUNCATED, "1c020000000000"),
            new Case(WireCode.RESERVED, "1c02000200000000"),
            new Case(WireCode.RESERVED, "1c02000020000000"),
            new Case(WireCode.TOO_LARGE, "1c02000004000000"),
            new Case(WireCode.RANGE, "1c02000000000081"),
            new Case(WireCode.TRUNCATED, "1c02000000000001"),
            new Case(WireCode.TRAILING, "1c02000000000000" + "00"),
            new Case(WireCode.NOT_CANONICAL, "1c02000100000001" + "00"));
    }

    private static Stream<Case> jsonRelays() {
        final String json = "{\"type\":\"Relay\",\"version\":1,\"kind\":\"%s\",\"peer\":0,\"tag\":%s,"
            + "\"sealed\":%s,\"players\":%s,\"first\":%s,\"inputs\":%s,\"events\":%s}";
        final String none = "null";
        return Stream.of(
            new Case(WireCode.NOT_CANONICAL, String.format(json, "CARRY", "1", none, none, none, none, none)),
            new Case(WireCode.NOT_CANONICAL, String.format(json, "CARRY", "1", "\"00\"", "1", none, none, none)),
            new Case(WireCode.NOT_CANONICAL, String.format(json, "CARRY", "1", "\"00\"", none, none, none, "[]")),
            new Case(WireCode.NOT_CANONICAL, String.format(json, "INPUTS", none, none, "1", "0", none, none)),
            new Case(WireCode.NOT_CANONICAL, String.format(json, "INPUTS", "1", none, "1", "0", "[]", none)),
            new Case(WireCode.RANGE, String.format(json, "CARRIED", "1", "\"\"", none, none, none, none)),
            new Case(WireCode.RANGE, String.format(json, "DROP", "1", "\"00\"", none, none, none, none)),
            new Case(WireCode.TOO_LARGE, String.format(json, "CARRY", "1", "\"" + "00".repeat(1401) + "\"", none,
                none, none, none)));
    }

    private static Stream<Case> handshakes() {
        return Stream.of(
            new Case(WireCode.TRUNCATED, WELCOME + "3c0002021e0040" + SEAT),
            new Case(WireCode.TRUNCATED, WELCOME + "3c0002021e0040" + SEAT + "02" + "78"),
            new Case(WireCode.TRAILING, WELCOME + "3c0002021e0040" + SEAT + "01" + "7878"),
            new Case(WireCode.RANGE, WELCOME + "000002021e0040" + SEAT + "01" + "78"),
            new Case(WireCode.RANGE, WELCOME + "e90302021e0040" + SEAT + "01" + "78"),
            new Case(WireCode.RANGE, WELCOME + "3c0000021e0040" + SEAT + "01" + "78"),
            new Case(WireCode.RANGE, WELCOME + "3c0021021e0040" + SEAT + "01" + "78"),
            new Case(WireCode.RANGE, WELCOME + "3c0002001e0040" + SEAT + "01" + "78"),
            new Case(WireCode.RANGE, WELCOME + "3c0002411e0040" + SEAT + "01" + "78"),
            new Case(WireCode.RANGE, WELCOME + "3c000202000040" + SEAT + "01" + "78"),
            new Case(WireCode.RANGE, WELCOME + "3c0002021e0040" + SEAT + "00"),
            new Case(WireCode.RANGE, WELCOME + "3c0002021e0040" + SEAT + "21" + "78".repeat(33)),
            new Case(WireCode.RANGE, WELCOME + "3c0002021e0040" + SEAT + "01" + "1f"),
            new Case(WireCode.RANGE, WELCOME + "3c0002021e0040" + SEAT + "01" + "7f"),
            new Case(WireCode.TRUNCATED, WELCOME + "3c0002021e0040" + TOKEN + "02" + "00" + "ff"),
            new Case(WireCode.TRUNCATED, WELCOME + "3c0002021e0040" + TOKEN + "02" + "00" + "ffff"),
            new Case(WireCode.RANGE, WELCOME + "3c0002021e0040" + TOKEN + "0001" + "ff".repeat(256) + "0178"),
            new Case(WireCode.RANGE, WELCOME + "3c0002021e0040" + TOKEN + "feff" + "0178"),
            new Case(WireCode.RANGE, WELCOME_HEAD + "00000000" + "00".repeat(24) + "3c0002021e0040" + SEAT + "0178"),
            new Case(WireCode.RANGE, WELCOME_HEAD + "04000000" + "00".repeat(24) + "3c0002021e0040" + SEAT + "0178"),
            new Case(WireCode.TRUNCATED, WELCOME + "3c0002021e0040" + SEAT),
            new Case(WireCode.VERSION, WELCOME.replaceFirst("1a", "2a") + "3c0002021e0040" + SEAT + "0178"),
            new Case(WireCode.TRUNCATED, String.format(SPOKEN, 1, 1, 0).substring(0, 38)),
            new Case(WireCode.TRUNCATED, String.format(SPOKEN, 2, 3, 0).substring(0, 38)),
            new Case(WireCode.RESERVED, String.format(SPOKEN, 2, 3, 4)),
            new Case(WireCode.RESERVED, String.format(SPOKEN, 1, 1, 4)),
            new Case(WireCode.TRUNCATED, String.format(SPOKEN, 1, 1, 2)),
            new Case(WireCode.TRAILING, String.format(SPOKEN, 1, 1, 2) + "00".repeat(409)),
            new Case(WireCode.RESERVED, String.format(SPOKEN, 1, 1, 2).replaceFirst("1a", "17")),
            new Case(WireCode.TRAILING, String.format(SPOKEN, 1, 1, 0).replaceFirst("1a", "17") + "00"),
            new Case(WireCode.TRUNCATED, String.format(SPOKEN, 1, 1, 0).replaceFirst("1a", "19") + "00".repeat(7)),
            new Case(WireCode.RANGE, String.format(SPOKEN, 0, 1, 0)),
            new Case(WireCode.RANGE, String.format(SPOKEN, 3, 2, 0)),
            new Case(WireCode.TRUNCATED, "1800000000000000"),
            new Case(WireCode.TRAILING, "18" + "00".repeat(13)),
            new Case(WireCode.TRUNCATED, String.format(GOODBYE_HEAD, 0) + "00"),
            new Case(WireCode.RANGE, String.format(GOODBYE_HEAD, 5) + "0000"),
            new Case(WireCode.RANGE, String.format(GOODBYE_HEAD, 2) + "0129" + "78".repeat(41)),
            new Case(WireCode.RANGE, String.format(GOODBYE_HEAD, 2) + "010180"),
            new Case(WireCode.NOT_CANONICAL, String.format(GOODBYE_HEAD, 2) + "0100"),
            new Case(WireCode.NOT_CANONICAL, String.format(GOODBYE_HEAD, 2) + "000178"),
            new Case(WireCode.NOT_CANONICAL, String.format(GOODBYE_HEAD, 0) + "0100"),
            new Case(WireCode.NOT_CANONICAL, String.format(GOODBYE_HEAD, 0) + "000178"),
            new Case(WireCode.NOT_CANONICAL, "1b0001000000" + "00".repeat(18)),
            new Case(WireCode.NOT_CANONICAL, "1b020000000001" + "00".repeat(15) + "010178"),
            new Case(WireCode.TRAILING, String.format(GOODBYE_HEAD, 0) + "000078"));
    }

    private static Stream<Case> memberships() {
        final String status = String.format(MEMBERSHIP, 0, 0, 0, 0);
        final String cut = String.format(MEMBERSHIP, 3, 0, 0, 0) + "00".repeat(8);
        return Stream.of(
            new Case(WireCode.TRUNCATED, status.substring(0, status.length() - 2)),
            new Case(WireCode.RESERVED, String.format(MEMBERSHIP, 0, 0x10, 0, 0) + "00".repeat(8)),
            new Case(WireCode.RESERVED, String.format(MEMBERSHIP, 0, 0x80, 0, 0) + "00".repeat(8)),
            new Case(WireCode.RANGE, String.format(MEMBERSHIP, 11, 0, 0, 0) + "00".repeat(8)),
            new Case(WireCode.RANGE, String.format(MEMBERSHIP, 0, 0, 32, 0) + "00".repeat(8)),
            new Case(WireCode.RANGE, String.format(MEMBERSHIP, 0, 0, 0, 5) + "00".repeat(28)),
            new Case(WireCode.TRUNCATED, String.format(MEMBERSHIP, 0, 0, 0, 4) + "01".repeat(15)),
            new Case(WireCode.TRUNCATED, String.format(MEMBERSHIP, 0, 0, 0, 1) + "01" + "00".repeat(6)),
            new Case(WireCode.TRUNCATED, status),
            new Case(WireCode.TRUNCATED, status + "01000000" + "00".repeat(7)),
            new Case(WireCode.RANGE, status + "01000000" + "00".repeat(7) + "80" + "00000000"),
            new Case(WireCode.TRUNCATED, status + "00000000" + "000000"),
            new Case(WireCode.TRUNCATED, status + "00000000" + "03000000" + "00".repeat(7)),
            new Case(WireCode.TRAILING, status + "00".repeat(9)),
            // A CUT that names nobody, one whose chain does, and terms and ballots that cannot be followed.
            new Case(WireCode.RANGE, String.format(MEMBERSHIP, 3, 0, 0, 0) + "00".repeat(16)),
            new Case(WireCode.TRUNCATED, cut + "00".repeat(7)),
            new Case(WireCode.TRUNCATED, cut + "0300000004000000" + "00"),
            new Case(WireCode.TRAILING, cut + "0300000004000000" + "00".repeat(3)),
            new Case(WireCode.RANGE, cut + "0300000006000000" + "00".repeat(4)),
            new Case(WireCode.TRAILING, status + "00".repeat(16)),
            new Case(WireCode.RANGE, String.format(MEMBERSHIP, 3, 0, 0, 1) + "00".repeat(12)),
            new Case(WireCode.RANGE, String.format(MEMBERSHIP, 0, 0, 0, 2) + "01000000" + "00".repeat(12)),
            new Case(WireCode.RANGE, "1d0000" + "0000000000800000" + "00".repeat(38)),
            new Case(WireCode.RANGE, "1d0000" + "ff".repeat(8) + "00".repeat(38)),
            new Case(WireCode.RANGE, "1d0100" + "00".repeat(15) + "80" + "00".repeat(30)));
    }

    private static Stream<Case> jsonMemberships() {
        final String status = "{\"type\":\"Membership\",\"version\":1,\"kind\":%s,\"leads\":false,"
            + "\"established\":false,\"joining\":false,\"branch\":false,\"term\":0,\"ballot\":0,\"epoch\":%s,"
            + "\"epochId\":0,\"members\":0,\"mask\":0,\"seat\":%s,\"chain\":%s,\"frames\":%s,\"incarnations\":%s,"
            + "\"suspects\":0,\"reporters\":0,\"reports\":\"\"}";
        final String kind = "\"CUT\"";
        final String peer = "{\"peer\":%d,\"incarnation\":1}";
        return Stream.of(
            new Case(WireCode.RANGE, String.format(status, "\"CUTS\"", 0, 0, "[]", "[]", "[]")),
            new Case(WireCode.JSON_FIELD, String.format(status, "3", 0, 0, "[]", "[]", "[]")),
            new Case(WireCode.RANGE, String.format(status, kind, "4294967296", 0, "[]", "[]", "[]")),
            new Case(WireCode.RANGE, String.format(status, kind, 0, 32, "[]", "[]", "[]")),
            new Case(WireCode.RANGE, String.format(status, kind, 0, 0, "[1,2,3,4,5]", "[]", "[]")),
            new Case(WireCode.RANGE, String.format(status, kind, 0, 0, "[]", "[]", "[]")),
            new Case(WireCode.RANGE, String.format(status, "\"STATUS\"", 0, 0, "[1,0]", "[]", "[]")),
            new Case(WireCode.RANGE, String.format(status, "\"STATUS\"", 0, 0, "[]", "[]", "[]")
                .replace("\"term\":0", "\"term\":140737488355328")),
            new Case(WireCode.RANGE, String.format(status, "\"JOIN\"", 0, 0, "[]", "[]", "[]")
                .replace("\"ballot\":0", "\"ballot\":9223372036854775808")),
            new Case(WireCode.JSON_FIELD, String.format(status, kind, 0, 0, "null", "[]", "[]")),
            new Case(WireCode.RANGE, String.format(status, "\"STATUS\"", 0, 0, "[]", "[]", "[]")
                .replace("\"suspects\":0", "\"suspects\":1")),
            new Case(WireCode.RANGE, String.format(status, kind, 0, 0, "[]", "[]", "[]")
                .replace("\"members\":0", "\"members\":1").replace("\"reports\":\"\"", "\"reports\":\"00\"")),
            new Case(WireCode.RANGE, String.format(status, kind, 0, 0, "[]",
                "[{\"player\":0,\"frame\":9223372036854775808}]", "[]")),
            new Case(WireCode.RANGE, String.format(status, kind, 0, 0, "[]", "[{\"player\":32,\"frame\":0}]", "[]")),
            new Case(WireCode.JSON_FIELD, String.format(status, kind, 0, 0, "[]", "[{\"player\":0}]", "[]")),
            new Case(WireCode.JSON_FIELD, String.format(status, kind, 0, 0, "[]", "[7]", "[]")),
            new Case(WireCode.RANGE, String.format(status, kind, 0, 0, "[]", "[]",
                String.format("[" + peer + "]", 32))),
            new Case(WireCode.NOT_CANONICAL, String.format(status, kind, 0, 0, "[]", "[]",
                String.format("[" + peer + "," + peer + "]", 2, 2))),
            new Case(WireCode.NOT_CANONICAL, String.format(status, kind, 0, 0, "[]", "[]",
                String.format("[" + peer + "," + peer + "]", 31, 30))));
    }

    private static Stream<Case> transfers() {
        final String json = "{\"type\":\"Transfer\",\"version\":1,\"kind\":\"%s\",\"transfer\":1,"
            + "\"index\":%s,\"last\":%s,\"bytes\":%s,\"next\":%s,\"bitmap\":%s}";
        return Stream.of(
            new Case(WireCode.TRUNCATED, "1e0100000000".substring(0, 10)),
            new Case(WireCode.RANGE, "1e0200000000"),
            new Case(WireCode.RANGE, "1e0200000000" + "0000000000000000"),
            new Case(WireCode.TRUNCATED, "1e0100000000" + "00000000000000"),
            new Case(WireCode.TRAILING, "1e0100000000" + "000000000000000000"),
            new Case(WireCode.TRUNCATED, "1e0000000000" + "000000000001"),
            new Case(WireCode.TRUNCATED, "1e0000000000" + "00000000000100"),
            new Case(WireCode.TRAILING, "1e0000000000" + "00000000000100" + "0000"),
            new Case(WireCode.RESERVED, "1e0000000000" + "00000000020100" + "00"),
            new Case(WireCode.RANGE, "1e0000000000" + "00000000000000"),
            new Case(WireCode.TOO_LARGE, "1e0000000000" + "00000000000104" + "00".repeat(1025)),
            new Case(WireCode.RANGE, String.format(json, "NONSENSE", "null", "null", "null", "null", "null")),
            new Case(WireCode.NOT_CANONICAL, String.format(json, "ACK", "0", "null", "null", "0", "0")),
            new Case(WireCode.RANGE, String.format(json, "CANCEL", "null", "null", "null", "null", "null")),
            new Case(WireCode.NOT_CANONICAL, String.format(json, "ACK", "null", "null", "null", "1", "null")),
            new Case(WireCode.NOT_CANONICAL, String.format(json, "CHUNK", "1", "true", "null", "null", "null")),
            new Case(WireCode.RANGE, String.format(json, "CHUNK", "1", "false", "\"\"", "null", "null")),
            new Case(WireCode.RANGE, String.format(json, "ACK", "null", "null", "null", "4294967296", "0")),
            new Case(WireCode.TOO_LARGE, String.format(json, "CHUNK", "1", "true",
                "\"" + "00".repeat(1025) + "\"", "null", "null")));
    }

    private static Stream<Case> json() {
        final String challenge = "{\"type\":\"Challenge\",\"version\":1,\"salt\":%s,\"pepper\":2}";
        final String window = "{\"type\":\"InputWindow\",\"version\":1,\"players\":%s,\"ack\":0,\"first\":0,"
            + "\"repeat\":false,\"echo\":null,\"checksumAck\":null,\"checksums\":%s,"
            + "\"report\":null,\"deaf\":%s,\"leads\":false,\"term\":null,\"follows\":false,"
            + "\"inputs\":[%s],\"events\":%s}";
        final String input = "{\"type\":\"FrameInput\",\"version\":1,\"player\":0,\"inputs\":0,\"frame\":0,"
            + "\"checksum\":null,\"events\":%s}";
        return Stream.of(
            new Case(WireCode.TRUNCATED, "1f"),
            new Case(WireCode.VERSION, "2f7b"),
            new Case(WireCode.EXTENDED, "1f00"),
            new Case(WireCode.EXTENDED, "1fff01020304"),
            new Case(WireCode.JSON, "1f7b"),
            new Case(WireCode.JSON, "{\"type\":\"Challenge\""),
            new Case(WireCode.JSON, String.format(challenge, "01")),
            new Case(WireCode.JSON, String.format(challenge, "1") + "x"),
            new Case(WireCode.JSON_FIELD, "{}"),
            new Case(WireCode.JSON_FIELD, "{\"type\":8}"),
            new Case(WireCode.TYPE, "{\"type\":\"Nonsense\"}"),
            new Case(WireCode.VERSION, String.format(challenge, "1").replace("\"version\":1", "\"version\":2")),
            new Case(WireCode.JSON_FIELD, String.format(challenge, "-1")),
            new Case(WireCode.JSON_FIELD, String.format(challenge, "1.0")),
            new Case(WireCode.JSON_FIELD, String.format(challenge, "1e2")),
            new Case(WireCode.JSON_FIELD, String.format(challenge, "\"1\"")),
            new Case(WireCode.JSON_FIELD, String.format(challenge, "null")),
            new Case(WireCode.JSON_FIELD, String.format(challenge, "1,\"salt\":1")),
            new Case(WireCode.JSON_FIELD, String.format(challenge, "1,\"sugar\":1")),
            new Case(WireCode.JSON_FIELD, "{\"type\":\"Challenge\",\"version\":1,\"salt\":1}"),
            new Case(WireCode.RANGE, String.format(challenge, "4294967296")),
            new Case(WireCode.TOO_LARGE, String.format(challenge, "[[[[1]]]]")),
            new Case(WireCode.JSON_FIELD, String.format(input, "0")),
            new Case(WireCode.RANGE, String.format(input, "\"\"")),
            new Case(WireCode.HEX, String.format(input, "\"0\"")),
            new Case(WireCode.HEX, String.format(input, "\"0x\"")),
            new Case(WireCode.RANGE, String.format(window, "0", "null", "false", "", "null")),
            new Case(WireCode.RANGE, String.format(window, "33", "null", "false", "", "null")),
            new Case(WireCode.TOO_LARGE, String.format(window, "5", "null", "false", "", "null")),
            new Case(WireCode.RANGE, String.format(window, "2", "null", "false", "\"0000\"", "null")),
            new Case(WireCode.RANGE, String.format(window, "1", "null", "false", "\"00\"", "null")),
            new Case(WireCode.RANGE, String.format(window, "1", "null", "false", "\"0000\"", "[]")),
            new Case(WireCode.NOT_CANONICAL, String.format(window, "1", "null", "false", "\"0000\"", "[\"\"]")),
            new Case(WireCode.TOO_LARGE, String.format(window, "1", "null", "false", "\"0000\"",
                "[\"" + "00".repeat(9) + "\"]")),
            new Case(WireCode.RANGE, String.format(window, "1", "null", "false", "\"0000\"",
                "[{\"command\":\"JUMP\",\"seat\":0,\"frames\":0}]")),
            new Case(WireCode.RANGE, String.format(window, "1", "null", "false", "\"0000\"",
                "[{\"command\":\"LEAVE\",\"seat\":32,\"frames\":0}]")),
            new Case(WireCode.RANGE, String.format(window, "1", "null", "false", "\"0000\"",
                "[{\"command\":\"LEAVE\",\"seat\":0,\"frames\":65536}]")),
            new Case(WireCode.JSON_FIELD, String.format(window, "1", "null", "false", "\"0000\"",
                "[{\"command\":\"LEAVE\",\"seat\":0}]")),
            new Case(WireCode.JSON_FIELD, String.format(window, "1", "null", "false", "\"0000\"", "[{}]")),
            new Case(WireCode.JSON_FIELD, String.format(window, "1", "null", "false", "\"0000\"", "[null]")),
            new Case(WireCode.RANGE, String.format(window, "1", "{\"frame\":0,\"each\":false,\"values\":[]}",
                "false", "", "null")),
            new Case(WireCode.JSON_FIELD, String.format(window, "1", "{\"frame\":0}", "false", "", "null")),
            new Case(WireCode.JSON_FIELD, String.format(window, "1", "null", "null", "", "null")),
            new Case(WireCode.NOT_CANONICAL, String.format(window, "1", "null", "false", "", "null")
                .replace("\"term\":null", "\"term\":0")),
            new Case(WireCode.NOT_CANONICAL, String.format(window, "1", "null", "false", "", "null")
                .replace("\"follows\":false", "\"follows\":true")));
    }

    private final MessageCodec codec = new MessageCodec(SMALL);

    private WireCode decode(final String input) {
        return input.startsWith("{")
            ? codec.decodeJson(ByteBuffer.wrap(input.getBytes(StandardCharsets.UTF_8)))
            : codec.decode(ByteBuffer.wrap(HexFormat.of().parseHex(input)));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldSayWhatIsWrong(final Case wrong) {
        assertEquals(wrong.code(), decode(wrong.input()));
        assertNull(codec.decoded());
    }

    @Test
    void shouldReachEveryCode() {
        final Set<WireCode> reached = EnumSet.of(WireCode.OK);
        cases().forEach(wrong -> reached.add(decode(wrong.input())));
        assertEquals(EnumSet.allOf(WireCode.class), reached);
    }

    @Test
    void shouldNameTheFieldWhoseNumberIsNoPlayer() {
        decode("{\"type\":\"RequestVote\",\"version\":1,\"candidate\":32,"
            + "\"term\":0,\"lastFrame\":0,\"preVote\":false}");
        assertEquals("field \"candidate\"", codec.jsonDetail());
    }

    @Test
    void shouldForgetTheDetailOfAnEarlierJsonMessage() {
        decode("{\"type\":\"Challenge\"}");
        assertEquals("field \"version\"", codec.jsonDetail());
        decode("1800");
        assertNull(codec.jsonDetail());
    }
}

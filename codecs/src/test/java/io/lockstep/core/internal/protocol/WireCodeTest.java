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

    /** An input that is wrong, as hexadecimal or as JSON, and the code it gets. */
    record Case(WireCode code, String input) {
    }

    static Stream<Case> cases() {
        return Stream.of(Refusal.all().map(refused -> new Case(refused.code(), refused.hex())), json(), jsonTransfers(),
            jsonMemberships(), jsonRelays()).flatMap(cases -> cases);
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

    private static Stream<Case> jsonTransfers() {
        final String json = "{\"type\":\"Transfer\",\"version\":1,\"kind\":\"%s\",\"transfer\":1,"
            + "\"index\":%s,\"last\":%s,\"bytes\":%s,\"next\":%s,\"bitmap\":%s}";
        return Stream.of(
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
            new Case(WireCode.RANGE, String.format(window, "1",
                "{\"frame\":0,\"each\":false,\"oldest\":false,\"values\":[]}", "false", "", "null")),
            new Case(WireCode.RANGE, String.format(window, "1",
                "{\"frame\":0,\"each\":true,\"oldest\":true,\"values\":[1]}", "false", "", "null")),
            new Case(WireCode.JSON_FIELD, String.format(window, "1", "{\"frame\":0}", "false", "", "null")),
            new Case(WireCode.JSON_FIELD, String.format(window, "1", "null", "null", "", "null")),
            new Case(WireCode.NOT_CANONICAL, String.format(window, "1", "null", "false", "", "null")
                .replace("\"term\":null", "\"term\":0")),
            new Case(WireCode.NOT_CANONICAL, String.format(window, "1", "null", "false", "", "null")
                .replace("\"follows\":false", "\"follows\":true")));
    }

    private final MessageCodec codec = new MessageCodec(Refusal.LIMITS);

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

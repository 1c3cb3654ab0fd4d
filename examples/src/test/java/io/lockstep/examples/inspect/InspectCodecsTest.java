package io.lockstep.examples.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.examples.formats.RabbitFormat;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The protocols beside the session's own. */
class InspectCodecsTest {

    private static final String MARIO = "1f03e802bcc864054d6172696f02";
    private static final String MARIO_JSON = "{\"playerScore\":1000,\"coins\":700,\"x\":200,\"y\":100,"
        + "\"playerName\":\"Mario\",\"isAlive\":true,\"isPoweredUp\":false}";
    private static final String SHOOT = "03" + "41".repeat(36);

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final StringWriter err = new StringWriter();

    private int run(final String... args) {
        final ByteArrayInputStream nothing = new ByteArrayInputStream(new byte[0]);
        return new CommandLine(new InspectCommand(nothing, out)).setErr(new PrintWriter(err)).execute(args);
    }

    private String inspect(final String... args) {
        assertEquals(0, run(args), () -> err + out.toString(StandardCharsets.UTF_8));
        return out.toString(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "ServerMessage|078200e040|{\"event\":{\"time\":60,\"kind\":{\"snapshot\":{\"entities\":[{\"id\":7,"
            + "\"kind\":{\"dead\":{}}}]}}}}",
        "ServerMessage|410e18|{\"event\":{\"time\":3600,\"kind\":{\"game_over\":{\"won\":true}}}}",
        "ServerMessage|9410|{\"response\":{\"channel\":5,\"kind\":{\"pong\":{}}}}",
        "ResponseKind|04076f60|{\"error\":{\"text\":\"no\"}}",
        "Response|20110000|{\"channel\":1,\"kind\":{\"connect\":{\"player\":2,\"snapshot\":{\"entities\":[]}}}}",
        "EntityKind|000000ff00000000c000005f009826|{\"object\":{\"position\":{\"x\":1.5,\"y\":-2.0,\"z\":0.25},"
            + "\"kind\":\"tree\",\"breakable\":false,\"health\":100,\"max_health\":100}}",
        "Object|000003fc000000030000017cc00000bf0c085f00|{\"position\":{\"x\":1.5,\"y\":-2.0,\"z\":0.25},"
            + "\"kind\":\"mushroom\",\"breakable\":true,\"durability\":0.75,\"health\":3,\"max_health\":1000}",
        "Player|000003fc000000030000017c90c690143a220300000080240500|{\"position\":{\"x\":1.5,\"y\":-2.0,\"z\":0.25},"
            + "\"movement\":{\"north\":true,\"east\":true},\"holding\":300,\"breaking\":70000,\"owner\":16777216,"
            + "\"health\":9,\"max_health\":10}",
        "ClientMessage|000c00|{\"request\":{\"channel\":3,\"kind\":{\"ping\":{}}}}",
        "ClientMessage|000808|{\"request\":{\"channel\":1,\"kind\":{\"init\":{}}}}",
        "ClientMessage|201800|{\"action\":{\"move\":{\"direction\":{\"north\":true}}}}",
        "Action|22a0|{\"break\":{\"entity\":42}}",
        "Action|800000ff00000000c000005f00|{\"throw\":{\"target\":{\"x\":1.5,\"y\":-2.0,\"z\":0.25}}}",
        "Break|ffffffffe0|{\"entity\":4294967295}"})
    void shouldReadRabbitMessages(final String message, final String hex, final String json) {
        assertEquals(json + '\n', inspect("--codec", "rabbit", "--message", message, hex));
    }

    @Test
    void shouldKnowTheWholeCatalogue() {
        assertEquals(26, RabbitFormat.names().size());
        for (final String name : RabbitFormat.names()) {
            final int code = run("--codec", "rabbit", "--message", name, "00".repeat(40));
            assertEquals(1, code, name);
        }
        assertTrue(out.toString(StandardCharsets.UTF_8).lines().allMatch(line -> line.contains("\"TRAILING\"")),
            () -> out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void shouldReadTheExampleOfTheSchemaDocument() {
        assertEquals(MARIO_JSON + '\n', inspect("--codec", "schema", "--json", MARIO));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "players:u2{x:u1,y:u1}[255],monsters:u2{x:u1,y:u1}[255]|0301000203bed20001000c03c8d200|"
            + "{\"players\":{\"2\":{\"x\":190,\"y\":210}},\"monsters\":{\"12\":{\"x\":200,\"y\":210}}}",
        "u3:u3, s2:s2, t:str10, list:u2[300], objs:{n:u1, b:bool}[3], m:u1{n:u1, b:bool}[4], o:{n:u1, b:bool}, "
            + "a:bool, b:bool|7f010203fffe02c3a900020001ffff02010501000001070101000001ff0103|"
            + "{\"u3\":66051,\"s2\":-2,\"t\":\"é\",\"list\":[1,65535],\"objs\":[{\"n\":5,\"b\":true},{\"b\":false}],"
            + "\"m\":{\"7\":{\"n\":1,\"b\":false}},\"o\":{\"n\":255,\"b\":true},\"a\":true,\"b\":true}",
        "list:s1[3]|0103ff0001|{\"list\":[-1,0,1]}"})
    void shouldReadDeclaredSchemas(final String schema, final String hex, final String json) {
        assertEquals(json + '\n', inspect("--codec", "schema", "--schema", schema, hex));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "x|a colon behind x expected at character 2, where it ends",
        "x:float|x has type float, known are bool, str16, u2, s2 and {...}",
        "x:u|no number in 'u'",
        "x:u9|NUMBER \"x\" of 9 bytes",
        "x:u1,x:u1|two properties named \"x\"",
        "x:{y:u1|a closing brace expected at character 8, where it ends",
        "x:u1}|a comma expected at character 5, not '}'",
        "x:u2{y:u1}|[ and the most entries of x expected at character 11, where it ends",
        "x:u1[|a number expected at character 6, where it ends"})
    void shouldSayWhatIsWrongWithASchema(final String schema, final String why) {
        assertEquals(2, run("--codec", "schema", "--schema", schema, "00"));
        assertEquals("--schema: " + why, err.toString().lines().findFirst().orElseThrow());
    }

    @Test
    void shouldBoundTheDepthOfASchema() {
        assertEquals(2, run("--codec", "schema", "--schema", "x:{".repeat(100_000), "00"));
        assertEquals("--schema: objects within objects, more than 16 deep",
            err.toString().lines().findFirst().orElseThrow());
    }

    @Test
    void shouldReadTheThreePartsOfAnEcsStream() {
        final String stream = inspect("--codec", "ecs", "000007" + "0200070002" + "0300070002" + "64");
        assertEquals("{\"stream\":[{\"op\":\"create\",\"entity\":7},{\"op\":\"attach\",\"entity\":7,"
            + "\"component\":\"Health\"},{\"op\":\"update\",\"entity\":7,\"component\":\"Health\",\"data\":\"64\"}]}\n",
            stream);
        out.reset();
        assertEquals("{\"table\":[\"a\",\"b\"]}\n", inspect("--codec", "ecs", "--message", "table", "--components",
            "a:1, b:2", "0002016162ffff"));
        out.reset();
        assertEquals("{\"keys\":[\"right-pressed\",\"up-released\"]}\n",
            inspect("--codec", "ecs", "--message", "keys", "0003"));
    }

    @Test
    void shouldTellEventsOfDogfightFromStates() {
        assertEquals("{\"event\":\"shoot\",\"player_id\":\"" + "A".repeat(36) + "\"}\n"
            + "{\"status\":\"closed\",\"power_ups\":[{\"pos_x\":1,\"pos_y\":2,\"kind\":\"hp_plus_one\"}],"
            + "\"players\":[]}\n", inspect("--codec", "dogfight", SHOOT, "00000010020009000000010000000201"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "a80000000123456789abcde10000000000000000362d377800000000|{\"kind\":\"init\","
            + "\"flags\":[\"REL\",\"FIN\",\"OWN\"],\"chunk\":0,\"sequence\":0,\"tag\":\"0000000078372d36\","
            + "\"data\":\"0123456789abcde10000000000000000\"}",
        "40ffffff0d8cc94400000000|{\"kind\":\"acknowledgement\",\"flags\":[\"ACK\"],\"chunk\":255,"
            + "\"sequence\":65535,\"tag\":\"0000000044c98c0d\",\"data\":\"\"}",
        "0213810700efcdab8902000000|{\"kind\":\"unreliable\",\"flags\":[\"LNK\"],\"chunk\":0,"
            + "\"sequence\":0,\"tag\":\"0000000289abcdef\",\"message\":{\"type\":\"VoteResponse\",\"version\":1,"
            + "\"voter\":1,\"term\":7,\"granted\":true,\"preVote\":false}}",
        "a0000001ff01000000000000000200000000000000|{\"kind\":\"reliable\",\"flags\":[\"REL\",\"FIN\"],"
            + "\"chunk\":0,\"sequence\":1,\"tag\":\"0000000000000002\",\"seal\":\"0000000000000001\","
            + "\"error\":\"VERSION, the version is not 1: header ff, 1 bytes\"}"})
    void shouldReadPacketsAndTheDatagramsInThem(final String hex, final String json) {
        assertEquals(json + '\n', inspect("--codec", "udp", hex));
    }

    @Test
    void shouldPrintFieldsForReading() {
        assertEquals("entities:\n  - id: 7\n    kind:\n      dead:\n\n",
            inspect("--codec", "rabbit", "--message", "Snapshot", "--text", "200e04"));
    }

    @Test
    void shouldPrintOneLineForWhatIsWrong() {
        assertEquals(1, run("--codec", "rabbit", "ff", "zz"));
        assertEquals(1, run("--codec", "schema", "--text", "1000"));
        assertEquals(List.of("{\"error\":\"TRUNCATED\",\"detail\":\"shorter than its layout: 1 bytes\"}",
            "{\"error\":\"HEX\",\"detail\":\"not an even number of hexadecimal digits: "
                + "byte 1 of the line is no digit\"}",
            "TRUNCATED: shorter than its layout: 2 bytes", ""),
            out.toString(StandardCharsets.UTF_8).lines().toList());
    }

    @Test
    void shouldReadAFile(@TempDir final Path folder) throws IOException {
        final Path file = Files.writeString(folder.resolve("lines"), MARIO + "\n0000\n");
        assertEquals(MARIO_JSON + "\n{\"isAlive\":false,\"isPoweredUp\":false}\n",
            inspect("--codec", "schema", "--file", file.toString()));
        assertEquals(2, run("--file", folder.toString()));
        assertEquals(2, run("--file", file.toString(), MARIO));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "--codec json|--codec json is not known; there are lockstep, rabbit, schema, ecs, dogfight, udp",
        "--codec schema --encode|--encode goes with --codec lockstep, not schema",
        "--codec dogfight --message Ping|--message goes with --codec rabbit or ecs, not dogfight",
        "--codec ecs --message Ping|--message 'Ping' is none of stream, table and keys",
        "--codec ecs --components a:b|--components: 'a:b' is no NAME:BYTES",
        "--text --json|--text is for reading, without --json and --encode"})
    void shouldRefuseWhatMakesNoSense(final String args, final String why) {
        assertEquals(2, run(args.split(" ")));
        assertEquals(why, err.toString().lines().findFirst().orElseThrow());
    }
}

package io.lockstep.examples.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class InspectCommandTest {

    private static final String FRAME_INPUT = "10185501d204";
    private static final String FRAME_INPUT_JSON =
        "{\"type\":\"FrameInput\",\"version\":1,\"player\":3,\"inputs\":341,\"frame\":1234,"
            + "\"checksum\":null,\"events\":null}";
    private static final String EMPTY = "{\"error\":\"EMPTY\",\"detail\":\"no bytes\"}";

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private int run(final InputStream in, final String... options) {
        return new CommandLine(new InspectCommand(in, out)).execute(options);
    }

    private int run(final String input, final String... options) {
        return run(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)), options);
    }

    private List<String> lines() {
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private String code(final int line) {
        return lines().get(line).replaceAll("\\{\"error\":\"([A-Z_]+)\",\"detail\":\".+\"}", "$1");
    }

    @Test
    void shouldPrintTheFieldsAsTheyStandOnTheWire() {
        assertEquals(0, run(FRAME_INPUT + "\n13810700\n140103000200\n1405010002000a0000000000\n"));
        assertEquals(List.of(FRAME_INPUT_JSON,
            "{\"type\":\"VoteResponse\",\"version\":1,\"voter\":1,\"term\":7,\"granted\":true,\"preVote\":false}"),
            lines().subList(0, 2));
        assertEquals("{\"type\":\"Heartbeat\",\"version\":1,\"player\":5,\"term\":1,\"frame\":2,\"timestamp\":10}",
            lines().get(3));
    }

    @Test
    void shouldGoOnAfterABadLineAndFailAtTheEnd() {
        assertEquals(1, run("zz\n" + FRAME_INPUT + "\n\n123\n" + FRAME_INPUT + "00"));
        assertEquals(5, lines().size());
        assertEquals("HEX", code(0));
        assertEquals(FRAME_INPUT_JSON, lines().get(1));
        assertEquals(EMPTY, lines().get(2));
        assertEquals("HEX", code(3));
        assertEquals("TRAILING", code(4));
    }

    @Test
    void shouldTolerateWhiteSpaceAndUpperCase() {
        assertEquals(0, run("  \t10185501D204 \r\n"));
        assertEquals(List.of(FRAME_INPUT_JSON), lines());
    }

    @Test
    void shouldTakeALineOfNothingButSpaceForEmpty() {
        assertEquals(1, run(" \r\n"));
        assertEquals(List.of(EMPTY), lines());
    }

    @Test
    void shouldPrintNothingForNoInput() {
        assertEquals(0, run(""));
        assertEquals(List.of(), lines());
    }

    @Test
    void shouldEncodeWhatItDecoded() {
        final String withEvents = FRAME_INPUT_JSON.replace("\"events\":null", "\"events\":\"00Ff\"");
        assertEquals(0, run(FRAME_INPUT_JSON + "\n  " + withEvents + " \r\n", "--encode"));
        assertEquals(List.of(FRAME_INPUT, "101a5501d20400ff"), lines());
    }

    @Test
    void shouldNameWhatIsWrongWithAnObject() {
        assertEquals(1, run("{}\n{\"type\":\n\n" + FRAME_INPUT_JSON.replace(":3", ":32") + "\n", "--encode"));
        assertEquals("JSON_FIELD", code(0));
        assertEquals("JSON", code(1));
        assertEquals("EMPTY", code(2));
        assertEquals("RANGE", code(3));
    }

    @Test
    void shouldIgnoreTheLengthOfAState() {
        final String state = "{\"type\":\"StateSync\",\"version\":1,\"frame\":1,\"checksum\":2,\"term\":3,"
            + "%s\"payload\":\"00\"}\n";
        assertEquals(0, run(String.format(state, "\"length\":77,") + String.format(state, ""), "--encode"));
        assertEquals(lines().get(0), lines().get(1));
        assertTrue(lines().get(0).startsWith("11010000000200000003000000" + "09000000" + "789c"), lines().get(0));
    }

    @Test
    void shouldDecodeJsonModeDatagrams() {
        final StringBuilder hex = new StringBuilder("1f");
        for (final byte b : FRAME_INPUT_JSON.getBytes(StandardCharsets.UTF_8)) {
            hex.append(String.format("%02x", b));
        }
        assertEquals(0, run(hex.toString()));
        assertEquals(List.of(FRAME_INPUT_JSON), lines());
    }

    @Test
    void shouldUseTheInputLengthForOurOwnTypesOnly() {
        final String window = "1601000000" + "1e00";
        assertEquals(0, run(FRAME_INPUT + '\n' + window, "--input-bytes", "1"));
        assertEquals(FRAME_INPUT_JSON, lines().get(0));
        assertTrue(lines().get(1).contains("\"inputs\":[\"03\"]"), lines().get(1));
    }

    @Test
    void shouldBoundTheLengthOfALine() {
        final InputStream endless = new InputStream() {
            private long left = InspectCommand.MAX_LINE_BYTES + 1L;

            @Override
            public int read() {
                return left-- > 0 ? '0' : -1;
            }
        };
        assertEquals(1, run(endless));
        assertEquals("TOO_LARGE", code(0));
        assertEquals(1, lines().size());
    }

    @Test
    void shouldStopSilentlyWhenNobodyListens() {
        final OutputStream closed = new OutputStream() {
            @Override
            public void write(final int b) throws IOException {
                throw new IOException("Broken pipe");
            }
        };
        assertEquals(0, new CommandLine(new InspectCommand(endless(), closed)).execute());
        assertEquals(0, new CommandLine(new InspectCommand(endless(), new PrintStream(closed, false))).execute());
    }

    private static InputStream endless() {
        return new InputStream() {
            private int position;

            @Override
            public int read() {
                return (FRAME_INPUT + '\n').charAt(position++ % (FRAME_INPUT.length() + 1));
            }
        };
    }
}

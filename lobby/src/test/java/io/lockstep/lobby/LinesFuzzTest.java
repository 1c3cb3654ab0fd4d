package io.lockstep.lobby;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes as a body: refused, or read and written again as they were; and as a match, kept the same. */
class LinesFuzzTest {

    private static Stream<byte[]> bodies() {
        final Match match = Party.match(3);
        return Stream.of(new Lines().add("name", "Ann").add("seats", 4).bytes(), MatchText.kept(match),
            MatchText.seen(match, 7).bytes(), Party.body("Bob").add("seats", 2).bytes());
    }

    @MethodSource("bodies")
    @FuzzTest(maxDuration = "30s")
    void shouldSurviveAnyBody(final byte[] input) {
        final Lines lines = Lines.parse(input, Limits.MAX_ANSWER_LINES);
        if (lines == null) {
            return;
        }
        if (!Arrays.equals(input, lines.bytes())) {
            throw new AssertionError("another text than " + lines);
        }
        MatchText.roster(lines);
        Turn.servers(lines);
        final Match match = MatchText.read(input);
        if (match != null && MatchText.read(MatchText.kept(match)) == null) {
            throw new AssertionError("a match that is not kept: " + lines);
        }
    }
}

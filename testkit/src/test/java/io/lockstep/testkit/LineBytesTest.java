package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.transport.Lane;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the bounds for both directions of a quiet line. */
class LineBytesTest {

    private static final long MS = 1_000_000L;
    private static final int FIRST_MS = 4000;
    private static final int LONG_MS = 12_000;
    private static final int HEARTBEAT_MS = 200;
    private static final byte[] HEARTBEAT = {0x14, 0, 1, 0, 0, 0};
    /** A window of frame 500, with a byte of options that says that its sender does not hear the receiver. */
    private static final byte[] DEAF = {0x16, (byte) 0x81, 1 << 5, (byte) 0xF4, 1, 0, 0};

    private final QuietMatch match = new QuietMatch();

    private List<Violation> play(final double latencyMs, final int everyMs, final byte[] more) {
        return match.play(latencyMs, LONG_MS, ms -> {
            if (ms > FIRST_MS && ms % everyMs == 0) {
                match.costs().leaves(0, 1, Lane.INPUT, ByteBuffer.wrap(more), ms * MS);
            }
        });
    }

    private static void assertBroken(final List<Violation> violations, final String detail) {
        assertEquals(List.of("C6"), violations.stream().map(Violation::promise).toList());
        assertTrue(violations.get(0).detail().matches(detail), violations.toString());
    }

    @Test
    void shouldJudgeNearlyAllSecondsOfAQuietMatch() {
        assertEquals(List.of(), play(50, LONG_MS, HEARTBEAT));
        assertTrue(match.costs().quietSeconds() >= 2 * 8, "judged " + match.costs().quietSeconds());
    }

    @Test
    void shouldJudgeLargeInputsOfSeveralPlayersAtAHighRate() {
        match.scenario.players = 5;
        match.scenario.inputBytes = 64;
        match.scenario.tickRate = 120;
        match.scenario.checksumInterval = 1;
        assertEquals(List.of(), play(90, LONG_MS, HEARTBEAT));
        assertTrue(match.costs().quietSeconds() >= 2 * 8, "judged " + match.costs().quietSeconds());
    }

    @Test
    void shouldJudgeWindowsOfSeveralDatagrams() {
        match.scenario.udp = true;
        match.scenario.players = 8;
        match.scenario.inputBytes = 64;
        match.scenario.tickRate = 30;
        assertEquals(List.of(), play(20, LONG_MS, HEARTBEAT));
        assertTrue(match.costs().quietSeconds() >= 2 * 6, "judged " + match.costs().quietSeconds());
    }

    @Test
    void shouldNotJudgeWhatTheOrderOfTwoPollsDecides() {
        assertEquals(List.of(), play(0, LONG_MS, HEARTBEAT));
        assertTrue(match.costs().quietSeconds() < 2 * 8, "judged " + match.costs().quietSeconds());
    }

    @Test
    void shouldSeeSignsOfLifeBesideWindows() {
        assertBroken(play(50, HEARTBEAT_MS, HEARTBEAT), "6[67] datagrams in a quiet second, due are 6[01] to 6[123]");
    }

    @Test
    void shouldSeeBytesThatAreTooMany() {
        assertBroken(play(50, 2 * HEARTBEAT_MS, Arrays.copyOf(HEARTBEAT, 300)),
            ".... bytes in a quiet second, due are .... to ....");
    }

    @Test
    void shouldNotJudgeALineOnWhichAPeerSaysThatItIsDeaf() {
        assertEquals(List.of(), play(50, HEARTBEAT_MS, DEAF));
        assertEquals(2, match.costs().quietSeconds(), "before the first of these windows");
    }

    @Test
    void shouldNotJudgeALineThatLoses() {
        match.scenario.links.add(LinkRule.of(0, 1, LinkConditions.latency(50).withLoss(0.1)));
        assertEquals(List.of(), play(50, LONG_MS, HEARTBEAT));
    }

    @Test
    void shouldJudgeDrawnMatches() {
        long judged = 0;
        for (long seed = 1; seed <= 3; seed++) {
            final Scenario drawn = new Scenario();
            drawn.game = StampedGame.NAME;
            drawn.frames = 600;
            drawn.links.add(LinkRule.of(LinkRule.ANY, LinkRule.ANY, LinkConditions.latency(30)));
            final MatchResult result = new SimulatedMatch(SwarmScenarios.shaped(drawn, seed), seed,
                StampedGame.seats(drawn)).run();
            judged += result.quietSeconds;
            assertEquals(List.of(), result.violations, "seed " + seed);
        }
        assertTrue(judged >= 20, "judged " + judged);
    }
}

package io.lockstep.core.internal.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.lockstep.core.internal.protocol.MembershipMessage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Member 1 reports that it has inputs of peer 2 that the leader lacks, and never hands them on. */
class RoundTest {

    private static final int SUSPECT = 2;
    private static final int SUSPECTS = 1 << SUSPECT;
    private static final long HELD = 10;
    private static final long REPORTED = 20;
    private static final long MS = 1_000_000L;
    /** Longer than a member has to hand on what it reports, in milliseconds. */
    private static final long LONG_MS = 3000;

    private final Round round = new Round();
    private final MembershipMessage report = new MembershipMessage().reset(MembershipMessage.Kind.REPORT)
        .frame(SUSPECT, REPORTED);

    /** Plays a round for some time, in which member 1 answers sixteen times a second. */
    private void play(final long ballot, final long beginMs, final long forMs) {
        round.start(ballot, SUSPECTS, beginMs * MS);
        for (long ms = beginMs; ms < beginMs + forMs; ms += 60) {
            round.holds(SUSPECT, HELD, ms * MS);
            round.report(1, report, ms * MS);
        }
    }

    @BeforeEach
    void waitInVain() {
        play(1, 0, LONG_MS);
        assertEquals(0b10, round.unshown(0, LONG_MS * MS));
    }

    @Test
    void shouldGiveARoundAboutOtherProcessesItsFullTime() {
        round.forget();
        play(2, LONG_MS, 1000);
        assertEquals(0, round.unshown(0, (LONG_MS + 1000) * MS));
    }

    @Test
    void shouldNotBeginTheTimeAnewWhereARoundAboutTheSamePeersBeginsAgain() {
        play(2, LONG_MS, 0);
        round.holds(SUSPECT, HELD, LONG_MS * MS);
        round.report(1, report, LONG_MS * MS);
        assertEquals(0b10, round.unshown(0, LONG_MS * MS));
    }
}

package io.lockstep.core.internal.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.sync.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChecksumVoteTest {

    private static final long FRAME = 59;

    /** A letter for each peer's state, a dot for one that is not known; peer 0 is this one. */
    @ParameterizedTest
    @CsvSource({"AB, 0, 0", "AA, 3, 0", "AAB, 3, 4", "BAA, 6, 1", "AB., 0, 0", "AA., 3, 0", "ABC, 0, 0", "AABB, 0, 0",
        "AAAB, 7, 8", "AA.B, 0, 0", "AAAAB, 15, 16", "ABBBC, 14, 17", "AAB.C, 0, 0", "A, 1, 0"})
    void shouldBelieveMoreThanHalfOfAllMembers(final String states, final int majority, final int minority) {
        final ChecksumLog log = new ChecksumLog(30, 32);
        for (int peer = 0; peer < states.length(); peer++) {
            if (states.charAt(peer) != '.' && peer == 0) {
                log.record(FRAME, states.charAt(peer));
            } else if (states.charAt(peer) != '.') {
                log.record(peer, FRAME, states.charAt(peer));
            }
        }
        final Verdict verdict = ChecksumVote.of(log, (1 << states.length()) - 1, 0, FRAME);
        assertEquals(majority, verdict.majority().mask());
        assertEquals(minority, verdict.minority().mask());
        assertEquals(majority != 0, verdict.isDecided());
    }

    @Test
    void shouldAskMembersAlone() {
        final ChecksumLog log = new ChecksumLog(30, 32);
        log.record(FRAME, 1);
        for (int peer = 1; peer < 5; peer++) {
            log.record(peer, FRAME, 2);
        }
        assertTrue(ChecksumVote.of(log, 0b11111, 0, FRAME).isDecided());
        assertFalse(ChecksumVote.of(log, 0b00011, 0, FRAME).isDecided());
        assertEquals("peers 0 and 1", ChecksumVote.of(log, 0b00011, 0, FRAME).known().toString());
    }
}

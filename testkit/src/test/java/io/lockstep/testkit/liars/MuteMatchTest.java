package io.lockstep.testkit.liars;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.Tier;
import io.lockstep.core.internal.protocol.Command;
import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.MessageType;
import io.lockstep.core.internal.protocol.Relay;
import io.lockstep.core.internal.protocol.TransferMessage;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks that a member that never sends one kind of message stalls the others only until they continue without it. */
class MuteMatchTest {

    static final int SEEDS = Tier.of(1, 30);
    private static final int TRUTHFUL = Tier.of(1, 10);
    /** Seeds of matches with a mute leader in which another member dies and returns. */
    static final List<Long> IDLE_LEADERS = Tier.of(List.of(2L), List.of(2L, 4L));
    /** Seed of a match of three whose leader is mute and in which player 2 dies and stays away. */
    private static final long THREE = 41;
    /** Seed of a match of four whose leader is mute and in which the state of player 2 goes wrong. */
    private static final long WRONG_STATE = 40;
    /** Seed of a match of four in which player 2, which does not lead, is mute and player 3 has a wrong state. */
    private static final long SILENT_WITNESS = 19;
    /** Seed of a match of six in which player 5, who does not lead, is mute and player 3 dies and returns. */
    private static final long SILENT_MEMBER = 12;
    /** Seed of a match of six whose leader is mute and in which player 2 returns before it was cut. */
    private static final long LATE_CUT = 18;

    @ParameterizedTest
    @EnumSource
    void shouldContinueWithoutOneKindOfMessage(final Unsaid unsaid) {
        for (long seed = 5; seed < 5 + SEEDS; seed++) {
            final MuteOutcome outcome = new MuteMatch(seed, unsaid).play();
            assertTrue(outcome.ok(), seed + ": " + outcome);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"PREPARE", "JOIN", "ACTIVATE"})
    void shouldReplaceALeaderThatDoesNothing(final Unsaid unsaid) {
        for (final long seed : IDLE_LEADERS) {
            final MuteOutcome outcome = new MuteMatch(seed, unsaid).play();
            assertTrue(outcome.ok(), seed + ": " + outcome);
            assertEquals(0, outcome.mute());
        }
    }

    @Test
    void shouldCutADeadThirdPlayerWithoutTheLeader() {
        final MuteOutcome outcome = new MuteMatch(THREE, Unsaid.PREPARE).play();
        assertTrue(outcome.ok(), outcome::toString);
        assertEquals(3, outcome.peers());
        assertEquals(0, outcome.mute());
        assertEquals(", 2 dies", outcome.script());
    }

    @ParameterizedTest
    @EnumSource(names = {"REPAIR", "REPAIRED", "VOUCH", "HALT"})
    void shouldMendAWrongStateWithoutTheLeader(final Unsaid unsaid) {
        final MuteOutcome outcome = new MuteMatch(WRONG_STATE, unsaid).play();
        assertTrue(outcome.ok(), outcome::toString);
        assertEquals(4, outcome.peers());
        assertEquals(0, outcome.mute());
        assertEquals(", 2 goes wrong", outcome.script());
    }

    @Test
    void shouldRepairAStateThatOneOfFourDoesNotVouchFor() {
        final MuteOutcome outcome = new MuteMatch(SILENT_WITNESS, Unsaid.VOUCH).play();
        assertTrue(outcome.ok(), outcome::toString);
        assertEquals(4, outcome.peers());
        assertEquals(2, outcome.mute());
        assertEquals(", 3 goes wrong", outcome.script());
    }

    @Test
    void shouldActivateAJoinerThoughOneMemberNeverSaysThatItHasTheLineUp() {
        final MuteOutcome outcome = new MuteMatch(SILENT_MEMBER, Unsaid.STATUS).play();
        assertTrue(outcome.ok(), outcome::toString);
        assertEquals(5, outcome.mute());
        assertEquals(", 3 dies and returns", outcome.script());
    }

    @Test
    void shouldKeepAReturnedPeerThatAnIdleLeaderHasCutLate() {
        final MuteOutcome outcome = new MuteMatch(LATE_CUT, Unsaid.PREPARE).play();
        assertTrue(outcome.ok(), outcome::toString);
        assertEquals(0, outcome.mute());
        assertEquals(", 2 dies and returns", outcome.script());
    }

    @Test
    void shouldPlayTheSameMatchAgain() {
        final MuteOutcome first = new MuteMatch(3, null).play();
        assertEquals(first, new MuteMatch(3, null).play());
    }

    /** Checks the judge: a match in which the member sends everything has no fault. */
    @Test
    void shouldFindNoFaultIfEveryMessageIsSent() {
        for (long seed = 1; seed <= TRUTHFUL; seed++) {
            final MuteOutcome outcome = new MuteMatch(seed, Unsaid.PREPARE).truthful().play();
            assertTrue(outcome.ok(), seed + ": " + outcome);
        }
    }

    /** Fails for a new kind of message that {@link Unsaid} does not name. */
    @Test
    void shouldLeaveEachKindOfMessageUnsaid() {
        final Set<Enum<?>> kinds = new HashSet<>();
        final Set<MessageType> withKinds = EnumSet.of(MessageType.RELAY, MessageType.MEMBERSHIP,
            MessageType.TRANSFER);
        Stream.of(MessageType.values()).filter(type -> !withKinds.contains(type)).forEach(kinds::add);
        kinds.addAll(List.of(Relay.Kind.values()));
        kinds.addAll(List.of(MembershipMessage.Kind.values()));
        kinds.addAll(List.of(TransferMessage.Kind.values()));
        Arrays.stream(Unsaid.values()).map(Unsaid::kind).filter(Command.Kind.class::isInstance).forEach(kinds::add);
        assertEquals(kinds, new HashSet<>(Arrays.stream(Unsaid.values()).map(Unsaid::kind).toList()));
        assertFalse(kinds.isEmpty());
    }
}

package io.lockstep.testkit.liars;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.protocol.Command;
import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.MessageType;
import io.lockstep.core.internal.protocol.Relay;
import io.lockstep.core.internal.protocol.TransferMessage;
import io.lockstep.testkit.Tier;
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
    /** Seeds of matches with a mute leader in which another member dies and returns. */
    static final List<Long> IDLE_LEADERS = List.of(2L, 4L);

    /**
     * Leaves out INPUTS because of an open fault. A peer that returns while the leader never sends INPUTS waits 21 s
     * instead of 10 s to be admitted ({@code soak --mutes --mute INPUTS --seeds 5..5}). No other peer stalls.
     */
    @ParameterizedTest
    @EnumSource(names = "INPUTS", mode = EnumSource.Mode.EXCLUDE)
    void shouldGoOnWithoutWhatIsNeverSent(final Unsaid unsaid) {
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
    void shouldPlayTheSameMatchAgain() {
        final MuteOutcome first = new MuteMatch(3, null).play();
        assertEquals(first, new MuteMatch(3, null).play());
    }

    /** Checks the judge: a match in which the member sends everything has no fault. */
    @Test
    void shouldFindNothingWrongWithWhoSpeaks() {
        for (long seed = 1; seed <= 2; seed++) {
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

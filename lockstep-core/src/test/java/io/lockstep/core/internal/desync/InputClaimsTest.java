package io.lockstep.core.internal.desync;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.lockstep.core.internal.game.MatchRules;
import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.game.Seating;
import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.play.InputTape;
import io.lockstep.core.internal.protocol.Command;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.membership.TwoPeerPolicy;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** Two peers find out which players have sent them different things. */
class InputClaimsTest {

    private static final int PLAYERS = 3;
    private static final int INPUT_BYTES = 2;
    private static final int EVENT_BYTES = 8;
    private static final int FRAMES = 40;
    private static final long FROM = 10;
    private static final long TO = 30;

    private final MatchSettings settings = new MatchSettings(
        new MatchRules("claims", 7, 60, INPUT_BYTES, EVENT_BYTES, 0, FRAMES, TwoPeerPolicy.HALT),
        new Seating(PLAYERS, 0, new int[Message.MAX_PLAYERS], 0), null, null, null, null, null, null, null);
    private final InputLog ours = log();
    private final InputLog theirs = log();

    private static InputLog log() {
        return new InputLog(PLAYERS, INPUT_BYTES, EVENT_BYTES, 0);
    }

    private static void fill(final InputLog log, final int player, final long until) {
        while (log.next(player) < until) {
            log.append(player, new byte[] {(byte) log.next(player), (byte) player}, 0);
        }
    }

    private InputClaims claims(final InputLog log) {
        for (int player = 0; player < PLAYERS; player++) {
            fill(log, player, FRAMES);
        }
        return new InputClaims(InputTape.of(settings, log, FROM, FRAMES - 1), PLAYERS, FROM, TO);
    }

    private int contradicted() {
        final ByteBuffer bytes = ByteBuffer.allocate(PLAYERS * InputClaims.BYTES);
        claims(theirs).write(bytes);
        return claims(ours).contradicted(bytes.flip());
    }

    @Test
    void shouldFindNothingWhereBothWereSentTheSame() {
        assertEquals(0, contradicted());
    }

    @Test
    void shouldFindWhoSentAnotherInput() {
        fill(theirs, 1, 17);
        theirs.append(1, new byte[] {99, 1}, 0);
        assertEquals(0b010, contradicted());
    }

    @Test
    void shouldFindWhoSentAnEventToOneAlone() {
        fill(theirs, 2, 18);
        theirs.attachEvent(2, new byte[] {5}, 0, 1);
        assertEquals(0b100, contradicted());
    }

    @Test
    void shouldFindWhoGaveAnOrderToOneAlone() {
        fill(theirs, 0, 18);
        theirs.attachCommand(0, Command.of(Command.Kind.PAUSE, 0, 0));
        assertEquals(0b001, contradicted());
    }

    /** Before the first frame both had the same state, and behind the last one theirs differ already. */
    @Test
    void shouldLookAtTheFramesThatMatterOnly() {
        fill(theirs, 1, FROM - 1);
        theirs.append(1, new byte[] {99, 1}, 0);
        fill(theirs, 2, TO + 1);
        theirs.append(2, new byte[] {99, 1}, 0);
        assertEquals(0, contradicted());
    }

    /** It may have been changed by who handed it on. */
    @Test
    void shouldSayNothingOfWhatAnotherHasHandedOn() {
        fill(theirs, 1, 17);
        theirs.append(1, new byte[] {99, 1}, 0);
        theirs.handedOn(1);
        assertEquals(0, contradicted());
    }

    @Test
    void shouldBelieveNothingAboutWhatWeWereHandedOn() {
        fill(ours, 1, 17);
        ours.append(1, new byte[] {99, 1}, 0);
        ours.handedOn(1);
        assertEquals(0, contradicted());
    }

    @Test
    void shouldCompareWhatCameAfterThat() {
        fill(theirs, 1, 17);
        theirs.handedOn(1);
        theirs.append(1, new byte[] {99, 1}, 0);
        assertEquals(0b010, contradicted());
    }

    /** A peer may claim anything. */
    @Test
    void shouldTakeAnyNumberOfFrames() {
        final ByteBuffer bytes = ByteBuffer.allocate(PLAYERS * InputClaims.BYTES);
        for (final short frames : new short[] {-1, Short.MIN_VALUE, Short.MAX_VALUE, 22}) {
            bytes.clear();
            for (int player = 0; player < PLAYERS; player++) {
                bytes.putShort(player * InputClaims.BYTES, frames);
            }
            assertEquals(0, claims(ours).contradicted(bytes), "frames " + frames);
        }
    }
}

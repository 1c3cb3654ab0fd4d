package io.lockstep.examples.view;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.lockstep.examples.dogfight.Buttons;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

class PilotTest {

    private static final int IDLE = 3;

    private int held;
    private final Pilot pilot = new Pilot((frame, player, input) -> Buttons.write(held, input),
        (frame, player, input) -> Buttons.write(Buttons.FIRE, input), IDLE);

    private int sample(final long frame) {
        final ByteBuffer input = ByteBuffer.allocate(2).order(ByteOrder.LITTLE_ENDIAN);
        pilot.sample(frame, 0, input);
        return input.getShort(0);
    }

    @Test
    void shouldLetTheBotFlyUntilAKeyIsPressedAndAgainAfterAPause() {
        assertEquals(Buttons.FIRE, sample(0));
        held = Buttons.SWAP | Buttons.LEFT;
        assertEquals(held, sample(1));
        held = 0;
        assertEquals(0, sample(2));
        assertEquals(0, sample(3));
        assertEquals(Buttons.FIRE, sample(4));
    }

    @Test
    void shouldLeaveTheShipToWhoeverHasTouchedAKeyOnce() {
        final Pilot mine = new Pilot((frame, player, input) -> Buttons.write(held, input),
            (frame, player, input) -> Buttons.write(Buttons.FIRE, input), Pilot.FOR_GOOD);
        final ByteBuffer input = ByteBuffer.allocate(2).order(ByteOrder.LITTLE_ENDIAN);
        mine.sample(0, 0, input);
        assertEquals(Buttons.FIRE, input.getShort(0));
        held = Buttons.LEFT;
        input.clear();
        mine.sample(1, 0, input);
        held = 0;
        input.clear();
        mine.sample(1_000_000, 0, input);
        assertEquals(0, input.getShort(0));
    }
}

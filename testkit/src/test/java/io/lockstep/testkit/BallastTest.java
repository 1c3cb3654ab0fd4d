package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.Simulation;
import io.lockstep.core.internal.protocol.TransferMessage;
import java.nio.ByteOrder;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class BallastTest {

    private static final int BYTES = 66 << 10;
    private static final int CHUNK = TransferMessage.maxChunkBytes(1184);
    private static final int HEAD_BYTES = Integer.BYTES + Long.BYTES;
    private static final int FRAMES = 500;

    private static Simulation game() {
        return new Ballast(new StampedGame(0, 1), 1, BYTES, 1);
    }

    private static int length(final Simulation game, final StateBytes state) {
        game.save(state.reset());
        return state.length() - HEAD_BYTES;
    }

    @Test
    void shouldTakeEverySizeAndBeLoadedFromEach() {
        final FrameOfInputs inputs = new FrameOfInputs(2, 2, 12);
        final Simulation game = game();
        final StateBytes state = new StateBytes();
        final TreeSet<Integer> sizes = new TreeSet<>();
        Simulation loaded = game();
        for (long frame = 0; frame < FRAMES; frame++) {
            game.step(frame, inputs);
            loaded.step(frame, inputs);
            sizes.add(length(game, state));
            final StateBytes other = new StateBytes();
            loaded.save(other.reset());
            assertEquals(state.bytes(), other.bytes());
            loaded = game();
            loaded.load(state.bytes().order(ByteOrder.LITTLE_ENDIAN));
        }
        assertTrue(sizes.containsAll(List.of(0, 1, 1023, 1024, 1025, 1183, 1184, 1185, CHUNK - 1, CHUNK, CHUNK + 1,
            65_535, 65_536, 65_537, BYTES)),
            sizes::toString);
    }
}

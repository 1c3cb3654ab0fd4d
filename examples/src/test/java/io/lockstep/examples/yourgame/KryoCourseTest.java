package io.lockstep.examples.yourgame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.internal.sync.NamedState;
import io.lockstep.core.sync.StateWriter;
import io.lockstep.testkit.SyncTest;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class KryoCourseTest {

    /** Plain data, which Kryo walks over by itself. */
    public static final class World {
        final List<int[]> discs = new ArrayList<>();
        int score;
    }

    /** The game. */
    static final class KryoCourse implements Simulation {

        private final Kryo kryo = new Kryo();
        private final Output output = new Output(1024, 1 << 20);
        private World world = new World();

        KryoCourse() {
            kryo.setRegistrationRequired(true);
            kryo.setReferences(false);
            kryo.register(World.class);
            kryo.register(ArrayList.class);
            kryo.register(int[].class);
        }

        @Override
        public void step(final long frame, final Inputs inputs) {
            for (int player = 0; player < inputs.players(); player++) {
                world.score += inputs.bits(player);
            }
            if (frame % 10 == 0) {
                world.discs.add(new int[] {world.score, (int) frame});
            }
        }

        @Override
        public void save(final StateWriter out) {
            output.clear();
            kryo.writeObject(output, world);
            out.writeBytes("kryo", output.getBuffer(), 0, output.position());
        }

        @Override
        public void load(final ByteBuffer state) {
            final byte[] bytes = new byte[state.remaining()];
            state.get(bytes);
            world = kryo.readObject(new Input(bytes), World.class);
        }
    }

    @Test
    void shouldSaveAndLoadItsWholeState() {
        final SyncTest.Result result = new SyncTest(2, KryoCourse::new,
            (frame, player, input) -> input.putShort((short) (frame % 7 + player))).run(600);
        assertTrue(result.ok(), result::detail);
    }

    /** The price: the words of the page about what a report says. */
    @Test
    void shouldNameNoFieldInAReport() {
        final KryoCourse course = new KryoCourse();
        for (int i = 0; i < 20; i++) {
            course.world.discs.add(new int[] {1000 + i, i});
        }
        final NamedState here = new NamedState();
        course.save(here);
        course.world.discs.get(11)[0] = 17_066;
        final NamedState there = new NamedState();
        course.save(there);
        assertEquals("kryo[0]", here.difference(there).name());
        assertEquals("byte 47: 0xe60f1603e80f1803ea0f1a03ec0f1c03…", here.difference(there).local());
        assertEquals("byte 47: 0xd48a021603e80f1803ea0f1a03ec0f1c…", here.difference(there).remote());
    }
}

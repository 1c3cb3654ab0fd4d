package io.lockstep.core.sync;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.lockstep.core.Allocations;
import io.lockstep.core.determinism.DeterministicRandom;
import io.lockstep.core.game.DeclaredSimulation;
import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.internal.game.StateLoader;
import io.lockstep.core.internal.sync.NamedState;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class StateFieldsTest {

    private enum Phase {
        WARM_UP, PLAY, OVER
    }

    private static final Phase[] PHASES = Phase.values();

    private record Wind(int x, int y) {
    }

    private static final Wind CALM = new Wind(0, 0);

    private static final class Bullet implements StateFields.Part {
        private int x;
        private long owner;

        @Override
        public void fields(final StateFields fields) {
            x = fields.field("x", x);
            owner = fields.field("owner", owner);
        }
    }

    private static final class Disc implements StateFields.Part {
        private int x;
        private final short[] trail = new short[3];

        @Override
        public void fields(final StateFields fields) {
            x = fields.field("x", x);
            fields.array("trail", trail);
        }
    }

    /** One of everything. */
    private static class World extends DeclaredSimulation {
        boolean on = true;
        byte small = -3;
        short middle = 300;
        int count = 2;
        long big = 1L << 40;
        float speed = 1.5f;
        double angle = -0.25;
        Phase phase = Phase.PLAY;
        final boolean[] doors = {true, false, true};
        final byte[] tiles = {1, 2, 3, 4};
        final int[] slots = {7, 8, 9, 10};
        final long[] longs = {1, -1};
        final float[] floats = {1, 2};
        final double[] doubles = {3, 4};
        final Disc[] discs = {new Disc(), new Disc()};
        final List<Bullet> bullets = new ArrayList<>();
        final List<Wind> gusts = new ArrayList<>();
        Wind wind = new Wind(3, -4);
        final DeterministicRandom random = new DeterministicRandom(5);

        @Override
        public void step(final long frame, final Inputs inputs) {
            // Its state is what is looked at.
        }

        @Override
        public void fields(final StateFields fields) {
            on = fields.field("on", on);
            fields.section("world");
            small = fields.field("small", small);
            middle = fields.field("middle", middle);
            count = fields.field("count", count);
            big = fields.field("big", big);
            speed = fields.field("speed", speed);
            angle = fields.field("angle", angle);
            phase = fields.field("phase", phase, PHASES);
            fields.array("doors", doors);
            fields.array("tiles", tiles);
            fields.array("slots", slots, count);
            fields.array("longs", longs);
            fields.array("floats", floats);
            fields.array("doubles", doubles);
            fields.section("things");
            fields.parts("disc", discs);
            fields.list("bullet", bullets, Bullet::new);
            fields.list("gust", gusts, CALM, StateFieldsTest::wind);
            wind = fields.value("wind", wind, StateFieldsTest::wind);
            fields.part("random", random);
        }
    }

    private static Wind wind(final StateFields fields, final Wind old) {
        final int x = fields.field("x", old.x());
        final int y = fields.field("y", old.y());
        return fields.loading() ? new Wind(x, y) : old;
    }

    private static World busy() {
        final World world = new World();
        for (int i = 0; i < 3; i++) {
            final Bullet bullet = new Bullet();
            bullet.x = 10 + i;
            bullet.owner = i;
            world.bullets.add(bullet);
        }
        world.gusts.add(new Wind(1, 2));
        world.discs[1].x = 17_066;
        world.discs[1].trail[2] = -5;
        world.phase = null;
        world.random.nextInt();
        return world;
    }

    private static ByteBuffer saved(final Simulation game) {
        final StateBuffer bytes = new StateBuffer(1 << 16);
        game.save(bytes);
        return ByteBuffer.wrap(Arrays.copyOf(bytes.array(), bytes.length())).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static NamedState named(final Simulation game) {
        final NamedState state = new NamedState();
        game.save(state);
        return state;
    }

    private static String refusal(final Simulation game, final ByteBuffer state) {
        return assertThrows(IllegalArgumentException.class, () -> StateLoader.load(game, state)).getMessage();
    }

    @Test
    void shouldLoadWhatItSaved() {
        final World world = busy();
        final World other = new World();
        other.bullets.add(new Bullet());
        StateLoader.load(other, saved(world));
        assertEquals(saved(world), saved(other));
        assertEquals(3, other.bullets.size());
        assertEquals(12, other.bullets.get(2).x);
        assertEquals(new Wind(1, 2), other.gusts.get(0));
        assertNull(other.phase);
        assertEquals(world.random.nextLong(), other.random.nextLong());
    }

    @Test
    void shouldShrinkAListToWhatWasSaved() {
        final World world = busy();
        StateLoader.load(world, saved(new World()));
        assertEquals(0, world.bullets.size());
        assertEquals(saved(new World()), saved(world));
    }

    @Test
    void shouldWriteTheBytesThatAGameByHandWrites() {
        final Disc disc = new Disc();
        disc.x = 5;
        disc.trail[0] = 6;
        final StateBuffer declared = new StateBuffer(64);
        new StateFields().save(disc, declared);
        final StateBuffer byHand = new StateBuffer(64);
        byHand.writeInt("x", disc.x);
        for (final short each : disc.trail) {
            byHand.writeShort("trail", each);
        }
        assertArrayEquals(Arrays.copyOf(byHand.array(), byHand.length()),
            Arrays.copyOf(declared.array(), declared.length()));
    }

    @Test
    void shouldNameFieldsBySectionPartsAndIndex() {
        final World right = busy();
        final World wrong = busy();
        wrong.discs[1].trail[2] = 7;
        assertEquals(new FieldDifference("things", "disc.trail[5]", "-5", "7"), named(right).difference(named(wrong)));
        wrong.discs[1].x = 17_322;
        assertEquals("things.disc.x[1]", named(right).difference(named(wrong)).name());
        wrong.tiles[3] = 9;
        assertEquals(new FieldDifference("world", "tiles[0]", "67305985", "151192065"),
            named(right).difference(named(wrong)));
        wrong.on = false;
        assertEquals(new FieldDifference("", "on[0]", "1", "0"), named(right).difference(named(wrong)));
        assertNull(named(right).difference(named(busy())));
    }

    @Test
    void shouldSayAtWhichByteALongFieldDiffers() {
        final NamedState one = new NamedState();
        one.writeBytes("map", new byte[100], 0, 100);
        final byte[] bytes = new byte[100];
        bytes[98] = 1;
        final NamedState other = new NamedState();
        other.writeBytes("map", bytes, 0, 100);
        assertEquals(new FieldDifference("", "map[0]", "byte 98: 0x0000", "byte 98: 0x0100"), one.difference(other));
    }

    @Test
    void shouldNameWhatOneStateLacks() {
        final NamedState one = new NamedState();
        one.writeInt("x", 4);
        final NamedState other = new NamedState();
        other.writeInt("x", 4);
        other.writeInt("y", 5);
        assertEquals(new FieldDifference("", "y[0]", "absent", "5"), one.difference(other));
        assertEquals(new FieldDifference("", "y[0]", "5", "absent"), other.difference(one));
    }

    @Test
    void shouldAllocateNothingToSaveAndLoadAtSteadyState() {
        final World world = busy();
        world.gusts.clear();
        final StateBuffer bytes = new StateBuffer(1 << 16);
        world.save(bytes);
        final ByteBuffer state = ByteBuffer.wrap(bytes.array());
        final StateFields walk = new StateFields();
        final StateFields.Part still = fields -> {
            fields.parts("disc", world.discs);
            fields.list("bullet", world.bullets, Bullet::new);
            world.count = fields.field("count", world.count);
            fields.array("tiles", world.tiles);
        };
        assertEquals(0, Allocations.least(() -> {
            for (int i = 0; i < 1000; i++) {
                bytes.clear();
                world.save(bytes);
                bytes.clear();
                walk.save(still, bytes);
                state.clear().limit(bytes.length());
                walk.load(still, state);
            }
        }));
    }

    @Test
    void shouldRefuseAStateThatEndsTooSoonAndNameTheField() {
        final ByteBuffer state = saved(busy());
        assertEquals("the state ends before things.randomIncrement",
            refusal(new World(), state.limit(state.limit() - 1)));
        assertEquals("the state ends before world.small", refusal(new World(), state.clear().limit(1)));
    }

    @Test
    void shouldRefuseMoreElementsThanThereCanBe() {
        final World many = new World();
        many.count = 4;
        final ByteBuffer state = saved(many);
        final int at = Byte.BYTES + Byte.BYTES + Short.BYTES;
        assertEquals("world.slots has 5 elements, allowed are 0 to 4", refusal(new World(), state.putInt(at, 5)));
        assertEquals("world.slots has -1 elements, allowed are 0 to 4",
            refusal(new World(), state.putInt(at, -1).clear()));
        final ByteBuffer list = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putInt(0, Integer.MAX_VALUE);
        assertEquals("size has 2147483647 elements, allowed are 0 to 4", assertThrows(IllegalArgumentException.class,
            () -> new StateFields().load(fields -> fields.list("b", new ArrayList<>(), Bullet::new), list))
            .getMessage());
        assertEquals("p is constant 3 of 3", assertThrows(IllegalArgumentException.class,
            () -> new StateFields().load(fields -> fields.field("p", Phase.PLAY, PHASES),
                ByteBuffer.wrap(new byte[] {3}))).getMessage());
    }

    /** A game by hand that forgets something. */
    private static final class Forgetful implements Simulation {
        private final int reads;
        private final int[] x = new int[4];

        Forgetful(final int reads) {
            this.reads = reads;
        }

        @Override
        public void step(final long frame, final Inputs inputs) {
            x[0]++;
        }

        @Override
        public void save(final StateWriter out) {
            out.section("discs");
            for (final int each : x) {
                out.writeInt("x", each);
            }
        }

        @Override
        public void load(final ByteBuffer state) {
            for (int i = 0; i < reads; i++) {
                x[i] = state.getInt();
            }
        }
    }

    @Test
    void shouldRefuseBytesThatAreLeftUnreadAndNameTheLastFieldRead() {
        final ByteBuffer state = saved(new Forgetful(4));
        StateLoader.load(new Forgetful(4), state);
        assertEquals("load left 8 of 16 bytes unread, the last field that it read is discs.x[1]",
            refusal(new Forgetful(2), state.clear()));
        assertEquals("load left 16 of 16 bytes unread, it read no field", refusal(new Forgetful(0), state.clear()));
    }

    @Test
    void shouldNotTakeOneStateForAnother() {
        final World one = busy();
        one.longs[1] = 77;
        assertNotEquals(saved(busy()), saved(one));
    }
}

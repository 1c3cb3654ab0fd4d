package io.lockstep.core.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.DeclaredSimulation;
import io.lockstep.core.game.Inputs;
import io.lockstep.core.internal.game.StateLoader;
import io.lockstep.core.internal.sync.NamedState;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Whatever a game declares, a state that is saved, loaded into a new game and saved again is the same; and where the
 * two walks of a declaration differ, which takes some effort, that shows.
 */
class StateFieldsPropertyTest {

    private static final int DECLARATIONS = 500;
    private static final int MAX_FIELDS = 12;
    private static final int MAX_DEPTH = 3;
    private static final int KINDS = 12;

    /** A declaration that was drawn, with values of its own. */
    private static final class Drawn extends DeclaredSimulation {
        private final List<StateFields.Part> fields = new ArrayList<>();
        private final SplittableRandom shape;
        private final SplittableRandom values;
        /** In a load left out, or exchanged with the one behind it; −1 for none. */
        private int forgotten = -1;
        private int exchanged = -1;

        Drawn(final long shape, final long values) {
            this(new SplittableRandom(shape), new SplittableRandom(values), 0);
        }

        private Drawn(final SplittableRandom shape, final SplittableRandom values, final int depth) {
            this.shape = shape;
            this.values = values;
            for (int count = 1 + shape.nextInt(MAX_FIELDS); count > 0; count--) {
                fields.add(draw("f" + shape.nextInt(4), shape.nextInt(depth < MAX_DEPTH ? KINDS : KINDS - 2), depth));
            }
        }

        private StateFields.Part draw(final String name, final int kind, final int depth) {
            final int length = shape.nextInt(5);
            return switch (kind) {
                case 0 -> new Cell<>(values.nextInt(), (walk, old) -> walk.field(name, old));
                case 1 -> new Cell<>(values.nextLong(), (walk, old) -> walk.field(name, old));
                case 2 -> new Cell<>((short) values.nextInt(), (walk, old) -> walk.field(name, old));
                case 3 -> new Cell<>((byte) values.nextInt(), (walk, old) -> walk.field(name, old));
                case 4 -> new Cell<>(values.nextBoolean(), (walk, old) -> walk.field(name, old));
                case 5 -> new Cell<>((float) values.nextDouble(), (walk, old) -> walk.field(name, old));
                case 6 -> new Cell<>(values.nextDouble(), (walk, old) -> walk.field(name, old));
                case 7 -> {
                    final int[] array = values.ints(length).toArray();
                    yield walk -> walk.array(name, array);
                }
                case 8 -> {
                    final byte[] array = new byte[length];
                    values.nextBytes(array);
                    yield walk -> walk.array(name, array);
                }
                case 9 -> {
                    final String section = "s" + shape.nextInt(3);
                    yield walk -> walk.section(section);
                }
                case 10 -> {
                    final Drawn part = new Drawn(shape, values, depth + 1);
                    yield walk -> walk.part(name, part);
                }
                default -> {
                    final List<Cell<Long>> list = new ArrayList<>();
                    for (int i = values.nextInt(5); i > 0; i--) {
                        list.add(new Cell<>(values.nextLong(), (walk, old) -> walk.field("e", old)));
                    }
                    yield walk -> walk.list(name, list, () -> new Cell<>(0L, (each, old) -> each.field("e", old)));
                }
            };
        }

        @Override
        public void step(final long frame, final Inputs inputs) {
            // Its state is what is looked at.
        }

        @Override
        public void fields(final StateFields walk) {
            final List<StateFields.Part> order = new ArrayList<>(fields);
            if (walk.loading() && exchanged >= 0) {
                Collections.swap(order, exchanged, exchanged + 1);
            }
            for (int i = 0; i < order.size(); i++) {
                if (!walk.loading() || i != forgotten) {
                    order.get(i).fields(walk);
                }
            }
        }
    }

    /** A value that is handed over and taken back. */
    private static final class Cell<T> implements StateFields.Part {
        private T value;
        private final StateFields.Values<T> field;

        Cell(final T value, final StateFields.Values<T> field) {
            this.value = value;
            this.field = field;
        }

        @Override
        public void fields(final StateFields walk) {
            value = field.fields(walk, value);
        }
    }

    private static NamedState saved(final Drawn game) {
        final NamedState state = new NamedState();
        game.save(state);
        return state;
    }

    /** What becomes of a state that is loaded into a game with other values: null when it is the same. */
    private static String roundTrip(final long seed, final int forgotten, final int exchanged) {
        final NamedState first = saved(new Drawn(seed, seed));
        final Drawn other = new Drawn(seed, seed + 1_000_003);
        other.forgotten = forgotten;
        other.exchanged = exchanged;
        try {
            StateLoader.load(other, ByteBuffer.wrap(Arrays.copyOf(first.array(), first.length()))
                .order(ByteOrder.LITTLE_ENDIAN));
        } catch (final IllegalArgumentException refused) {
            return refused.getMessage();
        }
        final FieldDifference difference = first.difference(saved(other));
        return difference == null ? null : difference.toString();
    }

    @Test
    void shouldSaveTheSameAfterALoadWhateverIsDeclared() {
        for (long seed = 0; seed < DECLARATIONS; seed++) {
            assertEquals(null, roundTrip(seed, -1, -1), "seed " + seed);
        }
    }

    /** A number of eight bytes in the place of each other field: no two values are alike by chance. */
    private static boolean isNumber(final StateFields.Part field) {
        return field instanceof Cell<?> cell && cell.value instanceof Long;
    }

    @Test
    void shouldNoticeAFieldThatIsLeftOutOfTheLoad() {
        int planted = 0;
        for (long seed = 0; seed < DECLARATIONS; seed++) {
            final List<StateFields.Part> fields = new Drawn(seed, seed).fields;
            for (int i = 0; i < fields.size(); i++) {
                if (isNumber(fields.get(i))) {
                    planted++;
                    assertTrue(roundTrip(seed, i, -1) != null, "seed " + seed + ", field " + i + " left out");
                }
            }
        }
        assertTrue(planted > DECLARATIONS / 4, planted + " faults planted");
    }

    @Test
    void shouldNoticeAnotherOrderInTheLoad() {
        int planted = 0;
        for (long seed = 0; seed < DECLARATIONS; seed++) {
            final List<StateFields.Part> fields = new Drawn(seed, seed).fields;
            for (int i = 0; i + 1 < fields.size(); i++) {
                if (isNumber(fields.get(i)) && isNumber(fields.get(i + 1))) {
                    planted++;
                    assertTrue(roundTrip(seed, -1, i) != null, "seed " + seed + ", field " + i + " exchanged");
                }
            }
        }
        assertTrue(planted > 10, planted + " faults planted");
    }
}

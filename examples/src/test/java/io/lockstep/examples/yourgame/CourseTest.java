package io.lockstep.examples.yourgame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.determinism.DeterministicRandom;
import io.lockstep.core.game.DeclaredSimulation;
import io.lockstep.core.game.Inputs;
import io.lockstep.core.internal.sync.NamedState;
import io.lockstep.core.sync.StateFields;
import io.lockstep.testkit.SyncTest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CourseTest {

    /** A part of the state with fields of its own. */
    static final class Disc implements StateFields.Part {
        int x;
        int speed;

        @Override
        public void fields(final StateFields fields) {
            x = fields.field("x", x);
            speed = fields.field("speed", speed);
        }
    }

    /** Something that cannot be changed. */
    record Wind(int x, int y) {
    }

    /** The game. */
    static final class Course extends DeclaredSimulation {

        private final int[] throwsLeft;
        private final List<Disc> discs = new ArrayList<>();
        private final DeterministicRandom random = new DeterministicRandom(7);
        private Wind wind = new Wind(1, 0);

        Course(final int players) {
            throwsLeft = new int[players];
        }

        @Override
        public void step(final long frame, final Inputs inputs) {
            for (int player = 0; player < inputs.players(); player++) {
                if (inputs.bits(player) != 0 && throwsLeft[player]-- > -100) {
                    discs.add(new Disc());
                    discs.get(discs.size() - 1).speed = inputs.bits(player);
                }
            }
            for (final Disc disc : discs) {
                disc.x += disc.speed + wind.x();
            }
            discs.removeIf(disc -> disc.x > 1000);
            if (frame % 60 == 0) {
                wind = new Wind(random.nextInt(3) - 1, random.nextInt(3) - 1);
            }
        }

        @Override
        public void fields(final StateFields fields) {
            fields.section("course");
            fields.array("throwsLeft", throwsLeft);
            fields.part("random", random);
            wind = fields.value("wind", wind, Course::windFields);
            fields.section("discs");
            fields.list("disc", discs, Disc::new);
        }

        private static Wind windFields(final StateFields fields, final Wind old) {
            final int x = fields.field("x", old.x());
            final int y = fields.field("y", old.y());
            return fields.loading() ? new Wind(x, y) : old;
        }
    }

    @Test
    void shouldSaveAndLoadItsWholeState() {
        final SyncTest.Result result = new SyncTest(2, () -> new Course(2),
            (frame, player, input) -> input.putShort((short) (frame % 40 == 0 ? 9 + player : 0))).run(3600);
        assertTrue(result.ok(), result::detail);
    }

    /** The words of the page about what a report says. */
    @Test
    void shouldBeNamedAsThePageSays() {
        final Course course = new Course(2);
        course.discs.add(new Disc());
        course.discs.add(new Disc());
        course.discs.get(1).x = 17_322;
        final NamedState here = new NamedState();
        course.save(here);
        course.discs.get(1).x = 17_066;
        final NamedState there = new NamedState();
        course.save(there);
        assertEquals("FieldDifference[section=discs, field=disc.x[1], local=17322, remote=17066]",
            here.difference(there).toString());
    }
}

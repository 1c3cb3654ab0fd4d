package io.lockstep.core.internal.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.sync.FieldDifference;
import io.lockstep.core.sync.KeptState;
import io.lockstep.core.sync.StateBuffer;
import io.lockstep.core.sync.StateWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Sections, and the field that differs first. */
class StateComparisonTest {

    /** A state with as many bullets as wanted, of which one has another x. */
    private static Consumer<StateWriter> world(final int bullets, final int oddBullet, final int score) {
        return out -> {
            out.section("bullets");
            out.writeByte("count", bullets);
            for (int i = 0; i < bullets; i++) {
                out.writeInt("x", i == oddBullet ? -5 : i);
                out.writeShort("y", i);
            }
            out.section("score");
            out.writeLong("score", score);
        };
    }

    private static KeptState kept(final Consumer<StateWriter> state) {
        final StateBuffer bytes = new StateBuffer(1 << 20);
        final ChecksumWriter walk = new ChecksumWriter();
        walk.reset(bytes);
        state.accept(walk);
        assertEquals(walk.checksum(), bytes.crc32());
        final int[] ends = new int[walk.sections()];
        for (int i = 0; i < ends.length; i++) {
            ends[i] = walk.sectionEnd(i);
        }
        return new KeptState(Arrays.copyOf(bytes.array(), bytes.length()), ends);
    }

    private static FieldDifference difference(final Consumer<StateWriter> local, final Consumer<StateWriter> remote,
                                              final List<String> all) {
        final StateComparison comparison = new StateComparison(kept(local), kept(remote), all == null ? null
            : (field, ours, theirs, differs) -> all.add(field + ' ' + ours + ' ' + theirs + ' ' + differs));
        local.accept(comparison);
        return comparison.end();
    }

    @Test
    void shouldNameTheFirstFieldThatDiffersWithItsIndex() {
        assertEquals(new FieldDifference("bullets", "x[2]", "2", "-5"),
            difference(world(4, -1, 7), world(4, 2, 7), null));
        assertEquals(new FieldDifference("score", "score[0]", "7", "8"),
            difference(world(4, -1, 7), world(4, -1, 8), null));
        assertNull(difference(world(4, -1, 7), world(4, -1, 7), null));
    }

    @Test
    void shouldKeepTheSectionsApartWhenOneIsLonger() {
        final List<String> all = new ArrayList<>();
        assertEquals(new FieldDifference("bullets", "count[0]", "3", "4"),
            difference(world(3, -1, 7), world(4, -1, 7), all));
        assertTrue(all.contains("bullets.(end) absent 0x030000000300 true"), all.toString());
        assertTrue(all.contains("score.score[0] 7 7 false"), all.toString());
        all.clear();
        difference(world(4, -1, 7), world(3, -1, 7), all);
        assertTrue(all.contains("bullets.x[3] 3 absent true"), all.toString());
        assertTrue(all.contains("score.score[0] 7 7 false"), all.toString());
    }

    @Test
    void shouldNameSectionAndByteWithoutTheGame() {
        final String[] names = {"bullets", "score"};
        assertEquals(
            new FieldDifference("bullets", "byte 13", "0x020000000200030000000300", "0xfbffffff0200030000000300"),
            PlainStates.ofBytes(kept(world(4, -1, 7)), kept(world(4, 2, 7)), names));
        assertEquals("score.byte 0",
            PlainStates.ofBytes(kept(world(4, -1, 7)), kept(world(4, -1, 8)), names).name());
        assertNull(PlainStates.ofBytes(kept(world(4, -1, 7)), kept(world(4, -1, 7)), names));
    }

    @Test
    void shouldSumUpToTheEndOfEachSection() {
        final ChecksumWriter walk = new ChecksumWriter();
        final ChecksumWriter first = new ChecksumWriter();
        world(3, -1, 7).accept(walk);
        first.writeByte("count", 3);
        for (int i = 0; i < 3; i++) {
            first.writeInt("x", i);
            first.writeShort("y", i);
        }
        assertEquals(walk.checksum(), walk.sectionSum(1));
        assertEquals(2, walk.sections());
        assertEquals("bullets", walk.sectionName(0));
        assertEquals(first.checksum(), walk.sectionSum(0));
        assertEquals(19, walk.sectionEnd(0));
    }

    @Test
    void shouldCountWhatComesBeforeTheFirstSectionAsOneWithoutAName() {
        final ChecksumWriter walk = new ChecksumWriter();
        walk.writeByte("version", 1);
        walk.section("a");
        walk.section("b");
        walk.writeByte("x", 1);
        walk.checksum();
        assertEquals(3, walk.sections());
        assertEquals("", walk.sectionName(0));
        assertEquals(1, walk.sectionEnd(1));
        assertEquals(2, walk.sectionEnd(2));
    }

    @Test
    void shouldLumpSectionsBeyondTheLimitTogether() {
        final Consumer<StateWriter> state = out -> {
            for (int i = 0; i < 2 * ChecksumWriter.MAX_SECTIONS; i++) {
                out.section("section " + i);
                out.writeByte("x", i);
            }
        };
        final KeptState kept = kept(state);
        assertEquals(ChecksumWriter.MAX_SECTIONS, kept.sectionEnds().length);
        assertTrue(PlainStates.isSound(kept));
        final byte[] other = kept.bytes().clone();
        other[50]++;
        final StateComparison comparison =
            new StateComparison(kept, new KeptState(other, kept.sectionEnds()), null);
        state.accept(comparison);
        assertEquals("section 50.x[0]", comparison.end().name());
        assertEquals(64, comparison.written());
    }

    @Test
    void shouldTellSectionsThatMakeNoSense() {
        assertTrue(PlainStates.isSound(new KeptState(new byte[4], new int[] {0, 4})));
        for (final int[] ends : new int[][] {{}, {3}, {5}, {4, 3}, {-1, 4}, new int[33]}) {
            assertEquals(false, PlainStates.isSound(new KeptState(new byte[4], ends)), Arrays.toString(ends));
        }
    }
}

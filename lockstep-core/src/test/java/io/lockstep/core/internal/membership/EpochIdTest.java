package io.lockstep.core.internal.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Checks the ids and seals of epochs against docs/WIRE.md; no 32-bit field may be sign-extended into them. */
class EpochIdTest {

    private static final long MATCH = 0x0123456789abcdefL;
    private static final long BALLOT = 0x10001;
    /** A number with its highest bit set, which a sign extension would spread over the upper half. */
    private static final int HIGH_INCARNATION = 0x80000002;

    @Test
    void shouldComputeTheIdsOfThePage() throws IOException {
        final EpochRecord first = first(0b111);
        assertEquals(0, first.seal());
        assertOnPage(first);
        assertOnPage(second(first, true));
        assertOnPage(second(first, false));
        assertOnPage(first(-1));
    }

    @Test
    void shouldSealWithTheLowerHalfAndNoSign() {
        assertEquals(0x89abcdefL, EpochRecord.sealOf(MATCH));
        assertEquals(0xffffffffL, EpochRecord.sealOf(-1));
    }

    @Test
    void shouldChangeTheSealOnEvictionOnly() {
        final EpochRecord first = first(0b111);
        final EpochRecord left = second(first, false);
        final EpochRecord evicted = second(first, true);
        assertEquals(first.seal(), left.seal());
        assertEquals(evicted.id() & 0xffffffffL, evicted.seal());
        assertFalse(evicted.seal() == first.seal());
        assertEquals(left.id() >>> Integer.SIZE, evicted.id() >>> Integer.SIZE);
        assertTrue(left.follows(first));
        assertTrue(evicted.follows(first));
    }

    @Test
    void shouldComputeIdsFromZeroExtendedFields() {
        final long mixed = mix(MATCH ^ 0xffffffffL);
        assertEquals(mixed & ~0xffffffffL, first(-1).id());
        long hash = mix(first(0b111).id() ^ BALLOT);
        hash = mix(hash ^ (0b11L << Integer.SIZE | 0b100));
        hash = mix(hash ^ 100);
        hash = mix(hash ^ 1);
        hash = mix(hash ^ 0x80000002L);
        assertEquals(hash, second(first(0b111), true).id());
    }

    /** A second implementation of the page's function. */
    private static long mix(final long value) {
        final long product = (value ^ value >>> 32) * 0x9e3779b97f4a7c15L;
        return product ^ product >>> 31;
    }

    private static EpochRecord first(final int members) {
        final EpochRecord epoch = new EpochRecord();
        epoch.first(MATCH, members);
        return epoch;
    }

    private static EpochRecord second(final EpochRecord parent, final boolean evicted) {
        final EpochRecord epoch = new EpochRecord();
        epoch.follow(parent, BALLOT, 0b11, 0b111);
        epoch.close(2, 100);
        epoch.incarnation(0, 1);
        epoch.incarnation(1, HIGH_INCARNATION);
        epoch.conclude(evicted);
        return epoch;
    }

    private static void assertOnPage(final EpochRecord epoch) throws IOException {
        final String id = String.format("| 0x%016x |", epoch.id());
        assertTrue(page().contains(id), () -> "docs/WIRE.md lacks " + id);
    }

    private static String page() throws IOException {
        for (Path dir = Path.of("").toAbsolutePath(); dir != null; dir = dir.getParent()) {
            final Path page = dir.resolve("docs").resolve("WIRE.md");
            if (Files.exists(page)) {
                return Files.readString(page);
            }
        }
        throw new AssertionError("docs/WIRE.md is missing");
    }
}

package io.lockstep.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lockstep.core.transport.TransportException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DriverDirectoryTest {

    /** Above the largest pid any system hands out, so no process has it. */
    private static final long DEAD_PID = 4_000_000_000L;

    private static final int FILES = 1000;

    @TempDir
    Path base;

    @Test
    void shouldNameItsProcessAndVanishWhenDeleted() throws IOException {
        final DriverDirectory directory = DriverDirectory.create(base.toFile(), 1);
        final Path root = directory.aeron().toPath().getParent();
        Files.createDirectory(directory.aeron().toPath());
        Files.writeString(directory.aeron().toPath().resolve("cnc.dat"), "x");

        assertTrue(root.getFileName().toString().matches("lockstep-" + ProcessHandle.current().pid() + "-\\d+"));
        assertEquals(base, root.getParent());
        directory.delete();
        directory.delete();
        assertEquals(0, count());
    }

    @Test
    void shouldRemoveWhatDeadProcessesLeft() throws IOException {
        final Path dead = Files.createDirectories(base.resolve("lockstep-" + DEAD_PID + "-17/aeron/images"));
        Files.writeString(dead.resolve("1.logbuffer"), "x");
        Files.writeString(base.resolve("lockstep-" + DEAD_PID + "-17/lock"), "");

        DriverDirectory.removeLeftOvers(base);

        assertEquals(0, count());
    }

    @Test
    void shouldLeaveAloneWhatIsNotALeftOver() throws IOException {
        final Path target = Files.createDirectory(base.resolve("target"));
        Files.writeString(target.resolve("keep"), "x");
        final Path link = Files.createSymbolicLink(base.resolve("lockstep-" + DEAD_PID + "-1"), target);
        final Path own = Files.createDirectory(base.resolve("lockstep-" + ProcessHandle.current().pid() + "-1"));
        final Path named = Files.createDirectory(base.resolve("lockstep-" + DEAD_PID + "-x"));
        final Path file = Files.writeString(base.resolve("lockstep-" + DEAD_PID + "-2"), "x");
        final Path unlocked = Files.createDirectory(base.resolve("lockstep-" + DEAD_PID + "-3"));
        Files.writeString(unlocked.resolve("keep"), "x");

        DriverDirectory.removeLeftOvers(base);

        for (final Path path : new Path[] {target.resolve("keep"), link, own, named, file, unlocked}) {
            assertTrue(Files.exists(path), path.toString());
        }
    }

    @Test
    void shouldRemoveEmptyDirectoryThatNeverGotItsLock() throws IOException {
        final Path dead = Files.createDirectory(base.resolve("lockstep-" + DEAD_PID + "-3"));

        DriverDirectory.removeLeftOvers(base);

        assertFalse(Files.exists(dead));
    }

    @Test
    void shouldDeleteLinksButNotTheirTargets() throws IOException {
        final Path target = Files.createDirectory(base.resolve("target"));
        Files.writeString(target.resolve("keep"), "x");
        final Path dead = leftOver(5);
        Files.createSymbolicLink(dead.resolve("aeron/linked"), target);
        Files.createSymbolicLink(dead.resolve("aeron/linked.file"), target.resolve("keep"));

        DriverDirectory.removeLeftOvers(base);

        assertFalse(Files.exists(dead));
        assertTrue(Files.exists(target.resolve("keep")));
    }

    /** The folder is swapped while its files are being deleted: the rest must not be deleted where the link leads. */
    @Test
    void shouldFollowNoFolderThatIsSwappedForALinkMeanwhile() throws Exception {
        final Path victim = Files.createDirectory(base.resolve("victim"));
        final Path folder = Files.createDirectories(leftOver(7).resolve("aeron/images"));
        for (int file = 0; file < FILES; file++) {
            Files.writeString(victim.resolve("file" + file), "x");
            Files.writeString(folder.resolve("file" + file), "x");
        }
        final Thread attacker = new Thread(() -> swapOnceDeletionHasBegun(folder, victim));
        attacker.start();

        DriverDirectory.removeLeftOvers(base);

        attacker.join();
        assertEquals(FILES, count(victim));
    }

    private static void swapOnceDeletionHasBegun(final Path folder, final Path victim) {
        try {
            while (count(folder) == FILES) {
                Thread.onSpinWait();
            }
            Files.move(folder, folder.resolveSibling("aside"));
            Files.createSymbolicLink(folder, victim);
        } catch (final IOException ignored) {
            // All of it was deleted before: the attack came too late.
        }
    }

    /** Only root can give a file to another user. */
    @Test
    void shouldTouchAndShowNothingOfAnotherUser() throws IOException {
        final UserPrincipal other = base.getFileSystem().getUserPrincipalLookupService()
            .lookupPrincipalByName("nobody");
        final Path dead = leftOver(6);
        final Path shown = Files.createDirectory(base.resolve("lockstep-17-6"));
        assertEquals(List.of(shown.resolve("aeron").toFile()), DriverDirectory.of(17, base));
        assumeTrue("root".equals(Files.getOwner(base).getName()), "not root");
        Files.setOwner(dead, other);
        Files.setOwner(shown, other);

        DriverDirectory.removeLeftOvers(base);

        assertTrue(Files.exists(dead.resolve("lock")));
        assertEquals(List.of(), DriverDirectory.of(17, base));
    }

    private Path leftOver(final int number) throws IOException {
        final Path dead = base.resolve("lockstep-" + DEAD_PID + "-" + number);
        Files.writeString(Files.createDirectories(dead.resolve("aeron/publications")).resolve("1.logbuffer"), "x");
        Files.writeString(dead.resolve("lock"), "");
        return dead;
    }

    @Test
    void shouldLeaveDirectoryWhoseLockIsHeldThoughItsProcessCannotBeSeen() throws IOException {
        final DriverDirectory directory = DriverDirectory.create(base.toFile(), 1);
        final Path renamed = base.resolve("lockstep-" + DEAD_PID + "-4");
        Files.move(directory.aeron().toPath().getParent(), renamed);

        DriverDirectory.removeLeftOvers(base);

        assertTrue(Files.exists(renamed));
        directory.delete();
        DriverDirectory.removeLeftOvers(base);
        assertFalse(Files.exists(renamed));
    }

    @Test
    void shouldSayHowMuchRoomIsMissing() throws IOException {
        final TransportException ex = assertThrows(TransportException.class,
            () -> DriverDirectory.create(base.toFile(), Long.MAX_VALUE));

        assertTrue(ex.getMessage().matches("the media driver needs \\d+ KiB in " + base + ", only \\d+ KiB are free: "
            + "choose another directoryBase or enlarge it"), ex.getMessage());
        assertEquals(0, count());
    }

    @Test
    void shouldRefuseBaseThatIsNotThere() {
        final Path missing = base.resolve("missing");
        final TransportException ex = assertThrows(TransportException.class,
            () -> DriverDirectory.create(missing.toFile(), 1));

        assertEquals("there is no directory " + missing + " for the media driver", ex.getMessage());
    }

    @Test
    void shouldRefuseBaseThatIsAFile() throws IOException {
        final Path file = Files.createFile(base.resolve("file"));
        final TransportException ex = assertThrows(TransportException.class,
            () -> DriverDirectory.create(file.toFile(), 1));

        assertEquals("cannot write to directory " + file + " for the media driver", ex.getMessage());
    }

    @Test
    void shouldFallBackWhenSharedMemoryIsMissingOrTooSmall() {
        final Path fallback = Path.of(System.getProperty("java.io.tmpdir"));

        assertEquals(base, DriverDirectory.defaultBase(base, 1));
        assertEquals(fallback, DriverDirectory.defaultBase(base, Long.MAX_VALUE));
        assertEquals(fallback, DriverDirectory.defaultBase(base.resolve("missing"), 1));
    }

    private long count() throws IOException {
        return count(base);
    }

    private static long count(final Path folder) throws IOException {
        try (Stream<Path> children = Files.list(folder)) {
            return children.count();
        }
    }
}

package io.lockstep.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.transport.TransportException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DriverDirectoryTest {

    /** Above the largest pid any system hands out, so no process has it. */
    private static final long DEAD_PID = 4_000_000_000L;

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
        final Path starting = Files.createDirectory(base.resolve("lockstep-" + DEAD_PID + "-3"));

        DriverDirectory.removeLeftOvers(base);

        for (final Path path : new Path[] {target.resolve("keep"), link, own, named, file, starting}) {
            assertTrue(Files.exists(path), path.toString());
        }
    }

    @Test
    void shouldRemoveOldDirectoryThatNeverGotItsLock() throws IOException {
        final Path dead = Files.createDirectory(base.resolve("lockstep-" + DEAD_PID + "-3"));
        Files.setLastModifiedTime(dead, FileTime.fromMillis(System.currentTimeMillis() - 120_000));

        DriverDirectory.removeLeftOvers(base);

        assertFalse(Files.exists(dead));
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
        try (Stream<Path> children = Files.list(base)) {
            return children.count();
        }
    }
}

package io.lockstep.codecs.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written to files, and never over any. */
class WrittenFilesTest {

    @TempDir
    private Path directory;

    private static String refusal(final Path path) {
        return assertThrows(IllegalArgumentException.class, () -> RecordingFile.create(path, "game 1", 600))
            .getMessage();
    }

    @Test
    void shouldAppendToANewFile() throws IOException {
        final Path path = directory.resolve("a.rec");
        try (RecordingFile file = RecordingFile.create(path, "game 1", 600)) {
            assertNull(file.append(ByteBuffer.wrap(new byte[] {1, 2, 3}, 1, 2)));
            assertNull(file.append(ByteBuffer.allocateDirect(1)));
        }
        assertEquals(3, Files.size(path));
    }

    @Test
    void shouldReplaceNoFile() throws IOException {
        final Path path = Files.writeString(directory.resolve("a.rec"), "mine");
        assertEquals(path + " exists already; a recording replaces no file", refusal(path));
        assertEquals("mine", Files.readString(path));
    }

    @Test
    void shouldLeaveNoFileWhereNoMatchCameAbout() {
        final Path path = directory.resolve("a.rec");
        RecordingFile.create(path, "game 1", 600).close();
        assertFalse(Files.exists(path));
    }

    @Test
    void shouldLeaveNoFileWhereTheRecordingIsRefused() {
        final Path path = directory.resolve("a.rec");
        assertThrows(IllegalArgumentException.class, () -> RecordingFile.create(path, "game 1", 0));
        assertThrows(IllegalArgumentException.class, () -> RecordingFile.create(path, "gäme 1", 600));
        assertFalse(Files.exists(path));
    }

    @Test
    void shouldSayWhyThereCanBeNoFile() {
        assertEquals("there is no directory " + directory.resolve("no"), refusal(directory.resolve("no/a.rec")));
        assertEquals("the recording has no name", refusal(Path.of("")));
    }

    @Test
    void shouldSayBeforeTheMatchThatReportsCannotBeWritten() throws IOException {
        final Path file = Files.createFile(directory.resolve("file"));
        assertEquals("there is no directory " + directory.resolve("no"), assertThrows(IllegalArgumentException.class,
            () -> DesyncFolder.in(directory.resolve("no"), "game 1")).getMessage());
        assertEquals(file + " is no directory", assertThrows(IllegalArgumentException.class,
            () -> DesyncFolder.in(file, "game 1")).getMessage());
    }
}

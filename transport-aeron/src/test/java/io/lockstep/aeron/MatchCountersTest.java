package io.lockstep.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aeron.CncFileDescriptor;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks files that look like a driver's counters and were made to hurt the reader. */
class MatchCountersTest {

    private static final int VALUES_LENGTH = 64 * 1024;
    private static final int RECORDS_LENGTH = 4 * VALUES_LENGTH;
    private static final int RING_LENGTH = 1024;

    @TempDir
    private Path base;

    private Path file;
    private UnsafeBuffer content;
    private int records;

    @BeforeEach
    void makeFile() {
        file = base.resolve(CncFileDescriptor.CNC_FILE);
        records = CncFileDescriptor.META_DATA_LENGTH + 2 * RING_LENGTH;
        content = new UnsafeBuffer(new byte[records + RECORDS_LENGTH + VALUES_LENGTH + RING_LENGTH]);
        final UnsafeBuffer head = new UnsafeBuffer(content, 0, CncFileDescriptor.META_DATA_LENGTH);
        CncFileDescriptor.fillMetaData(head, RING_LENGTH, RING_LENGTH, RECORDS_LENGTH, VALUES_LENGTH, 1, RING_LENGTH,
            1, 1, 4096);
        head.putInt(CncFileDescriptor.cncVersionOffset(0), CncFileDescriptor.CNC_VERSION);
        label("bytes sent", "bytes sent".length());
        content.putLong(records + RECORDS_LENGTH, 42);
    }

    private void label(final String text, final int length) {
        content.putInt(records, CountersReader.RECORD_ALLOCATED);
        content.putInt(records + CountersReader.LABEL_OFFSET, length);
        content.putStringWithoutLengthAscii(records + CountersReader.LABEL_OFFSET + Integer.BYTES, text);
    }

    private List<MatchCounters.Reading> read() throws IOException {
        Files.write(file, content.byteArray());
        try (MatchCounters counters = MatchCounters.open(base.toFile())) {
            return counters.read();
        }
    }

    private String assertRefused() {
        return assertTimeoutPreemptively(Duration.ofSeconds(10), () ->
            assertThrows(IllegalStateException.class, () -> MatchCounters.open(base.toFile())).getMessage());
    }

    @Test
    void shouldReadACounter() throws IOException {
        assertEquals(List.of(new MatchCounters.Reading("bytes sent", 42, false)), read());
    }

    @Test
    void shouldCutLabelOfTwoGibibytes() throws IOException {
        label("bytes sent", Integer.MAX_VALUE);

        assertTrue(read().get(0).label().startsWith("bytes sent\uFFFD"), read().toString());
        assertTrue(read().get(0).label().length() <= CountersReader.MAX_LABEL_LENGTH);
        label("bytes sent", Integer.MIN_VALUE);
        assertEquals("", read().get(0).label());
    }

    @Test
    void shouldShowNoCommandsOfATerminal() throws IOException {
        label("\u001b[2Jbytes", 9);

        assertEquals("\uFFFD[2Jbytes", read().get(0).label());
    }

    @Test
    void shouldRefuseBuffersThatReachBeyondTheFile() throws IOException {
        for (final int length : new int[] {Integer.MAX_VALUE, Integer.MIN_VALUE, -1, 1 << 30}) {
            content.putInt(CncFileDescriptor.countersMetaDataBufferLengthOffset(0), length);
            Files.write(file, content.byteArray());
            assertTrue(assertRefused().startsWith("cannot read " + file), "length " + length);
        }
    }

    @Test
    void shouldRefuseFileThatIsTooSmallOrTooLarge() throws IOException {
        for (final long bytes : new long[] {0, 1, CncFileDescriptor.META_DATA_LENGTH - 1,
            MatchCounters.MAX_FILE_BYTES + 1, 1L << 40}) {
            try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
                sparse.setLength(bytes);
            }
            assertTrue(assertRefused().contains("it has " + bytes + " bytes"), bytes + " bytes");
        }
    }

    @Test
    void shouldSayThatAFileShrankUnderIt() throws IOException {
        Files.write(file, content.byteArray());
        try (MatchCounters counters = MatchCounters.open(base.toFile());
            RandomAccessFile shrunk = new RandomAccessFile(file.toFile(), "rw")) {
            shrunk.setLength(100);
            assertThrows(IllegalStateException.class, counters::read);
        }
    }

    @Test
    void shouldNotWaitForTheWriterOfAPipe() throws IOException, InterruptedException {
        final Process made = new ProcessBuilder("mkfifo", file.toString()).start();
        assertEquals(0, made.waitFor());

        assertEquals("no media driver runs in " + base, assertRefused());
    }

    @Test
    void shouldNotFollowALink() throws IOException {
        Files.createSymbolicLink(file, Files.write(base.resolve("other"), content.byteArray()));

        assertEquals("no media driver runs in " + base, assertRefused());
    }
}

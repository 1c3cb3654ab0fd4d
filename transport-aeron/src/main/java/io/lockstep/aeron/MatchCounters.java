package io.lockstep.aeron;

import io.aeron.CncFileDescriptor;
import io.aeron.exceptions.AeronException;
import io.lockstep.core.security.SafeText;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.agrona.BufferUtil;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.status.CountersReader;

/**
 * Reads the counters of a match that another process plays over Aeron: those of the driver, and those of the session if
 * it has {@link AeronTransport#counters}. The process does not notice.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public final class MatchCounters implements AutoCloseable {

    /**
     * A counter as it was when it was read.
     *
     * @param label     what it counts
     * @param value     how much
     * @param ofSession whether it is one of a session, and not one of the driver
     */
    public record Reading(String label, long value, boolean ofSession) {
    }

    /**
     * Size of the largest file that is read, in bytes: eight times that of our drivers, with room for other settings.
     */
    static final long MAX_FILE_BYTES = 64L * 1024 * 1024;
    /** Size of the smallest file that can be a driver's, in bytes: its header. */
    private static final int MIN_FILE_BYTES = CncFileDescriptor.META_DATA_LENGTH;

    private final FileChannel file;
    private final ByteBuffer copy;

    private MatchCounters(final FileChannel file, final ByteBuffer copy) {
        this.file = file;
        this.copy = copy;
    }

    /**
     * Returns the directories of the drivers that a process runs, one for each of its transports. Only those of this
     * process's user count: any user may make a directory with such a name.
     *
     * @param pid the id of the process
     * @return the directories of their counters; empty if it runs no driver in a default place
     */
    public static List<File> directories(final long pid) {
        return DriverDirectory.of(pid);
    }

    /**
     * Opens the counters of a driver. It copies the file and never maps it, so that another process cannot hurt this
     * one by changing it.
     *
     * @param aeronDirectory one of {@link #directories}, or any driver's
     * @return the counters, which the caller closes
     * @throws IllegalStateException if no driver runs there, or one of another version of Aeron; the message names the
     *                               reason in one line
     */
    public static MatchCounters open(final File aeronDirectory) {
        JvmFlag.check();
        final Path cnc = aeronDirectory.toPath().resolve(CncFileDescriptor.CNC_FILE);
        if (!Files.isRegularFile(cnc, LinkOption.NOFOLLOW_LINKS)) { // opening a pipe would wait for a writer
            throw new IllegalStateException("no media driver runs in " + aeronDirectory);
        }
        FileChannel file = null;
        try {
            file = FileChannel.open(cnc, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
            final long bytes = file.size();
            if (bytes < MIN_FILE_BYTES || bytes > MAX_FILE_BYTES) {
                throw new IOException("it has " + bytes + " bytes, allowed are " + MIN_FILE_BYTES + " to "
                    + MAX_FILE_BYTES);
            }
            final MatchCounters counters =
                new MatchCounters(file, BufferUtil.allocateDirectAligned((int) bytes, Long.BYTES));
            counters.read();
            return counters;
        } catch (final IOException | RuntimeException ex) {
            CloseHelper.quietClose(file);
            throw new IllegalStateException("cannot read " + cnc + ": " + ErrorLog.oneLine(ex), ex);
        }
    }

    /**
     * Reads all counters. {@link SafeText} makes their labels safe to display.
     *
     * @return the counters in the order of their ids: first those of every driver, then the others in order of creation
     * @throws IllegalStateException if this is closed, or the file is no longer a driver's
     */
    public List<Reading> read() {
        if (!file.isOpen()) {
            throw new IllegalStateException("the counters are closed");
        }
        try {
            copy.clear();
            while (copy.hasRemaining() && file.read(copy, copy.position()) > 0) {
                assert copy.position() > 0;
            }
            if (copy.hasRemaining()) {
                throw new IllegalStateException("the file of the counters has become shorter");
            }
            copy.clear();
            final DirectBuffer head = CncFileDescriptor.createMetaDataBuffer(copy);
            CncFileDescriptor.checkVersion(head.getInt(CncFileDescriptor.cncVersionOffset(0)));
            return readings(CncFileDescriptor.createCountersMetaDataBuffer(copy, head),
                CncFileDescriptor.createCountersValuesBuffer(copy, head));
        } catch (final IOException | IndexOutOfBoundsException | IllegalArgumentException | AeronException ex) {
            throw new IllegalStateException("no counters: " + ErrorLog.oneLine(ex), ex);
        }
    }

    private static List<Reading> readings(final AtomicBuffer records, final AtomicBuffer values) {
        final List<Reading> readings = new ArrayList<>();
        final int limit = Math.min(records.capacity() / CountersReader.METADATA_LENGTH,
            values.capacity() / CountersReader.COUNTER_LENGTH);
        for (int id = 0; id < limit; id++) {
            final int record = CountersReader.metaDataOffset(id);
            final int state = records.getInt(record);
            if (state == CountersReader.RECORD_UNUSED) {
                return readings;
            }
            if (state == CountersReader.RECORD_ALLOCATED) {
                final int label = record + CountersReader.LABEL_OFFSET;
                final int length = Math.max(0, Math.min(records.getInt(label), CountersReader.MAX_LABEL_LENGTH));
                readings.add(new Reading(
                    SafeText.of(records.getStringWithoutLengthAscii(label + Integer.BYTES, length)),
                    values.getLong(CountersReader.counterOffset(id)),
                    records.getInt(record + CountersReader.TYPE_ID_OFFSET) == SessionCounters.TYPE_ID));
            }
        }
        return readings;
    }

    /** Calling it again does nothing. */
    @Override
    public void close() {
        CloseHelper.quietClose(file);
    }
}

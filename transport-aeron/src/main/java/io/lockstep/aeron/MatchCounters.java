package io.lockstep.aeron;

import io.aeron.CncFileDescriptor;
import java.io.File;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.IoUtil;
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

    private final MappedByteBuffer file;
    private final CountersReader counters;
    private boolean closed;

    private MatchCounters(final MappedByteBuffer file) {
        this.file = file;
        final DirectBuffer head = CncFileDescriptor.createMetaDataBuffer(file);
        counters = new CountersReader(CncFileDescriptor.createCountersMetaDataBuffer(file, head),
            CncFileDescriptor.createCountersValuesBuffer(file, head));
    }

    /**
     * The directories of the drivers that a process runs, one for each of its transports.
     *
     * @param pid its id
     * @return where their counters are; empty if it runs none, or elsewhere than by default
     */
    public static List<File> directories(final long pid) {
        return DriverDirectory.of(pid);
    }

    /**
     * Opens the counters of a driver.
     *
     * @param aeronDirectory one of {@link #directories}, or any driver's
     * @return to be closed
     * @throws IllegalStateException if none runs there, or one of another version of Aeron; one line says which
     */
    public static MatchCounters open(final File aeronDirectory) {
        JvmFlag.check();
        final File cnc = new File(aeronDirectory, CncFileDescriptor.CNC_FILE);
        if (!cnc.exists()) {
            throw new IllegalStateException("no media driver runs in " + aeronDirectory);
        }
        MappedByteBuffer file = null;
        try {
            file = IoUtil.mapExistingFile(cnc, FileChannel.MapMode.READ_ONLY, "counters");
            CncFileDescriptor.checkVersion(CncFileDescriptor.createMetaDataBuffer(file)
                .getInt(CncFileDescriptor.cncVersionOffset(0)));
            return new MatchCounters(file);
        } catch (final RuntimeException ex) {
            IoUtil.unmap(file);
            throw new IllegalStateException("cannot read " + cnc + ": " + ErrorLog.oneLine(ex), ex);
        }
    }

    /**
     * Reads all of them.
     *
     * @return in the order of their ids: first those that each driver has, then the others as they were made
     * @throws IllegalStateException if they are closed
     */
    public List<Reading> read() {
        if (closed) {
            throw new IllegalStateException("the counters are closed");
        }
        final List<Reading> readings = new ArrayList<>();
        counters.forEach((id, typeId, key, label) ->
            readings.add(new Reading(label, counters.getCounterValue(id), typeId == SessionCounters.TYPE_ID)));
        return readings;
    }

    /** Calling it again does nothing. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            IoUtil.unmap(file);
        }
    }
}

package io.lockstep.aeron;

import io.aeron.Aeron;
import io.aeron.AeronCounters;
import io.aeron.CncFileDescriptor;
import io.aeron.CommonContext;
import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.StaticDelayGenerator;
import io.aeron.driver.ThreadingMode;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.TransportException;
import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.DatagramChannel;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.agrona.CloseHelper;
import org.agrona.concurrent.AgentInvoker;
import org.agrona.concurrent.NoOpLock;
import org.agrona.concurrent.status.CountersReader;
import org.jspecify.annotations.Nullable;

/**
 * The embedded media driver and the client on it, both invoked by whoever holds this; or a client alone on an external
 * driver. No thread is started: the driver runs in INVOKER mode without its executor, the client without its conductor.
 */
final class AeronStack {

    /**
     * Longest pause between two polls, in nanoseconds, before the client counts as dead: two years. Driver and client
     * run in one process, so neither can die alone, and Aeron's 10 s would end a match at a breakpoint. Some systems
     * count the time that a laptop sleeps.
     */
    static final long CLIENT_LIVENESS_NS = TimeUnit.DAYS.toNanos(2 * 365);
    /** Time-out of a blocked publication, in nanoseconds; Aeron wants it above the liveness. Ours are never blocked. */
    private static final long UNBLOCK_NS = CLIENT_LIVENESS_NS + TimeUnit.MINUTES.toNanos(1);
    /** An external driver has threads of its own: if its heartbeat is older than this it is gone. */
    private static final long EXTERNAL_DRIVER_TIMEOUT_MS = 10_000;
    /**
     * Each stream reports five times a second how far it read. A sender stops when it has heard no report for a window,
     * 32 KiB of inputs, which at 60 Hz with second copies under loss is less than two seconds: at two reports a second
     * a loss of 25 % cut inputs off for seconds, again and again.
     */
    private static final long STATUS_MESSAGE_NS = TimeUnit.MILLISECONDS.toNanos(200);
    /**
     * A silent sender's image is dropped after this. Longer than a breakpoint or a window drag, because a dropped
     * image's session is refused for another second (five status messages), and what was still to be repaired is lost.
     */
    private static final long IMAGE_LIVENESS_NS = TimeUnit.SECONDS.toNanos(30);
    /** A publication whose receiver is silent for this long answers NOT_CONNECTED. */
    private static final long CONNECTION_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(3);
    /** How long a closed publication can still repair. */
    private static final long LINGER_NS = TimeUnit.MILLISECONDS.toNanos(500);
    /** The driver's own housekeeping: below the other times by a margin. */
    private static final long TIMER_NS = TimeUnit.MILLISECONDS.toNanos(100);
    /** Images of one stream: a restarted peer leaves one behind for 30 s each time. Limits what strangers can make. */
    private static final int SESSIONS_PER_STREAM = 32;
    /** Two that are let in, and two that were told to go and take the driver's next round to do so. */
    private static final int GUARDED_SESSIONS_PER_STREAM = 4;
    /** Aeron's minimum, room for 8,192 counters. */
    private static final int COUNTER_VALUES_LENGTH = 1024 * 1024;
    /** Aeron warns at 160 MB by default, thirteen times what is used here. */
    private static final long LOW_STORAGE_WARNING = 1024 * 1024;
    /** What the driver's files take before the first stream: 11.5 MiB with a little room. */
    private static final long FIXED_BYTES = 12 * 1024 * 1024;
    /** Datagrams that an external driver has taken in wake nobody: how long a wait is without looking. */
    private static final long BLIND_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int LOG_METADATA_BYTES = 4096;
    private static final int TERMS = 3;
    /** Logs of a peer's lane to count on: ours, its image, and the image it left behind before a restart. */
    private static final int LOGS_PER_LANE = 3;

    private final @Nullable DriverDirectory directory;
    private final @Nullable MediaDriver driver;
    private final @Nullable Duty duty;
    private final @Nullable Faces faces;
    private final @Nullable Endpoints endpoints;
    private final Aeron aeron;
    /** The driver's file that other processes and new streams need; our mapping of it outlives its removal. */
    private final File shared;
    private final @Nullable AgentInvoker driverInvoker;
    private final AgentInvoker clientInvoker;

    /**
     * @param duty  null with an external driver, which has threads of its own
     * @param faces null without a packet socket
     */
    private AeronStack(final @Nullable DriverDirectory directory, final @Nullable MediaDriver driver,
        final @Nullable Duty duty, final @Nullable Faces faces, final @Nullable Endpoints endpoints,
        final Aeron aeron) {
        this.directory = directory;
        this.driver = driver;
        this.duty = duty;
        this.faces = faces;
        this.endpoints = endpoints;
        this.aeron = aeron;
        shared = new File(aeron.context().aeronDirectoryName(), CncFileDescriptor.CNC_FILE);
        this.driverInvoker = driver == null ? null : driver.sharedAgentInvoker();
        this.clientInvoker = aeron.conductorAgentInvoker();
    }

    /**
     * @param guard null without keys
     * @param faces null without a packet socket; closed with the stack
     */
    static AeronStack launch(final AeronTransportConfig config, final List<Remote> remotes,
        final @Nullable LinkGuard guard, final ErrorLog errors, final @Nullable Faces faces) {
        if (config.externalDriver() != null) {
            return connect(config.externalDriver(), errors);
        }
        DriverPolling.bySelector();
        final DriverDirectory directory =
            DriverDirectory.create(config.directoryBase(), bytesNeeded(config, remotes.size()));
        final LongSupplier given = config.nanoTime();
        final LongSupplier nanos = given == null ? System::nanoTime : given;
        final SteadyClock clock = new SteadyClock(nanos, given == null ? TimeOfDay.nowMs() : config.epochMillis());
        final Duty duty = new Duty(nanos, given != null);
        MediaDriver driver = null;
        try {
            final MediaDriver.Context context = driverContext(config, directory, errors)
                .nanoClock(nanos::getAsLong).epochClock(clock);
            final Endpoints endpoints = new Endpoints(duty, guard, config, remotes);
            context.sendChannelEndpointSupplier(endpoints).receiveChannelEndpointSupplier(endpoints)
                .streamSessionLimit(guard == null ? SESSIONS_PER_STREAM : GUARDED_SESSIONS_PER_STREAM);
            driver = MediaDriver.launch(context);
            final Aeron.Context client = clientContext(directory.aeron(), errors)
                .driverAgentInvoker(driver.sharedAgentInvoker())
                .driverTimeoutMs(TimeUnit.NANOSECONDS.toMillis(CLIENT_LIVENESS_NS))
                .nanoClock(nanos::getAsLong).epochClock(clock);
            return new AeronStack(directory, driver, duty, faces, endpoints, Aeron.connect(client));
        } catch (final RuntimeException | InternalError ex) { // InternalError: the storage behind a mapped file is full
            CloseHelper.quietClose(driver);
            duty.close();
            directory.delete();
            throw new TransportException("cannot start the media driver in " + directory.aeron().getParentFile() + ": "
                + ErrorLog.oneLine(ex), ex);
        }
    }

    private static AeronStack connect(final File directory, final ErrorLog errors) {
        try {
            if (!CommonContext.isDriverActive(directory, EXTERNAL_DRIVER_TIMEOUT_MS, line -> { })) {
                throw new TransportException("no media driver is running in " + directory);
            }
            return new AeronStack(null, null, null, null, null,
                Aeron.connect(clientContext(directory, errors).driverTimeoutMs(EXTERNAL_DRIVER_TIMEOUT_MS)));
        } catch (final TransportException ex) {
            throw ex;
        } catch (final RuntimeException ex) {
            throw new TransportException("cannot use the media driver in " + directory + ": "
                + ErrorLog.oneLine(ex), ex);
        }
    }

    private static Aeron.Context clientContext(final File directory, final ErrorLog errors) {
        return new Aeron.Context()
            .aeronDirectoryName(directory.getAbsolutePath())
            .useConductorAgentInvoker(true)
            .clientLock(NoOpLock.INSTANCE)
            .clientName("lockstep")
            .errorHandler(errors)
            .subscriberErrorHandler(errors);
    }

    private static MediaDriver.Context driverContext(
        final AeronTransportConfig config, final DriverDirectory directory, final ErrorLog errors) {
        return new MediaDriver.Context()
            .aeronDirectoryName(directory.aeron().getAbsolutePath())
            .dirDeleteOnStart(true).dirDeleteOnShutdown(true).warnIfDirectoryExists(false)
            .threadingMode(ThreadingMode.INVOKER).asyncExecutorEnabled(false)
            .publicationTermBufferLength(config.termLength(Lane.INPUT))
            .ipcTermBufferLength(config.termLength(Lane.INPUT))
            // Storage is taken and checked when a log is made: a sparse one that cannot be backed kills the JVM later.
            .termBufferSparseFile(false).performStorageChecks(true)
            .lowStorageWarningThreshold(LOW_STORAGE_WARNING).counterValuesBufferLength(COUNTER_VALUES_LENGTH)
            .mtuLength(config.mtu()).initialWindowLength(AeronTransportConfig.RECEIVER_WINDOW)
            .socketRcvbufLength(granted(StandardSocketOptions.SO_RCVBUF, config.socketBufferLength()))
            .socketSndbufLength(granted(StandardSocketOptions.SO_SNDBUF, config.socketBufferLength()))
            .statusMessageTimeoutNs(STATUS_MESSAGE_NS).imageLivenessTimeoutNs(IMAGE_LIVENESS_NS)
            .publicationConnectionTimeoutNs(CONNECTION_TIMEOUT_NS).publicationLingerTimeoutNs(LINGER_NS)
            .timerIntervalNs(TIMER_NS)
            .reResolutionCheckIntervalNs(0) // addresses are numbers; looking whether they have changed makes garbage
            .clientLivenessTimeoutNs(CLIENT_LIVENESS_NS).publicationUnblockTimeoutNs(UNBLOCK_NS)
            .unicastFeedbackDelayGenerator(new StaticDelayGenerator(Duty.NAK_DELAY_NS, Duty.NAK_RETRY_NS))
            .errorHandler(errors);
    }

    static long bytesNeeded(final AeronTransportConfig config, final int peers) {
        long logs = 0; // of one peer, one of each lane
        for (final Lane lane : Lane.values()) {
            logs += (long) TERMS * config.termLength(lane) + LOG_METADATA_BYTES;
        }
        return FIXED_BYTES + (long) peers * LOGS_PER_LANE * logs;
    }

    /** What the system grants of a socket buffer; asking for more makes Aeron print a warning. */
    private static int granted(final SocketOption<Integer> option, final int wanted) {
        try (DatagramChannel probe = DatagramChannel.open()) {
            probe.setOption(option, wanted);
            return Math.min(wanted, probe.getOption(option));
        } catch (final IOException ex) {
            return wanted; // the driver will say the same, with its own words
        }
    }

    Aeron aeron() {
        return aeron;
    }

    String directoryName() {
        return aeron.context().aeronDirectoryName();
    }

    /**
     * Returns whether the driver's directory has been removed: running streams continue, and no new stream can begin.
     */
    boolean isDirectoryGone() {
        return !shared.exists();
    }

    /** See {@link Endpoints#strayReporter}. */
    @Nullable InetSocketAddress strayReporter() {
        return endpoints == null ? null : endpoints.strayReporter();
    }

    /** See {@link Strangers#hint}. */
    @Nullable String hint() {
        return endpoints == null ? null : endpoints.hint();
    }

    /** Whether there is anything to do for the driver and the client. */
    boolean isDue() {
        if (faces != null) {
            faces.up();
        }
        return duty == null || duty.isDue();
    }

    /** @param more whether there may be more to do at once */
    void done(final boolean more) {
        if (duty != null) {
            duty.done(more);
        }
    }

    /** Whether a round that found something is to be followed by another at once. */
    boolean goesOn() {
        return duty == null || duty.goesOn();
    }

    /** See {@link Duty#await}. */
    void await(final long maxNs) {
        if (duty == null) {
            LockSupport.parkNanos(Math.min(maxNs, BLIND_NS));
        } else {
            duty.await(maxNs, faces == null ? null : faces.socket());
        }
    }

    int invokeDriver() {
        final int done = driverInvoker == null ? 0 : driverInvoker.invoke();
        if (faces != null) {
            faces.down();
        }
        return done;
    }

    int invokeClient() {
        return clientInvoker.invoke();
    }

    boolean isBroken() {
        return aeron.isClosed() || driverInvoker != null && driverInvoker.isClosed();
    }

    /** Returns the position up to which an image has been received, gaps included. */
    static long receivedUpTo(final Aeron aeron, final Image image) {
        final CountersReader counters = aeron.countersReader();
        final int id = counters.findByTypeIdAndRegistrationId(
            AeronCounters.DRIVER_RECEIVER_HWM_TYPE_ID, image.correlationId());
        return id == CountersReader.NULL_COUNTER_ID ? 0 : counters.getCounterValue(id);
    }

    static long senderPosition(final Aeron aeron, final ExclusivePublication publication) {
        final CountersReader counters = aeron.countersReader();
        final int id = counters.findByTypeIdAndRegistrationId(
            AeronCounters.DRIVER_SENDER_POSITION_TYPE_ID, publication.registrationId());
        return id == CountersReader.NULL_COUNTER_ID ? Long.MAX_VALUE : counters.getCounterValue(id);
    }

    void close() {
        CloseHelper.quietClose(aeron);
        CloseHelper.quietClose(driver);
        if (duty != null) {
            duty.close();
        }
        if (directory != null) {
            directory.delete();
        }
        if (faces != null) {
            faces.close();
        }
    }

    /** Why the packet socket can do nothing any more; null if it can, or there is none. */
    @Nullable String socketFailure() {
        return faces == null ? null : faces.socket().failure();
    }

    /** Closes the packet socket, if there is one. */
    void closeSocket() {
        if (faces != null) {
            faces.socket().close();
        }
    }
}

package io.lockstep.lobby;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A lobby on the JDK's own HTTP server: matches with a code, seats with a token, letters between seats. Put a proxy
 * with TLS before it: any party can read a token or a code that is sent in the clear, and a proxy absorbs slow
 * requests.
 * <pre>{@code
 * try (LobbyServer lobby = LobbyServer.start(new LobbyConfig())) {
 *     ...
 * }
 * }</pre>
 *
 * <p>The first start in a process limits the time for a request to arrive (5 s) and for an answer to be read. It sets
 * the system properties {@code sun.net.httpserver.*} of the JDK's HTTP server for this, unless they are set already.
 * The lobby has up to 256 threads while requests arrive, none for waiting requests, and one for timers. Thread-safe.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public final class LobbyServer implements AutoCloseable {

    /**
     * Largest number of threads for requests. A slow request holds one for 5 s at most; a waiting thread costs about
     * 100 KB. One address can hold 16 with slow bodies.
     */
    private static final int THREADS = 256;
    private static final long IDLE_S = 10;
    /** Connections that wait to be accepted while threads are busy. */
    private static final int BACKLOG = 1024;
    /** How late a poll's end may be. */
    private static final long TICK_MS = 250;
    /** A head and a body of some hundred bytes take no longer on any line. */
    private static final String REQUEST_S = "5";
    /** The wait of a poll, and ten seconds to read the answer. */
    private static final String RESPONSE_S = Long.toString(Limits.POLL_MS / 1000 + 10);
    /** Our heads have five lines; a browser's or a proxy's some more. */
    private static final String MAX_HEADERS = "50";

    private final HttpServer http;
    private final MatchStore store;
    private final Desk desk;
    private final ThreadPoolExecutor workers;
    private final ScheduledExecutorService timer;
    private final AtomicBoolean closed = new AtomicBoolean();

    static {
        setUnlessSet("maxReqTime", REQUEST_S);
        setUnlessSet("maxRspTime", RESPONSE_S);
        setUnlessSet("maxReqHeaders", MAX_HEADERS);
        setUnlessSet("maxIdleConnections", Integer.toString(Limits.MAX_WAITING));
        // Head and body are two writes: the second would wait 40 ms for the acknowledgement of the first.
        setUnlessSet("nodelay", "true");
    }

    private LobbyServer(final LobbyConfig config) throws IOException {
        http = HttpServer.create(config.address(), BACKLOG);
        store = Objects.requireNonNull(config.store(), "store");
        desk = new Desk(new Matches(store, config.turn(), new SecureRandom(), config.codePrefix()), config,
            () -> System.nanoTime() / 1_000_000);
        workers = new ThreadPoolExecutor(THREADS, THREADS, IDLE_S, TimeUnit.SECONDS, new LinkedBlockingQueue<>(),
            task -> daemon(task, "lockstep-lobby"));
        workers.allowCoreThreadTimeOut(true);
        timer = Executors.newSingleThreadScheduledExecutor(task -> daemon(task, "lockstep-lobby-timer"));
    }

    private static void setUnlessSet(final String name, final String value) {
        final String property = "sun.net.httpserver." + name;
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }

    private static Thread daemon(final Runnable task, final String name) {
        final Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Opens a lobby.
     *
     * @param config how; copied
     * @return the lobby; {@link #close} it
     * @throws IOException              if its address is taken or none of this machine
     * @throws IllegalArgumentException if the configuration contradicts itself
     */
    public static LobbyServer start(final LobbyConfig config) throws IOException {
        final LobbyConfig copy = new LobbyConfig(config);
        copy.conclude();
        final LobbyServer lobby = new LobbyServer(copy);
        lobby.store.listen(lobby::changed);
        lobby.http.createContext("/", lobby.desk);
        lobby.http.setExecutor(lobby.workers);
        lobby.http.start();
        lobby.timer.scheduleWithFixedDelay(() -> lobby.run(lobby.desk::tick), TICK_MS, TICK_MS, TimeUnit.MILLISECONDS);
        return lobby;
    }

    private void changed(final @Nullable String code, final int seat) {
        if (desk.waiting() > 0) {
            run(() -> desk.changed(code, seat));
        }
    }

    private void run(final Runnable task) {
        try {
            workers.execute(task);
        } catch (final RejectedExecutionException ignored) {
            // Closed meanwhile: there is nobody to answer.
        }
    }

    /**
     * Where it listens.
     *
     * @return with the port that was found if the configuration has none
     */
    public InetSocketAddress address() {
        return http.getAddress();
    }

    /**
     * How many polls wait for news now.
     *
     * @return 0 to 20,000
     */
    public int waiting() {
        return desk.waiting();
    }

    /** Answers who waits, ends every connection and closes the store. Calling it again does nothing. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            timer.shutdownNow();
            desk.close();
            http.stop(0);
            workers.shutdown();
            store.close();
        }
    }
}

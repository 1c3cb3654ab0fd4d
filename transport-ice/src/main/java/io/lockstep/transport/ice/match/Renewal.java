package io.lockstep.transport.ice.match;

import io.lockstep.lobby.IceServer;
import io.lockstep.lobby.LobbyException;
import io.lockstep.lobby.LobbySeat;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Brings fresh TURN passwords for ways that are sought later: the lobby's are good for an hour. */
final class Renewal implements Runnable, AutoCloseable {

    /** One that fails leaves time for another before the hour is over. */
    static final long EVERY_MINUTES = 25;

    /** What asks the lobby. */
    interface Heartbeat {
        LobbySeat ask() throws LobbyException;
    }

    private final Heartbeat heartbeat;
    private final Consumer<List<IceServer>> servers;
    private final ScheduledExecutorService timer;

    Renewal(final Heartbeat heartbeat, final Consumer<List<IceServer>> servers) {
        this(heartbeat, servers, Executors.newSingleThreadScheduledExecutor(task -> {
            final Thread thread = new Thread(task, "lockstep-turn-passwords");
            thread.setDaemon(true);
            return thread;
        }));
    }

    Renewal(final Heartbeat heartbeat, final Consumer<List<IceServer>> servers, final ScheduledExecutorService timer) {
        this.heartbeat = heartbeat;
        this.servers = servers;
        this.timer = timer;
        timer.scheduleWithFixedDelay(this, EVERY_MINUTES, EVERY_MINUTES, TimeUnit.MINUTES);
    }

    @Override
    public void run() {
        try {
            servers.accept(heartbeat.ask().servers());
        } catch (final LobbyException | RuntimeException notNow) {
            // A closed client, or a lobby that is gone: what was good before may still be.
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}

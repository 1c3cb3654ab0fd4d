package io.lockstep.transport.ice.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.lobby.IceServer;
import io.lockstep.lobby.LobbySeat;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Fresh TURN passwords, without a clock: what the timer would do is done by hand. */
class RenewalTest {

    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);
    private final List<List<IceServer>> heard = new ArrayList<>();
    private int asked;

    private LobbySeat ask() {
        asked++;
        if (asked == 2) {
            throw new IllegalStateException("a client that is closed");
        }
        return new LobbySeat("7K2P-M3XD", 0, "token", 1, List.of(new IceServer("a", 1, "user", "password" + asked)));
    }

    @Test
    void shouldBringFreshPasswordsTwiceBeforeTheHourIsOver() {
        try (Renewal renewal = new Renewal(this::ask, heard::add, timer)) {
            final long firstS = ((java.util.concurrent.ScheduledFuture<?>) timer.getQueue().peek())
                .getDelay(TimeUnit.SECONDS);
            assertTrue(2 * firstS < 3600 && firstS > 1400, firstS + " s");
            renewal.run();
            renewal.run();
            renewal.run();
            assertEquals(List.of("password1", "password3"), heard.stream().map(all -> all.get(0).password()).toList());
        }
        assertTrue(timer.isShutdown());
    }
}

package io.lockstep.examples.tutorial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.examples.peer.Address;
import io.lockstep.examples.peer.LoopbackPorts;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Step four of the tutorial over real sockets. */
@Tag("sockets")
class TutorialIT {

    private static final long FRAMES = 60;

    @Test
    void shouldPlayTheSameMatchAtBothPlayers() throws Exception {
        final List<Address> free = LoopbackPorts.free(2);
        final int port0 = free.get(0).port();
        final int port1 = free.get(1).port();
        final CompletableFuture<String> other = CompletableFuture.supplyAsync(() ->
            PlayTag.play(1, port0, port1, FRAMES));
        final String first = PlayTag.play(0, port0, port1, FRAMES);
        assertEquals(first, other.get(30, TimeUnit.SECONDS));
        assertTrue(first.startsWith("FINISHED at frame " + FRAMES), first);
    }
}

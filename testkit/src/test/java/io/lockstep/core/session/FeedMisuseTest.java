package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.codecs.replay.Spectator;
import io.lockstep.codecs.replay.SpectatorConfig;
import io.lockstep.core.feed.MatchFeed;
import io.lockstep.core.game.Inputs;
import io.lockstep.testkit.PacketNetwork;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Mistakes with a feed or a spectator are refused with a message that names them, and change nothing. */
class FeedMisuseTest {

    private static final int END = 300;

    private final Stands stands = new Stands(2, END, 7);

    private static String refusal(final Runnable call) {
        return assertThrows(IllegalStateException.class, call::run).getMessage();
    }

    private static String refusalInAnotherThread(final Runnable call) throws InterruptedException {
        final AtomicReference<String> line = new AtomicReference<>();
        final Thread thread = new Thread(() -> line.set(refusal(call)), "another");
        thread.start();
        thread.join();
        return line.get();
    }

    private void call(final String name, final Spectator spectator) {
        switch (name) {
            case "poll" -> spectator.poll(stands.match.nowNs);
            case "step" -> spectator.step();
            case "await" -> spectator.await(1);
            default -> spectator.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"poll", "step", "await", "close"})
    void shouldRefuseACallOfASpectatorFromInsideItsGame(final String name) {
        final AtomicReference<Spectator> watching = new AtomicReference<>();
        final List<String> refusals = new ArrayList<>();
        final TestGame meddling = new TestGame() {
            @Override
            public void step(final long frame, final Inputs inputs) {
                refusals.add(refusal(() -> call(name, watching.get())));
                super.step(frame, inputs);
            }
        };
        final Spectator spectator = new SpectatorConfig(stands.packets.socket(10), match -> meddling).seed(1)
            .player(PacketNetwork.address(0)).build();
        watching.set(spectator);
        assertTrue(stands.runUntil(20_000, () -> {
            spectator.poll(stands.match.nowNs);
            while (spectator.step()) {
                assertTrue(spectator.frame() > 0);
            }
            return spectator.isOver();
        }), stands::toString);
        assertEquals(END, spectator.frame());
        assertEquals(END, refusals.size(), "every frame was played once");
        refusals.forEach(line -> assertTrue(line.startsWith(name + "() was called from inside step(): "), line));
    }

    @Test
    void shouldRefuseAnotherThreadAnotherClockAndCallsAfterCloseOfASpectator() throws InterruptedException {
        final Spectator spectator = stands.watch(10, 0).spectator;
        stands.run(2000);
        final long frame = spectator.frame();
        for (final String name : List.of("poll", "step", "await", "close")) {
            final String line = refusalInAnotherThread(() -> call(name, spectator));
            assertTrue(line.startsWith("the spectator was called, " + name + "(), by the thread \"another\""), line);
        }
        final String clock = refusal(() -> spectator.poll(stands.match.nowNs / 1_000_000));
        assertTrue(clock.startsWith("the time given to poll() went from "), clock);
        assertEquals(frame, spectator.frame());
        spectator.close();
        spectator.close();
        final Consumer<String> afterClose = name -> assertEquals(
            name + "() was called after close(): a closed spectator watches nothing",
            refusal(() -> call(name, spectator)));
        List.of("poll", "step", "await").forEach(afterClose);
    }

    @Test
    void shouldRefuseAnotherThreadAnotherClockAndPollsAfterCloseOfAFeed() throws InterruptedException {
        final MatchFeed feed = stands.feeds.get(0);
        stands.run(2000);
        final String foreign = refusalInAnotherThread(() -> feed.poll(stands.match.nowNs));
        assertTrue(foreign.startsWith("the feed was called, poll(), by the thread \"another\""), foreign);
        final String clock = refusal(() -> feed.poll(stands.match.nowNs / 1_000_000));
        assertTrue(clock.startsWith("the time given to poll() went from "), clock);
        feed.close();
        assertEquals("poll() was called after close(): a closed feed shows nothing",
            refusal(() -> feed.poll(stands.match.nowNs)));
        stands.match.runUntilEnded(20_000);
        assertEquals(END, stands.match.sessions.get(0).frame(), "the match goes on without its feed");
    }

    /** A program may feed those who watch from its main thread when the match is over. */
    @Test
    void shouldLetAnotherThreadDrainAFeedWhoseMatchHasEnded() throws InterruptedException {
        stands.runToTheEnd();
        final MatchFeed feed = stands.feeds.get(0);
        final AtomicReference<Boolean> drained = new AtomicReference<>();
        final Thread thread = new Thread(() -> {
            feed.poll(stands.match.nowNs);
            drained.set(feed.isDrained());
        });
        thread.start();
        thread.join();
        assertEquals(true, drained.get());
    }
}

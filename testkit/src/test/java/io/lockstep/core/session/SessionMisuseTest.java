package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.Phase;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.internal.transport.CallGuard;
import io.lockstep.core.sync.StateWriter;
import io.lockstep.core.transport.udp.DatagramTransport;
import io.lockstep.core.transport.udp.DatagramTransportConfig;
import io.lockstep.core.transport.udp.PacketSockets;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a session refuses mistakes of a program with a message that names them, and plays on unchanged. */
class SessionMisuseTest {

    private static final long YEAR_NS = CallGuard.MAX_STEP_NS;

    private final List<String> refusals = new ArrayList<>();
    private final List<String> from = new ArrayList<>();
    private final AtomicReference<Match> match = new AtomicReference<>();

    private void tries(final String callback, final Consumer<Session> call) {
        if (match.get() != null && !from.contains(callback)) {
            from.add(callback);
            refusals.add(refusal(() -> call.accept(match.get().sessions.get(1))));
        }
    }

    private static String refusal(final Runnable call) {
        return assertThrows(IllegalStateException.class, call::run).getMessage();
    }

    private void call(final String name, final Session session) {
        switch (name) {
            case "poll" -> session.poll(match.get().nowNs);
            case "step" -> session.step();
            case "await" -> session.await(1);
            case "leave" -> session.leave();
            case "rejoin" -> session.rejoin();
            default -> session.nextEvent();
        }
    }

    /** Calls the session from each callback of a game, once. */
    private Simulation meddling(final Simulation game, final Consumer<Session> call) {
        return new Simulation() {
            @Override
            public void step(final long frame, final Inputs inputs) {
                tries("step", call);
                game.step(frame, inputs);
            }

            @Override
            public void settled(final long frame, final Inputs inputs) {
                tries("settled", call);
                game.settled(frame, inputs);
            }

            @Override
            public void save(final StateWriter out) {
                tries("save", call);
                game.save(out);
            }

            @Override
            public void load(final ByteBuffer state) {
                tries("load", call);
                game.load(state);
            }
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"poll", "step", "await", "leave", "rejoin", "nextEvent"})
    void shouldRefuseACallFromInsideACallback(final String name) {
        final Consumer<Session> call = session -> call(name, session);
        match.set(new Match(2, 60, (peer, config) -> {
            config.endFrame(300);
            if (peer == 1) {
                config.simulation(meddling(new TestGame(), call)).prediction(6)
                    .input((frame, player, input) -> {
                        tries("input", call);
                        input.putShort((short) (frame / 3));
                    })
                    .observer((session, now) -> tries("observer", call));
            } else {
                config.input((frame, player, input) -> input.putShort((short) (frame / 5)));
            }
        }));
        assertTrue(match.get().runUntilEnded(20_000), () -> match.get().toString());
        assertEquals(6, from.size(), from::toString);
        refusals.forEach(line -> assertTrue(line.startsWith(name + "() was called from inside "), line));
        for (final Session session : match.get().sessions) {
            assertEquals(300, session.frame(), "every frame was played once");
        }
        assertEquals(match.get().sessions.get(0).statistics().stateChecksum(),
            match.get().sessions.get(1).statistics().stateChecksum());
    }

    @Test
    void shouldRefuseAnotherThreadUntilTheSessionIsHandedOver() throws InterruptedException {
        final Match two = new Match(2, 10, (peer, config) -> config.endFrame(100_000));
        match.set(two);
        two.run(1000);
        final Session session = two.sessions.get(0);
        final long frame = session.frame();
        for (final String name : List.of("poll", "step", "await", "leave", "nextEvent")) {
            final AtomicReference<String> line = new AtomicReference<>();
            inAnotherThread(() -> line.set(refusal(() -> call(name, session))));
            assertTrue(line.get().contains(name + "(), by the thread \"another\", but it belongs to \""
                + Thread.currentThread().getName()), line::get);
        }
        inAnotherThread(() -> refusals.add(refusal(() -> session.sendEvent(0, ByteBuffer.allocate(1)))));
        inAnotherThread(() -> refusals.add(refusal(session::pause)));
        assertEquals(2, refusals.size());
        assertEquals(frame, session.frame());
        session.handOver();
        inAnotherThread(() -> session.poll(two.nowNs));
        assertTrue(refusal(() -> session.poll(two.nowNs)).contains("but it belongs to \"another\""));
        assertEquals(Phase.PLAYING, session.phase());
    }

    private static void inAnotherThread(final Runnable work) throws InterruptedException {
        final Thread thread = new Thread(work, "another");
        thread.start();
        thread.join();
    }

    @Test
    void shouldRefuseAClockOfAnotherOrigin() {
        final Match two = new Match(2, 10, (peer, config) -> config.endFrame(100_000));
        two.run(1000);
        final Session session = two.sessions.get(0);
        final long frame = session.frame();
        final long polledNs = two.nowNs;
        assertEquals("the time given to poll() went from " + polledNs + " to " + (polledNs - 1)
            + " ns: give it System.nanoTime() in every call, and no other clock or unit",
            refusal(() -> session.poll(polledNs - 1)));
        assertTrue(refusal(() -> session.poll(polledNs / 1_000_000)).contains("went from"));
        assertTrue(refusal(() -> session.poll(1_790_000_000_000_000_000L)).contains("went from"));
        assertEquals(frame, session.frame());
        session.poll(polledNs);
        session.poll(polledNs + YEAR_NS); // a computer that slept for a year
        assertSame(Phase.PLAYING, session.phase());
    }

    private static SessionConfig on(final DatagramTransport transport) {
        return Session.builder().gameId("test").simulation(new TestGame()).transport(transport).sessionSeed(1)
            .input((frame, player, input) -> { });
    }

    @Test
    void shouldRefuseATransportThatIsClosedOrCarriesAnotherSession() {
        final DatagramTransport transport = DatagramTransport.over(new DatagramTransportConfig().localPeer(0)
            .seed(1).peer(1, new InetSocketAddress("127.0.0.1", 9)),
            PacketSockets.bind(new InetSocketAddress("127.0.0.1", 0)));
        final Session session = on(transport).build();
        assertTrue(refusal(() -> on(transport).build()).startsWith("this transport carries another session"));
        session.poll(1);
        transport.close();
        assertTrue(refusal(() -> session.poll(2)).startsWith("the transport was closed before the session"));
        assertEquals(Phase.CONNECTING, session.phase());
        session.leave();
    }
}

package io.lockstep.transport.ice.match;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.Phase;
import io.lockstep.core.security.LinkKeys;
import io.lockstep.core.session.Session;
import io.lockstep.lobby.LobbyConfig;
import io.lockstep.lobby.LobbyException;
import io.lockstep.lobby.LobbyServer;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A lobby, and players in threads of their own, on the loopback interface: they wait, so they do it together. */
@Tag("sockets")
@Timeout(90)
@Execution(ExecutionMode.CONCURRENT)
class InternetMatchIT {

    private static final byte[] SETTINGS = {7, 0, 7};
    private static final int FRAMES = 120;
    /** Fifteen seconds: time to be missed, and to come back. */
    private static final int LONG = 900;

    private final ExecutorService players = Executors.newCachedThreadPool();
    private LobbyServer lobby;

    @BeforeEach
    void openTheLobby() throws Exception {
        lobby = LobbyServer.start(new LobbyConfig().address(new InetSocketAddress("127.0.0.1", 0)));
    }

    @AfterEach
    void closeTheLobby() throws Exception {
        players.shutdownNow();
        assertTrue(players.awaitTermination(30, TimeUnit.SECONDS));
        lobby.close();
    }

    private InternetConfig config(final String name) {
        return new InternetConfig(URI.create("http://127.0.0.1:" + lobby.address().getPort())).name(name)
            .loopback(true);
    }

    private InternetMatch host(final int seats, final boolean late) throws LobbyException {
        return InternetMatch.host(config("Ann"), seats, late, SETTINGS);
    }

    private static void waitFor(final InternetMatch host, final int count) {
        Awaitility.await().until(() -> host.roster() != null && host.roster().peers().size() == count);
    }

    /** Connects and plays; the end and the state. */
    private Future<String> play(final InternetMatch match, final int frames) {
        return players.submit(() -> {
            final Connected ready = match.connect((percent, line) -> { });
            assertArrayEquals(SETTINGS, ready.matchConfig());
            return play(ready, frames, frames);
        });
    }

    private static String play(final Connected ready, final int frames, final int until) {
        final Adder game = new Adder();
        try {
            final Session session = ready.configure(Session.builder().gameId("adder").simulation(game)
                .sessionSeed(System.nanoTime())
                .input((frame, player, input) -> input.putShort((short) (frame * 31 + player))))
                .endFrame(frames).dropTimeoutMs(2000).build();
            while (session.phase() != Phase.ENDED && (until == frames || session.frame() < until)) {
                session.poll(System.nanoTime());
                while (session.step()) {
                    // What is due.
                }
                session.await(1_000_000);
            }
            return session.endReason() + " " + session.frame() + " " + game.sum();
        } finally {
            ready.transport().close();
        }
    }

    @Test
    void shouldBlameTheLobbyForAWayThatIsNotFoundWithoutOne() throws Exception {
        try (InternetMatch ann = host(2, false); InternetMatch bob = InternetMatch.join(config("Bob"), ann.code())) {
            waitFor(ann, 2);
            assertEquals(1, bob.seat());
            lobby.close();
            final Gathering gathering = new Gathering();
            final Search search = new Search(ann.roster(), 0, false, gathering, (percent, line) -> { });
            assertEquals("no way to P1 Bob within 0 s: nothing has come from there through the lobby: look whether the"
                + " game still runs there", assertThrows(NoWayException.class, () -> search.await(Duration.ZERO))
                .getMessage());
            gathering.letter(1, new byte[1]);
            assertTrue(assertThrows(NoWayException.class, () -> search.await(Duration.ZERO)).getMessage()
                .contains("lets no UDP out"));
            gathering.trouble(assertThrows(LobbyException.class, ann::start));
            final String why = assertThrows(NoWayException.class, () -> search.await(Duration.ZERO)).getMessage();
            assertEquals("no way to P1 Bob within 0 s: the lobby does not answer: look at the network and at the"
                + " lobby's address", why);
            gathering.letter(1, new byte[1]);
            assertNull(gathering.trouble(), "it carries letters");
        }
    }

    /** Session time is handed in: nobody waits. */
    @Test
    void shouldWaitForAPlayerWhoSeeksAWayForLong() throws Exception {
        try (InternetMatch ann = host(2, false); InternetMatch bob = InternetMatch.join(config("Bob"), ann.code())) {
            ann.start();
            final Future<Connected> first = players.submit(() -> ann.connect((percent, line) -> { }));
            final Connected second = bob.connect((percent, line) -> { }); // and begins no session
            final Session session = first.get().configure(Session.builder().gameId("adder").simulation(new Adder())
                .sessionSeed(1).input((frame, player, input) -> { })).build();
            long nowMs = 0;
            for (; session.phase() != Phase.ENDED && nowMs < 100_000; nowMs += 100) {
                session.poll(TimeUnit.MILLISECONDS.toNanos(nowMs));
                session.step();
            }
            assertTrue(nowMs > 40_000 && nowMs < 60_000, "for " + nowMs + " ms");
            assertEquals(EndReason.PEER_TIMED_OUT, session.endReason());
            second.transport().close();
            first.get().transport().close();
        }
    }

    @Test
    void shouldPlayByACodeAlone() throws Exception {
        try (InternetMatch ann = host(2, false);
            InternetMatch bob = InternetMatch.join(config("Bob"), ann.code().toLowerCase(Locale.ROOT))) {
            assertEquals(0, ann.seat());
            assertEquals(1, bob.seat());
            ann.start();
            final Future<String> first = play(ann, FRAMES);
            final String second = play(bob, FRAMES).get();
            assertEquals(second, first.get());
            assertTrue(second.startsWith("FINISHED " + FRAMES), second);
        }
    }

    @Test
    void shouldLeaveOutTheSeatsThatNobodyTook() throws Exception {
        try (InternetMatch ann = host(4, false); InternetMatch bob = InternetMatch.join(config("Bob"), ann.code());
            InternetMatch cid = InternetMatch.join(config("Cid"), ann.code())) {
            ann.start();
            final List<Future<String>> ends = new ArrayList<>();
            for (final InternetMatch each : List.of(ann, bob, cid)) {
                ends.add(play(each, FRAMES));
            }
            assertEquals(ends.get(0).get(), ends.get(1).get());
            assertEquals(ends.get(0).get(), ends.get(2).get());
            assertTrue(ends.get(0).get().startsWith("FINISHED"), ends.get(0).get());
        }
    }

    @Test
    void shouldTellHowItGoesOn() throws Exception {
        try (InternetMatch ann = host(2, false); InternetMatch bob = InternetMatch.join(config("Bob"), ann.code())) {
            waitFor(ann, 2);
            final List<String> lines = new ArrayList<>();
            final Future<Connected> ready = players.submit(() -> ann.connect((percent, line) ->
                lines.add(percent + " " + line)));
            ann.start();
            final Connected other = bob.connect((percent, line) -> { });
            assertTrue(ready.get().transport().keys().hasRoster(), "each has keys of its own");
            assertTrue(other.transport().keys().hasRoster());
            ready.get().transport().close();
            other.transport().close();
            assertTrue(lines.contains("20 the match starts"), lines::toString);
            assertTrue(lines.contains("20 finding a way to P1 Bob"), lines::toString);
            assertTrue(lines.get(lines.size() - 1).matches("100 finding a way to P1 Bob: direct, after \\d+ ms"),
                lines::toString);
        }
    }

    @Test
    void shouldTellTheOthersWhenTheHostLeavesBeforeTheStart() throws Exception {
        try (InternetMatch ann = host(2, false); InternetMatch bob = InternetMatch.join(config("Bob"), ann.code())) {
            ann.leave();
            final LobbyException end = assertThrows(LobbyException.class, () -> bob.connect((percent, line) -> { }));
            assertEquals(LobbyException.Reason.CANCELLED, end.reason());
        }
    }

    /** As a window does it whose player has had enough: else the thread that connects would wait for ever. */
    @Test
    void shouldEndTheWaitWhenItIsClosed() throws Exception {
        final InternetMatch waiting = host(2, false);
        assertThrows(InterruptedException.class, () -> waiting.connect((percent, line) -> waiting.close()));
        final InternetMatch searching = host(2, false);
        try (InternetMatch bob = InternetMatch.join(config("Bob"), searching.code())) {
            waitFor(searching, 2);
            assertEquals(1, bob.seat(), "who does not connect");
            searching.start();
            assertThrows(InterruptedException.class, () -> searching.connect((percent, line) -> {
                if (line.startsWith("finding")) {
                    searching.close();
                }
            }));
        }
    }

    /** A window's thread may ask while another waits for it to paint. */
    @Test
    void shouldHoldNoLockWhileItTells() throws Exception {
        final InternetMatch ann = host(2, false);
        assertThrows(InterruptedException.class, () -> ann.connect((percent, line) -> {
            try {
                players.submit(ann::roster).get(60, TimeUnit.SECONDS);
            } catch (final Exception stuck) {
                throw new AssertionError(stuck);
            }
            ann.close();
        }));
    }

    @Test
    void shouldLetSomebodyInLateByTheCode() throws Exception {
        try (InternetMatch ann = host(3, true); InternetMatch bob = InternetMatch.join(config("Bob"), ann.code())) {
            ann.start();
            final Future<String> first = play(ann, LONG);
            final Future<String> second = play(bob, LONG);
            try (InternetMatch cid = InternetMatch.join(config("Cid"), ann.code())) {
                final String third = play(cid, LONG).get();
                assertEquals(first.get(), second.get());
                assertEquals(first.get(), third);
            }
        }
    }

    @Test
    void shouldComeBackByTheTicket() throws Exception {
        final InternetMatch bob;
        try (InternetMatch ann = host(3, false); InternetMatch cid = InternetMatch.join(config("Cid"), ann.code())) {
            bob = InternetMatch.join(config("Bob"), ann.code());
            ann.start();
            final Future<String> first = play(ann, LONG);
            final Future<String> third = play(cid, LONG);
            final String ticket = bob.ticket();
            final Connected lost = bob.connect((percent, line) -> { });
            assertTrue(play(lost, LONG, FRAMES).startsWith("NONE"), "gone without a word");
            bob.close();
            try (InternetMatch back = InternetMatch.rejoin(config("Bob"), ticket)) {
                final Connected ready = back.connect((percent, line) -> { });
                assertTrue(ready.isJoining());
                assertEquals(lost.seatToken(), ready.seatToken());
                final String second = play(ready, LONG, LONG);
                assertEquals(first.get(), second);
                assertEquals(third.get(), second);
                assertTrue(second.startsWith("FINISHED " + LONG), second);
            }
        }
    }

    /** Where somebody may come late with the key of the match alone; it is another in each match. */
    @Test
    void shouldNeverPlayWithoutKeys() throws Exception {
        final List<byte[]> derived = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            try (InternetMatch ann = host(2, true);
                InternetMatch bob = InternetMatch.join(config("Bob"), ann.code())) {
                waitFor(ann, 2);
                ann.start();
                final Future<Connected> first = players.submit(() -> ann.connect((percent, line) -> { }));
                final Connected second = bob.connect((percent, line) -> { });
                final LinkKeys ours = first.get().transport().keys();
                final LinkKeys theirs = second.transport().keys();
                assertArrayEquals(ours.derive("test", 0, 1), theirs.derive("test", 0, 1));
                derived.add(ours.derive("test", 0, 1));
            }
        }
        assertFalse(Arrays.equals(derived.get(0), derived.get(1)), "two matches, two keys");
    }

    @Test
    void shouldPlayInTheLocalNetworkWithoutAnyServer() throws Exception {
        final InternetConfig near = InternetConfig.lan().loopback(true);
        try (InternetMatch ann = InternetMatch.host(near.name("Ann"), 2, false, SETTINGS);
            InternetMatch bob = InternetMatch.join(near.name("Bob"), ann.code())) {
            waitFor(ann, 2);
            ann.start();
            final Future<String> first = play(ann, FRAMES);
            final String second = play(bob, FRAMES).get();
            assertEquals(second, first.get());
            assertTrue(second.startsWith("FINISHED"), second);
        }
    }

    @Test
    void shouldNotSitDownWhereItCannotHide() throws Exception {
        final LobbyException none = assertThrows(LobbyException.class, () ->
            InternetMatch.host(config("Ann").relayOnly(true), 2, false, SETTINGS));
        assertEquals(LobbyException.Reason.NO_RELAY, none.reason());
    }

    @Test
    void shouldRefuseATicketThatIsNone() {
        assertThrows(IllegalArgumentException.class, () -> InternetMatch.rejoin(config("Bob"), "ticket"));
    }
}

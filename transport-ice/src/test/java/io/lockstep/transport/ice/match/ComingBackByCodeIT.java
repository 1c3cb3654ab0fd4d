package io.lockstep.transport.ice.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.aeron.AeronTransport;
import io.lockstep.aeron.AeronTransportConfig;
import io.lockstep.core.game.Phase;
import io.lockstep.core.session.Session;
import io.lockstep.lobby.LobbyConfig;
import io.lockstep.lobby.LobbyException;
import io.lockstep.lobby.LobbyServer;
import io.lockstep.transport.ice.PathAddress;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Checks the tables of docs/guides/DROP-AND-REJOIN.md for matches by a code: the outcome of each way to start a process
 * next to each other one, and next to a running match. The test plays each cell over both transports. The page must
 * name the outcome and allow at least the seconds that it takes. With -Dlockstep.comingback=print the test prints
 * the rows, of each transport.
 */
@Tag("sockets")
@Timeout(120)
class ComingBackByCodeIT {

    /** A way to start a process. */
    private enum Way {
        FRESH, REJOINING, STALE_TICKET, OTHER_VERSION, OTHER_CONFIGURATION;

        private String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /** Takes a seat. */
    private interface Door {
        InternetMatch open() throws LobbyException;
    }

    /** What a process was told, and when. */
    private record Told(String text, long atNs) {
    }

    /** The outcome of a process, and the seconds until it. */
    private record Cell(String text, long seconds) {
    }

    private static final String PAGE = "docs/guides/DROP-AND-REJOIN.md";
    /** The first line of the part of the page that this class checks. */
    private static final String HEADING = "## Outcome of each way to start by a code";
    /** As the page says: the processes of a busy machine find each other seconds apart. */
    private static final long SILENCE_MS = 15_000;
    /** As the page says: the shortest. */
    private static final long DROP_MS = 2000;
    /** A process that is told nothing else for this long is told its outcome; a second tells that it stands still. */
    private static final long SETTLED_NS = TimeUnit.MILLISECONDS.toNanos(1500);
    private static final long STANDS_NS = TimeUnit.SECONDS.toNanos(1);
    /** Frames after which a match has begun for everybody. */
    private static final long BEGUN_FRAMES = 20;
    private static final Duration LONGEST = Duration.ofSeconds(60);
    /** Cases that are played at the same time: they wait for most of their time. */
    private static final int CASES = 24;
    private static final long AWAIT_NS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final String SEARCHES = "searches";

    private static final MatchTransport AERON = (self, peers, keys, socket) -> {
        final AeronTransportConfig config = new AeronTransportConfig().localPeer(self).keys(keys);
        for (final int peer : peers) {
            config.peer(peer, PathAddress.of(peer));
        }
        return AeronTransport.over(config, socket);
    };

    private final ExecutorService processes = Executors.newCachedThreadPool();
    private final ExecutorService cases = Executors.newFixedThreadPool(CASES);

    @AfterEach
    void endTheProcesses() throws Exception {
        cases.shutdownNow();
        processes.shutdownNow();
        assertTrue(processes.awaitTermination(30, TimeUnit.SECONDS));
    }

    /** A game that one player has started, on a thread of its own. */
    private final class Process {

        private final Way way;
        private final InternetMatch match;
        private volatile Told told;
        private volatile long frame;
        private volatile boolean killed;
        private Future<?> running;
        private final Table table;

        /** Without a match: the lobby has refused it. */
        Process(final Table table, final Way way, final Door door) {
            this.table = table;
            this.way = way;
            told = new Told(SEARCHES, System.nanoTime());
            InternetMatch taken = null;
            try {
                taken = door.open();
            } catch (final LobbyException refused) {
                tell(refused.reason() + ": " + refused.getMessage());
            }
            match = taken;
        }

        private void tell(final String text) {
            if (!text.equals(told.text())) {
                told = new Told(text, System.nanoTime());
            }
        }

        void begin() {
            if (match != null) {
                running = processes.submit(this::run);
            }
        }

        private void run() {
            try {
                final Connected ready = match.connect((percent, line) ->
                    tell(match.roster().isStarted() ? SEARCHES : "waits: " + line));
                try {
                    play(ready);
                } finally {
                    ready.transport().close();
                }
            } catch (final NoWayException none) {
                tell("no way: " + none.getMessage());
            } catch (final LobbyException failed) {
                tell(failed.reason() + ": " + failed.getMessage());
            } catch (final InterruptedException closed) {
                tell("closed");
            } catch (final RuntimeException wrong) {
                tell(wrong.toString());
            }
        }

        private void play(final Connected ready) {
            final Session session = ready.configure(Session.builder()
                .gameId(way == Way.OTHER_VERSION ? "test 2" : "test").simulation(new Adder())
                .tickRate(way == Way.OTHER_CONFIGURATION ? 50 : 60).sessionSeed(System.nanoTime())
                .input((at, player, input) -> input.putShort((short) (at * 31 + player))))
                .dropTimeoutMs(DROP_MS).silenceTimeoutMs(SILENCE_MS).build();
            while (!killed && session.phase() != Phase.ENDED) {
                session.poll(System.nanoTime());
                while (session.step()) {
                    frame = session.frame();
                }
                tell(outcome(session, table.players));
                session.await(AWAIT_NS);
            }
        }

        /** Ends without a word to anybody. */
        void kill() throws Exception {
            killed = true;
            if (running != null) {
                running.get();
            }
            match.close();
        }

        boolean isSettled() {
            final Told last = told;
            return running == null || running.isDone()
                || !last.text().equals(SEARCHES) && System.nanoTime() - last.atNs() > SETTLED_NS;
        }

        Cell cell(final long startNs) {
            final Told last = told;
            return new Cell(last.text(), Math.max(1,
                (last.atNs() - startNs + TimeUnit.SECONDS.toNanos(1) - 1) / TimeUnit.SECONDS.toNanos(1)));
        }

        /** Returns whether it is gone itself, plays without the one that is, or waits for it for longer than that. */
        boolean knowsOfDrop() {
            final Told last = told;
            return killed || last.text().startsWith("plays") || last.text().equals("stands still")
                && System.nanoTime() - last.atNs() > TimeUnit.MILLISECONDS.toNanos(DROP_MS);
        }

        @Override
        public String toString() {
            return way + (killed ? " killed " : " ") + told.text() + " at frame " + frame;
        }
    }

    private static String outcome(final Session session, final int members) {
        if (session.phase() == Phase.ENDED) {
            final String why = session.endReason() + ": " + session.error();
            // Which of two others is the quicker differs.
            return members == 2 ? why
                : why.replaceAll("player \\d's", "another player's").replaceAll("; handshakes came.*", "");
        }
        if (session.phase() != Phase.PLAYING) {
            return SEARCHES;
        }
        final int there = session.epoch().members().size();
        if (there < members) {
            return there == 1 ? "plays alone" : "plays without it";
        }
        return session.stalledNs() > STANDS_NS ? "stands still" : "all play";
    }

    /** The players of one match, whose processes end with it. */
    private final class Table implements AutoCloseable {

        /** Of this match alone: a lobby makes many players of one address wait. */
        private final LobbyServer lobby;
        private final InternetConfig config;
        private final List<Process> all = new ArrayList<>();
        /** As many as play if all goes well. */
        private volatile int players;

        Table(final MatchTransport transport) throws IOException {
            lobby = LobbyServer.start(new LobbyConfig().address(new InetSocketAddress("127.0.0.1", 0)));
            config = new InternetConfig(URI.create("http://127.0.0.1:" + lobby.address().getPort())).loopback(true)
                .transport(transport);
        }

        private InternetConfig named(final int player) {
            return config.name(List.of("Ann", "Bob", "Cid", "Dan").get(player));
        }

        private Process start(final Way way, final Door door) {
            final Process process = new Process(this, way, door);
            all.add(process);
            return process;
        }

        private InternetMatch host(final int seats, final boolean late) throws LobbyException {
            return InternetMatch.host(named(0), seats, late, new byte[0]);
        }

        /** A ticket of a match that is over: all have left. */
        private String ofAnotherMatch() throws LobbyException {
            final InternetMatch over = host(2, false);
            over.leave();
            return over.ticket();
        }

        /** A ticket of a seat in this match that was given up, or that the host has taken. */
        private String ofALostSeat(final int player, final InternetMatch host) throws LobbyException {
            final InternetMatch lost = InternetMatch.join(named(player), host.code());
            assertEquals(player, lost.seat());
            if (player == 1) {
                lost.leave();
            } else {
                host.kick(player);
                lost.close();
            }
            return lost.ticket();
        }

        /** Sits down, and again after a crash. */
        private InternetMatch twice(final Door door) throws LobbyException {
            final InternetMatch first = door.open();
            first.close();
            return InternetMatch.rejoin(config, first.ticket());
        }

        private Process guest(final int player, final Way way, final InternetMatch host) throws LobbyException {
            final Door fresh = () -> InternetMatch.join(named(player), host.code());
            if (way == Way.STALE_TICKET) {
                final String ticket = ofALostSeat(player, host);
                return start(way, () -> InternetMatch.rejoin(config, ticket));
            }
            return start(way, way == Way.REJOINING ? () -> twice(fresh) : fresh);
        }

        private List<Process> together(final List<Way> ways) throws LobbyException {
            final int seats = ways.size();
            final InternetMatch made = host(seats, false);
            final List<Process> players = new ArrayList<>();
            for (int player = 1; player < seats; player++) {
                players.add(guest(player, ways.get(player), made));
            }
            if (ways.get(0) == Way.STALE_TICKET) {
                made.close();
                final String ticket = ofAnotherMatch();
                players.add(0, start(Way.STALE_TICKET, () -> InternetMatch.rejoin(config, ticket)));
            } else {
                players.add(0, start(ways.get(0), ways.get(0) == Way.REJOINING ? () -> twice(() -> made) : () -> made));
            }
            return players;
        }

        private void await(final String what, final Callable<Boolean> condition) {
            try {
                Awaitility.await().atMost(LONGEST).pollInterval(Duration.ofMillis(20)).until(condition);
            } catch (final ConditionTimeoutException late) {
                throw new AssertionError("no " + what + ": " + all, late);
            }
        }

        void awaitDropped() {
            await("drop", () -> all.stream().allMatch(Process::knowsOfDrop));
        }

        private List<Cell> watch(final long startNs, final Process... watched) {
            await("outcomes", () -> all.stream().allMatch(process -> process.killed || process.isSettled()));
            return Arrays.stream(watched).map(process -> process.cell(startNs)).toList();
        }

        @Override
        public void close() {
            for (final Process process : all) {
                process.killed = true;
                if (process.match != null) {
                    process.match.close();
                }
            }
            lobby.close();
        }
    }

    private List<Cell> startTogether(final MatchTransport transport, final List<Way> ways, final int... watched)
            throws Exception {
        try (Table table = new Table(transport)) {
            table.players = ways.size();
            final List<Process> players = table.together(ways);
            final InternetMatch host = players.get(0).match;
            if (host != null && players.stream().allMatch(player -> player.match != null)) {
                table.await("all seats", () -> host.roster().peers().size() == ways.size());
                host.start();
            }
            final long startNs = System.nanoTime();
            players.forEach(Process::begin);
            return table.watch(startNs, Arrays.stream(watched).mapToObj(players::get).toArray(Process[]::new));
        }
    }

    /** Another process at the seat of one that was killed. */
    private static Door again(final Table table, final Process before, final Way way) throws LobbyException {
        if (way == Way.FRESH) {
            return () -> InternetMatch.join(table.config, before.match.code());
        }
        final String ticket = way == Way.STALE_TICKET ? table.ofAnotherMatch() : before.match.ticket();
        return () -> InternetMatch.rejoin(table.config, ticket);
    }

    /**
     * Players of a match are killed one after the other, each dropped before the next; then another process starts at
     * the seat of the last, or of player 1 if nobody was killed.
     */
    private List<Cell> comeBack(final MatchTransport transport, final int seats, final boolean late, final Way way,
                                final int... killed) throws Exception {
        try (Table table = new Table(transport)) {
            final int count = Math.min(3, seats);
            table.players = count;
            final List<Process> players = new ArrayList<>();
            final InternetMatch host = table.host(seats, late);
            players.add(table.start(Way.FRESH, () -> host));
            for (int player = 1; player < count; player++) {
                players.add(table.guest(player, Way.FRESH, host));
            }
            host.start();
            players.forEach(Process::begin);
            table.await("the match", () -> players.stream().allMatch(player -> player.frame > BEGUN_FRAMES));
            for (final int player : killed) {
                players.get(player).kill();
                table.awaitDropped();
            }
            final int last = killed.length == 0 ? 1 : killed[killed.length - 1];
            table.players = count - Math.max(0, killed.length - 1);
            final long startNs = System.nanoTime();
            final Process back = table.start(way, again(table, players.get(last), way));
            back.begin();
            final Process other = killed.length == 0 ? players.get(1)
                : players.stream().filter(player -> !player.killed).findFirst().orElseThrow();
            final List<Cell> cells = table.watch(startNs, back, other);
            return killed.length > 0 ? cells : List.of(cells.get(0),
                new Cell("the old process " + cells.get(1).text(), cells.get(1).seconds()));
        }
    }

    /** One play of a cell over one transport. */
    private interface Play {
        List<Cell> over(MatchTransport transport) throws Exception;
    }

    /** By the rows' first two columns, in the order of the page. */
    private Map<String, Play> plays() {
        final Map<String, Play> plays = new LinkedHashMap<>();
        for (final Way zero : Way.values()) {
            for (final Way one : Way.values()) {
                plays.put(zero.label() + " | " + one.label(), over -> startTogether(over, List.of(zero, one), 0, 1));
            }
        }
        for (final Way third : Way.values()) {
            plays.put("third of three, with two fresh ones | " + third.label(), over ->
                startTogether(over, List.of(Way.FRESH, Way.FRESH, third), 2, 0));
        }
        for (final Way way : Way.values()) {
            plays.put("player 0 of two | " + way.label(), over -> comeBack(over, 2, false, way, 0));
            plays.put("player 1 of two | " + way.label(), over -> comeBack(over, 2, false, way, 1));
            plays.put("third of three | " + way.label(), over -> comeBack(over, 3, false, way, 2));
        }
        plays.put("player 1 of two, with late join | fresh", over -> comeBack(over, 2, true, Way.FRESH, 1));
        plays.put("third of three, with late join and a free seat | fresh", over ->
            comeBack(over, 4, true, Way.FRESH, 2));
        plays.put("player 2 of three, after player 1 for good | rejoining", over ->
            comeBack(over, 3, false, Way.REJOINING, 1, 2));
        plays.put("player 1 of two, whose old process still runs | rejoining", over ->
            comeBack(over, 2, false, Way.REJOINING));
        return plays;
    }

    /** The cells of each row over each transport. */
    private Map<String, List<List<Cell>>> play() throws Exception {
        final Map<String, List<Future<List<Cell>>>> playing = new LinkedHashMap<>();
        final List<Map.Entry<String, Play>> plays = new ArrayList<>(plays().entrySet());
        Collections.reverse(plays); // who comes back takes longest
        plays.forEach(play -> playing.put(play.getKey(), List.of(
            cases.submit((Callable<List<Cell>>) () -> play.getValue().over(MatchTransport.UDP)),
            cases.submit((Callable<List<Cell>>) () -> play.getValue().over(AERON)))));
        final Map<String, List<List<Cell>>> played = new LinkedHashMap<>();
        for (final String what : plays().keySet()) {
            played.put(what, List.of(playing.get(what).get(0).get(), playing.get(what).get(1).get()));
        }
        return played;
    }

    private static String row(final String what, final List<Cell> cells) {
        return "| " + what + " | " + cells.stream().map(cell -> cell.text() + " | " + cell.seconds() + " s")
            .collect(Collectors.joining(" | ")) + " |";
    }

    /** By the first two columns; a row that names several ways is one for each of them. */
    private static Map<String, String> pageRows() throws IOException {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.exists(root.resolve(PAGE))) {
            root = root.getParent();
        }
        final Map<String, String> rows = new LinkedHashMap<>();
        Files.readAllLines(root.resolve(PAGE)).stream().dropWhile(line -> !line.equals(HEADING))
            .filter(line -> line.matches("\\|.* \\d+ s \\|")).forEach(row -> {
                final String[] told = row.split(" *\\| *");
                for (final String first : told[1].split(" or ")) {
                    for (final String second : told[2].split(" or ")) {
                        assertNull(rows.put(first + " | " + second, row), row);
                    }
                }
            });
        return rows;
    }

    /** Where two processes are quicker than each other at times, the page names each outcome. */
    private static void check(final String row, final String what, final List<Cell> seen) {
        final String[] told = row.split(" *\\| *");
        for (int i = 0; i < seen.size(); i++) {
            final Cell cell = seen.get(i);
            final String text = told[3 + 2 * i];
            final int seconds = Integer.parseInt(told[4 + 2 * i].replace(" s", ""));
            assertTrue(List.of(text.split("; or ")).contains(cell.text()) && cell.seconds() <= seconds, () ->
                row(what, seen) + " is not " + row);
        }
    }

    @Test
    void shouldEndAsThePageSaysWithinItsSeconds() throws Exception {
        final Map<String, List<List<Cell>>> played = play();
        if ("print".equals(System.getProperty("lockstep.comingback"))) {
            played.forEach((what, each) -> each.forEach(cells -> System.out.println(row(what, cells))));
            return;
        }
        final Map<String, String> page = pageRows();
        assertEquals(played.keySet(), page.keySet(), "rows of the page");
        played.forEach((what, each) -> each.forEach(cells -> check(page.get(what), what, cells)));
    }
}

package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.Phase;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;

/**
 * Checks the tables of docs/guides/DROP-AND-REJOIN.md: the outcome of each way to start a process next to each other
 * one, and next to a running match. The test plays each cell over this carrier. The page must name the outcome and
 * allow at least the seconds that it takes. With -Dlockstep.comingback=print the test prints the rows of one carrier.
 */
@ParameterizedClass(name = "over {0}")
@OverEachCarrier
class ComingBackTest {

    /** A way to start a process. */
    private enum Way {
        FRESH, REJOINING, STALE_TOKEN, OTHER_VERSION, OTHER_CONFIGURATION;

        private String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }

        private void adjust(final int peer, final SessionConfig config) {
            config.joining(this != FRESH).seatToken(this == STALE_TOKEN ? 1000 : peer + 1);
            if (this == OTHER_VERSION) {
                config.gameId("test 2");
            } else if (this == OTHER_CONFIGURATION) {
                config.tickRate(50);
            }
        }
    }

    private static final String PAGE = "docs/guides/DROP-AND-REJOIN.md";
    /** Begins the tables of matches by a code, which another test checks. */
    private static final String NEXT = "## Outcome of each way to start by a code";
    private static final long LATENCY_MS = 20;
    private static final long STEP_NS = 4 * Match.MS;
    private static final long LONGEST_MS = 40_000;
    /** Time in which the others notice that a process is gone and agree to continue, in milliseconds. */
    private static final long DROPPED_MS = 7000;
    private static final long SETTLED_MS = 3000;
    private static final int FIRST_SEED = 1000;

    @Parameter
    private Carrier carrier;

    private static SimulatedNetwork network(final int peers) {
        return new SimulatedNetwork(peers, 0).conditions(LinkConditions.latency(LATENCY_MS)).followPolls();
    }

    /** The outcome of a session, and the seconds until it. */
    private record Cell(String text, long seconds) {
    }

    private static List<Cell> watch(final Match match, final int members, final Map<Integer, Integer> watched) {
        final long startNs = match.nowNs;
        final long[] sinceNs = new long[match.sessions.size()];
        final String[] last = new String[match.sessions.size()];
        match.runUntil(LONGEST_MS, () -> {
            boolean settled = true;
            for (final int index : watched.values()) {
                final String now = outcome(match.sessions.get(index), members);
                if (!now.equals(last[index])) {
                    last[index] = now;
                    sinceNs[index] = match.nowNs;
                }
                final Phase phase = match.sessions.get(index).phase();
                settled &= phase == Phase.ENDED || phase == Phase.PLAYING
                    && match.nowNs - sinceNs[index] > SETTLED_MS * Match.MS && everybodyElseIsIn(match);
            }
            return settled;
        });
        return watched.values().stream().map(index -> new Cell(last[index],
            (sinceNs[index] - startNs + 999 * Match.MS) / (1000 * Match.MS))).toList();
    }

    /** Returns whether no session is still joining. */
    private static boolean everybodyElseIsIn(final Match match) {
        for (int index = 0; index < match.sessions.size(); index++) {
            final Phase phase = match.sessions.get(index).phase();
            if (!match.killed.contains(index) && (phase == Phase.CONNECTING || phase == Phase.JOINING)) {
                return false;
            }
        }
        return true;
    }

    private static String outcome(final Session session, final int members) {
        if (session.phase() == Phase.ENDED) {
            return session.endReason() + ": " + session.error().replaceAll("; \\d+ datagrams.*", "");
        }
        if (session.phase() != Phase.PLAYING) {
            return "waits";
        }
        final int there = session.epoch().members().size();
        if (there < members) {
            return there == 1 ? "plays alone" : "plays without it";
        }
        return session.stalledNs() > 1000 * Match.MS ? "stands still" : "all play";
    }

    private Match together(final List<Way> ways) {
        final Match match = new Match(carrier, network(ways.size()), ways.size(),
            (peer, config) -> ways.get(peer).adjust(peer, config));
        match.stepNs = Math.max(match.stepNs, STEP_NS);
        return match;
    }

    private List<Cell> startTogether(final Way zero, final Way one) {
        return watch(together(List.of(zero, one)), 2, new TreeMap<>(Map.of(0, 0, 1, 1)));
    }

    private List<Cell> startThird(final Way third) {
        return watch(together(List.of(Way.FRESH, Way.FRESH, third)), 3, new TreeMap<>(Map.of(0, 2, 1, 0)));
    }

    /** One of several processes was killed and dropped, and another one joins for its seat. */
    private List<Cell> comeBack(final int peers, final int peer, final Way way) {
        final SimulatedNetwork network = network(peers);
        final Match match = new Match(carrier, network, peers, Way.FRESH::adjust);
        match.stepNs = Math.max(match.stepNs, STEP_NS);
        assertTrue(match.runUntil(8000, () -> match.everybodyPast(60)), match::toString);
        match.killed.add(peer);
        match.run(DROPPED_MS);
        match.add(peer, peers, carrier.open(network, peer), (any, config) -> {
            way.adjust(any, config);
            config.sessionSeed(FIRST_SEED + any);
        });
        final int other = peer == 0 ? 1 : 0;
        return watch(match, peers, new TreeMap<>(Map.of(0, peers, 1, other)));
    }

    private static String row(final String first, final String second, final List<Cell> cells) {
        return "| " + first + " | " + second + " | " + cells.stream()
            .map(cell -> cell.text() + " | " + cell.seconds() + " s").collect(Collectors.joining(" | ")) + " |";
    }

    private List<String> play() {
        final List<String> rows = new ArrayList<>();
        for (final Way zero : Way.values()) {
            for (final Way one : Way.values()) {
                rows.add(row(zero.label(), one.label(), startTogether(zero, one)));
            }
        }
        for (final Way third : Way.values()) {
            rows.add(row("third of three, with two fresh ones", third.label(), startThird(third)));
        }
        for (final Way way : Way.values()) {
            rows.add(row("player 0 of two", way.label(), comeBack(2, 0, way)));
            rows.add(row("player 1 of two", way.label(), comeBack(2, 1, way)));
            rows.add(row("third of three", way.label(), comeBack(3, 2, way)));
        }
        return rows;
    }

    private static List<String> pageRows() throws IOException {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.exists(root.resolve(PAGE))) {
            root = root.getParent();
        }
        return Files.readAllLines(root.resolve(PAGE)).stream().takeWhile(line -> !line.equals(NEXT))
            .filter(line -> line.matches("\\|.* \\d+ s \\|")).toList();
    }

    private static List<String> split(final String row) {
        return Arrays.asList(row.split(" *\\| *", -1));
    }

    @Test
    void shouldEndAsThePageSaysWithinItsSeconds() throws IOException {
        final List<String> rows = play();
        if ("print".equals(System.getProperty("lockstep.comingback"))) {
            rows.forEach(System.out::println);
            return;
        }
        final List<String> page = pageRows();
        assertEquals(rows.size(), page.size(), "rows of the page");
        for (int i = 0; i < rows.size(); i++) {
            final List<String> seen = split(rows.get(i));
            final List<String> told = split(page.get(i));
            assertEquals(seen.size(), told.size(), page.get(i));
            for (int column = 0; column < seen.size(); column++) {
                final boolean seconds = seen.get(column).matches("\\d+ s");
                assertTrue(seconds ? secondsOf(seen.get(column)) <= secondsOf(told.get(column))
                    : seen.get(column).equals(told.get(column)), rows.get(i) + " is not " + page.get(i));
            }
        }
    }

    private static int secondsOf(final String text) {
        return Integer.parseInt(text.substring(0, text.indexOf(' ')));
    }
}

package io.lockstep.examples.peer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.codecs.json.JsonWriter;
import io.lockstep.codecs.replay.DesyncFolder;
import io.lockstep.core.game.DesyncPolicy;
import io.lockstep.core.game.EndReason;
import io.lockstep.core.input.IdSet;
import io.lockstep.core.membership.TwoPeerPolicy;
import io.lockstep.core.sync.DesyncCause;
import io.lockstep.core.sync.DesyncReport;
import io.lockstep.core.sync.FirstDifference;
import io.lockstep.core.sync.Verdict;
import io.lockstep.examples.dogfight.DogfightBot;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a match, played over the in-memory network in virtual time. */
class MatchPeerTest {

    private static final long MS = 1_000_000L;
    private static final Address HOST = new Address("host", 7);
    private static final long TWENTY_SECONDS = 20_000;

    private final SimulatedNetwork network =
        new SimulatedNetwork(2, 0).conditions(LinkConditions.latency(5)).followPolls();
    private final List<MatchPeer> peers = new ArrayList<>();
    private long nowNs = MS;

    private MatchPeer join(final MatchOptions settings) {
        final int player = peers.size();
        final Map<Integer, Address> others = Map.of(1 - player, new Address("host" + (1 - player), 7));
        final MatchPeer peer = MatchPeer.over(network.endpoint(player), settings, player, others,
            game -> new DogfightBot(game, player));
        peers.add(peer);
        return peer;
    }

    private void play(final long milliseconds) {
        for (long i = 0; i < milliseconds; i++) {
            nowNs += MS;
            peers.forEach(peer -> peer.advance(nowNs));
        }
    }

    @Test
    void shouldPlayToTheEndAndSumUp() {
        final MatchPeer one = join(MatchOptions.paced(2, 60, 300));
        final MatchPeer two = join(MatchOptions.paced(2, 60, 300));
        play(TWENTY_SECONDS);
        assertTrue(one.ended() && two.ended());
        assertNull(one.problem());
        final PeerSummary first = new PeerSummary(one, nowNs);
        assertEquals(300, first.frames());
        assertEquals(new PeerSummary(two, nowNs).stateCrc(), first.stateCrc());
        assertArrayEquals(new int[] {0, 1}, one.lineUp().members());
        final String crc = String.format("%08x", first.stateCrc());
        final String json = first.writeTo(new JsonWriter()).toString();
        final String decimal = "[0-9]+\\.[0-9]+";
        assertTrue(json.matches("\\{\"player\":0,\"frames\":300,\"stateCrc\":\"" + crc + "\",\"checkedFrames\":10,"
            + "\"desyncs\":0,\"repairs\":0,\"stallTicks\":0,\"members\":\\[0,1\\],"
            + "\"leader\":0,\"term\":0,\"epoch\":0,\"dropped\":\\[\\],\"left\":\\[\\],"
            + "\"joined\":\\[\\],\"aloneFrom\":-1,\"endReason\":\"FINISHED\","
            + "\"rttMs\":\\{\"p50\":" + decimal + ",\"p99\":"
            + decimal + "\\},\"inputLatencyMs\":\\{\"p50\":" + decimal + ",\"p99\":" + decimal + ",\"max\":" + decimal
            + "\\},\"bytesPerSecond\":[0-9]+,\"medianPayloadBytes\":[0-9]+,\"maxPayloadBytes\":[0-9]+\\}"), json);
    }

    /** Both players join: both were lost, or a supervisor starts every process this way. */
    @Test
    void shouldPlayANewMatchIfBothRejoinAndNeitherHasOne() {
        final LostPeers rejoining = new LostPeers(TwoPeerPolicy.REJOIN, 5000, true, null);
        final MatchPeer one = join(MatchOptions.paced(2, 60, 300).with(rejoining));
        final MatchPeer two = join(MatchOptions.paced(2, 60, 300).with(rejoining));
        final List<String> news = new ArrayList<>();
        one.onNews(news::add);
        play(TWENTY_SECONDS);
        assertTrue(one.ended() && two.ended());
        assertNull(one.problem());
        assertNull(two.problem());
        assertEquals(300, new PeerSummary(one, nowNs).frames());
        assertEquals(new PeerSummary(one, nowNs).stateCrc(), new PeerSummary(two, nowNs).stateCrc());
        assertTrue(news.contains("no player has a match to join: player 1 joins, too; beginning a new one"),
            news::toString);
    }

    @Test
    void shouldTellWhatPlayingAheadBroughtAndPlayTheSameAsWhoDoesNot() {
        network.conditions(LinkConditions.latency(100));
        final MatchPeer one = join(MatchOptions.paced(2, 60, 600).ahead(8));
        final MatchPeer two = join(MatchOptions.paced(2, 60, 600));
        play(TWENTY_SECONDS);
        assertTrue(one.ended() && two.ended());
        assertNull(one.problem());
        final PeerSummary ahead = new PeerSummary(one, nowNs);
        final PeerSummary lockstep = new PeerSummary(two, nowNs);
        assertEquals(lockstep.stateCrc(), ahead.stateCrc());
        final String json = ahead.writeTo(new JsonWriter()).toString();
        assertTrue(json.matches(".*,\"prediction\":\\{\"frames\":8,\"foreseenShare\":0\\.[0-9]+,"
            + "\"rollbacksPerMinute\":[0-9.]+,\"deepest\":[1-8],\"stepsPerFrame\":1\\.[0-9]+,"
            + "\"savesPerFrame\":[01]\\.[0-9]+\\}\\}"), json);
        assertFalse(lockstep.writeTo(new JsonWriter()).toString().contains("prediction"));
        final String[][] rows = ahead.rows();
        assertEquals(lockstep.rows().length + 4, rows.length);
        assertTrue(rows[rows.length - 3][1].matches("[1-9][0-9]*\\.[0-9]"), rows[rows.length - 3][1]);
        assertTrue(rows[rows.length - 2][1].matches("[1-9][0-9]*\\.[0-9] / [1-8]"), rows[rows.length - 2][1]);
    }

    /** A bit that flipped in a frame that is played again would be whole after that. */
    @Test
    void shouldFlipABitForGoodAlsoWhereTheGameIsPlayedAhead() {
        network.conditions(LinkConditions.latency(100));
        final MatchOptions settings = MatchOptions.paced(2, 60, 600).with(DesyncPolicy.REPORT_ONLY).ahead(8);
        join(settings);
        final MatchPeer two = join(settings);
        play(2000);
        two.flipBit();
        play(TWENTY_SECONDS);
        assertTrue(two.session().statistics().prediction().rollbacks() > 0);
        assertTrue(two.problem().startsWith("desync: "), two.problem());
    }

    @Test
    void shouldPlayOnWhenTheOtherLeavesAndTellIt() {
        final MatchPeer one = join(MatchOptions.paced(2, 60, 300));
        final MatchPeer two = join(MatchOptions.paced(2, 60, 300));
        final List<String> news = new ArrayList<>();
        two.onNews(news::add);
        play(1000);
        one.leave();
        play(TWENTY_SECONDS);
        assertNull(one.problem());
        assertNull(two.problem());
        assertArrayEquals(new int[] {1}, two.lineUp().members());
        assertEquals(0, two.lineUp().left().get(0).peer());
        assertEquals("player 0 left", two.absences());
        final long frame = two.lineUp().left().get(0).frame();
        assertTrue(news.contains("player 0 has left and is out of the match from frame " + frame + " on"),
            news.toString());
        assertEquals(300, new PeerSummary(two, nowNs).frames());
    }

    @Test
    void shouldPlayOnWhenTheOtherIsKilledAndTakeItBack() {
        final MatchOptions settings = MatchOptions.paced(2, 60, 1200);
        final MatchPeer one = join(settings);
        final MatchPeer two = join(settings);
        play(2000);
        two.kill();
        assertTrue(two.ended());
        assertNull(two.problem());
        play(6000);
        assertEquals("player 1 dropped", one.absences());
        assertEquals(1, one.lineUp().dropped().size());
        final MatchPeer back = MatchPeer.over(network.endpoint(1),
            settings.with(new LostPeers(TwoPeerPolicy.REJOIN, 5000, true, null)), 1, Map.of(0, HOST),
            game -> new DogfightBot(game, 1));
        peers.add(back);
        play(TWENTY_SECONDS);
        assertNull(one.problem());
        assertNull(back.problem());
        assertEquals("", one.absences());
        assertEquals(one.lineUp().joined(), back.lineUp().joined());
        assertEquals(1, back.lineUp().joined().get(0).peer());
        assertEquals(new PeerSummary(one, nowNs).stateCrc(), new PeerSummary(back, nowNs).stateCrc());
    }

    @Test
    void shouldSayAtBothEndsThatAStateIsTooLargeToJoin() {
        final MatchOptions settings = MatchOptions.paced(2, 60, 1200).maxState(100);
        final MatchPeer one = join(settings);
        final MatchPeer two = join(settings);
        final List<String> news = new ArrayList<>();
        one.onNews(news::add);
        play(2000);
        two.kill();
        play(6000);
        final MatchPeer back = MatchPeer.over(network.endpoint(1),
            settings.with(new LostPeers(TwoPeerPolicy.REJOIN, 5000, true, null)), 1, Map.of(0, HOST),
            game -> new DogfightBot(game, 1));
        peers.add(back);
        play(TWENTY_SECONDS);
        final String told = " has [0-9]{3,} bytes, and maxStateBytes is 100 here";
        final String remedy = "set a higher SessionConfig\\.maxStateBytes at every peer";
        assertEquals(1, news.stream().filter(line -> line.matches("the state of the game" + told
            + ": nobody can join until it shrinks; " + remedy)).count(), news::toString);
        assertTrue(back.ended());
        assertTrue(back.problem().matches("the state after frame [0-9]+" + told + "; " + remedy), back::problem);
        assertNull(one.problem());
    }

    /** Plays while one of the two is not polled, as if its lid were closed. */
    private void sleep(final int player, final long milliseconds) {
        for (long i = 0; i < milliseconds; i++) {
            nowNs += MS;
            peers.get(1 - player).advance(nowNs);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldEndAlikeThoughTheLidOfOneWasClosedForTenSeconds(final int sleeper) {
        final MatchPeer one = join(MatchOptions.paced(2, 60, 1800));
        final MatchPeer two = join(MatchOptions.paced(2, 60, 1800));
        final List<String> news = new ArrayList<>();
        two.onNews(news::add);
        play(2000);
        sleep(sleeper, 10_000);
        play(2 * TWENTY_SECONDS);
        assertNull(one.problem());
        assertNull(two.problem());
        assertEquals(1800, new PeerSummary(one, nowNs).frames());
        assertEquals(new PeerSummary(one, nowNs).stateCrc(), new PeerSummary(two, nowNs).stateCrc());
        assertNull(one.solitude());
        assertNull(two.solitude());
        assertEquals(sleeper == 1, news.containsAll(
            List.of("the match went on without us; entering it again", "in the match again")), news.toString());
        assertEquals(sleeper == 0, news.contains("player 0 is lost and may play on; waiting for it for up to a minute"),
            news.toString());
    }

    /** A summary is made every second: each is of the whole match, whoever looked at another one before. */
    @Test
    void shouldSumUpTheWholeMatchEachTime() {
        final MatchPeer one = join(MatchOptions.paced(2, 60, 300));
        join(MatchOptions.paced(2, 60, 300));
        play(1000);
        new PeerSummary(one, nowNs).line();
        play(TWENTY_SECONDS);
        final String json = new PeerSummary(one, nowNs).writeTo(new JsonWriter()).toString();
        assertEquals(json, new PeerSummary(one, nowNs).writeTo(new JsonWriter()).toString());
        assertEquals(300, one.measures().latencyMicros().getTotalCount(), 20);
        assertEquals(one.session().statistics().peer(0).datagramsSent(),
            one.measures().payloadBytes().getTotalCount());
    }

    @Test
    void shouldSayThatItWasAloneInTheEnd() {
        final MatchPeer one = join(MatchOptions.paced(2, 60, 600));
        final List<String> news = new ArrayList<>();
        one.onNews(news::add);
        join(MatchOptions.paced(2, 60, 600)).onNews(line -> { });
        play(2000);
        peers.get(1).kill();
        play(TWENTY_SECONDS);
        final long frame = one.aloneFrom();
        assertTrue(frame > 0 && frame < 600);
        assertEquals("You played on alone from frame " + frame + " on: player 1 was lost and did not come back.",
            one.solitude());
        assertTrue(news.contains("playing on alone from frame " + frame + " on"), news.toString());
        assertTrue(new PeerSummary(one, nowNs).writeTo(new JsonWriter()).toString().contains(
            "\"aloneFrom\":" + frame + ","));
    }

    @Test
    void shouldSayAtBothSidesThatThereMayBeAnotherHistory() {
        final LostPeers branches = new LostPeers(TwoPeerPolicy.CONTINUE_ALL, 5000, false, null);
        join(MatchOptions.paced(2, 60, 600).with(branches));
        join(MatchOptions.paced(2, 60, 600).with(branches));
        play(2000);
        sleep(1, 8000);
        play(TWENTY_SECONDS);
        for (int player = 0; player < 2; player++) {
            final MatchPeer peer = peers.get(player);
            assertNull(peer.problem());
            assertEquals("You played on alone from frame " + peer.aloneFrom() + " on: player " + (1 - player)
                + " was lost, and if it has played on, too, then with another history.", peer.solitude());
        }
    }

    /** Who was last to be heard was the lower one: it may have played on, and only it. */
    @Test
    void shouldWaitForAMinuteAndSayThatTheOtherMayHavePlayedOn() {
        final MatchPeer one = join(MatchOptions.paced(2, 60, 600));
        final MatchPeer two = join(MatchOptions.paced(2, 60, 600));
        play(2000);
        one.kill();
        play(64_000);
        assertNull(two.solitude());
        play(3000);
        assertEquals("minority: the other peer was not heard again, and may have played on; --rejoin brings it back",
            two.problem());
    }

    @ParameterizedTest
    @CsvSource({"HALT,0,halted: ", "HALT,1,halted: ", "CONTINUE_TIEBREAK,0,minority: "})
    void shouldSayWhyItStopsWhenTheOtherIsKilled(final TwoPeerPolicy policy, final int victim, final String why) {
        final MatchOptions settings =
            MatchOptions.paced(2, 60, 1200).with(new LostPeers(policy, 5000, false, null));
        join(settings);
        join(settings);
        play(2000);
        peers.get(victim).kill();
        play(TWENTY_SECONDS);
        final String problem = peers.get(1 - victim).problem();
        assertTrue(problem.startsWith(why), problem);
    }

    @Test
    void shouldNameThePeerThatNeverCameAndItsAddress() {
        final MatchPeer one = join(MatchOptions.paced(2, 60, 300));
        play(TWENTY_SECONDS);
        assertTrue(one.ended());
        assertEquals("player 1 did not answer within 15000 ms (address host1:7)", one.problem());
        assertArrayEquals(new int[] {0}, one.lineUp().members());
        assertEquals(0, new PeerSummary(one, nowNs).frames());
    }

    @Test
    void shouldNameWhatDiffersAtBothSides() {
        final MatchPeer one = join(MatchOptions.paced(2, 60, 300));
        final MatchPeer two = join(MatchOptions.paced(2, 30, 300));
        play(TWENTY_SECONDS);
        assertEquals("tick rate differs: ours is 60, player 1's is 30", one.problem());
        assertEquals("tick rate differs: ours is 30, player 0's is 60", two.problem());
    }

    /** Both peers' states differ by one bit of the first ship's x from some frame on. */
    private void playWithAFlippedBit(final DesyncFolder folder) {
        final MatchOptions settings = MatchOptions.paced(2, 60, 300).with(DesyncPolicy.REPORT_ONLY);
        join(settings).onDesync(folder);
        final MatchPeer two = join(settings);
        two.onDesync(folder);
        play(1000);
        two.flipBit();
        play(TWENTY_SECONDS);
        assertTrue(peers.get(0).ended() && two.ended());
        assertFalse(new PeerSummary(peers.get(0), nowNs).desyncs() == 0);
    }

    @Test
    void shouldForgetADifferenceThatWasRepaired() {
        final MatchOptions settings = MatchOptions.paced(2, 60, 300);
        final MatchPeer one = join(settings);
        final MatchPeer two = join(settings);
        final List<String> news = new ArrayList<>();
        one.onNews(line -> news.add("0: " + line));
        two.onNews(line -> news.add("1: " + line));
        play(1000);
        two.flipBit();
        play(TWENTY_SECONDS);
        assertNull(one.problem());
        assertNull(two.problem());
        assertEquals(new PeerSummary(one, nowNs).stateCrc(), new PeerSummary(two, nowNs).stateCrc());
        for (final String told : List.of("0: desync: frame ", "1: desync: frame ", "0: desync: player 1's state was ",
            "1: desync: our state was repaired by the state of another player, and right from frame ")) {
            assertEquals(1, news.stream().filter(line -> line.startsWith(told)).count(), told + " in " + news);
        }
    }

    @Test
    void shouldEndInTheSameFrameWhenStatesDifferIfToldTo() {
        final MatchOptions settings = MatchOptions.paced(2, 60, 300).with(DesyncPolicy.HALT);
        final MatchPeer one = join(settings);
        final MatchPeer two = join(settings);
        play(1000);
        two.flipBit();
        play(TWENTY_SECONDS);
        for (final MatchPeer peer : peers) {
            assertEquals(EndReason.DESYNC, peer.session().endReason());
            assertTrue(peer.problem().startsWith("desync: ")
                && peer.problem().endsWith("; the match has ended for it"), peer.problem());
        }
        assertTrue(one.session().frame() < 300);
        assertEquals(one.session().frame(), two.session().frame());
    }

    @Test
    void shouldReportADesyncWithFrameFieldAndBothValues() {
        playWithAFlippedBit(null);
        assertTrue(peers.get(0).problem().matches("desync: frame [0-9]+: the states after it differ, the inputs do not;"
            + " first field: ships\\.x\\[0\\], -?[0-9]+ here, -?[0-9]+ at peer 1; two members, no majority; "
            + "simulated again ours comes out the same, theirs otherwise"), peers.get(0).problem());
        assertTrue(peers.get(1).problem().contains("; simulated again ours comes out otherwise, theirs the same"),
            peers.get(1).problem());
    }

    @Test
    void shouldWriteAFolderForEachPeerAndReplaceNone(@TempDir final Path directory) throws IOException {
        playWithAFlippedBit(DesyncFolder.in(directory, "a build"));
        final String problem = peers.get(0).problem();
        final Path folder = Path.of(problem.substring(problem.indexOf("; see ") + "; see ".length()));
        assertTrue(folder.getFileName().toString().matches("desync-1-[0-9]+"), folder.toString());
        assertTrue(peers.get(1).problem().endsWith(folder + "-p1"), peers.get(1).problem());
        final List<String> report = Files.readAllLines(folder.resolve("report.txt"));
        assertEquals("Desync in match 1, seen by peer 0, about peer 1", report.get(0));
        assertTrue(problem.startsWith("desync: " + report.get(1)), problem);
        for (final String known : List.of("build:  a build", "JDK:", "VM:", "OS:", "flags:",
            "first field:            ships.x[0]", "  ships.x[0]: ")) {
            assertTrue(report.stream().anyMatch(line -> line.startsWith(known)), known + " in " + report);
        }
        final List<String> ours = Files.readAllLines(folder.resolve("state-0.txt"));
        final List<String> theirs = Files.readAllLines(folder.resolve("state-1.txt"));
        assertEquals(ours.size(), theirs.size());
        assertEquals("world.players[0] = 2", ours.get(0));
        assertTrue(ours.stream().anyMatch(line -> line.startsWith("ships.x[0] = ") && line.contains("<- peer 1: ")));
        assertTrue(theirs.stream().anyMatch(line -> line.startsWith("ships.x[0] = ") && line.contains("<- peer 0: ")));
        assertTrue(Files.readAllLines(folder.resolve("inputs.txt")).get(0).matches("frame [0-9]+: 0 .{4}, 1 .{4}"));
    }

    @Test
    void shouldWriteNoMoreFoldersThanTheLimit(@TempDir final Path directory) throws IOException {
        final DesyncFolder folder = DesyncFolder.in(directory, "a build");
        final Verdict verdict =
            new Verdict(59, IdSet.peers(0b11), IdSet.peers(0b11), IdSet.peers(0), IdSet.peers(0), 0);
        final DesyncReport report = new DesyncReport(1, 0, 1, 59, 5, 6, verdict,
            new FirstDifference(29, 41, true, 0, FirstDifference.NONE), DesyncCause.UNKNOWN, DesyncCause.UNKNOWN,
                FirstDifference.NONE, "ships", null,
            null, null, 30, List.of("frame 30:"), "", null);
        for (int i = 0; i < DesyncFolder.MAX_FOLDERS; i++) {
            assertTrue(Files.isDirectory(Path.of(folder.write(report))));
        }
        assertNull(folder.write(report));
        try (Stream<Path> folders = Files.list(directory)) {
            assertEquals(DesyncFolder.MAX_FOLDERS, folders.count());
        }
    }

    @Test
    void shouldSayWhyThereIsNoFolder(@TempDir final Path directory) throws IOException {
        final Path missing = Files.createDirectory(directory.resolve("missing"));
        final DesyncFolder folder = DesyncFolder.in(missing, "a build");
        Files.delete(missing);
        playWithAFlippedBit(folder);
        assertTrue(peers.get(0).problem().contains("; see (not written: "), peers.get(0).problem());
    }
}

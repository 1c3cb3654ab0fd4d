package io.lockstep.examples.peer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.codec.JsonWriter;
import io.lockstep.core.membership.TwoPeerPolicy;
import io.lockstep.core.simnet.LinkConditions;
import io.lockstep.core.simnet.SimulatedNetwork;
import io.lockstep.examples.dogfight.DogfightBot;
import io.lockstep.examples.dogfight.StateBytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of a match, played over the in-memory network in virtual time. */
class MatchPeerTest {

    private static final long MS = 1_000_000L;
    /** Where the first ship's x stands in the saved state. */
    private static final int FIRST_SHIP = 20;
    private static final Address HOST = new Address("host", 7);
    private static final long TWENTY_SECONDS = 20_000;

    private final SimulatedNetwork network =
        new SimulatedNetwork(2, 0).conditions(LinkConditions.latency(5)).followPolls();
    private final List<MatchPeer> peers = new ArrayList<>();
    private long nowNs = MS;

    private MatchPeer join(final MatchSettings settings) {
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
        final MatchPeer one = join(MatchSettings.paced(2, 60, 300));
        final MatchPeer two = join(MatchSettings.paced(2, 60, 300));
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
            + "\"desyncs\":0,\"stallTicks\":0,\"members\":\\[0,1\\],"
            + "\"leader\":0,\"term\":0,\"epoch\":[01],\"dropped\":\\[\\],\"left\":\\[\\],"
            + "\"joined\":\\[\\],\"endReason\":\"FINISHED\",\"rttMs\":\\{\"p50\":" + decimal + ",\"p99\":"
            + decimal + "\\},\"inputLatencyMs\":\\{\"p50\":" + decimal + ",\"p99\":" + decimal + ",\"max\":" + decimal
            + "\\},\"bytesPerSecond\":[0-9]+,\"medianPayloadBytes\":[0-9]+,\"maxPayloadBytes\":[0-9]+\\}"), json);
    }

    @Test
    void shouldPlayOnWhenTheOtherLeavesAndTellIt() {
        final MatchPeer one = join(MatchSettings.paced(2, 60, 300));
        final MatchPeer two = join(MatchSettings.paced(2, 60, 300));
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
        final MatchSettings settings = MatchSettings.paced(2, 60, 1200);
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
            settings.with(new LostPeers(TwoPeerPolicy.CONTINUE_ALL, 5000, true, null)), 1, Map.of(0, HOST),
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

    @ParameterizedTest
    @CsvSource({"HALT,0,halted: ", "HALT,1,halted: ", "CONTINUE_TIEBREAK,0,minority: "})
    void shouldSayWhyItStopsWhenTheOtherIsKilled(final TwoPeerPolicy policy, final int victim, final String why) {
        final MatchSettings settings =
            MatchSettings.paced(2, 60, 1200).with(new LostPeers(policy, 5000, false, null));
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
        final MatchPeer one = join(MatchSettings.paced(2, 60, 300));
        play(TWENTY_SECONDS);
        assertTrue(one.ended());
        assertEquals("player 1 did not answer within 15000 ms (address host1:7)", one.problem());
        assertArrayEquals(new int[] {0}, one.lineUp().members());
        assertEquals(0, new PeerSummary(one, nowNs).frames());
    }

    @Test
    void shouldNameWhatDiffersAtBothSides() {
        final MatchPeer one = join(MatchSettings.paced(2, 60, 300));
        final MatchPeer two = join(MatchSettings.paced(2, 30, 300));
        play(TWENTY_SECONDS);
        assertEquals("tick rate differs: ours is 60, player 1's is 30", one.problem());
        assertEquals("tick rate differs: ours is 30, player 0's is 60", two.problem());
    }

    @Test
    void shouldReportADesyncWithBothChecksums() {
        final MatchPeer one = join(MatchSettings.paced(2, 60, 300));
        final MatchPeer two = join(MatchSettings.paced(2, 60, 300));
        play(1000);
        final byte[] state = StateBytes.of(two.game());
        state[FIRST_SHIP] ^= 1;
        StateBytes.load(two.game(), state);
        play(TWENTY_SECONDS);
        assertTrue(one.ended() && two.ended());
        assertTrue(one.problem().matches(
            "desync: after frame [0-9]+ our state is [0-9a-f]{8}, player 1's is [0-9a-f]{8}"), one.problem());
        assertTrue(two.problem().startsWith("desync: after frame "), two.problem());
        assertFalse(new PeerSummary(one, nowNs).desyncs() == 0);
    }
}

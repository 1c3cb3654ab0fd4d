package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.PeerStatistics;
import io.lockstep.core.game.SessionEvent;
import io.lockstep.testkit.DatagramRecorder;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Datagrams that are sent again much later, or belong to something that is over, change nothing. */
@ParameterizedClass(name = "over {0}")
@OverEachCarrier
@Tag(OverEachCarrier.LONG)
class SessionReplayTest {

    @Parameter
    private Carrier carrier;

    private static final int RECORDED = 600;
    /** After so many frames the frame numbers on the wire are the same again. */
    private static final long WRAP = 65_536;

    private final SimulatedNetwork network = new SimulatedNetwork(2, 23).followPolls();
    private final DatagramRecorder recorder = new DatagramRecorder(network, RECORDED);
    /** Of each recorded datagram or packet: who sent it, in which frame, and whether it belongs to a link. */
    private final List<Integer> senders = new ArrayList<>();
    private final List<Long> frames = new ArrayList<>();
    private final List<Boolean> linked = new ArrayList<>();
    /** Datagrams of a link that were sent again, by receiver. */
    private final int[] replayed = new int[2];
    private long nowNs = 1000 * Match.MS;

    private Match match(final BiConsumer<Integer, SessionConfig> adjust) {
        final Match match = new Match(carrier, network, 2, (peer, config) -> {
            config.inputDelay(3);
            adjust.accept(peer, config);
        });
        match.nowNs = nowNs;
        return match;
    }

    private void record(final Match match) {
        network.tap((from, to, lane, tag, payload) -> {
            if (recorder.size() < RECORDED) {
                senders.add(from);
                frames.add(match.sessions.get(from).frame());
                linked.add(carrier.isLinked(tag, payload));
            }
            recorder.onSend(from, to, lane, tag, payload);
        });
    }

    /** All that were sent again are counted by the session, if the transport has not dropped them before. */
    private void assertDropped(final int peer, final long counted, final Match match) {
        assertTrue(counted <= replayed[peer], match::toString);
        assertTrue(!carrier.isBare() || counted == replayed[peer], match::toString);
    }

    private void replay(final int index) {
        recorder.replay(index);
        replayed[1 - senders.get(index)] += linked.get(index) ? 1 : 0;
    }

    /** What a game of so many frames shows if nobody disturbs it. */
    private static long undisturbedHash(final long endFrame, final boolean unpaced) {
        final Match calm = new Match(2, 0, (peer, config) ->
            config.inputDelay(3).unpaced(unpaced).endFrame(endFrame));
        assertTrue(calm.runUntilEnded(120_000), calm::toString);
        return calm.games.get(0).hash;
    }

    private static void assertUndisturbed(final Match match, final long endFrame, final boolean unpaced) {
        match.assertFinishedAlike(endFrame, "replay");
        assertEquals(undisturbedHash(endFrame, unpaced), match.games.get(0).hash);
        for (int peer = 0; peer < 2; peer++) {
            assertEquals(endFrame, match.games.get(peer).frames);
            assertEquals(0, match.count(peer, SessionEvent.Type.INPUT_DISAGREEMENT), match::toString);
            assertEquals(0, match.sessions.get(peer).statistics().peer(0).malformed(), match::toString);
        }
    }

    @Test
    void shouldNotTakeDatagramsThatAreExactlyAWrapOfTheFrameNumberOld() {
        final long endFrame = WRAP + 2000;
        final Match match = match((peer, config) -> config.unpaced(true).endFrame(endFrame));
        record(match);
        final int[] next = new int[2];
        for (int i = 0; i < 400_000 && !match.ended(); i++) {
            match.nowNs += Match.MS / 2;
            for (int peer = 0; peer < 2; peer++) {
                match.sessions.get(peer).poll(match.nowNs);
                match.sessions.get(peer).step();
                match.collect(peer);
                next[peer] = replayAWrapLater(peer, match.sessions.get(peer).frame(), next[peer]);
            }
        }
        assertEquals(RECORDED, next[0], match::toString);
        assertEquals(RECORDED, next[1], match::toString);
        assertUndisturbed(match, endFrame, true);
        for (int peer = 0; peer < 2; peer++) {
            final PeerStatistics statistics = match.sessions.get(peer).statistics().peer(0);
            assertTrue(replayed[peer] > 200, replayed[peer] + " sent again");
            // Of a sequence that is a wrap of 16 bits old the proof covers other upper bits.
            assertDropped(peer, statistics.replayed() + statistics.foreign(), match);
        }
    }

    /** Sends again what one peer sent in the frame a wrap ago; returns where to go on. */
    private int replayAWrapLater(final int peer, final long frame, final int from) {
        int next = from;
        while (next < frames.size() && (senders.get(next) != peer || frame >= frames.get(next) + WRAP)) {
            if (senders.get(next) == peer) {
                assertEquals(frames.get(next) + WRAP, frame);
                replay(next);
            }
            next++;
        }
        return next;
    }

    /** Plays and records one match, then a second one on the same endpoints among the datagrams of the first. */
    private Match second(final BiConsumer<Integer, SessionConfig> adjust, final boolean onceOpen,
                         final IntPredicate chosen) {
        network.conditions(LinkConditions.latency(10));
        final Match first = match((peer, config) -> config.endFrame(100_000));
        record(first);
        assertTrue(first.runUntil(20_000, () -> recorder.size() == RECORDED), first::toString);
        network.tap(null);
        first.run(1000);
        network.cut(0, 1);
        network.cut(1, 0);
        // Nothing may be under way any more: it would arrive, and be counted, in the second match.
        first.run(100);
        network.heal();
        nowNs = first.nowNs;
        final Match second = match((peer, config) -> {
            config.endFrame(600);
            adjust.accept(peer, config);
        });
        int turn = 0;
        while (!second.ended() && second.nowNs < nowNs + 30_000 * Match.MS) {
            second.run(1);
            // Frames that are due in both matches are the most tempting ones.
            for (int i = 0; i < 3 && (!onceOpen || second.everybodyPast(0)) && !second.everybodyPast(590); i++) {
                final int index = turn++ % RECORDED;
                if (chosen.test(index)) {
                    replay(index);
                }
            }
        }
        return second;
    }

    @ParameterizedTest
    @CsvSource({"true, false", "false, true", "true, true"})
    void shouldIgnoreAnEarlierIncarnationAndAnotherMatch(final boolean otherSeed, final boolean otherMatch) {
        // With the same seed even salts and peppers repeat, which a session must not do: then only links are replayed.
        final Match match = second((peer, config) ->
            config.sessionSeed(otherSeed ? 1000 + peer : peer).matchId(otherMatch ? 77 : 0), !otherSeed,
            index -> otherSeed || linked.get(index));
        assertUndisturbed(match, 600, false);
        for (int peer = 0; peer < 2; peer++) {
            final PeerStatistics statistics = match.sessions.get(peer).statistics().peer(0);
            assertTrue(replayed[peer] > 2 * RECORDED, replayed[peer] + " sent again");
            assertDropped(peer, statistics.foreign(), match);
            assertEquals(0, statistics.replayed(), match::toString);
        }
    }

    @Test
    void shouldIgnoreWhatIsLeftOfBothWhenOnlyOneHasRestarted() {
        final Match match = second((peer, config) -> config.sessionSeed(peer == 0 ? 0 : 1000), false,
            index -> linked.get(index));
        assertUndisturbed(match, 600, false);
        for (int peer = 0; peer < 2; peer++) {
            assertTrue(replayed[peer] > 2 * RECORDED, replayed[peer] + " sent again");
            assertDropped(peer, match.sessions.get(peer).statistics().peer(0).foreign(), match);
        }
    }
}

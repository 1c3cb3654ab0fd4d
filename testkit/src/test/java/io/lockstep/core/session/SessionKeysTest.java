package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.Phase;
import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.security.Identity;
import io.lockstep.core.security.LinkKeys;
import io.lockstep.core.security.MatchKey;
import io.lockstep.core.security.PublicIdentity;
import io.lockstep.core.transport.Lane;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** Matches with keys: members play as without, and nobody else changes anything. */
class SessionKeysTest {

    private static final int END = 200;
    private static final int PEERS = 3;

    private final MatchKey key = MatchKey.of(new byte[MatchKey.BYTES]);
    private final Identity[] identities = {Identity.generate(), Identity.generate(), Identity.generate()};

    private LinkKeys shared(final int peer) {
        return LinkKeys.of(key).drawing(new SplittableRandom(peer)::nextBytes);
    }

    private LinkKeys rostered(final int seat) {
        final Map<Integer, PublicIdentity> roster = new TreeMap<>();
        for (int peer = 0; peer < PEERS; peer++) {
            roster.put(peer, identities[peer].publicIdentity());
        }
        return LinkKeys.of(key, identities[seat], roster);
    }

    private Match match(final IntFunction<LinkKeys> keys) {
        return new Match(PEERS, 20, (peer, config) -> config.endFrame(END).seatToken(77).keys(keys.apply(peer)));
    }

    @Test
    void shouldPlayWithAMatchKeyAsWithout() {
        final Match calm = match(peer -> null);
        final Match match = match(this::shared);
        assertTrue(calm.runUntilEnded(10_000), calm::toString);
        assertTrue(match.runUntilEnded(10_000), match::toString);
        match.assertFinishedAlike(END, "a match key");
        assertEquals(calm.games.get(0).hash, match.games.get(0).hash);
    }

    @Test
    void shouldPlayWithARoster() {
        final Match match = match(this::rostered);
        assertTrue(match.runUntilEnded(10_000), match::toString);
        match.assertFinishedAlike(END, "a roster");
    }

    @Test
    void shouldNotConnectWithAnotherKeyOrNone() {
        for (final LinkKeys other : new LinkKeys[] {LinkKeys.of(MatchKey.generate()), null}) {
            final Match match = new Match(2, 5, (peer, config) ->
                config.endFrame(END).silenceTimeoutMs(1000).keys(peer == 0 ? LinkKeys.of(key) : other));
            assertTrue(match.runUntilEnded(3000), match::toString);
            for (int peer = 0; peer < 2; peer++) {
                final Session session = match.sessions.get(peer);
                assertEquals(EndReason.PEER_TIMED_OUT, session.endReason());
                assertTrue(session.error().endsWith(" datagrams came that were sealed with "
                    + (peer == 1 && other == null ? "keys, of which this peer has none" : "other keys or without any")
                    + ", or damaged"), session::error);
                assertTrue(session.statistics().peer(0).foreign() > 0);
            }
        }
    }

    @Test
    void shouldNotLetAMemberTakeAnotherSeatOfTheRoster() {
        final LinkKeys liar = rostered(2);
        final Match match = new Match(2, 5, (peer, config) ->
            config.endFrame(END).silenceTimeoutMs(1000).keys(peer == 0 ? rostered(0) : liar));
        assertTrue(match.runUntilEnded(3000), match::toString);
        assertEquals(EndReason.PEER_TIMED_OUT, match.sessions.get(0).endReason());
    }

    @Test
    void shouldTellNobodyWhatItSaysOfItself() {
        final List<String> heard = new ArrayList<>();
        final Match match = match(this::shared);
        match.transports.forEach(transport -> transport.outgoing = datagram ->
            datagram.sequence() != 0 || heard.add(new String(datagram.bytes, StandardCharsets.ISO_8859_1)));
        assertTrue(match.runUntil(3000, () -> match.everybodyPast(1)), match::toString);
        assertFalse(heard.isEmpty());
        assertFalse(heard.stream().anyMatch(bytes -> bytes.contains("test")), "the game id");
        assertFalse(heard.stream().anyMatch(bytes -> bytes.contains("\115\0\0\0\0\0\0\0")), "the seat token");
    }

    @Test
    void shouldSendTheSameInputsNeverTheSameWayWhenItEncrypts() {
        final Set<String> heard = new HashSet<>();
        final int[] sent = new int[1];
        final Match calm = match(peer -> null);
        final Match match = match(peer -> shared(peer).encrypted());
        match.transports.forEach(transport -> transport.outgoing = datagram -> {
            if (datagram.sequence() != 0) {
                sent[0]++;
                heard.add(HexFormat.of().formatHex(datagram.bytes, 0, Math.min(8, datagram.bytes.length)));
            }
            return true;
        });
        assertTrue(match.runUntilEnded(10_000), match::toString);
        match.assertFinishedAlike(END, "encrypted");
        assertEquals(sent[0], heard.size(), "the first bytes alike twice");
        assertTrue(calm.runUntilEnded(10_000), calm::toString);
        assertEquals(calm.games.get(0).hash, match.games.get(0).hash);
    }

    @Test
    void shouldSayThatTheOtherDoesNotEncrypt() {
        for (int encrypting = 0; encrypting < 2; encrypting++) {
            final int one = encrypting;
            final Match match = new Match(2, 5, (peer, config) ->
                config.endFrame(END).keys(peer == one ? shared(peer).encrypted() : shared(peer)));
            assertTrue(match.runUntilEnded(3000), match::toString);
            assertEquals(EndReason.MISMATCH, match.sessions.get(0).endReason());
            assertEquals(EndReason.MISMATCH, match.sessions.get(1).endReason());
            assertEquals("encryption differs: encrypted here, not at player " + (1 - one),
                match.sessions.get(one).error());
            assertEquals("encryption differs: encrypted at player " + one + ", not here",
                match.sessions.get(1 - one).error());
        }
    }

    @Test
    void shouldRefuseWhateverAnOutsiderMakesUp() {
        final SplittableRandom random = new SplittableRandom(15);
        final Match match = match(this::shared);
        final List<TestTransport.Datagram> heard = new ArrayList<>();
        match.transports.forEach(transport -> transport.outgoing = datagram -> heard.add(datagram.copy()));
        long forged = 0;
        while (!match.ended()) {
            match.run(1);
            for (int i = 0; i < 5 && !heard.isEmpty(); i++, forged++) {
                final TestTransport.Datagram lie = heard.get(random.nextInt(heard.size())).copy();
                switch (random.nextInt(4)) {
                    case 0 -> lie.tag ^= 1L << random.nextInt(Long.SIZE);
                    case 1 -> lie.bytes[random.nextInt(lie.bytes.length)] ^= (byte) (1 << random.nextInt(8));
                    case 2 -> lie.resequence(lie.sequence() + 1 & 0xFFFF);
                    default -> {
                        // Said again as it was.
                    }
                }
                match.transports.get(lie.to).injected.add(lie);
            }
        }
        assertTrue(forged > 1000);
        match.assertFinishedAlike(END, "outsiders");
        for (final Session session : match.sessions) {
            assertEquals(0, session.statistics().peer(0).malformed());
        }
    }

    /** So many forged datagrams in peer 1's name, spread over so long. */
    private static void forge(final Match match, final int count, final int milliseconds) {
        for (int i = 0; i < milliseconds; i++) {
            for (int n = i * count / milliseconds; n < (i + 1) * count / milliseconds; n++) {
                match.transports.get(0).injected.add(new TestTransport.Datagram(1, 0, Lane.INPUT, n + 1, new byte[20]));
            }
            match.run(1);
        }
    }

    @Test
    void shouldTellTheGameOfAFloodOnceInTenSeconds() {
        final Match match = new Match(PEERS, 20, (peer, config) -> config.endFrame(2000).keys(shared(peer)));
        match.stepNs = Match.MS;
        assertTrue(match.runUntil(3000, () -> match.everybodyPast(1)), match::toString);
        forge(match, 4 * 90, 4000);
        assertEquals(0, match.count(0, SessionEvent.Type.DATAGRAMS_REFUSED), "that may be left of another process");

        forge(match, 9 * 150, 9000);
        assertEquals(1, match.count(0, SessionEvent.Type.DATAGRAMS_REFUSED));
        forge(match, 4 * 150, 4000);
        assertEquals(2, match.count(0, SessionEvent.Type.DATAGRAMS_REFUSED));
        assertEquals(0, match.count(1, SessionEvent.Type.DATAGRAMS_REFUSED));

        final List<String> told = match.events.get(0).stream().filter(text -> text.startsWith("DATAGRAMS")).toList();
        assertTrue(told.get(1).contains("peer=1 count=1"), told::toString);
        assertTrue(match.runUntilEnded(60_000), match::toString);
        match.assertFinishedAlike(2000, "a flood");
    }

    @Test
    void shouldNotBeOpenedByAResponseOfAnEarlierProcess() {
        final List<TestTransport.Datagram> heard = new ArrayList<>();
        final Match first = new Match(2, 5, (peer, config) -> config.endFrame(20).keys(shared(peer)));
        first.transports.forEach(transport -> transport.outgoing = datagram ->
            datagram.sequence() != 0 || heard.add(datagram.copy()));
        assertTrue(first.runUntilEnded(3000), first::toString);
        final Match second = new Match(2, 5, (peer, config) ->
            config.endFrame(END).sessionSeed(peer + 900).keys(shared(9 + peer)));
        second.transports.get(1).outgoing = datagram -> false;
        for (int i = 0; i < 50; i++) {
            heard.forEach(datagram -> second.transports.get(datagram.to).injected.add(datagram.copy()));
            second.run(2);
        }
        assertEquals(Phase.CONNECTING, second.sessions.get(0).phase());
        second.transports.get(1).outgoing = TestTransport.Hook.PASS;
        assertTrue(second.runUntilEnded(20_000), second::toString);
        second.assertFinishedAlike(END, "old handshakes");
    }

    @Test
    void shouldRefuseARosterThatLacksASeat() {
        assertThrows(IllegalArgumentException.class, () -> new Match(2, 5, (peer, config) ->
            config.keys(rostered(peer)).players(4)), "nobody in the roster is peer 3");
    }

    /** Its peers take it for the process that is gone, whose links they have. */
    @Test
    void shouldSayThatTheSeedMayBeThatOfTheProcessBefore() {
        final SimulatedNetwork network =
            new SimulatedNetwork(4, 0).conditions(LinkConditions.latency(20)).followPolls();
        final Match match = new Match(network, 2, (peer, config) -> config.keys(shared(peer)));
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(60)), match::toString);
        match.killed.add(1);
        network.kill(1);
        match.add(1, 2, network.endpoint(1), (peer, config) ->
            config.joining(true).silenceTimeoutMs(1000).keys(shared(peer)));
        final Session again = match.sessions.get(2);
        assertTrue(match.runUntil(3000, () -> again.phase() == Phase.ENDED), match::toString);
        assertEquals(EndReason.PEER_TIMED_OUT, again.endReason());
        assertTrue(again.error().matches("nobody answered within 1000 ms; \\d+ datagrams came that were sealed with "
            + "other keys, or for an earlier process with this seed"), again::error);
    }
}

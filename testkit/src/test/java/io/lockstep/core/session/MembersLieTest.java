package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.DesyncPolicy;
import io.lockstep.core.game.Phase;
import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.internal.protocol.Command;
import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.MembershipMessage.Kind;
import io.lockstep.core.internal.protocol.MessageType;
import io.lockstep.core.membership.Epoch;
import io.lockstep.core.membership.Lie;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One member of four says in an ordinary match what only a leader, or a quorum, may say. All lose nothing by it. */
class MembersLieTest {

    private static final int END = 600;
    private static final int ALL = 0b1111;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Match match = new Match(4, 20, (peer, config) -> config.endFrame(END));

    private static byte[] encoded(final MembershipMessage message) {
        final ByteBuffer buffer = ByteBuffer.allocate(MembershipMessage.MAX_BYTES);
        final byte[] bytes = new byte[message.encode(buffer)];
        buffer.flip().get(bytes);
        return bytes;
    }

    /** From now on a peer says to others, or to one of them, something else than its statuses. */
    private void lies(final int liar, final int victims, final UnaryOperator<MembershipMessage> lie) {
        match.transports.get(liar).outgoing = datagram -> {
            if (datagram.type() == MessageType.MEMBERSHIP.code() && (victims & 1 << datagram.to) != 0) {
                datagram.reseal(encoded(lie.apply(new MembershipMessage())));
            }
            return true;
        };
    }

    private void play() {
        assertTrue(match.runUntil(3000, () -> match.everybodyPast(60)), match::toString);
    }

    /** An epoch that follows the match's first one, without one peer, as if a quorum had applied it. */
    private MembershipMessage cutWithout(final MembershipMessage cut, final int victim, final int leader) {
        final Session of = match.sessions.get(victim);
        final Epoch epoch = of.epoch();
        final int members = ALL & ~(1 << victim);
        cut.reset(Kind.CUT).term(of.term()).leads(true).established(true).ballot(of.term() << 16 | 1)
            .epoch(epoch.number() + 1).epochId(epoch.id() + 1).members(members).mask(members & 1 << leader)
            .frame(victim, of.frame());
        for (int peer = 0; peer < 4; peer++) {
            if ((members & 1 << peer) != 0) {
                cut.incarnation(peer, epoch.incarnation(peer));
            }
        }
        return cut;
    }

    private void assertNamed(final int by, final int liar, final Lie lie) {
        assertTrue(match.events.get(by).stream().anyMatch(event -> event.startsWith("PEER_LIED ")
            && event.endsWith("peer=" + liar + ' ' + lie)), match::toString);
    }

    private void assertNobodyElseNamed(final int liar) {
        for (int peer = 0; peer < 4; peer++) {
            assertTrue(match.events.get(peer).stream().noneMatch(event -> event.startsWith("PEER_LIED ")
                && !event.contains("peer=" + liar + ' ')), match::toString);
        }
    }

    /** S15: it was enough that one member said it, while no frame could be simulated for a second. */
    @ParameterizedTest
    @ValueSource(ints = {0, 3})
    void shouldEvictNobodyOnOneMembersWord(final int liar) {
        final int victim = 1;
        play();
        lies(liar, 1 << victim, cut -> cutWithout(cut, victim, liar));
        match.run(500);
        // The liar holds back its inputs, so that its victim stands still.
        match.killed.add(2);
        match.run(1500);
        match.killed.clear();
        match.run(300);
        assertEquals(Phase.PLAYING, match.sessions.get(victim).phase(), match::toString);
        match.transports.get(liar).outgoing = TestTransport.Hook.PASS;
        assertTrue(match.runUntilEnded(20_000), match::toString);
        match.assertFinishedAlike(END, "one lied");
        assertNamed(victim, liar, Lie.ORDER_WITHOUT_AUTHORITY);
        assertNobodyElseNamed(liar);
    }

    /** It leads, so that all would promise what it asks: nobody has lost whom it wants out. */
    @Test
    void shouldLeaveOutNobodyOnItsLeadersWord() {
        play();
        final Epoch epoch = match.sessions.get(0).epoch();
        lies(0, ALL, prepare -> prepare.reset(Kind.PREPARE).leads(true).ballot(1).epochId(epoch.id()).mask(1 << 2));
        match.run(3000);
        assertTrue(match.everybodyPast(200), () -> "a promise holds somebody back: " + match);
        match.transports.get(0).outgoing = TestTransport.Hook.PASS;
        assertTrue(match.runUntilEnded(20_000), match::toString);
        match.assertFinishedAlike(END, "the leader lied");
    }

    /** Nobody has promised it, and it would be applied at once. */
    @Test
    void shouldApplyNoEpochThatAMemberMakesUp() {
        play();
        lies(3, ALL, cut -> cutWithout(cut, 2, 3));
        match.run(1000);
        assertEquals(0, match.sessions.get(1).epoch().number());
        match.transports.get(3).outgoing = TestTransport.Hook.PASS;
        assertTrue(match.runUntilEnded(20_000), match::toString);
        match.assertFinishedAlike(END, "one made up an epoch");
    }

    /** All followed it within a tenth of a second. */
    @Test
    void shouldFollowNobodyWhoSaysThatItLeadsWithoutVotes() {
        play();
        lies(3, ALL, status -> status.reset(Kind.STATUS).term(1).leads(true).seat(3)
            .epochId(match.sessions.get(0).epoch().id()).frame(3, match.sessions.get(3).frame()));
        match.run(2000);
        for (int peer = 0; peer < 3; peer++) {
            assertEquals(0, match.sessions.get(peer).leader(), match::toString);
            assertEquals(0, match.sessions.get(peer).term());
        }
        match.transports.get(3).outgoing = TestTransport.Hook.PASS;
        assertTrue(match.runUntilEnded(20_000), match::toString);
        match.assertFinishedAlike(END, "one said that it leads");
        for (int peer = 0; peer < 3; peer++) {
            assertNamed(peer, 3, Lie.LEAD_WITHOUT_VOTES);
        }
        assertNobodyElseNamed(3);
    }

    /** The order travels with its inputs, and everybody ended with it. */
    @ParameterizedTest
    @ValueSource(ints = {0, 3})
    void shouldEndNoEqualMatchOnOneMembersOrder(final int liar) {
        final Match halting = new Match(4, 20, (peer, config) ->
            config.endFrame(END).desyncPolicy(DesyncPolicy.HALT));
        assertTrue(halting.runUntil(3000, () -> halting.everybodyPast(60)), halting::toString);
        halting.sessions.get(liar).loop.command(Command.Kind.HALT);
        assertTrue(halting.runUntil(5000, () -> halting.everybodyPast(200)), halting::toString);
        halting.sessions.get(liar).loop.command(Command.Kind.HALT);
        assertTrue(halting.runUntilEnded(20_000), halting::toString);
        halting.assertFinishedAlike(END, "one ordered the end");
        for (int peer = 0; peer < 4; peer++) {
            assertTrue(halting.events.get(peer).stream().anyMatch(event -> event.startsWith("PEER_LIED ")
                && event.endsWith("peer=" + liar + " HALT_WITHOUT_DIFFERENCE")), halting::toString);
        }
    }

    @Test
    void shouldNameWhoOrdersWithoutLeading() {
        play();
        final Epoch epoch = match.sessions.get(0).epoch();
        lies(3, ALL, prepare -> prepare.reset(Kind.PREPARE).leads(true).ballot(1).epochId(epoch.id()).mask(1 << 2));
        match.run(1000);
        match.transports.get(3).outgoing = TestTransport.Hook.PASS;
        assertTrue(match.runUntilEnded(20_000), match::toString);
        match.assertFinishedAlike(END, "one ordered");
        for (int peer = 0; peer < 3; peer++) {
            assertNamed(peer, 3, Lie.ORDER_WITHOUT_AUTHORITY);
        }
        assertNobodyElseNamed(3);
    }

    /** All check frames since then were looked at, one by one: for hours in a match that counts from far on. */
    @Test
    void shouldNotStandStillForWhoSaysThatItIsRightSinceLongAgo() {
        final Match late = new Match(3, 20, (peer, config) -> config.startFrame(1L << 40).endFrame((1L << 40) + END)
            .desyncPolicy(DesyncPolicy.REPORT_ONLY));
        assertTrue(late.runUntil(3000, () -> late.everybodyPast((1L << 40) + 10)), late::toString);
        final long[] since = new long[1];
        late.games.get(2).corruptAfter = (1L << 40) + 60;
        late.transports.get(2).outgoing = datagram -> {
            if (datagram.type() == MessageType.MEMBERSHIP.code()) {
                datagram.reseal(encoded(new MembershipMessage().reset(Kind.REPAIRED).term(0).established(true).seat(1)
                    .epochId(late.sessions.get(0).epoch().id()).frame(1, 0).frame(2, ++since[0])));
            }
            return true;
        };
        // The time-out annotation runs the match on a thread of its own.
        late.sessions.forEach(Session::handOver);
        assertTimeoutPreemptively(PATIENCE, () ->
            assertTrue(late.runUntil(5000, () -> late.everybodyPast((1L << 40) + 200)), late::toString));
        assertTrue(late.count(0, SessionEvent.Type.DESYNC) > 0, late::toString);
    }
}

package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.PeerStatistics;
import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.MembershipMessage.Kind;
import io.lockstep.core.internal.protocol.MessageType;
import io.lockstep.core.membership.Epoch;
import java.nio.ByteBuffer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A member, or whoever saw the handshake, says with a valid seal what no honest member can mean. */
class SessionForgeryTest {

    private static final int END = 300;
    /** The first mask of the chain, behind header, fixed part and the count. */
    private static final int CHAIN_AT = 41;
    private static final int ALL = 0b111;

    private static byte[] encoded(final MembershipMessage message) {
        final ByteBuffer buffer = ByteBuffer.allocate(MembershipMessage.MAX_BYTES);
        final byte[] bytes = new byte[message.encode(buffer)];
        buffer.flip().get(bytes);
        return bytes;
    }

    /** An epoch that follows the one of the match, which peer 0 leads: everybody stays, and all would apply it. */
    private static MembershipMessage cut(final Session of) {
        final Epoch epoch = of.epoch();
        final MembershipMessage cut = new MembershipMessage().reset(Kind.CUT).leads(true).ballot(1)
            .epoch(epoch.number() + 1).epochId(epoch.id() + 1).members(ALL).mask(1).addChain(ALL);
        for (int peer = 0; peer < 3; peer++) {
            cut.incarnation(peer, epoch.incarnation(peer));
        }
        return cut;
    }

    private static Arguments of(final String name, final BiFunction<Session, MembershipMessage, byte[]> forge) {
        return Arguments.of(name, forge);
    }

    private static Arguments changed(final String name, final Consumer<MembershipMessage> change) {
        return of(name, (session, cut) -> {
            change.accept(cut);
            return encoded(cut);
        });
    }

    static Stream<Arguments> forgeries() {
        return Stream.of(
            of("a chain of nobody", (session, cut) -> {
                final byte[] bytes = encoded(cut);
                bytes[CHAIN_AT] = 0;
                return bytes;
            }),
            changed("an epoch of nobody", cut -> cut.members(0)),
            changed("a member whom the match has not", cut -> cut.members(1 << 31 | ALL).incarnation(31, 5)),
            changed("a chain with one whom the match has not", cut -> cut.addChain(1 << 31)),
            changed("a member that is no process", cut -> cut.members(ALL | 1 << 3)),
            changed("the frames of one whom the match has not", cut -> cut.frame(31, 5)),
            changed("a ballot that none could follow", cut -> cut.ballot(-1)),
            of("a round about one whom the match has not", (session, cut) -> encoded(
                cut.reset(Kind.PREPARE).leads(true).ballot(1).epochId(session.epoch().id()).mask(1 << 31))),
            of("an order to take in one whom the match has not", (session, cut) -> encoded(
                cut.reset(Kind.JOIN).leads(true).epochId(session.epoch().id()).members(ALL).mask(1 << 1).seat(31)
                    .frame(31, 90))),
            of("an order to take in from one whom the match has not", (session, cut) -> encoded(
                cut.reset(Kind.JOIN).leads(true).epochId(session.epoch().id()).members(ALL).mask(1 << 31).seat(2)
                    .frame(2, 90).incarnation(2, session.epoch().incarnation(2)))),
            of("a repair by one whom the match has not", (session, cut) -> encoded(
                cut.reset(Kind.REPAIR).leads(true).epochId(session.epoch().id()).members(ALL).mask(1 << 1).seat(31)
                    .frame(31, 90))),
            of("a repair of one whom the match has not", (session, cut) -> encoded(
                cut.reset(Kind.REPAIR).leads(true).epochId(session.epoch().id()).members(ALL).mask(1 << 31)
                    .frame(0, 90))));
    }

    /** The leader of term 0 says it in the place of its status, and it alone believes it; nobody else heeds it. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("forgeries")
    void shouldNeitherThrowNorObey(final String name, final BiFunction<Session, MembershipMessage, byte[]> forge) {
        final Match match = new Match(3, 10, (peer, config) -> config.endFrame(END));
        assertTrue(match.runUntil(3000, () -> match.everybodyPast(60)), match::toString);
        final long[] forged = {0};
        match.transports.get(0).outgoing = datagram -> {
            if (datagram.type() == MessageType.MEMBERSHIP.code() && forged[0] < 6) {
                forged[0]++;
                datagram.reseal(forge.apply(match.sessions.get(0), cut(match.sessions.get(0))));
            }
            return true;
        };
        assertTrue(match.runUntilEnded(10_000), match::toString);
        match.assertFinishedAlike(END, name);
        assertEquals(6, forged[0]);
        for (int peer = 1; peer < 3; peer++) {
            final PeerStatistics zero = match.sessions.get(peer).statistics().peer(0);
            assertEquals(3, zero.malformed() + zero.refused(), match::toString);
            assertEquals(0, match.sessions.get(peer).epoch().number());
        }
    }
}

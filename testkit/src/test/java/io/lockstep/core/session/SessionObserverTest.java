package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.crypto.LinkTag;
import io.lockstep.core.internal.protocol.Command;
import io.lockstep.core.internal.protocol.Goodbye;
import io.lockstep.core.internal.protocol.GoodbyeReason;
import io.lockstep.core.internal.protocol.InputWindow;
import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.MembershipMessage.Kind;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.membership.Epoch;
import io.lockstep.core.security.LinkKeys;
import io.lockstep.core.security.MatchKey;
import io.lockstep.core.transport.Lane;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Somebody sees every datagram of a match and sends some of his own in a member's name. Without keys what seeds the
 * checksum falls out of any datagram, and he is believed; with keys the match goes on as if he were not there.
 */
class SessionObserverTest {

    private static final int END = 300;
    private static final int FORGED = 5;
    private static final int PEERS = 3;
    private static final int VICTIM = 1;
    private static final int BUFFER_BYTES = 2048;

    /** What he says in the name of peer 0, who leads. */
    enum Forgery {
        /** Inputs that nobody has made. */
        INPUTS(Lane.INPUT) {
            @Override
            Message of(final Session sender, final Session victim) {
                return window(victim.frame(), Command.NONE);
            }
        },
        LEAVE(Lane.INPUT) {
            @Override
            Message of(final Session sender, final Session victim) {
                return window(victim.frame(), Command.of(Command.Kind.LEAVE, 0, 0));
            }
        },
        PAUSE(Lane.INPUT) {
            @Override
            Message of(final Session sender, final Session victim) {
                return window(victim.frame(), Command.of(Command.Kind.PAUSE, 0, 0));
            }
        },
        GOODBYE(Lane.CONTROL) {
            @Override
            Message of(final Session sender, final Session victim) {
                return new Goodbye().set(GoodbyeReason.LEFT, 0, victim.frame());
            }
        },
        /** An epoch without the victim, whose chain has nobody: a single one ended the victim's process. */
        CUT(Lane.CONTROL) {
            @Override
            Message of(final Session sender, final Session victim) {
                final Epoch epoch = victim.epoch();
                return new MembershipMessage().reset(Kind.CUT).leads(true).ballot(1).epoch(epoch.number() + 1)
                    .epochId(epoch.id() + 1).members(0b101).mask(1).addChain(0b111)
                    .incarnation(0, epoch.incarnation(0)).incarnation(2, epoch.incarnation(2))
                    .frame(VICTIM, victim.frame());
            }
        };

        private final Lane lane;

        Forgery(final Lane lane) {
            this.lane = lane;
        }

        abstract Message of(Session sender, Session victim);

        private static InputWindow window(final long frame, final int command) {
            final InputWindow window = new InputWindow(2, 1, 0);
            window.reset(1, frame, frame);
            for (int ahead = 0; ahead < 16; ahead++) {
                window.frames().input(0, new byte[] {0x66, 0x66}, 0);
                if (command != Command.NONE && ahead == 15) {
                    window.frames().command(0, command);
                }
                assertTrue(window.endFrame(BUFFER_BYTES));
            }
            return window;
        }

        byte[] bytes(final Session sender, final Session victim) {
            final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
            of(sender, victim).encode(buffer);
            return Arrays.copyOf(buffer.array(), buffer.position());
        }
    }

    private final SplittableRandom random = new SplittableRandom(15);
    private final TestTransport.Datagram[] seen = new TestTransport.Datagram[Lane.values().length];

    private Match match(final boolean keyed) {
        final MatchKey key = MatchKey.of(new byte[MatchKey.BYTES]);
        final Match match = new Match(PEERS, 20, (peer, config) -> config.endFrame(END)
            .keys(keyed ? LinkKeys.of(key) : null));
        match.transports.get(0).outgoing = datagram -> {
            if (datagram.to == VICTIM && datagram.sequence() != 0) {
                seen[datagram.lane.ordinal()] = datagram.copy();
            }
            return true;
        };
        return match;
    }

    /** The next datagrams, as far as he can make them. */
    private void attack(final Match match, final Forgery forgery) {
        assertTrue(match.runUntil(3000, () -> match.everybodyPast(60)), match::toString);
        final TestTransport.Datagram last = seen[forgery.lane.ordinal()];
        final byte[] bytes = forgery.bytes(match.sessions.get(0), match.sessions.get(VICTIM));
        for (int ahead = 1; ahead <= FORGED; ahead++) {
            final int sequence = last.sequence() + ahead & LinkTag.SEQUENCES - 1;
            inject(match, last, Forger.tag(last.tag, ByteBuffer.wrap(last.bytes), sequence, ByteBuffer.wrap(bytes)),
                bytes);
            inject(match, last, LinkTag.of(sequence, last.tag), bytes);
            inject(match, last, LinkTag.of(sequence, random.nextLong()), bytes);
        }
    }

    private static void inject(final Match match, final TestTransport.Datagram last, final long tag,
                               final byte[] bytes) {
        match.transports.get(VICTIM).injected.add(
            new TestTransport.Datagram(0, VICTIM, last.lane, tag, bytes));
    }

    /** That it is an attack at all: what he computes has the seal of the member, and what is made up has not. */
    @ParameterizedTest
    @EnumSource
    void shouldTakeForgedDatagramsForTheMembersWithoutKeys(final Forgery forgery) {
        final Match match = match(false);
        attack(match, forgery);
        match.run(100);
        assertEquals(2 * FORGED, match.sessions.get(VICTIM).statistics().peer(0).foreign(), match::toString);
    }

    @ParameterizedTest
    @EnumSource
    void shouldChangeNothingWithKeys(final Forgery forgery) {
        final Match calm = match(false);
        assertTrue(calm.runUntilEnded(10_000), calm::toString);
        final Match match = match(true);
        attack(match, forgery);
        assertTrue(match.runUntilEnded(10_000), match::toString);
        match.assertFinishedAlike(END, forgery.name());
        assertEquals(calm.games.get(0).hash, match.games.get(0).hash);
        assertEquals(3 * FORGED, match.sessions.get(VICTIM).statistics().peer(0).foreign());
    }
}

package io.lockstep.testkit;

import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.session.Session;
import io.lockstep.core.transport.Lane;
import java.nio.ByteBuffer;
import org.jspecify.annotations.NullUnmarked;

/** What one peer's datagrams tell the oracle: how it votes and decides, and that none that is replayed changes it. */
@NullUnmarked
final class ObservedDatagrams implements ObservedTransport.Observer {

    private final int peer;
    private final Oracle oracle;
    private Session session;
    private MembershipView view;
    /** Null if nothing is replayed. */
    private ReplayAttack attack;
    private CostJudge costs;
    private long nowNs;

    /** Judges what datagrams cost and what sessions hold. */
    @FunctionalInterface
    interface CostJudge {

        /** A peer sends another one inputs, at a time of the network in nanoseconds. */
        void sends(int from, int to, ByteBuffer payload, long nowNs);

        /** A peer sends another one any datagram. */
        default void leaves(final int from, final int to, final Lane lane, final ByteBuffer payload,
                            final long atNs) {
        }

        /** An input of a peer's player was sampled. */
        default void sampled(final int peer, final int player, final long frame, final ByteBuffer input,
                             final long atNs) {
        }

        /** A session tells its application something. */
        default void told(final int peer, final SessionEvent event, final long atNs) {
        }
    }

    ObservedDatagrams(final int peer, final Oracle oracle) {
        this.peer = peer;
        this.oracle = oracle;
    }

    /** They are those of this session from now on. */
    void seat(final Session newSession, final MembershipView newView, final ReplayAttack replays) {
        session = newSession;
        view = newView;
        attack = replays;
    }

    /** Names the judge of their cost. */
    void judgedBy(final CostJudge judge) {
        costs = judge;
    }

    /** True time goes on. */
    void at(final long trueNs) {
        nowNs = trueNs;
    }

    /** Two of them have connected: what they say from now on is worth replaying. */
    void met(final int other) {
        if (attack != null) {
            attack.met(peer, other);
        }
    }

    @Override
    public void voted(final int term, final int candidate) {
        oracle.membership().voted(peer, term, candidate, session.frame());
    }

    @Override
    public void sends(final int to, final Lane lane, final long tag, final ByteBuffer payload) {
        if (attack != null) {
            attack.sends(peer, to, lane, tag, payload, nowNs);
        }
        costs.leaves(peer, to, lane, payload, nowNs);
        if (lane == Lane.INPUT) {
            costs.sends(peer, to, payload, nowNs);
        }
        if (DatagramNames.is(MembershipMessage.Kind.CUT, payload)) {
            // Who decides enters first, though it may leave or die before it is polled again.
            oracle.membership().enter(peer, view, oracle, session.frame());
            oracle.membership().decided(DatagramNames.ballot(payload));
        } else if (DatagramNames.is(MembershipMessage.Kind.REPORT, payload)) {
            oracle.membership().answers(peer, DatagramNames.ballot(payload), view.term(), session.frame());
        }
    }

    @Override
    public long arrives(final int from, final Lane lane, final long tag, final ByteBuffer payload) {
        return attack != null && attack.isReplay(from, peer, lane, tag, payload) ? view.digest(session) : 0;
    }

    @Override
    public void read(final int from, final long arrived) {
        if (arrived != 0 && arrived != view.digest(session)) {
            oracle.violated("S10", session.frame(), "changed by a datagram of another epoch or incarnation", peer,
                from);
        }
    }
}

package io.lockstep.testkit;

import io.lockstep.core.internal.membership.EpochRecord;
import io.lockstep.core.session.Session;
import io.lockstep.core.session.SessionConfig;

/** The one place where simulated matches meet the membership of sessions. */
final class SessionMembership implements MembershipView {

    private final Session session;

    private SessionMembership(final Session session) {
        this.session = session;
    }

    /**
     * Tells a session how its match handles membership.
     *
     * @param joins whether the match is already being played
     */
    static void configure(final SessionConfig config, final Scenario scenario, final boolean joins) {
        config.dropTimeoutMs(scenario.dropTimeoutMs).twoPeerPolicy(scenario.twoPeerPolicy).joining(joins);
        final int absent = ~scenario.seatedAtStart() & (1 << scenario.peers) - 1;
        for (int rest = absent; rest != 0; rest &= rest - 1) {
            config.absent(Integer.numberOfTrailingZeros(rest));
        }
    }

    /** A view of a session that moves on with it. */
    static MembershipView of(final Session session) {
        return new SessionMembership(session);
    }

    @Override
    public int leader() {
        return session.leader();
    }

    @Override
    public long term() {
        return session.term();
    }

    @Override
    public long epoch() {
        return session.epoch().number();
    }

    @Override
    public long epochId() {
        return session.epoch().id();
    }

    @Override
    public long seal() {
        return EpochRecord.sealOf(session.epoch().id());
    }

    @Override
    public long epochTerm() {
        return session.epoch().term();
    }

    @Override
    public int members() {
        return session.epoch().members().mask();
    }
}

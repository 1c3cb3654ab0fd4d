package io.lockstep.core.simnet;

import io.lockstep.core.session.Session;
import io.lockstep.core.session.SessionConfig;

/** The one place where simulated matches meet the membership of sessions. */
final class SessionMembership implements MembershipView {

    /** Whether sessions survive their peers: whatever only then can be played waits for it. */
    static final boolean SUPPORTED = false;

    private final int seated;

    private SessionMembership(final int seated) {
        this.seated = seated;
    }

    /**
     * Tells a session how its match handles membership.
     *
     * @param joins whether the match is already being played
     */
    static void configure(final SessionConfig config, final Scenario scenario, final boolean joins) {
        config.dropTimeoutMs(scenario.dropTimeoutMs).twoPeerPolicy(scenario.twoPeerPolicy).joining(joins);
    }

    /** A view of a session that moves on with it. */
    static MembershipView of(final Session session, final Scenario scenario) {
        return new SessionMembership(scenario.seatedAtStart());
    }

    @Override
    public int leader() {
        return NOBODY;
    }

    @Override
    public long term() {
        return 0;
    }

    @Override
    public long epoch() {
        return 0;
    }

    @Override
    public long epochId() {
        return 0;
    }

    @Override
    public long epochTerm() {
        return term();
    }

    @Override
    public int members() {
        return seated;
    }
}

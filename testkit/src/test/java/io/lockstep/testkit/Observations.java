package io.lockstep.testkit;

import io.lockstep.core.membership.TwoPeerPolicy;
import java.util.List;

/** Tells an oracle by hand what it would otherwise see in a match. */
final class Observations {

    /** What a session would say of its membership. */
    static class View implements MembershipView {
        int leader = NOBODY;
        long term;
        long epoch;
        long epochId;
        long epochTerm;
        int members;

        @Override
        public int leader() {
            return leader;
        }

        @Override
        public long term() {
            return term;
        }

        @Override
        public long epoch() {
            return epoch;
        }

        @Override
        public long epochId() {
            return epochId;
        }

        @Override
        public long seal() {
            return (int) epochId;
        }

        @Override
        public long epochTerm() {
            return epochTerm;
        }

        @Override
        public int members() {
            return members;
        }
    }

    private static final int INPUT_BYTES = 2;
    /** Beyond every frame that a test speaks of. */
    private static final long LATER = 1000;

    final int peers;
    private final int seated;
    final View[] views;
    final MembershipOracle membership;
    final Oracle oracle;
    final long neutral;

    Observations(final int peers) {
        this(peers, 0);
    }

    Observations(final int peers, final long startFrame) {
        this(peers, (1 << peers) - 1, TwoPeerPolicy.CONTINUE_ALL, startFrame);
    }

    Observations(final int peers, final int seated, final TwoPeerPolicy policy) {
        this(peers, seated, policy, 0);
    }

    private Observations(final int peers, final int seated, final TwoPeerPolicy policy, final long startFrame) {
        this.peers = peers;
        this.seated = seated;
        membership = new MembershipOracle(peers, seated, policy, new ViolationLog());
        final Scenario scenario = new Scenario();
        scenario.peers = peers;
        scenario.startFrame = startFrame;
        oracle = new Oracle(scenario, INPUT_BYTES, membership);
        views = new View[peers];
        for (int peer = 0; peer < peers; peer++) {
            views[peer] = new View();
            views[peer].members = seated;
        }
        neutral = Hashing.mix(Hashing.mix(0, 0), 0);
    }

    /** What every player does in a frame, unless said otherwise. */
    static long input(final int player, final long frame) {
        return 1000 + 100 * frame + player;
    }

    /** Some players submit their inputs for frames up to, not including, the end. */
    Observations submit(final int players, final long first, final long end) {
        for (int player = 0; player < peers; player++) {
            for (long frame = first; frame < end; frame++) {
                if ((players & 1 << player) != 0) {
                    oracle.sampled(player, frame, input(player, frame), frame);
                }
            }
        }
        return this;
    }

    /** One frame at a peer, with the inputs of the players who are present, and the state that comes of them. */
    Observations simulate(final int peer, final long frame, final int present) {
        return simulate(peer, frame, present, (int) (frame * 31 + present));
    }

    Observations simulate(final int peer, final long frame, final int present, final int state) {
        final long[] inputs = new long[peers];
        for (int player = 0; player < peers; player++) {
            inputs[player] = (present & 1 << player) == 0 ? neutral : input(player, frame);
        }
        return simulate(peer, frame, inputs, state);
    }

    Observations simulate(final int peer, final long frame, final long[] inputs, final int state) {
        int told = 0;
        for (int player = 0; player < peers; player++) {
            told |= inputs[player] != neutral || isThere(peer, player, frame) ? 1 << player : 0;
        }
        return simulate(peer, frame, inputs, told, state);
    }

    /** Who joins does not know who sat where, but only plays what others have. */
    private boolean isThere(final int peer, final int player, final long frame) {
        final SeatHistory seats = membership.seats(peer);
        return seats != null ? !seats.isAbsent(player, frame)
            : !membership.isJoiner(peer) && (seated & 1 << player) != 0;
    }

    /** The same where the game is told of others that they are there. */
    Observations simulate(final int peer, final long frame, final long[] inputs, final int told, final int state) {
        oracle.begins(peer, frame, views[peer]);
        for (int player = 0; player < peers; player++) {
            oracle.simulates(peer, player, frame, inputs[player], 0, (told & 1 << player) != 0);
        }
        oracle.simulated(peer, frame, state);
        return this;
    }

    /** Frames at a peer up to, not including, the end. */
    Observations simulate(final int peer, final long first, final long end, final int present, final boolean look) {
        for (long frame = first; frame < end; frame++) {
            simulate(peer, frame, present);
        }
        return look ? look(peer) : this;
    }

    /** A peer was polled, and has told its events. */
    Observations look(final int peer) {
        membership.observe(peer, views[peer], oracle, 0, 0);
        oracle.verify(peer);
        return this;
    }

    /** A peer applies an epoch. */
    Observations enter(final int peer, final long number, final long id, final int members, final long term) {
        views[peer].epoch = number;
        views[peer].epochId = id;
        views[peer].members = members;
        views[peer].epochTerm = term;
        views[peer].term = Math.max(views[peer].term, term);
        membership.observe(peer, views[peer], oracle, LATER, 0);
        return this;
    }

    /** A peer says that a player's inputs do not count from a frame on. */
    Observations left(final int peer, final int player, final long frame) {
        membership.left(peer, player, frame, oracle);
        return this;
    }

    /** The promises that were broken. */
    List<String> broken() {
        return oracle.violations().stream().map(Violation::promise).distinct().toList();
    }

    @Override
    public String toString() {
        return oracle.violations().toString();
    }
}

package io.lockstep.testkit;

import io.lockstep.core.game.DesyncPolicy;
import io.lockstep.core.game.MatchRecorder;
import io.lockstep.core.membership.TwoPeerPolicy;
import io.lockstep.core.session.Session;
import org.jspecify.annotations.NullUnmarked;

/** The processes of a simulated match: who sits where, and what happens to them by the scenario's orders. */
@NullUnmarked
final class Processes {

    /** Draws of their own for what is replayed. */
    private static final long REPLAY_SEED = 0x5245504C4159L;
    private static final long DIVERGENCE_SEED = 0x444956455247L;

    /** By seat; replaced when a new process starts there. */
    final ObservedPeer[] peers;
    final Oracle oracle;
    /** Null in a match in which nobody comes or goes. */
    final ReplayAttack attack;
    /** Null in a match in which nothing goes wrong with anybody's game, and no states are loaded for another reason. */
    final DivergenceOracle divergences;
    /** Judges what is sent and measured. */
    final LineCosts costs;

    private final MatchPlan match;
    private final MatchWorld world;
    private final MatchMeter meter;
    private final Trace trace;
    private final int[] starts;
    private final Diverger[] divergers;
    /** Null where nothing is recorded. */
    private final PeerRecorder[] recorders;
    /** Null where nobody watches. */
    private final MatchAudience audience;

    /** Votes and what is said of line-ups pass between epochs; inputs do where nobody was evicted. */
    private final class Seals implements ReplayAttack.Era {

        @Override
        public int process(final int peer) {
            return starts[peer];
        }

        @Override
        public long seal(final int peer) {
            return peers[peer].view == null ? 0 : peers[peer].view.seal();
        }
    }

    Processes(final MatchPlan match, final MatchWorld world, final MatchMeter meter, final Trace trace) {
        this.match = match;
        this.world = world;
        this.meter = meter;
        this.trace = trace;
        final Scenario scenario = match.scenario();
        final int seated = scenario.seatedAtStart();
        oracle = new Oracle(scenario, match.inputBytes(),
            new MembershipOracle(scenario.peers, seated, scenario.twoPeerPolicy, new ViolationLog()));
        peers = new ObservedPeer[scenario.peers];
        costs = new LineCosts(match, world, oracle, peers);
        starts = new int[scenario.peers];
        divergers = new Diverger[scenario.peers];
        recorders = new PeerRecorder[scenario.peers];
        audience = scenario.spectators > 0 ? new MatchAudience(match, oracle) : null;
        divergences = scenario.hasDivergence() || scenario.hasStateSync()
            ? new DivergenceOracle(scenario.peers, match.checksumInterval(), scenario, oracle) : null;
        attack = scenario.hasChurn() ? new ReplayAttack(world, match.seed() ^ REPLAY_SEED, new Seals()) : null;
        for (int seat = 0; seat < peers.length; seat++) {
            peers[seat] = observed(seat, new StallAccount(match.slowestTickNs()));
            // Not all in the same instant: real game loops are not in step either.
            peers[seat].nextPollNs = MatchPlan.POLL_NS * seat / peers.length;
            if ((seated & 1 << seat) != 0) {
                start(peers[seat], false);
            } else {
                peers[seat].kill();
                world.kill(seat);
            }
        }
    }

    private ObservedPeer observed(final int seat, final StallAccount stalls) {
        final ObservedPeer peer = new ObservedPeer(seat, world, diverging(seat, match.seat(seat)), oracle, meter, trace,
            stalls, match, divergences);
        peer.judgedBy(costs);
        return peer;
    }

    private Seat diverging(final int seat, final Seat game) {
        if (!match.scenario().hasDivergence()) {
            return game;
        }
        divergers[seat] = new Diverger(seat, game.simulation(),
            match.seed() ^ DIVERGENCE_SEED + seat + (long) starts[seat] * peers.length, divergences,
            match.scenario().desyncPolicy == DesyncPolicy.REPAIR || match.scenario().predictionOf(seat) > 0);
        return new Seat(divergers[seat], game.input(), game.events());
    }

    private void start(final ObservedPeer peer, final boolean joins) {
        recorders[peer.peer] = !match.scenario().recordings ? null : new PeerRecorder(peer.peer, peer.transport,
            peer.settled(), () -> match.seat(peer.peer).simulation(), oracle, divergences);
        final Session session = match.session(peer.peer, peer, peer, peer.transport, starts[peer.peer]++,
            joins, recorder(peer.peer));
        peer.seat(session, match.view(peer.peer, session), match.endFrame(), attack);
    }

    private MatchRecorder recorder(final int seat) {
        final MatchRecorder feed =
            audience == null ? null : audience.started(seat, match.seed() + starts[seat] * peers.length + seat);
        return feed == null || recorders[seat] == null ? feed == null ? recorders[seat] : feed
            : recorders[seat].and(feed);
    }

    /** Time has gone on, and a process was polled, if it lives. */
    void watch(final ObservedPeer polled, final long nowNs) {
        if (audience != null) {
            if (!polled.dead && polled.session != null && !polled.clock.isPaused(nowNs)) {
                audience.polled(polled.peer, polled.ended && polled.leaving, nowNs);
            }
            audience.poll(nowNs);
        }
    }

    /** Carries out what has come due. */
    void obey(final long nowNs) {
        for (ScenarioEvent order = world.nextOrder(); order != null; order = world.nextOrder()) {
            if (order instanceof ScenarioEvent.Kill kill) {
                kill(kill.peer());
            } else if (order instanceof ScenarioEvent.Restart restart) {
                restart(restart.peer(), nowNs);
            } else if (order instanceof ScenarioEvent.Join join && peers[join.peer()].session == null) {
                restart(join.peer(), nowNs);
            } else if (order instanceof ScenarioEvent.Leave leave) {
                leave(peers[leave.peer()]);
            } else if (order instanceof ScenarioEvent.KillAt at) {
                peers[at.peer()].transport.killAt(at.message(), at.n());
            } else if (order instanceof ScenarioEvent.Diverge diverge) {
                divergers[diverge.peer()].arm(diverge.kind());
            } else if (order instanceof ScenarioEvent.PauseMatch pause && peers[pause.peer()].plays()) {
                peers[pause.peer()].session.pause();
            } else if (order instanceof ScenarioEvent.ResumeMatch resume && peers[resume.peer()].plays()) {
                peers[resume.peer()].session.resume();
            }
        }
    }

    /** Did a seat's game play hardly on when it was told to go wrong? */
    boolean isTooLate(final int seat, final long frames) {
        return divergers[seat].isTooLate(frames);
    }

    private static void leave(final ObservedPeer peer) {
        if (!peer.ended) {
            peer.leaving = true;
            peer.session.leave();
        }
    }

    /**
     * Lets an ended session come back, as games are told to: who was left out tries for a while, and the others may
     * sleep meanwhile. To everybody else it is a new process.
     */
    void rejoin(final ObservedPeer peer, final long nowNs) {
        if (match.scenario().twoPeerPolicy != TwoPeerPolicy.REJOIN || peer.leaving || peer.dead
            || !peer.mayComeBack(nowNs)) {
            return;
        }
        starts[peer.peer]++;
        another(peer.peer);
        peer.stalls.restart();
        final Session session = peer.session.rejoin();
        peer.seat(session, match.view(peer.peer, session), match.endFrame(), attack);
        peer.ended = false;
    }

    /** Another process plays at a seat from now on. */
    private void another(final int seat) {
        oracle.restarted(seat);
        if (divergences != null) {
            divergences.restarted(seat);
        }
    }

    /** A process ends without a word. */
    void kill(final int seat) {
        if (!peers[seat].dead) {
            peers[seat].kill();
            world.kill(seat);
            stopRecording(seat);
            if (audience != null) {
                audience.killed(seat);
            }
        }
    }

    /** The match is over. */
    void end(final long nowNs) {
        for (int seat = 0; seat < peers.length; seat++) {
            stopRecording(seat);
        }
        if (audience != null) {
            audience.end(nowNs, match.endFrame());
        }
    }

    private void stopRecording(final int seat) {
        if (recorders[seat] != null) {
            recorders[seat].stopped();
        }
    }

    /** A new process starts, whatever has become of the former one, and joins the match. */
    void restart(final int seat, final long nowNs) {
        kill(seat);
        final ObservedPeer former = peers[seat];
        another(seat);
        peers[seat] = observed(seat, former.stalls);
        former.stalls.restart();
        peers[seat].transport.goOnFrom(former.transport);
        peers[seat].nextPollNs = nowNs;
        start(peers[seat], true);
    }
}

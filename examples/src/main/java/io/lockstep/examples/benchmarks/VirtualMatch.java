package io.lockstep.examples.benchmarks;

import io.lockstep.core.game.InputSource;
import io.lockstep.core.game.Phase;
import io.lockstep.core.game.PredictionStatistics;
import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.security.LinkKeys;
import io.lockstep.core.security.MatchKey;
import io.lockstep.core.session.Session;
import io.lockstep.core.session.SessionConfig;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import java.util.function.BiFunction;
import java.util.function.IntFunction;

/**
 * All peers of a match over the simulated network, in virtual time: 60 Hz, 100 ms RTT, each peer polled once a tick, so
 * that every datagram holds the inputs of some eight frames. No tick stalls, and that is checked.
 */
final class VirtualMatch {

    private static final int TICK_RATE = 60;
    private static final long TICK_NS = 1_000_000_000L / TICK_RATE;
    private static final int LATENCY_MS = 50;
    /** Covers the RTT, because one peer may start a whole one-way time before another; with some ticks to spare. */
    private static final int INPUT_DELAY = 10;
    /** By then everybody has shaken hands and all rings have gone round once. */
    private static final int WARM_UP_TICKS = 600;
    private static final int FRAMES_PER_CHANGE = 4;

    private final Session[] sessions;
    private long nowNs;
    private int turn;

    /**
     * A match that is under way.
     *
     * @param peers  how many, one player each
     * @param games  makes each peer's game
     * @param inputs makes each peer's player
     * @param more   what else each peer's session is told
     */
    VirtualMatch(final int peers, final IntFunction<Simulation> games, final IntFunction<InputSource> inputs,
                 final BiFunction<Integer, SessionConfig, SessionConfig> more) {
        final SimulatedNetwork network =
            new SimulatedNetwork(peers, 0).conditions(LinkConditions.latency(LATENCY_MS)).followPolls();
        sessions = new Session[peers];
        for (int peer = 0; peer < peers; peer++) {
            sessions[peer] = more.apply(peer, Session.builder().simulation(games.apply(peer)).input(inputs.apply(peer))
                .transport(network.endpoint(peer)).gameId("benchmark").sessionSeed(peer).players(peers)
                .localPlayer(peer)
                .tickRate(TICK_RATE).inputDelay(INPUT_DELAY)).build();
        }
        for (int tick = 0; tick < WARM_UP_TICKS; tick++) {
            tickAll();
        }
        check();
    }

    /** A match of the game that does next to nothing, whose players change buttons every four frames. */
    static VirtualMatch tiny(final int peers, final boolean keyed) {
        return tiny(peers, (peer, config) ->
            keyed ? config.keys(LinkKeys.of(MatchKey.of(new byte[MatchKey.BYTES]))) : config);
    }

    /** The same, with what else each peer's session is told. */
    static VirtualMatch tiny(final int peers, final BiFunction<Integer, SessionConfig, SessionConfig> more) {
        return new VirtualMatch(peers, peer -> new TinyGame(), peer -> (frame, player, input) ->
            input.putShort((short) (frame / FRAMES_PER_CHANGE * (player + 1))), more);
    }

    /** One tick of every peer; the sum of their frames. */
    long tickAll() {
        long frames = 0;
        for (int i = 0; i < sessions.length; i++) {
            frames += tickNext();
        }
        return frames;
    }

    /** One tick of one peer: they take turns, and time moves on when all have had theirs. Returns the peer's frame. */
    long tickNext() {
        final Session session = sessions[turn];
        session.poll(nowNs);
        while (session.step()) {
            // Everything that is due.
        }
        SessionEvent event = session.nextEvent();
        while (event != null) {
            if (event.type() == SessionEvent.Type.REPAIR_OFFERED) {
                session.acceptRepair();
            }
            event = session.nextEvent();
        }
        if (++turn == sessions.length) {
            turn = 0;
            nowNs += TICK_NS;
        }
        return session.frame();
    }

    /**
     * Makes sure that the figures are of play and not of a match that waits or has ended.
     *
     * @throws IllegalStateException if a peer does not play, fell behind, stalled or disagrees
     */
    void check() {
        final long ticks = nowNs / TICK_NS;
        for (final Session session : sessions) {
            if (session.phase() != Phase.PLAYING || session.frame() < ticks - WARM_UP_TICKS / 2
                || session.statistics().stallTicks() > 0 || session.statistics().desyncs() > 0) {
                throw new IllegalStateException("after " + ticks + " ticks: " + session.phase() + ", frame "
                    + session.frame() + ", " + session.statistics().stallTicks() + " stalled, "
                    + session.statistics().desyncs() + " desyncs, error " + session.error());
            }
        }
    }

    /**
     * Makes sure that nothing was taken back, and that it was played ahead or not at all.
     *
     * @param ahead whether nearly all frames were to be foreseen; otherwise none
     * @throws IllegalStateException if a peer played otherwise
     */
    void check(final boolean ahead) {
        for (final Session session : sessions) {
            final PredictionStatistics foresight = session.statistics().prediction();
            if (foresight.rollbacks() > 0 || (foresight.foreseen() > foresight.settled() / 2) != ahead
                || !ahead && foresight.foreseen() > 0) {
                throw new IllegalStateException("of " + foresight.settled() + " frames " + foresight.foreseen()
                    + " were foreseen, with " + foresight.rollbacks() + " rollbacks");
            }
        }
    }
}

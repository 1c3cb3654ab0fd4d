package io.lockstep.examples.benchmarks;

import io.lockstep.core.game.Phase;
import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.session.Session;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import java.util.function.BooleanSupplier;

/**
 * A match over the simulated network in virtual time whose peers can be killed, told to leave, and started again. Each
 * is polled every 4 ms, one after the other, as game loops would that are not in step.
 */
final class LossyMatch {

    static final long MS = 1_000_000L;
    static final int TICK_RATE = 60;
    static final long DROP_TIMEOUT_MS = 5000;

    static final long POLL_NS = 4 * MS;
    private static final long CONNECT_MS = 20_000;

    private final int stateBytes;
    private final long seed;
    private final SimulatedNetwork network;
    private final Session[] sessions;
    private final BulkyGame[] games;
    private int starts;
    private int alive;
    private int asleep;
    private int turn;
    private long nowNs;

    /**
     * A match in which everybody plays.
     *
     * @param peers      how many
     * @param seed       of the network and the sessions
     * @param conditions of all links
     * @param stateBytes size of the game's state
     */
    LossyMatch(final int peers, final long seed, final LinkConditions conditions, final int stateBytes) {
        this.seed = seed;
        this.stateBytes = stateBytes;
        network = new SimulatedNetwork(peers, seed).conditions(conditions);
        sessions = new Session[peers];
        games = new BulkyGame[peers];
        for (int peer = 0; peer < peers; peer++) {
            start(peer, false);
        }
        until(() -> all(alive, Phase.PLAYING), CONNECT_MS);
    }

    /** Starts a process, the first one at its seat or one that comes back. */
    void start(final int peer, final boolean joining) {
        games[peer] = new BulkyGame(stateBytes);
        sessions[peer] = Session.builder().simulation(games[peer]).input((frame, player, input) ->
                input.putShort((short) (frame / TICK_RATE * (player + 1)))).transport(network.endpoint(peer))
            .gameId("failover").matchId(seed).sessionSeed(seed * TICK_RATE + starts++).players(sessions.length)
            .localPlayer(peer).tickRate(TICK_RATE).dropTimeoutMs(DROP_TIMEOUT_MS).joining(joining).build();
        alive |= 1 << peer;
    }

    /** A process ends without a word. */
    void kill(final int peer) {
        alive &= ~(1 << peer);
        network.kill(peer);
    }

    Session session(final int peer) {
        return sessions[peer];
    }

    BulkyGame game(final int peer) {
        return games[peer];
    }

    int alive() {
        return alive;
    }

    int peers() {
        return sessions.length;
    }

    /** How many comparisons of states these peers have seen fail. */
    long desyncs(final int peers) {
        long sum = 0;
        for (int rest = peers; rest != 0; rest &= rest - 1) {
            sum += sessions[Integer.numberOfTrailingZeros(rest)].statistics().desyncs();
        }
        return sum;
    }

    /** Is this so at all of these peers? */
    boolean all(final int peers, final Phase phase) {
        for (int rest = peers; rest != 0; rest &= rest - 1) {
            if (sessions[Integer.numberOfTrailingZeros(rest)].phase() != phase) {
                return false;
            }
        }
        return true;
    }

    /** Have all of these peers simulated a frame? */
    boolean beyond(final int peers, final long frame) {
        for (int rest = peers; rest != 0; rest &= rest - 1) {
            if (sessions[Integer.numberOfTrailingZeros(rest)].frame() <= frame) {
                return false;
            }
        }
        return true;
    }

    /** Who leads by what all of these peers know, −1 if they do not agree. */
    int leader(final int peers) {
        final int leader = sessions[Integer.numberOfTrailingZeros(peers)].leader();
        for (int rest = peers; rest != 0; rest &= rest - 1) {
            if (sessions[Integer.numberOfTrailingZeros(rest)].leader() != leader) {
                return -1;
            }
        }
        return leader;
    }

    long stalls(final int peers) {
        long stalls = 0;
        for (int rest = peers; rest != 0; rest &= rest - 1) {
            stalls += sessions[Integer.numberOfTrailingZeros(rest)].statistics().stallTicks();
        }
        return stalls;
    }

    long furthest(final int peers) {
        long furthest = 0;
        for (int rest = peers; rest != 0; rest &= rest - 1) {
            furthest = Math.max(furthest, sessions[Integer.numberOfTrailingZeros(rest)].frame());
        }
        return furthest;
    }

    /** Plays on while one peer does something else, and is not polled. */
    void playWithout(final int peer, final long milliseconds) {
        asleep = 1 << peer;
        play(milliseconds);
        asleep = 0;
    }

    void play(final long milliseconds) {
        final long endNs = nowNs + milliseconds * MS;
        while (nowNs < endNs) {
            pollNext();
        }
    }

    /**
     * Plays until something is so.
     *
     * @return after how many nanoseconds it was
     * @throws IllegalStateException if it is not so after a time
     */
    long until(final BooleanSupplier done, final long limitMs) {
        final long startNs = nowNs;
        while (!done.getAsBoolean()) {
            if (nowNs - startNs > limitMs * MS) {
                throw new IllegalStateException("seed " + seed + ": waited " + limitMs + " ms in vain;" + states());
            }
            pollNext();
        }
        return nowNs - startNs;
    }

    private String states() {
        final StringBuilder states = new StringBuilder();
        for (int rest = alive; rest != 0; rest &= rest - 1) {
            final Session session = sessions[Integer.numberOfTrailingZeros(rest)];
            states.append(' ').append(Integer.numberOfTrailingZeros(rest)).append(' ').append(session.phase())
                .append(' ').append(session.endReason()).append(" frame ").append(session.frame()).append(" leader ")
                .append(session.leader()).append(" members ")
                .append(Integer.toBinaryString(session.epoch().members().mask())).append(';');
        }
        return states.toString();
    }

    private void pollNext() {
        if ((alive & ~asleep & 1 << turn) != 0) {
            final Session session = sessions[turn];
            network.advanceTo(nowNs);
            session.poll(nowNs);
            while (session.step()) {
                // Everything that is due.
            }
            for (SessionEvent event = session.nextEvent(); event != null; event = session.nextEvent()) {
                if (event.type() == SessionEvent.Type.REPAIR_OFFERED) {
                    session.acceptRepair();
                }
            }
        }
        turn = (turn + 1) % sessions.length;
        nowNs += POLL_NS / sessions.length;
    }
}

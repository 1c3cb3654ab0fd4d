package io.lockstep.core.session;

import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.Phase;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.sync.StateWriter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the honest of a match have simulated. Whoever lies: in the same epoch the honest have the same inputs of each
 * other at the same frame (S1 in docs/NETWORK.md), and each simulates frame after frame (S4).
 *
 * <p>Who comes in is outside of every epoch while it replays what it is given, and may give that up for another state.
 * What it plays on with is judged when it plays.
 */
final class HonestFrames {

    private static final long PRIME = 0x9E3779B97F4A7C15L;

    /** Who simulated a frame of an epoch first, and what the honest put into it. */
    private record Played(int peer, long[] inputs) {
    }

    private final Map<Long, Map<Long, Played>> epochs = new HashMap<>();
    private final int players;
    private final int liarsPlayers;
    private String broken;

    HonestFrames(final int players, final int liarsPlayers) {
        this.players = players;
        this.liarsPlayers = liarsPlayers;
    }

    /** What two of the honest have simulated differently, or null. */
    String broken() {
        return broken;
    }

    /** A game that is watched. */
    Simulation watch(final int peer, final FuzzMatch match, final TestGame game) {
        final List<Runnable> replayed = new ArrayList<>();
        return new Simulation() {
            @Override
            public void step(final long frame, final Inputs inputs) {
                game.step(frame, inputs);
            }

            @Override
            public void settled(final long frame, final Inputs inputs) {
                final long epoch = match.sessions[peer].epoch().id();
                final long[] of = honest(inputs);
                if (match.sessions[peer].phase() == Phase.JOINING) {
                    replayed.add(() -> played(peer, epoch, frame, of));
                    return;
                }
                replayed.forEach(Runnable::run);
                replayed.clear();
                played(peer, epoch, frame, of);
            }

            @Override
            public void save(final StateWriter out) {
                game.save(out);
            }

            @Override
            public void load(final ByteBuffer state) {
                if (match.sessions[peer].phase() == Phase.JOINING) {
                    replayed.clear();
                }
                game.load(state);
            }
        };
    }

    private long[] honest(final Inputs inputs) {
        final long[] of = new long[players];
        for (int player = 0; player < players; player++) {
            if ((liarsPlayers & 1 << player) == 0) {
                of[player] = inputs.bits(player);
                final ByteBuffer event = inputs.event(player);
                for (int at = event.position(); at < event.limit(); at++) {
                    of[player] = (of[player] ^ event.get(at)) * PRIME;
                }
            }
        }
        return of;
    }

    private void played(final int peer, final long epoch, final long frame, final long[] of) {
        final Played first =
            epochs.computeIfAbsent(epoch, id -> new HashMap<>()).putIfAbsent(frame, new Played(peer, of));
        for (int player = 0; first != null && broken == null && player < players; player++) {
            if (first.inputs[player] != of[player]) {
                broken = "S1: frame " + frame + " of epoch " + Long.toHexString(epoch) + ", player " + player + ": "
                    + Long.toHexString(first.inputs[player]) + " at peer " + first.peer + ", "
                    + Long.toHexString(of[player]) + " at peer " + peer;
            }
        }
    }
}

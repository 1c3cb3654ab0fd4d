package io.lockstep.testkit;

import io.lockstep.core.session.Session;

/** Pauses: how often, and for how long at the most. */
final class PausingTrap {

    private static final int FRAMES = 600;
    private static final int SLOW_TICK_RATE = 10;
    /** A pause of ten minutes, and a little of what is before and after it. */
    private static final int LONG_FRAMES = 6100;
    private static final int SLOW_POLL_MS = 50;

    private PausingTrap() {
    }

    /** Says what a peer does in a frame that it samples. */
    @FunctionalInterface
    private interface Moves {
        void in(int peer, Session session, long frame);
    }

    private static String play(final Scenario scenario, final long seed, final Moves moves) {
        scenario.game = StampedGame.NAME;
        final Session[] sessions = new Session[scenario.peers];
        return Drill.broken(new SimulatedMatch(scenario, seed, (peer, players, game) -> {
            final StampedGame stamps = new StampedGame(peer, game);
            return new Seat(stamps, (frame, player, input) -> {
                if (sessions[peer] != null) {
                    moves.in(peer, sessions[peer], frame);
                }
                stamps.sample(frame, player, input);
            }, null); // an order takes the place of an event
        }).views((peer, session) -> {
            sessions[peer] = session;
            return SessionMembership.of(session);
        }).run());
    }

    /** One after the other everybody pauses for a moment, again and again: more often than it may. */
    static String often(final long seed) {
        final Draws draws = new Draws(seed);
        final Scenario scenario = Scenario.of(Profile.WIFI_AVERAGE, 2 + draws.below(2), FRAMES);
        scenario.name = "pausing";
        final int turn = 30 + draws.below(20);
        final int pause = 1 + draws.below(15);
        return play(scenario, seed, (peer, session, frame) -> {
            if (frame / turn % scenario.peers == peer && frame % turn == 0) {
                session.pause();
            } else if (frame / turn % scenario.peers == peer && frame % turn == pause) {
                session.resume();
            }
        });
    }

    /** One player pauses, and nobody ever goes on. */
    static String forEver(final long seed) {
        final Draws draws = new Draws(seed);
        final Scenario scenario = Scenario.of(Profile.WIFI_GOOD, 2, LONG_FRAMES);
        scenario.name = "paused";
        scenario.tickRate = SLOW_TICK_RATE;
        final int by = draws.below(scenario.peers);
        final long from = 10 + draws.below(50);
        for (int peer = 0; peer < scenario.peers; peer++) {
            scenario.polls.add(new Scenario.Poll(peer, SLOW_POLL_MS));
        }
        return play(scenario, seed, (peer, session, frame) -> {
            if (peer == by && frame == from) {
                session.pause();
            }
        });
    }
}

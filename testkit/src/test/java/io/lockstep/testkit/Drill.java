package io.lockstep.testkit;

import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.session.Session;
import io.lockstep.core.sync.StateWriter;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One match of a directed fleet: it draws only what one rule of the protocol is there for, so that a session without
 * that rule soon breaks a promise. A subclass says what is drawn, what the network does on its own, what players order,
 * and what must be so at the end beside the oracle's promises.
 */
abstract class Drill {

    static final long DROP_MS = 2000;
    static final long MS = 1_000_000L;
    /** When the match has long begun. */
    static final long FIRST_MS = 2500;
    static final int ALL = -1;

    final Scenario scenario = new Scenario();
    final Draws draws;
    /** The newest session at each seat. */
    final Session[] sessions;
    /** What each seat's game was called with, one after the other. */
    final List<List<Long>> stepped = new ArrayList<>();
    /** The frames each seat's inputs were sampled for. */
    final List<List<Long>> sampled = new ArrayList<>();
    private final Map<Integer, StampedGame> games = new HashMap<>();
    Directed world;
    private final long seed;
    private int statisticsFromMs;
    private boolean sendsEvents = true;

    /** A match of so many peers, all of them on lines of the same latency. */
    Drill(final int peers, final long frames, final long seed) {
        this.seed = seed;
        draws = new Draws(seed);
        sessions = new Session[peers];
        scenario.name = getClass().getSimpleName();
        scenario.peers = peers;
        scenario.frames = frames;
        scenario.game = StampedGame.NAME;
        scenario.dropTimeoutMs = DROP_MS;
        for (int peer = 0; peer < peers; peer++) {
            stepped.add(new ArrayList<>());
            sampled.add(new ArrayList<>());
        }
    }

    /** From the first to the last, both included. */
    final long between(final long first, final long last) {
        return first + (long) (draws.unit() * (last - first + 1));
    }

    /** Another peer than this one. */
    final int other(final int peer) {
        return (peer + 1 + draws.below(scenario.peers - 1)) % scenario.peers;
    }

    final void lines(final LinkConditions conditions) {
        scenario.links.add(LinkRule.of(LinkRule.ANY, LinkRule.ANY, conditions));
    }

    final void event(final ScenarioEvent event) {
        scenario.events.add(event);
    }

    final void statisticsFrom(final int milliseconds) {
        statisticsFromMs = milliseconds;
    }

    /** Players order things instead of sending events, whose place an order takes. */
    final void withoutEvents() {
        sendsEvents = false;
    }

    /** Is a datagram lost? */
    boolean isLost(final int from, final int to, final Lane lane, final ByteBuffer payload) {
        return false;
    }

    /** A datagram is sent: what becomes of it. */
    Transport.SendResult sent(final Transport transport, final int from, final int to, final Lane lane, final long tag,
                              final ByteBuffer payload) {
        return isLost(from, to, lane, payload) ? Transport.SendResult.SENT : transport.send(to, lane, tag, payload);
    }

    /** A seat's input of a frame is sampled: what its player orders with it. */
    void orders(final int peer, final long frame) {
        // Nothing, unless said otherwise.
    }

    /** What a seat's game sends after a frame: an event, or nothing. */
    void sends(final int peer, final long frame, final ByteBuffer event) {
        games.get(peer).next(frame, event);
    }

    /** What is wrong at the end that the oracle cannot know; null when nothing is. */
    abstract String wrong(MatchResult result);

    /** Plays it; answers which promise was broken and how, or null. */
    final String play() {
        final SimulatedMatch match = new SimulatedMatch(scenario, seed, (peer, players, game) -> {
            final StampedGame stamps = new StampedGame(peer, game);
            games.put(peer, stamps);
            return new Seat(new Noted(peer, stamps), (frame, player, input) -> {
                sampled.get(peer).add(frame);
                stamps.sample(frame, player, input);
                orders(peer, frame);
            }, sendsEvents ? (frame, event) -> sends(peer, frame, event) : null);
        });
        world = new Directed(match);
        final MatchResult result = match.statisticsFrom(statisticsFromMs).world(world).views((peer, session) -> {
            sessions[peer] = session;
            return SessionMembership.of(session);
        }).run();
        final String wrong = wrong(result);
        if (wrong != null) {
            return wrong;
        }
        for (final Violation violation : result.violations) {
            if (!isDue(violation)) {
                return violation.promise() + ": frame " + violation.frame() + ", " + violation.detail();
            }
        }
        return null;
    }

    /** The promise that a result breaks first. */
    static String broken(final MatchResult result) {
        return result.ok() ? null : broken(result.violations.get(0));
    }

    private static String broken(final Violation violation) {
        return violation.promise() + ": " + violation.detail() + ", frame " + violation.frame() + ", peers "
            + List.copyOf(violation.peers());
    }

    /** Is it no fault here, though the oracle takes it for one? It takes everybody for honest. */
    boolean isDue(final Violation violation) {
        return false;
    }

    /** Who has not come to the end of the match, of those who should have; null when all have. */
    final String unfinished(final int mask) {
        for (int peer = 0; peer < sessions.length; peer++) {
            if ((mask & 1 << peer) != 0 && sessions[peer].endReason() != EndReason.FINISHED) {
                return "L2: peer " + peer + " ended with " + sessions[peer].endReason() + ": " + sessions[peer].error();
            }
        }
        return null;
    }

    /** Who was lost beside those; null when nobody was. */
    static String lost(final MatchResult result, final int expected) {
        int lost = 0;
        for (final MatchResult.Cut cut : result.cuts) {
            lost |= 1 << cut.peer();
        }
        return (lost & ~expected) == 0 ? null : "S15: lost are " + Integer.toBinaryString(lost);
    }

    /** Who stood still for longer; null when nobody did. */
    static String stalled(final MatchResult result, final long limitMs, final int mask) {
        for (int peer = 0; peer < result.longestStallNs.length; peer++) {
            if ((mask & 1 << peer) != 0 && result.longestStallNs[peer] > limitMs * MS) {
                return "L2: peer " + peer + " stood still for " + result.longestStallNs[peer] / MS + " ms";
            }
        }
        return null;
    }

    /** The network, which asks this match what becomes of each datagram. */
    final class Directed extends FilteredWorld {

        Directed(final SimulatedMatch match) {
            super(scenario, seed, match::orderDelay);
        }

        @Override
        boolean isLost(final int from, final int to, final Lane lane, final ByteBuffer payload) {
            return Drill.this.isLost(from, to, lane, payload);
        }

        @Override
        Transport.SendResult pass(final Transport transport, final int from, final int to, final Lane lane,
                                  final long tag, final ByteBuffer payload) {
            return sent(transport, from, to, lane, tag, payload);
        }
    }

    /** A game that notes which frames it is called for. */
    private final class Noted implements Simulation {

        private final int peer;
        private final StampedGame game;

        Noted(final int peer, final StampedGame game) {
            this.peer = peer;
            this.game = game;
        }

        @Override
        public void step(final long frame, final Inputs inputs) {
            stepped.get(peer).add(frame);
            game.step(frame, inputs);
        }

        @Override
        public void save(final StateWriter out) {
            game.save(out);
        }

        @Override
        public void load(final ByteBuffer state) {
            game.load(state);
        }
    }
}

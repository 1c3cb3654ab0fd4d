package io.lockstep.testkit;

import io.lockstep.core.feed.FeedConfig;
import io.lockstep.core.game.MatchRecorder;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The spectators of a match, on a network of their own. The seed draws the players that each watches, when it
 * starts, and which of them stand still or are killed. Nothing of it reaches the players.
 */
final class MatchAudience {

    /** Changes the seed of these draws, because the seed itself has drawn the match. */
    private static final long SEED = 0x5741544348L;
    private static final int FIRST_HOST = 64;
    private static final double OFTEN = 0.5;
    /** A spectator comes in the first quarter of a match: its players die and leave after that. */
    private static final int LATEST_START = 4;
    /** Losses in one of 1000 packets, and latencies in ms, at most. */
    private static final int MAX_LOSS = 100;
    private static final int MAX_LATENCY_MS = 120;
    private static final int MAX_JITTER_MS = 40;
    /** Delay of the one feed that has another than the rest, in ms. */
    private static final int MAX_DELAY_MS = 4000;
    /** Frames from one state in a feed to the next: a spectator that comes or is dropped begins with one. */
    private static final int SNAPSHOT_FRAMES = 120;
    /** Shortest time for which a spectator stands still and the range above it, in ms: some are dropped meanwhile. */
    private static final int SHORTEST_HOLD_MS = 500;
    private static final int MORE_HOLD_MS = 7500;
    /** Time that spectators get for the rest of the match, and from one of their polls to the next, in nanoseconds. */
    private static final long REST_NS = 45_000_000_000L;
    private static final long REST_POLL_NS = 5_000_000L;

    private final MatchPlan match;
    private final Oracle oracle;
    private final PacketNetwork network;
    private final HistoryOfStates states = new HistoryOfStates();
    private final FeedSource[] sources;
    private final Draws draws;
    private final List<Place> places = new ArrayList<>();
    private final int delayed;
    private final int delayMs;
    private long nowNs;

    /** The draws for one spectator. */
    private static final class Place {
        private final List<Integer> players = new ArrayList<>();
        /** The spectator that feeds this one; −1 for none. */
        private int parent = -1;
        private long fromNs;
        private long holdFromNs = Long.MAX_VALUE;
        private long holdToNs;
        private long killNs = Long.MAX_VALUE;
        private @Nullable Watcher watcher;
        private boolean dead;
    }

    MatchAudience(final MatchPlan match, final Oracle oracle) {
        this.match = match;
        this.oracle = oracle;
        final Scenario scenario = match.scenario();
        sources = new FeedSource[scenario.peers];
        draws = new Draws(match.seed() ^ SEED);
        network = new PacketNetwork(match.seed() ^ SEED).loss(draws.below(MAX_LOSS))
            .latency(draws.below(MAX_LATENCY_MS), draws.below(MAX_JITTER_MS));
        delayed = draws.below(scenario.peers);
        delayMs = draws.below(MAX_DELAY_MS);
        for (int i = 0; i < scenario.spectators; i++) {
            places.add(place(i));
        }
    }

    private Place place(final int number) {
        final Scenario scenario = match.scenario();
        final long lengthMs = scenario.nominalMs();
        final Place place = new Place();
        final int player = draws.below(scenario.peers);
        place.players.add(player);
        if (draws.chance(OFTEN) && scenario.peers > 1) {
            place.players.add((player + 1 + draws.below(scenario.peers - 1)) % scenario.peers);
        }
        place.fromNs = (long) (draws.unit() * lengthMs / LATEST_START) * MatchPlan.NS_PER_MS;
        if (draws.chance(OFTEN)) {
            place.holdFromNs = (long) (draws.unit() * lengthMs) * MatchPlan.NS_PER_MS;
            place.holdToNs = place.holdFromNs
                + (SHORTEST_HOLD_MS + draws.below(MORE_HOLD_MS)) * MatchPlan.NS_PER_MS;
        }
        if (number > 0 && draws.chance(OFTEN)) {
            place.parent = number - 1;
            if (draws.chance(OFTEN)) {
                places.get(number - 1).killNs = (long) (draws.unit() * lengthMs) * MatchPlan.NS_PER_MS;
            }
        }
        return place;
    }

    /** Returns the recorder of a process that starts at a seat. */
    MatchRecorder started(final int seat, final long seed) {
        sources[seat] = new FeedSource(new FeedConfig().seed(seed).snapshotFrames(SNAPSHOT_FRAMES)
            .delayMs(seat == delayed ? delayMs : FeedConfig.DEFAULT_DELAY_MS), network.socket(seat), states, nowNs);
        return sources[seat];
    }

    /** Notes that a process was polled. */
    void polled(final int seat, final boolean leaves, final long timeNs) {
        sources[seat].poll(timeNs);
        if (leaves) {
            sources[seat].leave();
        }
    }

    void killed(final int seat) {
        if (sources[seat] != null) {
            sources[seat].kill();
            network.kill(seat);
        }
    }

    /** Moves the time on, and polls the spectators. */
    void poll(final long timeNs) {
        nowNs = timeNs;
        network.advanceTo(timeNs);
        for (int i = 0; i < places.size(); i++) {
            final Place place = places.get(i);
            if (timeNs >= place.killNs && !place.dead) {
                place.dead = true;
                network.kill(FIRST_HOST + i);
            }
            final boolean holds = timeNs >= place.holdFromNs && timeNs < place.holdToNs;
            if (!place.dead && !holds && timeNs >= place.fromNs) {
                poll(place, i);
            }
        }
    }

    private void poll(final Place place, final int number) {
        if (place.watcher == null) {
            final List<SocketAddress> addresses = new ArrayList<>();
            if (place.parent >= 0) {
                addresses.add(PacketNetwork.address(FIRST_HOST + place.parent));
            }
            place.players.forEach(player -> addresses.add(PacketNetwork.address(player)));
            place.watcher = new Watcher(number, network.socket(FIRST_HOST + number), addresses,
                Hashing.mix(match.seed() ^ SEED, number), () -> match.seat(0).simulation(), states, oracle,
                match.scenario().hasDivergence(), nowNs);
        }
        place.watcher.poll(nowNs, sinceNs(place));
    }

    /**
     * Returns the time since which a player could be watched. A spectator stays with a living player that stands still,
     * so all living players have to play.
     */
    private long sinceNs(final Place place) {
        boolean any = false;
        for (final int player : place.players) {
            any |= sources[player] != null && sources[player].isLive(nowNs);
        }
        long sinceNs = any ? Long.MIN_VALUE : Long.MAX_VALUE;
        for (final FeedSource source : sources) {
            if (source != null && source.isLive(nowNs)) {
                sinceNs = Math.max(sinceNs, source.availableSinceNs(nowNs));
            }
        }
        return sinceNs;
    }

    /** Ends the match. Living players still show the rest of it. */
    void end(final long timeNs, final long endFrame) {
        for (long now = timeNs; now < timeNs + REST_NS && !allOver(); now += REST_POLL_NS) {
            for (final FeedSource source : sources) {
                if (source != null) {
                    source.poll(now);
                }
            }
            poll(now);
        }
        for (final Place place : places) {
            if (place.watcher != null && !place.dead) {
                place.watcher.judge(endFrame);
            }
        }
    }

    private boolean allOver() {
        return places.stream().allMatch(place -> place.dead || place.watcher != null && place.watcher.isOver());
    }
}

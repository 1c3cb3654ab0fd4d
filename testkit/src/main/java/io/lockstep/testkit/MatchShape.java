package io.lockstep.testkit;

import io.lockstep.core.feed.FeedConfig;
import io.lockstep.core.internal.protocol.InputWindow;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.session.SessionConfig;

/** Draws the shape of a match: what its peers agree on before the first frame, and what they play on. */
final class MatchShape {

    /** Changes the seed of these draws, because the seed itself has drawn the rest of the match. */
    private static final long SEED = 0x5348415045L;
    /** Probability of each setting other than the usual one. */
    private static final double UNUSUAL = 0.5;
    /** Probability of a setting that costs more time, or makes another kind of match. */
    private static final double RARE = 0.3;
    /** Share of matches with keys that have a roster; its signatures take time. */
    private static final double ROSTER = 0.25;
    /** State sizes: beyond a packet, beyond a chunk, and beyond 64 KiB, which few peers alone can compare in time. */
    private static final int SMALL_STATE_BYTES = 4 << 10;
    private static final int LARGE_STATE_BYTES = 66 << 10;
    private static final int MOST_PEERS_OF_LARGE_STATES = 3;
    /** Least and further frames after which the size of a state changes: several times within a match. */
    private static final int LEAST_CHANGE_FRAMES = 5;
    private static final int MORE_CHANGE_FRAMES = 100;
    /** Share of matches with churn that have 16 or 32 peers; each costs as much time as ten others. */
    private static final double CROWDED = 0.02;
    /** Length of such a match in seconds, and the number of highest seats that go and come back. */
    private static final int CROWD_SECONDS = 10;
    private static final int CROWD_LOSSES = 3;
    /** Earliest time of an added event, and the range of drawn times, in ms; by then a match has begun. */
    private static final long FIRST_MS = 3000;
    private static final int MORE_MS = 2000;
    /** Range in which a shared line carries more than the match needs, in bits per second. */
    private static final long MORE_BITS = 2_000_000;
    /** Shortest queue of a shared line and the range above it, in ms: those of home routers. */
    private static final int SHORTEST_QUEUE_MS = 50;
    private static final int MORE_QUEUE_MS = 250;
    /** Most datagrams that are dropped in a row over plain UDP: eight seconds of requests for a connection. */
    private static final int MOST_UDP_DROPS = 8;
    /** Longest step of a clock in either direction, in ms: longer than every timeout of a session. */
    private static final int LONGEST_STEP_MS = 30_000;
    /** Values beside the usual ones, up to the limits of the API. */
    private static final int[] TICK_RATES = {20, 24, 30, 50, 60, 100, 120, 144, 240};
    private static final int[] CHECKSUM_INTERVALS = {1, 7, 120};
    private static final int[] INPUT_BYTES = {1, 16, 64};
    private static final int MAX_LOCAL_PLAYERS = 4;
    /** Most frames from one event of a player to its next. */
    private static final int EVENT_FRAMES = 20;
    /** Bytes of a datagram beside inputs and events, at most. */
    private static final int HEADER_BYTES = 80;
    /** A line carries this many times what is new: inputs are repeated until they are acknowledged. */
    private static final int REPEATS = 4;

    /** Bytes of frames a second to all spectators: half of the default budget of a feed; states take the rest. */
    private static final int FEED_BYTES = FeedConfig.DEFAULT_BYTES_PER_SECOND / 2;

    private final Scenario scenario;
    private final Draws draws;

    MatchShape(final Scenario scenario, final long seed) {
        this.scenario = scenario;
        draws = new Draws(seed ^ SEED);
    }

    /** Draws it all, and returns the scenario. */
    Scenario draw() {
        if (scenario.hasChurn()) {
            moreChurn();
        }
        if (draws.chance(UNUSUAL)) {
            tickRate(TICK_RATES[draws.below(TICK_RATES.length)]);
        }
        if (draws.chance(UNUSUAL)) {
            final int most = Math.min(MAX_LOCAL_PLAYERS * scenario.peers, Message.MAX_PLAYERS);
            scenario.players = Math.min(most, scenario.peers + 1 + draws.below(most - scenario.peers));
        }
        if (draws.chance(UNUSUAL)) {
            scenario.inputBytes = INPUT_BYTES[draws.below(INPUT_BYTES.length)];
        }
        if (draws.chance(UNUSUAL)) {
            // Other games' events have sizes of their own, which must have room.
            final int least = scenario.game.equals(StampedGame.NAME) ? 1 : SessionConfig.DEFAULT_EVENT_BYTES;
            scenario.eventBytes = least + draws.below(Math.max(1, mostEventBytes() + 1 - least));
            scenario.eventFrames = 1 + draws.below(EVENT_FRAMES);
        }
        if (draws.chance(UNUSUAL)) {
            scenario.checksumInterval = CHECKSUM_INTERVALS[draws.below(CHECKSUM_INTERVALS.length)];
        }
        if (draws.chance(RARE)) {
            sizesOfState();
        }
        scenario.udp = draws.chance(RARE);
        if (scenario.udp) {
            dropFewer();
        }
        if (draws.chance(RARE)) {
            scenario.keys = draws.chance(ROSTER) ? PeerKeys.ROSTER : PeerKeys.MATCH;
        }
        if (draws.chance(RARE)) {
            final long bits = scenario.peers * REPEATS * newBitsPerSecond();
            scenario.uplinks.add(new Scenario.Uplink(LinkRule.ANY, bits + (long) draws.skewed(MORE_BITS),
                SHORTEST_QUEUE_MS + draws.below(MORE_QUEUE_MS)));
        }
        if (draws.chance(RARE)) {
            scenario.events.add(new ScenarioEvent.ClockStep((long) (draws.unit() * scenario.nominalMs()),
                draws.below(scenario.peers), draws.below(2 * LONGEST_STEP_MS + 1) - LONGEST_STEP_MS));
        }
        if (draws.chance(RARE)) {
            scenario.mixWindows(scenario.frames + draws.below(Integer.MAX_VALUE));
            scenario.sparse = draws.chance(UNUSUAL);
        }
        scenario.recordings = draws.chance(UNUSUAL);
        if (draws.chance(RARE)) {
            scenario.spectators = (int) Math.min(1 + draws.below(Scenario.MAX_SPECTATORS),
                FEED_BYTES / recordedBytesPerSecond());
        }
        widenLines();
        return scenario;
    }

    /** Adds sleeps, cuts and crowds to a match in which peers come and go anyway. */
    private void moreChurn() {
        if (draws.chance(CROWDED) && !scenario.hasDivergence() && !scenario.hasStateSync()) {
            crowd();
        }
        if (draws.chance(RARE)) {
            sleep();
        }
        if (draws.chance(RARE)) {
            cutTwice();
        }
    }

    /** A short match of many, in which the highest seats die or leave, and return. */
    private void crowd() {
        scenario.peers = draws.chance(UNUSUAL) ? Message.MAX_PLAYERS : Message.MAX_PLAYERS / 2;
        scenario.frames = Math.min(scenario.frames, CROWD_SECONDS * scenario.tickRate);
        scenario.stateBytes = 0;
        for (int peer = scenario.peers - CROWD_LOSSES; peer < scenario.peers; peer++) {
            final long atMs = FIRST_MS + draws.below(MORE_MS);
            scenario.events.add(draws.chance(UNUSUAL) ? new ScenarioEvent.Kill(atMs, peer)
                : new ScenarioEvent.Leave(atMs, peer));
            scenario.events.add(new ScenarioEvent.Restart(atMs + 1 + draws.below(MORE_MS), peer));
        }
    }

    /** A process sleeps about as long as a timeout takes, or longer; what arrives meanwhile may be lost. */
    private void sleep() {
        final long[] lengths = {scenario.dropTimeoutMs / 2, scenario.dropTimeoutMs, 2 * scenario.dropTimeoutMs,
            SessionConfig.DEFAULT_SILENCE_TIMEOUT_MS};
        final long forMs = lengths[draws.below(lengths.length)] + draws.below(MORE_MS);
        final long atMs = FIRST_MS + draws.below(MORE_MS);
        final int peer = draws.below(scenario.peers);
        scenario.events.add(new ScenarioEvent.Pause(atMs, forMs, peer));
        if (draws.chance(UNUSUAL)) {
            scenario.events.add(new ScenarioEvent.Cut(atMs, forMs, LinkRule.ANY, peer));
        }
    }

    /** Two lose each other for long, one of them starts anew, they lose each other again, and one goes wrong. */
    private void cutTwice() {
        final int one = draws.below(scenario.peers);
        final int other = (one + 1 + draws.below(scenario.peers - 1)) % scenario.peers;
        final long atMs = FIRST_MS + draws.below(MORE_MS);
        final long backMs = atMs + scenario.dropTimeoutMs + draws.below(MORE_MS);
        final long againMs = backMs + 1 + draws.below(2 * MORE_MS);
        cut(atMs, scenario.dropTimeoutMs + draws.below(MORE_MS), one, other);
        scenario.events.add(new ScenarioEvent.Restart(backMs, other));
        cut(againMs, 1 + draws.below(MORE_MS), one, other);
        scenario.events.add(new ScenarioEvent.Diverge(againMs + draws.below(MORE_MS),
            draws.chance(UNUSUAL) ? one : other, DivergenceKind.FLIP));
    }

    private void cut(final long atMs, final long forMs, final int one, final int other) {
        scenario.events.add(new ScenarioEvent.Cut(atMs, forMs, one, other));
        if (draws.chance(UNUSUAL)) {
            scenario.events.add(new ScenarioEvent.Cut(atMs, forMs, other, one));
        }
    }

    /** A peer that asks for a connection in vain comes to send one datagram a second. */
    private void dropFewer() {
        scenario.events.replaceAll(event -> event instanceof ScenarioEvent.DropNext drop
            ? new ScenarioEvent.DropNext(drop.atMs(), drop.from(), drop.to(), Math.min(drop.count(), MOST_UDP_DROPS))
            : event);
    }

    private void sizesOfState() {
        final boolean large = scenario.peers <= MOST_PEERS_OF_LARGE_STATES && draws.chance(UNUSUAL);
        scenario.stateBytes = Math.max(scenario.stateBytes, large ? LARGE_STATE_BYTES : SMALL_STATE_BYTES);
        scenario.stateChangeFrames = LEAST_CHANGE_FRAMES + draws.below(MORE_CHANGE_FRAMES);
    }

    /** One frame of all players of a peer has to fit in a datagram. */
    private int mostEventBytes() {
        int most = SessionConfig.MAX_EVENT_BYTES;
        final int local = Integer.bitCount(scenario.playersOf(0));
        while (InputWindow.worstCaseBytes(local, scenario.inputBytes, most) > WireSize.MAX_PAYLOAD_BYTES) {
            most--;
        }
        return most;
    }

    /** The match takes as long as before, and so do its delays. */
    private void tickRate(final int rate) {
        final int before = scenario.tickRate;
        scenario.tickRate = rate;
        scenario.frames = scenario.frames * rate / before;
        scenario.delayTicks = delay(scenario.delayTicks, before);
        scenario.stateSyncTicks = scenario.stateSyncTicks * rate / before;
        scenario.events.replaceAll(event -> event instanceof ScenarioEvent.SetDelay set
            ? new ScenarioEvent.SetDelay(set.atMs(), set.peer(), delay(set.ticks(), before)) : event);
    }

    private int delay(final int ticks, final int rate) {
        return Math.min(SessionConfig.maxInputDelay(scenario.tickRate),
            (ticks * scenario.tickRate + rate - 1) / rate);
    }

    /** Lines carry what the match needs. */
    private void widenLines() {
        final long needed = REPEATS * newBitsPerSecond();
        scenario.links.replaceAll(rule -> {
            final LinkConditions link = rule.applyTo(LinkConditions.PERFECT);
            return link.bandwidthBps() == 0 || link.bandwidthBps() >= needed ? rule
                : LinkRule.of(rule.from(), rule.to(), link.withBandwidth(needed, link.queuePackets()));
        });
    }

    /** Bits that a peer has to tell each other one in a second, each once. */
    private long newBitsPerSecond() {
        final int inputs = (scenario.resolvedPlayers() + scenario.peers - 1) / scenario.peers * scenario.inputBytes;
        return (long) (HEADER_BYTES + inputs + eventBytes()) * scenario.tickRate * Byte.SIZE;
    }

    /** Bytes that the frames of all players take in a recording in a second. */
    private long recordedBytesPerSecond() {
        return (long) scenario.resolvedPlayers() * (scenario.inputBytes + eventBytes()) * scenario.tickRate;
    }

    /** Bytes of a player's events in a frame, on average. */
    private int eventBytes() {
        return scenario.eventBytes / Math.max(1, scenario.eventFrames);
    }
}

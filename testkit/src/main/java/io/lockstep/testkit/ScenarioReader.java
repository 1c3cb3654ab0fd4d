package io.lockstep.testkit;

import io.lockstep.core.game.Batching;
import io.lockstep.core.game.DesyncPolicy;
import io.lockstep.core.game.PredictionOptions;
import io.lockstep.core.game.Redundancy;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.membership.TwoPeerPolicy;
import io.lockstep.core.session.SessionConfig;
import org.jspecify.annotations.NullUnmarked;

/** Reads a scenario file and refuses, with the key and the value, what is not exactly one. */
@NullUnmarked
final class ScenarioReader {

    private static final Delivery[] DELIVERIES =
        {Delivery.AERON_DATAGRAM, Delivery.AERON_RELIABLE, Delivery.PLAIN_DATAGRAM};

    /** Longest file: thousands of events. */
    static final int MAX_BYTES = 1 << 20;

    /** Rules, polls and clocks a scenario may have: one for each of 32 by 32 links. */
    private static final int MAX_ENTRIES = Message.MAX_PLAYERS * Message.MAX_PLAYERS;
    private static final int MAX_EVENTS = 10_000;
    private static final int MAX_NAME = 64;
    private static final int MAX_POLL_MS = 10_000;

    private final ScenarioValues scenario;

    private ScenarioReader(final ScenarioValues scenario) {
        this.scenario = scenario;
    }

    /** Reads a file into a scenario of which nothing was changed yet. */
    static void read(final byte[] json, final ScenarioValues scenario) {
        new ScenarioReader(scenario).read(ScenarioFields.of("", JsonTree.read(json, MAX_BYTES)));
    }

    private void read(final ScenarioFields in) {
        in.require("name");
        scenario.name = in.text("name", MAX_NAME, null);
        scenario.peers = (int) in.integer("peers", 1, Message.MAX_PLAYERS);
        scenario.players = (int) in.integer("players", 0, Message.MAX_PLAYERS, 0);
        if (scenario.players != 0 && scenario.players < scenario.peers) {
            throw in.wrong("players", "are fewer than peers");
        }
        scenario.frames = in.integer("frames", 1, ScenarioValues.MAX_FRAMES);
        scenario.tickRate = (int) in.integer("tickRate", 1, SessionConfig.MAX_TICK_RATE, scenario.tickRate);
        scenario.game = in.text("game", SessionConfig.MAX_GAME_ID_LENGTH, scenario.game);
        scenario.prediction = (int) in.integer("prediction", 0, PredictionOptions.MAX_FRAMES, 0);
        scenario.sparse = in.word("saves", 0, ScenarioWords.SAVES) > 0;
        scenario.batching =
            Batching.values()[in.word("batching", scenario.batching.ordinal(), ScenarioWords.BATCHING)];
        scenario.redundancy =
            Redundancy.values()[in.word("redundancy", scenario.redundancy.ordinal(), ScenarioWords.REDUNDANCY)];
        scenario.udp = in.word("stack", 0, ScenarioWords.STACKS) > 0;
        scenario.keys = PeerKeys.values()[in.word("keys", 0, PeerKeys.words())];
        scenario.recordings = in.word("recordings", 0, ScenarioWords.RECORDINGS) > 0;
        scenario.spectators = (int) in.integer("spectators", 0, ScenarioValues.MAX_SPECTATORS, 0);
        scenario.delivery = DELIVERIES[in.word("delivery", 0, DELIVERIES[0].key(), DELIVERIES[1].key(),
            DELIVERIES[2].key())];
        scenario.startFrame = in.integer("startFrame", 0, ScenarioValues.MAX_START_FRAME, 0);
        scenario.twoPeerPolicy = TwoPeerPolicy.values()[in.word("twoPeerPolicy", scenario.twoPeerPolicy.ordinal(),
            TwoPeerPolicy.REJOIN.name(),
            TwoPeerPolicy.CONTINUE_ALL.name(), TwoPeerPolicy.CONTINUE_TIEBREAK.name(), TwoPeerPolicy.HALT.name())];
        scenario.dropTimeoutMs = in.integer("dropTimeoutMs", SessionConfig.MIN_DROP_TIMEOUT_MS,
            SessionConfig.MAX_DROP_TIMEOUT_MS, scenario.dropTimeoutMs);
        scenario.desyncPolicy = DesyncPolicy.values()[in.word("desyncPolicy", scenario.desyncPolicy.ordinal(),
            DesyncPolicy.REPAIR.name(), DesyncPolicy.HALT.name(), DesyncPolicy.REPORT_ONLY.name())];
        scenario.checksumInterval = (int) in.integer("checksumInterval", 1, SessionConfig.MAX_CHECKSUM_INTERVAL,
            scenario.checksumInterval);
        scenario.stateSyncTicks = (int) in.integer("stateSyncTicks", 0, Integer.MAX_VALUE, 0);
        scenario.stateBytes = (int) in.integer("stateBytes", 0, ScenarioValues.MAX_STATE_BYTES, 0);
        scenario.stateChangeFrames = (int) in.integer("stateChangeFrames", 0, ScenarioValues.MAX_FRAMES, 0);
        scenario.eventFrames = (int) in.integer("eventFrames", 0, ScenarioValues.MAX_FRAMES, 0);
        scenario.inputBytes =
            (int) in.integer("inputBytes", 1, SessionConfig.MAX_INPUT_BYTES, scenario.inputBytes);
        scenario.eventBytes = (int) in.integer("eventBytes", 0, SessionConfig.MAX_EVENT_BYTES, 0);
        inputDelay(in.object("inputDelay"));
        lists(in);
        if (scenario.seatedAtStart() == 0) {
            throw new ScenarioException("events: everybody joins, so nobody is there at the start");
        }
        in.finish();
    }

    private void lists(final ScenarioFields in) {
        for (final ScenarioFields window : in.objects("windows", MAX_ENTRIES)) {
            scenario.windows.add(new ScenarioValues.Window(window.peer("peer", scenario.peers),
                (int) window.integer("frames", 0, PredictionOptions.MAX_FRAMES)));
            window.finish();
        }
        for (final ScenarioFields poll : in.objects("polls", MAX_ENTRIES)) {
            scenario.polls.add(new ScenarioValues.Poll(poll.peer("peer", scenario.peers),
                (int) poll.integer("everyMs", 1, MAX_POLL_MS)));
            poll.finish();
        }
        for (final ScenarioFields rule : in.objects("links", MAX_ENTRIES)) {
            scenario.links.add(LinkReader.rule(rule, scenario.peers));
        }
        for (final ScenarioFields uplink : in.objects("uplinks", MAX_ENTRIES)) {
            scenario.uplinks.add(LinkReader.uplink(uplink, scenario.peers));
        }
        for (final ScenarioFields clock : in.objects("clocks", MAX_ENTRIES)) {
            scenario.clocks.add(new ScenarioValues.Clock(clock.peer("peer", scenario.peers),
                (int) clock.integer("driftPpm", -VirtualClock.MAX_DRIFT_PPM, VirtualClock.MAX_DRIFT_PPM, 0),
                clock.integer("offsetMs", -VirtualClock.MAX_OFFSET_MS, VirtualClock.MAX_OFFSET_MS, 0)));
            clock.finish();
        }
        for (final ScenarioFields event : in.objects("events", MAX_EVENTS)) {
            scenario.events.add(EventReader.read(event, scenario));
            event.finish();
        }
    }

    private void inputDelay(final ScenarioFields in) {
        final int longest = SessionConfig.maxInputDelay(scenario.tickRate);
        if (in != null) {
            scenario.delayMode =
                DelayMode.values()[in.word("policy", scenario.delayMode.ordinal(), ScenarioWords.DELAY_MODES)];
            scenario.delayTicks =
                (int) in.integer("ticks", 0, longest, scenario.delayTicks);
            scenario.minDelayTicks = (int) in.integer("min", 0, longest, scenario.minDelayTicks);
            // 0 stands for the default, so nobody may ask for it.
            scenario.maxDelayTicks = (int) in.integer("max", Math.max(1, scenario.minDelayTicks),
                longest, 0);
            in.finish();
        }
        scenario.maxDelayTicks = scenario.resolvedMaxDelayTicks();
    }
}

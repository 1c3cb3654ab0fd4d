package io.lockstep.core.session;

import io.lockstep.core.game.PredictionOptions;
import io.lockstep.core.game.ProtocolMode;
import io.lockstep.core.internal.game.DelaySettings;
import io.lockstep.core.internal.game.MatchRules;
import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.game.Seating;
import io.lockstep.core.internal.play.JsonSize;
import io.lockstep.core.internal.protocol.InputWindow;
import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.MessageCodec;
import io.lockstep.core.security.LinkKeys;
import io.lockstep.core.transport.Transport;

/** Refuses impossible settings before the first datagram, with the value and the range in one line. */
final class SettingsCheck {

    private SettingsCheck() {
    }

    /** Throws for the first thing that is wrong. */
    static void check(final MatchSettings settings) {
        present(settings.game() != null, "simulation");
        present(settings.ahead().predictor() != null, "predictor of the prediction");
        present(settings.ports().input() != null, "input");
        present(settings.ports().transport() != null, "transport");
        present(settings.rules().gameId() != null, "gameId");
        present(settings.state().policy() != null, "desyncPolicy");
        present(settings.sending().protocolMode() != ProtocolMode.JSON || MessageCodec.hasJson(),
            "lockstep-codecs on the class path, which protocolMode JSON needs,");
        ranges(settings);
        gameId(settings.rules().gameId());
        seats(settings.seating());
        ends(settings, settings.seating(), settings.ports().transport());
        payload(settings);
        epochs(settings);
    }

    private static void ranges(final MatchSettings settings) {
        final MatchRules rules = settings.rules();
        range("players", settings.players(), 1, Message.MAX_PLAYERS);
        range("localPlayer", settings.self(), 0, settings.players() - 1);
        range("tickRate", rules.tickRate(), 1, SessionConfig.MAX_TICK_RATE);
        delay("inputDelay", settings.delay().min(), 0, rules.tickRate());
        delay("highest inputDelay", settings.delay().max(), settings.delay().min(), rules.tickRate());
        range("stallPrice", settings.delay().price(), 1, SessionConfig.MAX_STALL_PRICE);
        range("prediction", settings.ahead().frames(), 0, PredictionOptions.MAX_FRAMES);
        range("stepsPerPoll of the prediction", settings.ahead().stepsPerPoll(), 1, Integer.MAX_VALUE);
        range("inputBytes", rules.inputBytes(), 1, SessionConfig.MAX_INPUT_BYTES);
        range("maxEventBytes", rules.maxEventBytes(), 0, SessionConfig.MAX_EVENT_BYTES);
        range("checksumInterval", settings.state().checksumInterval(), 1, SessionConfig.MAX_CHECKSUM_INTERVAL);
        range("maxStateBytes", settings.state().maxBytes(), 1, SessionConfig.MAX_STATE_BYTES);
        final byte[] config = settings.ports().config().bytes();
        range("length of matchConfig", config == null ? 0 : config.length, 0, SessionConfig.MAX_MATCH_CONFIG_BYTES);
        range("stateSyncTicks", settings.state().syncTicks(), 0, Integer.MAX_VALUE);
        range("startFrame", rules.startFrame(), 0, Long.MAX_VALUE);
        range("endFrame", rules.endFrame(), rules.startFrame() + 1, Long.MAX_VALUE);
        range("silenceTimeoutMs", settings.timeouts().silenceMs(), SessionConfig.MIN_SILENCE_TIMEOUT_MS,
            SessionConfig.MAX_SILENCE_TIMEOUT_MS);
        range("dropTimeoutMs", settings.timeouts().dropMs(), SessionConfig.MIN_DROP_TIMEOUT_MS,
            SessionConfig.MAX_DROP_TIMEOUT_MS);
        if (settings.timeouts().waitMs() != 0) {
            // Below the drop timeout it would be the drop timeout.
            range("waitBudgetMs", settings.timeouts().waitMs(), settings.timeouts().dropMs(),
                SessionConfig.MAX_WAIT_BUDGET_MS);
        }
    }

    /** Highest input delay, in frames: with a higher one, more frames would be in flight than an input log holds. */
    private static void delay(final String what, final int ticks, final int least, final int tickRate) {
        final int most = DelaySettings.limit(tickRate);
        if (ticks < least || ticks > most) {
            throw new IllegalArgumentException(what + " is " + ticks + " at tickRate " + tickRate + ", allowed is "
                + least + " to " + most);
        }
    }

    private static void gameId(final String id) {
        range("length of gameId", id.length(), 1, SessionConfig.MAX_GAME_ID_LENGTH);
        for (int i = 0; i < id.length(); i++) {
            if (id.charAt(i) < ' ' || id.charAt(i) > '~') {
                throw new IllegalArgumentException("gameId '" + id + "' must be printable ASCII");
            }
        }
    }

    private static void seats(final Seating seating) {
        int seated = 0;
        for (int peer = 0; peer < Message.MAX_PLAYERS; peer++) {
            final int twice = seated & seating.mask(peer);
            if (twice != 0) {
                throw new IllegalArgumentException("player " + Integer.numberOfTrailingZeros(twice)
                    + " has two peers, the second is " + peer);
            }
            seated |= seating.mask(peer);
        }
        range("player", Integer.SIZE - 1 - Integer.numberOfLeadingZeros(seated), 0, seating.players() - 1);
    }

    private static void ends(final MatchSettings settings, final Seating seating, final Transport transport) {
        final LinkKeys keys = settings.ports().keys();
        if (transport.keys() != null && transport.keys() != keys) {
            throw new IllegalArgumentException("the transport has other keys than the session: give them to one alone");
        }
        final int end = transport.localPeer();
        if (end != Transport.UNKNOWN && end != seating.localPeer()) {
            throw new IllegalArgumentException("localPlayer is " + seating.localPeer()
                + ", but the transport is the end of peer " + end);
        }
        for (int peer = 0; peer < Message.MAX_PLAYERS; peer++) {
            if (seating.mask(peer) != 0 && keys != null && !keys.knows(peer)) {
                throw new IllegalArgumentException("nobody in the roster is peer " + peer);
            }
            if (seating.mask(peer) != 0 && !transport.reaches(peer)) {
                throw new IllegalArgumentException("players is " + seating.players() + " and player " + peer
                    + " sits at peer " + peer + ", but the transport is for " + reached(transport) + " only");
            }
        }
    }

    private static String reached(final Transport transport) {
        final StringBuilder text = new StringBuilder("peers");
        for (int peer = 0; peer < Message.MAX_PLAYERS; peer++) {
            text.append(transport.reaches(peer) ? " " + peer : "");
        }
        return text.toString();
    }

    /** An epoch that does not fit in a datagram could never be agreed on. */
    private static void epochs(final MatchSettings settings) {
        int seats = 0;
        for (int peer = 0; peer < Message.MAX_PLAYERS; peer++) {
            seats += settings.seating().mask(peer) != 0 ? 1 : 0;
        }
        final int needed = MembershipMessage.longestCut(seats);
        if (needed > settings.ports().transport().maxPayloadBytes()) {
            throw new IllegalArgumentException("a match of " + seats + " peers needs datagrams of " + needed
                + " bytes, the transport carries " + settings.ports().transport().maxPayloadBytes());
        }
    }

    private static void payload(final MatchSettings settings) {
        final int locals = Integer.bitCount(settings.seating().mask(settings.self()));
        final int input = settings.rules().inputBytes();
        final int event = settings.rules().maxEventBytes();
        final int needed = settings.sending().protocolMode() == ProtocolMode.JSON
            ? JsonSize.HEAD_BYTES + locals * JsonSize.worstInput(input, event)
            : InputWindow.worstCaseBytes(locals, input, event);
        if (needed > settings.ports().transport().maxPayloadBytes()) {
            throw new IllegalArgumentException("one frame of " + locals + " local players needs " + needed
                + " bytes, the transport carries " + settings.ports().transport().maxPayloadBytes()
                + "; make inputBytes=" + input + " or maxEventBytes=" + event + " smaller");
        }
    }

    /** Refuses what was not said. */
    static void present(final boolean said, final String what) {
        if (!said) {
            throw new IllegalArgumentException(what + " is missing");
        }
    }

    /** Refuses a value that is out of range. */
    static void range(final String what, final long value, final long min, final long max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(what + " is " + value + ", allowed is " + min + " to " + max);
        }
    }
}

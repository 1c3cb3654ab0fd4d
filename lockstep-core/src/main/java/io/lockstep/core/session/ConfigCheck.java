package io.lockstep.core.session;

import io.lockstep.core.input.InputDelayController;
import io.lockstep.core.protocol.InputWindow;
import io.lockstep.core.protocol.Message;
import io.lockstep.core.protocol.ProtocolMode;
import io.lockstep.core.transport.Transport;

/** Refuses an impossible configuration before the first datagram, with the value and the range in one line. */
final class ConfigCheck {

    private static final long NS_PER_S = 1_000_000_000L;

    private final SessionConfig config;

    ConfigCheck(final SessionConfig config) {
        this.config = config;
    }

    void run() {
        require(config.simulation != null, "simulation");
        require(config.input != null, "input");
        require(config.transport != null, "transport");
        require(config.gameId != null, "gameId");
        require(config.desync != null, "desync");
        require(config.seeded, "seed");
        require(config.localPeer >= 0, "localPlayer");
        ranges();
        times();
        gameId();
        seatPlayers();
        ends();
        payload();
    }

    private void ranges() {
        require("players", config.players, 1, Message.MAX_PLAYERS);
        require("localPlayer", config.localPeer, 0, config.players - 1);
        require("tickRate", config.tickRate, 1, SessionConfig.MAX_TICK_RATE);
        if (config.maxDelay < 0) {
            final long perSecond = InputDelayController.DEFAULT_MAX_NS * config.tickRate / NS_PER_S;
            config.maxDelay = (int) Math.min(Math.max(perSecond, config.minDelay), SessionConfig.MAX_INPUT_DELAY);
        }
        require("inputDelay", config.minDelay, 0, SessionConfig.MAX_INPUT_DELAY);
        require("highest inputDelay", config.maxDelay, config.minDelay, SessionConfig.MAX_INPUT_DELAY);
        require("inputBytes", config.inputBytes, 1, SessionConfig.MAX_INPUT_BYTES);
        require("maxEventBytes", config.maxEventBytes, 0, SessionConfig.MAX_EVENT_BYTES);
        require("checksumInterval", config.checksumInterval, 1, SessionConfig.MAX_CHECKSUM_INTERVAL);
        require("stateSyncTicks", config.stateSyncTicks, 0, Integer.MAX_VALUE);
        require(config.desyncPolicy != null, "desyncPolicy");
        require("startFrame", config.startFrame, 0, Long.MAX_VALUE);
        require("endFrame", config.endFrame, config.startFrame + 1, Long.MAX_VALUE);
    }

    /** Each of these is only sound beside the others: a timeout below two heartbeats would fire without a fault. */
    private void times() {
        require("silenceTimeoutMs", config.silenceTimeoutMs, SessionConfig.MIN_SILENCE_TIMEOUT_MS,
            SessionConfig.MAX_SILENCE_TIMEOUT_MS);
        require("dropTimeoutMs", config.dropTimeoutMs, SessionConfig.MIN_DROP_TIMEOUT_MS,
            SessionConfig.MAX_DROP_TIMEOUT_MS);
        require("heartbeatMs", config.heartbeatMs, 1, SessionConfig.MAX_DROP_TIMEOUT_MS);
        require("lowest election timeout", config.minElectionTimeoutMs, 2 * config.heartbeatMs,
            config.dropTimeoutMs / 2);
        require("highest election timeout", config.maxElectionTimeoutMs, config.minElectionTimeoutMs + 1,
            config.dropTimeoutMs);
    }

    private void gameId() {
        final String id = config.gameId;
        require("length of gameId", id.length(), 1, SessionConfig.MAX_GAME_ID_LENGTH);
        for (int i = 0; i < id.length(); i++) {
            if (id.charAt(i) < ' ' || id.charAt(i) > '~') {
                throw new IllegalArgumentException("gameId '" + id + "' must be printable ASCII");
            }
        }
    }

    /** Gives every player without a peer one of its own, and checks that nobody has two. */
    private void seatPlayers() {
        int seated = 0;
        for (int peer = 0; peer < Message.MAX_PLAYERS; peer++) {
            final int twice = seated & config.peerPlayers[peer];
            if (twice != 0) {
                throw new IllegalArgumentException("player " + Integer.numberOfTrailingZeros(twice)
                    + " has two peers, the second is " + peer);
            }
            seated |= config.peerPlayers[peer];
        }
        for (int player = 0; player < config.players; player++) {
            if ((seated & 1 << player) == 0) {
                config.peerPlayers[player] = 1 << player;
                seated |= 1 << player;
            }
        }
        require("player", Integer.SIZE - 1 - Integer.numberOfLeadingZeros(seated), 0, config.players - 1);
    }

    /** The transport is this peer's end of the network, and reaches everybody else. */
    private void ends() {
        final int end = config.transport.localPeer();
        if (end != Transport.UNKNOWN && end != config.localPeer) {
            throw new IllegalArgumentException("localPlayer is " + config.localPeer
                + ", but the transport is the end of peer " + end);
        }
        for (int peer = 0; peer < Message.MAX_PLAYERS; peer++) {
            if (config.peerPlayers[peer] != 0 && !config.transport.reaches(peer)) {
                throw new IllegalArgumentException("players is " + config.players + " and player " + peer
                    + " sits at peer " + peer + ", but the transport is for " + reached() + " only");
            }
        }
    }

    private String reached() {
        final StringBuilder text = new StringBuilder("peers");
        for (int peer = 0; peer < Message.MAX_PLAYERS; peer++) {
            text.append(config.transport.reaches(peer) ? " " + peer : "");
        }
        return text.toString();
    }

    /** One frame of the local players must fit into a datagram in the worst case, or it could never be sent. */
    private void payload() {
        final int locals = Integer.bitCount(config.peerPlayers[config.localPeer]);
        final int needed = config.protocolMode == ProtocolMode.JSON
            ? JsonSize.HEAD_BYTES + locals * JsonSize.worstInput(config.inputBytes, config.maxEventBytes)
            : InputWindow.worstCaseBytes(locals, config.inputBytes, config.maxEventBytes);
        if (needed > config.transport.maxPayloadBytes()) {
            throw new IllegalArgumentException("one frame of " + locals + " local players needs " + needed
                + " bytes, the transport carries " + config.transport.maxPayloadBytes() + "; make inputBytes="
                + config.inputBytes + " or maxEventBytes=" + config.maxEventBytes + " smaller");
        }
    }

    private static void require(final boolean present, final String what) {
        if (!present) {
            throw new IllegalArgumentException(what + " is missing");
        }
    }

    static void require(final String what, final long value, final long min, final long max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(what + " is " + value + ", allowed is " + min + " to " + max);
        }
    }
}

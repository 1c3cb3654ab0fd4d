package io.lockstep.core.session;

import io.lockstep.core.input.InputDelayController;
import io.lockstep.core.input.InputDelayPolicy;
import io.lockstep.core.membership.TwoPeerPolicy;
import io.lockstep.core.protocol.Message;
import io.lockstep.core.protocol.ProtocolMode;
import io.lockstep.core.transport.Transport;

/** What a {@link SessionConfig} was told, and the defaults of what it was not. */
abstract class SessionValues implements Cloneable {

    /** Peers whose seats are empty at the start, bit n for peer n. */
    int absent;
    Simulation simulation;
    InputSource input;
    Transport transport;
    String gameId;
    long matchId;
    long seed;
    boolean seeded;
    int players = 2;
    int localPeer = -1;
    int[] peerPlayers = new int[Message.MAX_PLAYERS];
    int tickRate = SessionConfig.DEFAULT_TICK_RATE;
    InputDelayPolicy delayPolicy = InputDelayPolicy.arrival();
    boolean measuresDelay = true;
    int minDelay = InputDelayController.DEFAULT_MIN_TICKS;
    int maxDelay = -1;
    Batching batching = Batching.OFF;
    Redundancy redundancy = Redundancy.UNACKED;
    int inputBytes = SessionConfig.DEFAULT_INPUT_BYTES;
    int maxEventBytes = SessionConfig.DEFAULT_EVENT_BYTES;
    int checksumInterval = SessionConfig.DEFAULT_CHECKSUM_INTERVAL;
    long startFrame;
    long endFrame = Long.MAX_VALUE;
    long silenceTimeoutMs = SessionConfig.DEFAULT_SILENCE_TIMEOUT_MS;
    TwoPeerPolicy twoPeerPolicy = TwoPeerPolicy.REJOIN;
    long dropTimeoutMs = SessionConfig.DEFAULT_DROP_TIMEOUT_MS;
    long heartbeatMs = SessionConfig.DEFAULT_HEARTBEAT_MS;
    long minElectionTimeoutMs = SessionConfig.DEFAULT_MIN_ELECTION_TIMEOUT_MS;
    long maxElectionTimeoutMs = SessionConfig.DEFAULT_MAX_ELECTION_TIMEOUT_MS;
    DesyncPolicy desyncPolicy = DesyncPolicy.REPAIR;
    int stateSyncTicks;
    long seatToken;
    boolean joining;
    boolean unpaced;
    ProtocolMode protocolMode = ProtocolMode.BINARY;
    MatchRecorder recorder;
    DesyncOptions desync = new DesyncOptions();

    /** A session was built of it. */
    private boolean built;

    SessionValues() {
    }

    /** What a session keeps: nothing that is said to the builder later changes it. */
    SessionConfig forOneSession() {
        if (built) {
            throw new IllegalStateException("a session was built of this builder already; each takes one of its own");
        }
        built = true;
        try {
            final SessionConfig copy = (SessionConfig) clone();
            copy.peerPlayers = peerPlayers.clone();
            return copy;
        } catch (final CloneNotSupportedException impossible) {
            throw new AssertionError(impossible);
        }
    }
}

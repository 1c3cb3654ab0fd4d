package io.lockstep.core.session;

import io.lockstep.core.game.Batching;
import io.lockstep.core.game.DesyncOptions;
import io.lockstep.core.game.DesyncPolicy;
import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.Phase;
import io.lockstep.core.game.PredictionOptions;
import io.lockstep.core.game.ProtocolMode;
import io.lockstep.core.game.Redundancy;
import io.lockstep.core.input.InputDelayPolicy;
import io.lockstep.core.internal.game.EventQueue;
import io.lockstep.core.internal.protocol.MessageCodec;
import io.lockstep.core.internal.protocol.WireLimits;
import io.lockstep.core.membership.TwoPeerPolicy;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * One drawn match of two to six sessions, one of whom lies. In virtual time they shake hands, play, pause, lose, drop
 * and take in each other, differ, are repaired, leave and end, while {@link Liar} adds valid messages. Whatever it
 * says, nothing may be thrown, no call may do more than is allowed, the honest have each other's inputs as they were
 * made, and everybody can leave at the end.
 */
final class FuzzMatch {

    /** Datagrams that a session sends at most in one poll, to each other peer. */
    static final int MOST_SENT_PER_LINK = 400;
    /** Frames simulated at most between two polls, by who joins. */
    static final int MOST_STEPS = 64;
    /** Seeds of which peers play ahead, and by how many frames. */
    private static final int PREDICTED_ONE_IN = 5;
    private static final int PREDICTED = 3;
    private static final int[] WINDOWS = {8, PredictionOptions.MAX_FRAMES, 0};
    /** Bytes that a match allocates at most. */
    static final long MOST_BYTES = 400L << 20;
    /** After so long everybody who leaves is gone: owed inputs are waited for, no longer than for who is lost. */
    private static final long LEAVE_MS = 12_000;

    private static final long MS = 1_000_000L;
    private static final long START_NS = 1_000 * MS;
    private static final int TOKEN = 7;
    /** In one of so many matches the liar says so many times as much: some of it comes at the right moment. */
    private static final int LOUD_ONE_IN = 4;
    private static final int LOUDNESS = 10;
    private static final int TURNS_PER_DEED = 250;
    private static final int MOST_PEERS = 6;
    private static final long[] FIRST_FRAMES = {0, 0, 0, 65_400, (1L << 32) - 90, (1L << 40) + 3};

    final long seed;
    final FuzzCounts counts;
    final Liar liar;
    final WireLimits limits;
    final int peers;
    final int[] playersOf;
    final int players;
    final int seats;
    final int checksumInterval;
    final Session[] sessions;
    final WatchedTransport[] transports;
    long nowNs = START_NS;
    private final SplittableRandom random;
    private final SimulatedNetwork network;
    private final TestGame[] games;
    final long firstFrame;
    private final int end;
    private final int inputBytes;
    private final int eventBytes;
    private final TwoPeerPolicy twoPeerPolicy;
    private final DesyncPolicy desyncPolicy;
    private final int stateSyncTicks;
    private final int padding;
    private final int tickMs;
    private final int lengthMs;
    /** Of so many turns one kills a process. */
    private final int calm;
    private final Batching batching;
    private final Redundancy redundancy;
    private final boolean json;
    private int starts;
    private final HonestFrames frames;

    /** With what a liar says of the first so many of its lies left out. */
    FuzzMatch(final long seed, final int withoutLies, final FuzzCounts counts) {
        this.seed = seed;
        this.counts = counts;
        random = new SplittableRandom(seed);
        peers = 2 + random.nextInt(MOST_PEERS - 1);
        playersOf = new int[32];
        int player = 0;
        int who = 0;
        for (int peer = 0; peer < peers; peer++) {
            final int own = random.nextInt(8) == 0 ? 2 : 1;
            who |= 1 << player;
            playersOf[player] = (1 << own) - 1 << player;
            player += own;
        }
        players = player;
        seats = who;
        firstFrame = FIRST_FRAMES[random.nextInt(FIRST_FRAMES.length)];
        end = random.nextInt(3) == 0 ? 1 + random.nextInt(300) : 100_000;
        inputBytes = 1 + random.nextInt(3);
        eventBytes = random.nextInt(4) == 0 ? 0 : 1 + random.nextInt(64);
        checksumInterval = random.nextBoolean() ? 30 : 1 + random.nextInt(60);
        twoPeerPolicy = pick(TwoPeerPolicy.values());
        desyncPolicy = random.nextInt(3) == 0 ? pick(DesyncPolicy.values()) : DesyncPolicy.REPAIR;
        stateSyncTicks = random.nextInt(4) == 0 ? 30 + random.nextInt(100) : 0;
        padding = random.nextInt(4) == 0 ? random.nextInt(20_000) : 0;
        tickMs = random.nextInt(4) == 0 ? 4 : 15;
        lengthMs = 2000 + random.nextInt(random.nextInt(4) == 0 ? 12_000 : 4000);
        calm = TURNS_PER_DEED << random.nextInt(4);
        batching = pick(Batching.values());
        redundancy = pick(Redundancy.values());
        json = random.nextInt(16) == 0;
        network = new SimulatedNetwork(32, seed).followPolls();
        network.conditions(LinkConditions.latency(1 + random.nextInt(60)).withJitter(random.nextInt(10))
            .withLoss(random.nextInt(3) == 0 ? 0.05 : 0));
        sessions = new Session[32];
        games = new TestGame[32];
        transports = new WatchedTransport[32];
        limits = new WireLimits(inputBytes, largestLink(), eventBytes, WireLimits.DEFAULT_STATE_BYTES);
        liar = new Liar(this, random.split(), seed % LOUD_ONE_IN == 0 ? LOUDNESS : 1, withoutLies);
        frames = new HonestFrames(players, playersOf[liar.self()]);
    }

    private int largestLink() {
        int largest = 1;
        for (final int mask : playersOf) {
            largest = Math.max(largest, Integer.bitCount(mask));
        }
        return largest;
    }

    private <T> T pick(final T[] values) {
        return values[random.nextInt(values.length)];
    }

    MessageCodec codec() {
        return new MessageCodec(limits);
    }

    int peer(final int index) {
        int rest = seats;
        for (int i = 0; i < index; i++) {
            rest &= rest - 1;
        }
        return Integer.numberOfTrailingZeros(rest);
    }

    long nowMs() {
        return (nowNs - START_NS) / MS;
    }

    private void start(final int peer, final boolean joining) {
        final Transport carrier = network.endpoint(peer);
        final TestGame game = new TestGame();
        game.pauses = true;
        game.padding = new byte[padding];
        final Transport lane = peer == liar.self() ? liar.between(carrier) : carrier;
        transports[peer] = new WatchedTransport(this, peer, lane);
        final SessionConfig config = Session.builder()
            .simulation(peer == liar.self() ? game : frames.watch(peer, this, game))
            .transport(transports[peer]).gameId("fuzz")
            .sessionSeed(seed * 31 + ++starts).players(players).tickRate(60).startFrame(firstFrame)
            .endFrame(firstFrame + end).inputBytes(inputBytes).maxEventBytes(eventBytes).seatToken(TOKEN)
            .checksumInterval(checksumInterval).twoPeerPolicy(twoPeerPolicy).desyncPolicy(desyncPolicy)
            .stateSyncTicks(stateSyncTicks).dropTimeoutMs(2000).silenceTimeoutMs(3000).joining(joining)
            .batching(batching).redundancy(redundancy)
            .protocolMode(json && peer % 2 == 0 ? ProtocolMode.JSON : ProtocolMode.BINARY)
            .prediction(window(peer)).desync(new DesyncOptions().scratch(TestGame::new))
            .input((frame, player, input) -> input.put((byte) (frame / 5 * (player + 1))));
        if (random.nextBoolean()) {
            config.inputDelay(InputDelayPolicy.arrival());
        } else {
            config.inputDelay(random.nextInt(8));
        }
        for (int rest = seats; rest != 0; rest &= rest - 1) {
            final int id = Integer.numberOfTrailingZeros(rest);
            if (Integer.bitCount(playersOf[id]) == 2) {
                config.peer(id, id + 1);
            }
        }
        if (Integer.bitCount(playersOf[peer]) == 2) {
            config.localPlayers(peer, peer + 1);
        } else {
            config.localPlayer(peer);
        }
        games[peer] = game;
        sessions[peer] = config.build();
        transports[peer].session = sessions[peer];
    }

    /** One match of five has peers that play ahead; nothing is drawn for it, so that a seed is what it was. */
    private int window(final int peer) {
        return seed % PREDICTED_ONE_IN == PREDICTED ? WINDOWS[peer % WINDOWS.length] : 0;
    }

    /** Plays it; says in one line what was wrong, or null. */
    String play() {
        final long allocated = FuzzCounts.allocatedBytes();
        String wrong = null;
        try {
            for (int rest = seats; rest != 0; rest &= rest - 1) {
                start(Integer.numberOfTrailingZeros(rest), false);
            }
            while (nowMs() < lengthMs) {
                turn();
                act();
            }
            leaveAll();
        } catch (final RuntimeException | Error thrown) {
            wrong = text(thrown);
        }
        final long bytes = FuzzCounts.allocatedBytes() - allocated;
        counts.match(bytes);
        if (wrong == null && bytes > MOST_BYTES) {
            wrong = "the match allocated " + bytes + " bytes";
        }
        return wrong == null ? frames.broken() : wrong;
    }

    private static String text(final Throwable thrown) {
        final StringBuilder text = new StringBuilder(thrown.toString());
        final StackTraceElement[] trace = thrown.getStackTrace();
        for (int i = 0; i < Math.min(trace.length, 9); i++) {
            text.append(i == 0 ? " at " : " < ").append(trace[i].getFileName()).append(':')
                .append(trace[i].getLineNumber());
        }
        return text.toString();
    }

    private void turn() {
        nowNs += tickMs * MS;
        liar.turn();
        for (int rest = seats; rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            if (sessions[peer] != null) {
                poll(peer);
            }
        }
    }

    private void poll(final int peer) {
        final Session session = sessions[peer];
        final WatchedTransport transport = transports[peer];
        transport.sent = 0;
        session.poll(nowNs);
        int steps = 0;
        while (session.step()) {
            require(++steps <= MOST_STEPS, "more than " + MOST_STEPS + " steps");
        }
        int events = 0;
        while (session.nextEvent() != null) {
            // One more says that some are lost.
            require(++events <= EventQueue.CAPACITY + 1, "more than " + EventQueue.CAPACITY + " events");
        }
        final float alpha = session.alpha(nowNs);
        require(alpha >= 0 && alpha <= 1, "alpha is " + alpha);
        counts.sent(transport.sent);
        require(transport.sent <= MOST_SENT_PER_LINK * (peers - 1), transport.sent + " datagrams in a poll");
    }

    private void require(final boolean holds, final String what) {
        if (!holds) {
            throw new IllegalStateException(what);
        }
    }

    /** What players and the world do, at any time: in most matches little, in some a lot. */
    private void act() {
        final int peer = peer(random.nextInt(peers));
        final Session session = sessions[peer];
        switch (random.nextInt(calm)) {
            case 0 -> kill(peer);
            case 1, 2, 3 -> comeBack(peer);
            case 4 -> cut(peer);
            case 5, 6, 7 -> network.heal();
            case 8, 9 -> games[peer].hash++;
            case 10, 11, 12, 13 -> with(session, Session::pause);
            case 14, 15, 16, 17, 18, 19 -> with(session, Session::resume);
            case 20 -> with(session, one -> {
                final int other = peer(random.nextInt(peers));
                if (other != peer) {
                    one.voteToDrop(other);
                }
            });
            case 21, 22 -> with(session, one -> one.transferLeadership(peer(random.nextInt(peers))));
            case 23 -> with(session, Session::leave);
            case 24, 25, 26, 27, 28 -> with(session, one -> {
                if (eventBytes > 0) {
                    one.sendEvent(peer, ByteBuffer.wrap(new byte[1 + random.nextInt(eventBytes)]));
                }
            });
            default -> {
                // Nothing happens.
            }
        }
    }

    private void with(final Session session, final Consumer<Session> deed) {
        if (session != null) {
            deed.accept(session);
        }
    }

    private void kill(final int peer) {
        if (sessions[peer] != null && peer != liar.self()) {
            network.kill(peer);
        }
        // The liar's process goes on talking when its session is gone.
        sessions[peer] = null;
    }

    private void comeBack(final int peer) {
        if (sessions[peer] == null || sessions[peer].phase() == Phase.ENDED) {
            start(peer, true);
        }
    }

    private void cut(final int peer) {
        final int other = peer(random.nextInt(peers));
        if (other != peer) {
            network.cut(peer, other);
        }
    }

    private void leaveAll() {
        network.heal();
        liar.keepTalking();
        final long untilNs = nowNs + LEAVE_MS * MS;
        for (final Session session : sessions) {
            with(session, Session::leave);
        }
        while (nowNs < untilNs && !allEnded()) {
            turn();
        }
        for (int peer = 0; peer < sessions.length; peer++) {
            if (sessions[peer] != null) {
                final Session session = sessions[peer];
                require(session.phase() == Phase.ENDED, String.format(Locale.ROOT,
                    "peer %d is still %s %d ms after it left", peer, session.phase(), LEAVE_MS));
                require(session.endReason() != EndReason.NONE, "ended for no reason");
            }
        }
    }

    private boolean allEnded() {
        for (final Session session : sessions) {
            if (session != null && session.phase() != Phase.ENDED) {
                return false;
            }
        }
        return true;
    }

    /** A datagram is about to be read: which one that was sent by no real session? */
    boolean isForged(final int from, final int to, final Lane lane, final long tag) {
        return from == liar.self() && liar.isForged(to, lane, tag);
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "seed %d: %d peers, %d liar, %s, %s, frames from %d to %d, after %d ms",
            seed, peers, liar.self(), twoPeerPolicy, desyncPolicy, firstFrame, firstFrame + end, nowMs());
    }
}

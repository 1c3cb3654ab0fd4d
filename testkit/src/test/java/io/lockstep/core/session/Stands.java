package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.codecs.replay.RecordingCode;
import io.lockstep.codecs.replay.RecordingReader;
import io.lockstep.codecs.replay.Spectator;
import io.lockstep.codecs.replay.SpectatorConfig;
import io.lockstep.codecs.replay.SpectatorEvent;
import io.lockstep.codecs.replay.Verification;
import io.lockstep.core.feed.FeedConfig;
import io.lockstep.core.feed.MatchFeed;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.PacketNetwork;
import io.lockstep.testkit.SimulatedNetwork;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/** A match, the feeds of its players, and those who watch, in virtual time. Host n is player n; spectators follow. */
final class Stands {

    /** One who watches. */
    static final class Seat {

        final int host;
        final Spectator spectator;
        final TestGame game = new TestGame();
        final MemoryTape tape = new MemoryTape();
        final List<String> events = new ArrayList<>();
        boolean gone;
        long lastFrame;

        Seat(final int host, final PacketNetwork network, final UnaryOperator<SpectatorConfig> adjust) {
            this.host = host;
            game.pauses = true;
            final SpectatorConfig config = new SpectatorConfig(network.socket(host), match -> game).recording(tape)
                .seed(1000 + host);
            spectator = adjust.apply(config).build();
        }

        void poll(final long nowNs) {
            spectator.poll(nowNs);
            while (spectator.step()) {
                lastFrame = spectator.frame();
            }
            for (SpectatorEvent event = spectator.nextEvent(); event != null; event = spectator.nextEvent()) {
                events.add(event.type() + " " + event.frame() + " " + event.detail());
            }
        }

        /** What was written, without the header, in which the player's number stands. */
        String blocks() {
            final ByteBuffer bytes = ByteBuffer.wrap(tape.bytes()).order(ByteOrder.LITTLE_ENDIAN);
            return HexFormat.of().formatHex(tape.bytes(), bytes.getShort(10), bytes.limit());
        }

        long count(final SpectatorEvent.Type type) {
            return events.stream().filter(text -> text.startsWith(type.name() + ' ')).count();
        }
    }

    private static final long TRACE_PRIME = 0x100000001B3L;

    final PacketNetwork packets;
    final List<MatchFeed> feeds = new ArrayList<>();
    final List<Seat> seats = new ArrayList<>();
    final Match match;
    private long pollNs;

    Stands(final int players, final int end, final long seed) {
        this(players, end, seed, new FeedConfig(), config -> config);
    }

    Stands(final int players, final int end, final long seed, final FeedConfig feed,
           final UnaryOperator<SessionConfig> adjust) {
        packets = new PacketNetwork(seed).latency(20, 5);
        final SimulatedNetwork network =
            new SimulatedNetwork(players, seed).conditions(LinkConditions.latency(20)).followPolls();
        match = new Match(network, players, (peer, config) -> {
            feeds.add(new MatchFeed(feed.seed(100 + peer), packets.socket(peer)));
            adjust.apply(config.endFrame(end).recording(feeds.get(feeds.size() - 1)));
        });
    }

    Seat watch(final int host, final int... players) {
        return watch(host, config -> {
            for (final int player : players) {
                config.player(PacketNetwork.address(player));
            }
            return config;
        });
    }

    Seat watch(final int host, final UnaryOperator<SpectatorConfig> adjust) {
        final Seat seat = new Seat(host, packets, adjust);
        seats.add(seat);
        return seat;
    }

    void kill(final Seat seat) {
        packets.kill(seat.host);
        seat.gone = true;
    }

    /** Goes on with everybody until something is so. */
    boolean runUntil(final long milliseconds, final BooleanSupplier condition) {
        return match.runUntil(milliseconds, () -> {
            if (match.nowNs - pollNs >= Match.MS) {
                pollNs = match.nowNs;
                pollAll();
            }
            return condition.getAsBoolean();
        });
    }

    void run(final long milliseconds) {
        runUntil(milliseconds, () -> false);
    }

    private void pollAll() {
        packets.advanceTo(match.nowNs);
        for (int player = 0; player < feeds.size(); player++) {
            if (!match.killed.contains(player)) {
                feeds.get(player).poll(match.nowNs);
            }
        }
        for (final Seat seat : seats) {
            if (!seat.gone) {
                seat.poll(match.nowNs);
            }
        }
    }

    List<Seat> alive() {
        return seats.stream().filter(seat -> !seat.gone).toList();
    }

    /** Running hashes of every datagram that each player sends, and when. */
    long[] traces() {
        final long[] traces = new long[match.transports.size()];
        for (int i = 0; i < traces.length; i++) {
            final int player = i;
            match.transports.get(i).outgoing = datagram -> {
                traces[player] = traces[player] * TRACE_PRIME + match.nowNs + datagram.tag + 31L * datagram.to
                    + Arrays.hashCode(datagram.bytes);
                return true;
            };
        }
        return traces;
    }

    boolean allOver() {
        return seats.stream().allMatch(seat -> seat.gone || seat.spectator.isOver());
    }

    void runToTheEnd() {
        assertTrue(runUntil(120_000, () -> match.ended() && allOver()), this::toString);
    }

    /** Ended with the state of the match, smoothly, and has a recording that says so. */
    void assertSawTheMatch(final Seat seat) {
        assertNull(seat.spectator.problem(), this::toString);
        assertEquals("FINISHED", seat.spectator.endReason());
        assertFalse(seat.spectator.differs());
        assertEquals(match.sessions.get(0).frame(), seat.spectator.frame(), this::toString);
        assertEquals(match.games.get(0).hash, seat.game.hash, this::toString);
        assertRecorded(seat);
    }

    /** What was written can be verified. */
    static void assertRecorded(final Seat seat) {
        assertNull(seat.spectator.recordingProblem());
        final RecordingReader recording = seat.tape.read();
        assertEquals(RecordingCode.OK, recording.code(), recording.message());
        final TestGame game = new TestGame();
        game.pauses = true;
        final Verification verification = Verification.of(recording, game);
        assertTrue(verification.ok(), verification::toString);
        assertEquals(seat.game.hash, game.hash);
    }

    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder(match.toString());
        for (final Seat seat : seats) {
            text.append("\nhost ").append(seat.host).append(" at ").append(seat.spectator.frame()).append(' ')
                .append(seat.spectator.endReason()).append(' ').append(seat.spectator.problem()).append(' ')
                .append(seat.events);
        }
        return text.toString();
    }
}

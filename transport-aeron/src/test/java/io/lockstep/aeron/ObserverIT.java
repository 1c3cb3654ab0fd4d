package io.lockstep.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.transport.Lane;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Somebody sees every packet of two peers with keys and sends what he likes: the match goes on as if he did not. */
class ObserverIT {

    private static final int TICKS = 300;
    private static final byte FORGED = 0x66;
    private static final int CONTROL_TERM = 128 * 1024;

    @TempDir
    Path base;

    private TappedMatch match;
    private Attacker attacker;

    @AfterEach
    void closeAll() {
        match.close();
        attacker.close();
    }

    private void connect(final boolean withKeys) {
        match = new TappedMatch(base, withKeys);
        match.connect();
        attacker = new Attacker(match.ports[1]);
    }

    private byte[] lastData(final Lane lane) {
        return TappedMatch.last(match.taps[0].sent, Attacker.DATA, StreamIds.of(0, lane));
    }

    private byte[] lastStatus(final Lane lane) {
        return TappedMatch.last(match.taps[0].returned, Attacker.STATUS, StreamIds.of(0, lane));
    }

    private void assertNothingHappened() {
        match.settle();
        for (final TappedMatch.Peer peer : List.of(match.a, match.b)) {
            assertEquals(0, peer.forged, "forged");
            assertEquals(0, peer.missing, "missing");
        }
        assertAllInputsOf(match.a, match.b);
        assertAllInputsOf(match.b, match.a);
    }

    /** One of the last may still be under way, and a loopback socket may lose one on a machine that is very busy. */
    private static void assertAllInputsOf(final TappedMatch.Peer sender, final TappedMatch.Peer receiver) {
        final long sent = sender.accepted(Lane.INPUT);
        assertTrue(sent > TICKS * 9 / 10, "sent " + sent);
        assertTrue(receiver.arrived(Lane.INPUT) >= sent - sent / 50 - 1,
            "arrived " + receiver.arrived(Lane.INPUT) + " of " + sent);
    }

    private void assertDropped(final long least) {
        assertTrue(match.b.transport.guardDrops() >= least, "dropped " + match.b.transport.guardDrops());
    }

    private void forgeData() {
        for (final Lane lane : Lane.values()) {
            attacker.send(attacker.dataAfter(lastData(lane), FORGED));
        }
    }

    @Test
    void shouldTakeForgedDataWithoutKeys() {
        connect(false);

        match.play(TICKS, this::forgeData);

        assertTrue(match.b.forged > 0, "the attack must work where nothing stops it");
    }

    @Test
    void shouldDropForgedDataAtTheNextPosition() {
        connect(true);

        match.play(TICKS, this::forgeData);

        assertNothingHappened();
        assertDropped(2 * TICKS);
    }

    @Test
    void shouldDropForgedPaddingAtTheNextPosition() {
        connect(true);

        match.play(TICKS, () -> {
            for (final Lane lane : Lane.values()) {
                final byte[] seen = lastData(lane);
                attacker.send(attacker.headerAfter(seen, Attacker.PAD, Attacker.WHOLE, 64));
                attacker.send(attacker.headerAfter(seen, Attacker.PAD, Attacker.WHOLE,
                    CONTROL_TERM - Attacker.read(seen).getInt(8) - 64));
            }
        });

        assertNothingHappened();
        assertDropped(4 * TICKS);
    }

    @Test
    void shouldDropForgedHeartbeatsThatEndOrRevokeAStream() {
        connect(true);

        match.play(TICKS, () -> {
            for (final Lane lane : Lane.values()) {
                for (final byte flags : new byte[] {Attacker.WHOLE, Attacker.ENDED, Attacker.REVOKED}) {
                    attacker.send(attacker.headerAfter(lastData(lane), Attacker.DATA, flags, 0));
                }
            }
        });

        assertNothingHappened();
        assertDropped(6 * TICKS);
    }

    @Test
    void shouldDropGenuineFramesThatWereChangedOrMoved() {
        connect(true);
        final Random random = new Random(15);

        match.play(TICKS, () -> {
            for (final Lane lane : Lane.values()) {
                final byte[] seen = lastData(lane);
                final byte[] flipped = seen.clone();
                final int used = Attacker.read(seen).getInt(0);
                flipped[random.nextInt(used)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
                attacker.send(flipped);
                attacker.send(Arrays.copyOf(seen, random.nextInt(used)));
                attacker.send(Arrays.copyOf(seen, seen.length + 1 + random.nextInt(100)));
                final byte[] moved = seen.clone();
                Attacker.read(moved).putInt(8, Attacker.read(seen).getInt(8) + Attacker.aligned(used));
                attacker.send(moved);
                final byte[] elsewhere = seen.clone();
                Attacker.read(elsewhere).putInt(16, StreamIds.of(0, Lane.values()[1 - lane.ordinal()]));
                attacker.send(elsewhere);
            }
        });

        assertNothingHappened();
        assertDropped(10 * TICKS);
    }

    @Test
    void shouldDropSpoofedStatusMessagesNaksRoundTripsAndErrors() {
        connect(true);
        final Wiretap tap = match.taps[0];
        final long before = dataFrames(tap.sent);

        match.play(TICKS, () -> {
            for (final Lane lane : Lane.values()) {
                for (final boolean trailing : new boolean[] {false, true}) {
                    final byte[] status = lastStatus(lane);
                    tap.spoof(attacker.status(status, (byte) 0, 1 << 30, trailing));
                    tap.spoof(attacker.status(status, (byte) 0x40, 0, trailing));
                    tap.spoof(attacker.status(status, (byte) 0x80, 0, trailing));
                    tap.spoof(attacker.nak(lastData(lane), 32 * 1024, trailing));
                    tap.spoof(attacker.nak(tap.sent.get(tap.sent.size() / 2), 64, trailing));
                }
                for (final int type : new int[] {Attacker.ROUND_TRIP, Attacker.ERROR, 11, 8, 9, 10, 0xFF}) {
                    tap.spoof(attacker.control(type, lastStatus(lane), (byte) 0x80));
                    attacker.send(attacker.control(type, lastData(lane), (byte) 0x80));
                }
            }
        });

        assertNothingHappened();
        assertEquals(match.a.accepted(Lane.INPUT) + match.a.accepted(Lane.CONTROL), dataFrames(tap.sent) - before,
            "each once, nothing repaired");
        assertEquals(0, attacker.replyBytes());
        assertDropped(14 * TICKS);
        assertTrue(match.a.transport.guardDrops() >= 34 * TICKS, "dropped " + match.a.transport.guardDrops());
    }

    private static long dataFrames(final List<byte[]> datagrams) {
        long frames = 0;
        for (final byte[] datagram : datagrams) {
            int offset = 0;
            while (offset < datagram.length && datagram[offset + 6] == Attacker.DATA) {
                final int length = Attacker.read(datagram).getInt(offset);
                if (length == 0) {
                    break; // a heartbeat
                }
                frames++;
                offset += length + 31 & -32;
            }
        }
        return frames;
    }

    @Test
    void shouldPutNotAByteMoreOnTheWireForInputs() {
        connect(false);
        final long without = inputBytes();
        closeAll();
        connect(true);

        assertEquals(without, inputBytes());
        assertNothingHappened();
    }

    private long inputBytes() {
        final int before = match.taps[0].sent.size();
        match.play(TICKS, () -> { });
        return match.taps[0].sent.stream().skip(before)
            .filter(frame -> Attacker.type(frame) == Attacker.DATA)
            .filter(frame -> Attacker.stream(frame) == StreamIds.of(0, Lane.INPUT))
            .mapToLong(frame -> frame.length).sum();
    }

    @Test
    void shouldNotCareForRepetitionsOfAllThatWasEverSent() {
        connect(true);
        match.play(TICKS, () -> { });
        final Random random = new Random(16);
        final Wiretap tap = match.taps[0];

        match.play(TICKS, () -> {
            for (int i = 0; i < 20; i++) {
                attacker.send(tap.sent.get(random.nextInt(tap.sent.size())));
                tap.spoof(tap.returned.get(random.nextInt(tap.returned.size())));
            }
        });

        assertNothingHappened();
        assertTrue(match.a.transport.guardDrops() > 10 * TICKS, "dropped " + match.a.transport.guardDrops());
    }
}

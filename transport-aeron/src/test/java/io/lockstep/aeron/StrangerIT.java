package io.lockstep.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.transport.Lane;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a match goes on while a stranger without keys sends packets of any kind to a peer with keys. */
class StrangerIT {

    private static final int TICKS = 200;
    private static final int MIB = 1024 * 1024;
    private static final long MAX_GROWTH = 2 * MIB;
    /** Milliseconds that an attack may delay a start or a return. */
    private static final long MAX_DELAY_MS = 1000;

    @TempDir
    Path base;

    private TappedMatch match;
    private Attacker attacker;

    @AfterEach
    void closeAll() {
        match.close();
        attacker.close();
    }

    private void begin(final boolean withKeys) {
        match = new TappedMatch(base, withKeys);
        attacker = new Attacker(match.ports[1]);
    }

    private void connect(final boolean withKeys) {
        begin(withKeys);
        match.connect();
    }

    private void setups(final int count, final int termLength) {
        for (final Lane lane : Lane.values()) {
            for (int i = 0; i < count; i++) {
                attacker.send(attacker.setup(StreamIds.of(0, lane), attacker.anySession(), termLength, i % 2 == 0));
            }
        }
    }

    /** The guard has dropped most of what the attacker sent; a loopback socket may lose the rest. */
    private static void assertRefused(final TappedMatch.Peer peer, final long sent) {
        assertTrue(peer.transport.guardDrops() > sent / 2, peer.transport.guardDrops() + " dropped of " + sent);
    }

    private void assertNothingHappened(final long sent) {
        assertRefused(match.b, sent);
        match.settle();
        for (final TappedMatch.Peer peer : List.of(match.a, match.b)) {
            assertEquals(0, peer.forged, "forged");
            assertEquals(0, peer.missing, "missing");
        }
        assertAllInputsOf(match.a, match.b);
        assertAllInputsOf(match.b, match.a);
        assertEquals(0, attacker.replyBytes());
    }

    /** One of the last may still be under way, and a loopback socket may lose one on a machine that is very busy. */
    private static void assertAllInputsOf(final TappedMatch.Peer sender, final TappedMatch.Peer receiver) {
        final long sent = sender.accepted(Lane.INPUT);
        assertTrue(sent > TICKS * 9 / 10, "sent " + sent);
        assertTrue(receiver.arrived(Lane.INPUT) >= sent - sent / 50 - 1,
            "arrived " + receiver.arrived(Lane.INPUT) + " of " + sent);
    }

    @Test
    void shouldMakeImagesForForgedSetupsWithoutKeys() {
        connect(false);
        final long before = match.storage();

        match.play(10, () -> setups(1, MIB));

        assertTrue(match.storage() - before > MAX_GROWTH, "the attack must work where nothing stops it");
    }

    @Test
    void shouldMakeNothingForForgedSetups() {
        connect(true);
        final long before = match.storage();

        match.play(TICKS, () -> {
            setups(5, 16 * MIB);
            setups(2, 512 * MIB);
            setups(2, 64 * 1024);
            setups(2, 128 * 1024);
        });

        assertTrue(match.storage() - before <= MAX_GROWTH, "grew by " + (match.storage() - before));
        assertNothingHappened(22 * TICKS);
        assertTrue(match.b.transport.guardDrops() >= 22 * TICKS, "dropped " + match.b.transport.guardDrops());
    }

    @Test
    void shouldConnectInTimeUnderAFloodOfSetupsThatBeganBefore() {
        begin(true);
        match.b.launch();
        match.play(TICKS, () -> setups(32, 64 * 1024));

        match.a.launch();
        final long delay = match.untilConnected(() -> setups(32, 128 * 1024));

        assertTrue(delay <= MAX_DELAY_MS, delay + " ms");
        match.play(TICKS, () -> setups(32, 64 * 1024));
        assertNothingHappened(2 * 64 * TICKS);
    }

    @Test
    void shouldTakeBackAKilledPeerInTimeUnderAFloodOfSetups() {
        connect(true);
        match.play(TICKS, () -> { });
        match.settle();

        match.a.kill();
        match.play(60, () -> setups(32, 64 * 1024));
        match.a.launch();
        final long delay = match.untilConnected(() -> setups(32, 64 * 1024));

        assertTrue(delay <= MAX_DELAY_MS, delay + " ms");
        match.play(TICKS, () -> setups(32, 64 * 1024));
        assertNothingHappened(64 * TICKS);
    }

    @Test
    void shouldNotAnswerDataOfUnknownSessions() {
        connect(true);

        match.play(TICKS, () -> {
            for (int i = 0; i < 200; i++) {
                attacker.send(attacker.data(StreamIds.of(0, Lane.values()[i & 1]), attacker.anySession()));
            }
        });

        assertNothingHappened(200 * TICKS);
    }

    /** Status messages, NAKs, round trips and errors, to both ends of a stream. */
    @Test
    void shouldNotCareForControlFramesOfUnknownSessions() {
        connect(true);
        final Attacker towardsA = new Attacker(match.ports[0]);

        match.play(TICKS, () -> {
            for (int i = 0; i < 50; i++) {
                for (final int type : new int[] {Attacker.STATUS, Attacker.NAK, Attacker.ROUND_TRIP, Attacker.ERROR}) {
                    final byte[] unknown = new byte[36];
                    Attacker.read(unknown).putInt(8, attacker.anySession())
                        .putInt(12, StreamIds.of(i >> 1 & 1, Lane.values()[i & 1]));
                    attacker.send(attacker.control(type, unknown, (byte) (i << 6)));
                    towardsA.send(towardsA.control(type, unknown, (byte) (i << 6)));
                }
            }
        });

        assertNothingHappened(200 * TICKS);
        assertRefused(match.a, 200 * TICKS);
        assertEquals(0, towardsA.replyBytes());
        towardsA.close();
    }

    @Test
    void shouldNotCareForNoise() {
        connect(true);

        match.play(TICKS, () -> {
            for (int i = 0; i < 100; i++) {
                attacker.send(attacker.noise(i % 2 == 0 ? 40 : i * 14));
            }
        });

        assertNothingHappened(100 * TICKS);
    }
}

package io.lockstep.aeron;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.security.LinkKeys;
import io.lockstep.core.security.MatchKey;
import io.lockstep.core.transport.DatagramHandler;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport.SendResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Two peers that send each other a datagram on each lane a tick, in virtual time and over links that an observer sees.
 * What arrives is compared with what was sent: numbers that begin at 1, and bytes that follow from the number.
 */
final class TappedMatch implements AutoCloseable {

    static final int PAYLOAD = 24;
    private static final long STEP_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long START_NS = TimeUnit.SECONDS.toNanos(1000);
    private static final int TICK_STEPS = 16;
    private static final int PATIENCE_TICKS = 1000;

    /** One peer and what came to it from the other. */
    final class Peer implements DatagramHandler {
        private final int id;
        private final int other;
        AeronTransport transport;
        private final long[] next = {1, 1};
        private final long[] accepted = new long[2];
        private final long[] arrived = new long[2];
        private final long[] last = new long[2];
        /** What no honest peer has sent, or at a place where it did not. */
        int forged;
        /** Numbers of the repaired lane that did not come. */
        int missing;

        Peer(final int id) {
            this.id = id;
            this.other = 1 - id;
        }

        void launch() {
            final AeronTransportConfig config = new AeronTransportConfig().localPeer(id)
                .listen(Net.HOST, ports[id]).peer(other, Net.HOST, taps[id].port()).directoryBase(base.toFile())
                .clock(() -> nowNs, () -> TimeUnit.NANOSECONDS.toMillis(nowNs));
            transport = AeronTransport.launch(matchKey == null ? config : config.keys(LinkKeys.of(matchKey)));
            if (matchKey != null) {
                transport.seal(new TestSeal(sessionKey, id));
            }
        }

        void kill() {
            transport.close();
            transport = null;
            taps[id].forgetPublications();
        }

        private void forget() {
            for (final Lane lane : Lane.values()) {
                accepted[lane.ordinal()] = 0;
                arrived[lane.ordinal()] = 0;
                last[lane.ordinal()] = 0;
            }
        }

        void tick() {
            if (transport == null) {
                return;
            }
            for (final Lane lane : Lane.values()) {
                final int i = lane.ordinal();
                if (transport.send(other, lane, next[i], content(next[i])) == SendResult.SENT) {
                    next[i]++;
                    accepted[i]++;
                }
            }
        }

        void poll() {
            if (transport != null) {
                transport.poll(nowNs, this);
            }
        }

        @Override
        public void onDatagram(final int peer, final Lane lane, final long tag, final ByteBuffer payload) {
            final int i = lane.ordinal();
            if (tag <= last[i] || !payload.equals(content(tag))) {
                forged++;
                return;
            }
            if (lane == Lane.CONTROL && last[i] != 0) {
                missing += (int) (tag - last[i] - 1);
            }
            last[i] = tag;
            arrived[i]++;
        }

        boolean hasHeardOn(final Lane lane) {
            return arrived[lane.ordinal()] > 0;
        }

        boolean hasAllRepairedOf(final Peer sender) {
            final int i = Lane.CONTROL.ordinal();
            return last[i] == sender.next[i] - 1;
        }

        long arrived(final Lane lane) {
            return arrived[lane.ordinal()];
        }

        long accepted(final Lane lane) {
            return accepted[lane.ordinal()];
        }
    }

    private final Path base;
    private final MatchKey matchKey;
    private final MatchKey sessionKey = MatchKey.generate();
    final int[] ports = Net.freePorts(2);
    /** What each peer sends goes through its tap. */
    final Wiretap[] taps = {new Wiretap(ports[1]), new Wiretap(ports[0])};
    final Peer a = new Peer(0);
    final Peer b = new Peer(1);
    private long nowNs = START_NS;

    TappedMatch(final Path base, final boolean withKeys) {
        this.base = base;
        matchKey = withKeys ? MatchKey.generate() : null;
    }

    private static ByteBuffer content(final long number) {
        return Net.payload(PAYLOAD, (int) number);
    }

    void connect() {
        a.launch();
        b.launch();
        untilConnected(() -> { });
    }

    /**
     * Plays until both have heard the other on both lanes. Counts from there on: what was sent to somebody who was dead
     * already is of the past.
     *
     * @param before what is done before each tick
     * @return milliseconds
     */
    long untilConnected(final Runnable before) {
        final long began = nowNs;
        a.forget();
        b.forget();
        for (int i = 0; !isConnected(); i++) {
            assertTrue(i < PATIENCE_TICKS, "not connected");
            before.run();
            tick();
        }
        a.forget();
        b.forget();
        return TimeUnit.NANOSECONDS.toMillis(nowNs - began);
    }

    private boolean isConnected() {
        for (final Lane lane : Lane.values()) {
            if (!a.hasHeardOn(lane) || !b.hasHeardOn(lane)) {
                return false;
            }
        }
        return true;
    }

    private void tick() {
        a.tick();
        b.tick();
        for (int i = 0; i < TICK_STEPS; i++) {
            step();
        }
    }

    private void step() {
        nowNs += STEP_NS;
        pump();
    }

    private void pump() {
        for (final Wiretap tap : taps) {
            tap.pump();
        }
        a.poll();
        b.poll();
        for (final Wiretap tap : taps) {
            tap.pump();
        }
    }

    /** Plays, with something done before each tick. */
    void play(final int ticks, final Runnable before) {
        for (int i = 0; i < ticks; i++) {
            before.run();
            tick();
        }
    }

    /** Lets the drivers exchange datagrams without a match. */
    void idle(final int ticks) {
        for (int i = 0; i < ticks * TICK_STEPS; i++) {
            step();
        }
    }

    /** Nothing is sent any more; what is under way arrives. */
    void settle() {
        for (int i = 0; !a.hasAllRepairedOf(b) || !b.hasAllRepairedOf(a); i++) {
            assertTrue(i < PATIENCE_TICKS * TICK_STEPS, "repaired datagrams are missing");
            step();
        }
    }

    /** Bytes of the drivers' directories. */
    long storage() {
        try (Stream<Path> files = Files.walk(base)) {
            long bytes = 0;
            for (final Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                bytes += Files.size(file);
            }
            return bytes;
        } catch (final IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** The last frame of a kind that went through a tap. */
    static byte[] last(final List<byte[]> datagrams, final int type, final int stream) {
        for (int i = datagrams.size() - 1; i >= 0; i--) {
            final byte[] frame = datagrams.get(i);
            final int of = type == Attacker.NAK || type == Attacker.STATUS
                ? Attacker.read(frame).getInt(12) : Attacker.stream(frame);
            if (Attacker.type(frame) == type && of == stream && Attacker.read(frame).getInt(0) > 0) {
                return frame;
            }
        }
        throw new AssertionError("no frame of type " + type + " on stream " + stream);
    }

    @Override
    public void close() {
        for (final Peer peer : new Peer[] {a, b}) {
            if (peer.transport != null) {
                peer.transport.close();
            }
        }
        for (final Wiretap tap : taps) {
            tap.close();
        }
    }
}

package io.lockstep.core.transport.udp;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.session.Session;
import io.lockstep.core.sync.StateWriter;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a link holds on to, transport and session together, when nothing but a match is played over it. */
class LinkMemoryIT {

    private static final int PEERS = 16;
    private static final int LINKS = PEERS * (PEERS - 1);
    /** Far beyond the handshakes and what each link measures. */
    private static final int FRAMES = 60;
    private static final int TICK_RATE = 30;
    private static final long MOST_BYTES = 24 << 10;
    /** The largest match, all of it in one process. */
    private static final int MOST_PEERS = 32;
    private static final long PROCESS_BYTES = 256L << 20;
    private static final int COLLECTIONS = 8;
    /** Between two polls. Time is moved by hand: how much is under way at once is not to depend on the machine. */
    private static final long STEP_NS = 1_000_000L;
    /** Far longer than so many frames take. */
    private static final int MOST_STEPS = 60_000;

    private final MemoryMXBean memory = ManagementFactory.getMemoryMXBean();

    private static final class Sum implements Simulation {
        private long sum;

        @Override
        public void step(final long frame, final Inputs inputs) {
            sum = sum * 31 + inputs.bits(0);
        }

        @Override
        public void save(final StateWriter out) {
            out.writeLong("sum", sum);
        }

        @Override
        public void load(final ByteBuffer state) {
            sum = state.getLong();
        }
    }

    /** The peers of one match or of several, all on this thread. */
    private static final class Peers implements AutoCloseable {
        private final List<DatagramTransport> transports = new ArrayList<>();
        private final List<Session> sessions = new ArrayList<>();
        private long nowNs;

        void add(final int peers) {
            final int[] ports = Sockets.freePorts(peers);
            for (int peer = 0; peer < peers; peer++) {
                final DatagramTransport transport = DatagramTransport.launch(Sockets.config(peer, ports));
                transports.add(transport);
                sessions.add(Session.builder().gameId("sum").players(peers).localPlayer(peer).sessionSeed(peer)
                    .simulation(new Sum()).transport(transport).tickRate(TICK_RATE)
                    .input((frame, player, input) -> input.putShort((short) frame)).build());
            }
        }

        boolean play() {
            boolean all = true;
            nowNs += STEP_NS;
            for (final Session session : sessions) {
                session.poll(nowNs);
                while (session.step()) {
                    // Everything that is due.
                }
                all &= session.frame() >= FRAMES;
            }
            return all;
        }

        @Override
        public void close() {
            transports.forEach(DatagramTransport::close);
        }
    }

    /** Plays matches of so many, which are not let go: what becomes free later than this is measured must not count. */
    private long held(final Peers peers, final int peersOfAMatch) {
        final long before = used();
        for (int match = 0; match < PEERS / peersOfAMatch; match++) {
            peers.add(peersOfAMatch);
        }
        int steps = 0;
        while (!peers.play()) {
            steps++;
            assertTrue(steps < MOST_STEPS, "still playing after " + steps + " ms");
        }
        return used() - before;
    }

    /** The least of some: the room that a thread takes to allocate in counts as used, and others take theirs. */
    private long used() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < COLLECTIONS; i++) {
            memory.gc();
            least = Math.min(least, memory.getHeapMemoryUsage().getUsed());
        }
        return least;
    }

    @Test
    @Timeout(120)
    void shouldHoldLittleForALink() {
        final long pairs;
        final long all;
        try (Peers first = new Peers(); Peers inPairs = new Peers(); Peers together = new Peers()) {
            held(first, PEERS); // and what is made once in a process
            pairs = held(inPairs, 2);
            all = held(together, PEERS);
        }
        final long link = (all - pairs) / (LINKS - PEERS);
        final long session = pairs / PEERS - link;
        assertTrue(link > 0 && link <= MOST_BYTES, link + " B a link, " + session + " B a session besides");
        final long largest = MOST_PEERS * (session + (MOST_PEERS - 1) * link);
        assertTrue(largest <= PROCESS_BYTES, largest + " B for " + MOST_PEERS + " peers");
    }
}

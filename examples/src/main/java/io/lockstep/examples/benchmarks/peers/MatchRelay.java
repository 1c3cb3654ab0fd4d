package io.lockstep.examples.benchmarks.peers;

import io.lockstep.examples.impair.UdpImpairment;
import io.lockstep.examples.peer.Address;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import java.io.IOException;
import java.util.List;

/** What lies between the two players of one match; counts what they send. Single-threaded. */
final class MatchRelay implements AutoCloseable {

    /** IPv4 and UDP. */
    private static final int HEADER_BYTES = 28;

    private final UdpImpairment datagrams;
    private final List<Address> ways;
    private final TcpRelay connection;
    private long bytes;

    /** Between a host at the first address and a guest at the second; maybe with a way for connections to the host. */
    MatchRelay(final LinkConditions conditions, final long seed, final List<Address> players, final boolean tcp)
        throws IOException {
        final SimulatedNetwork network = new SimulatedNetwork(2, seed).conditions(conditions)
            .tap((from, to, lane, tag, payload) -> bytes += payload.remaining() + HEADER_BYTES);
        datagrams = new UdpImpairment(network);
        ways = List.of(datagrams.route(0, 1, players.get(1)), datagrams.route(1, 0, players.get(0)));
        connection = tcp ? new TcpRelay(players.get(0), conditions, seed) : null;
    }

    /** Where a player sends datagrams for the other. */
    Address way(final int player) {
        return ways.get(player);
    }

    /** Where the guest connects to; 0 where nobody does. */
    int tcpPort() {
        return connection == null ? 0 : connection.port();
    }

    /** All that both have sent, lost or not, with headers. */
    long bytes() {
        return connection == null ? bytes : bytes + connection.bytes();
    }

    /** Passes on what is due; answers how much that was, if it was datagrams. */
    int poll(final long nowNs) {
        if (connection != null) {
            connection.poll(nowNs);
        }
        return datagrams.poll(nowNs);
    }

    @Override
    public void close() {
        datagrams.close();
        if (connection != null) {
            connection.close();
        }
    }
}

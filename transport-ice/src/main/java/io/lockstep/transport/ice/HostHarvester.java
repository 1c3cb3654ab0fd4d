package io.lockstep.transport.ice;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.ice4j.ice.Candidate;
import org.ice4j.ice.Component;
import org.ice4j.ice.HostCandidate;
import org.ice4j.ice.LocalCandidate;
import org.ice4j.ice.harvest.AbstractCandidateHarvester;
import org.ice4j.ice.harvest.HostCandidateHarvester;
import org.ice4j.socket.IceSocketWrapper;
import org.ice4j.socket.IceUdpSocketWrapper;
import org.ice4j.socket.MultiplexingDatagramSocket;
import org.ice4j.stack.StunStack;

/**
 * Opens a UDP socket on each address of this machine, as ice4j's own does, but on the loopback interface if that is
 * wanted, and without using them for checks if only the relays behind them are: else somebody who names his own address
 * as a relay's would be told ours.
 */
final class HostHarvester extends AbstractCandidateHarvester {

    private final boolean loopback;
    /** Null if only the relays are of use. */
    private final Arrivals arrivals;

    /**
     * Opens them when it is asked.
     *
     * @param loopback instead of all else
     * @param arrivals takes what peers send there; null if the sockets are for relays alone
     */
    HostHarvester(final boolean loopback, final Arrivals arrivals) {
        this.loopback = loopback;
        this.arrivals = arrivals;
    }

    @Override
    public boolean isHostHarvester() {
        return true;
    }

    @Override
    public Collection<LocalCandidate> harvest(final Component component) {
        final List<LocalCandidate> found = new ArrayList<>();
        for (final InetAddress address : addresses()) {
            try {
                found.add(open(component, address));
            } catch (final IOException unusable) {
                continue; // the next address may do
            }
        }
        return found;
    }

    private List<InetAddress> addresses() {
        if (loopback) {
            return List.of(InetAddress.getLoopbackAddress());
        }
        final List<InetAddress> found = new ArrayList<>();
        for (final NetworkInterface one : HostCandidateHarvester.getAllowedInterfaces()) {
            for (final InetAddress address : Collections.list(one.getInetAddresses())) {
                if (!address.isLoopbackAddress() && !address.isLinkLocalAddress()) {
                    found.add(address);
                }
            }
        }
        return found;
    }

    private LocalCandidate open(final Component component, final InetAddress address) throws IOException {
        final IceSocketWrapper socket = new IceUdpSocketWrapper(arrivals == null
            ? new MultiplexingDatagramSocket(0, address)
            : new MultiplexingDatagramSocket(TappedSocket.open(address, arrivals)));
        final HostCandidate candidate = arrivals == null ? new Hidden(socket, component)
            : new HostCandidate(socket, component);
        component.addLocalCandidate(candidate);
        final StunStack stack = component.getParentStream().getParentAgent().getStunStack();
        stack.addSocket(candidate.getStunSocket(null));
        return candidate;
    }

    /** Reaches servers, and no peer. */
    private static final class Hidden extends HostCandidate {

        Hidden(final IceSocketWrapper socket, final Component component) {
            super(socket, component);
        }

        @Override
        public boolean canReach(final Candidate<?> other) {
            return false;
        }
    }
}

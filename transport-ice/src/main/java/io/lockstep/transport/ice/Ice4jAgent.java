package io.lockstep.transport.ice;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.ice4j.Transport;
import org.ice4j.TransportAddress;
import org.ice4j.ice.Agent;
import org.ice4j.ice.CandidatePair;
import org.ice4j.ice.CandidateType;
import org.ice4j.ice.Component;
import org.ice4j.ice.IceMediaStream;
import org.ice4j.ice.IceProcessingState;
import org.ice4j.ice.KeepAliveStrategy;
import org.ice4j.ice.LocalCandidate;
import org.ice4j.ice.NominationStrategy;
import org.ice4j.ice.RemoteCandidate;
import org.ice4j.ice.harvest.StunCandidateHarvester;
import org.ice4j.security.LongTermCredential;
import org.ice4j.socket.IceSocketWrapper;
import org.jspecify.annotations.NullUnmarked;

/**
 * An agent of ice4j's. What takes its time (gathering, starting, freeing) runs on threads of its own, one after the
 * other; events go to the mesh's thread, and what arrives to the box: from the thread that receives it, or through a
 * relay from a thread that reads.
 */
@NullUnmarked
final class Ice4jAgent implements IceAgent {

    private static final int BUFFER_BYTES = 2048;
    private static final long RETRY_NS = 5_000_000L;
    private static final CandidateType[] TYPES = {CandidateType.HOST_CANDIDATE,
        CandidateType.SERVER_REFLEXIVE_CANDIDATE, CandidateType.PEER_REFLEXIVE_CANDIDATE,
        CandidateType.RELAYED_CANDIDATE};
    /** Held here, or the level that was set might be forgotten with the logger. */
    private static final List<Logger> LOGGERS = List.of(Logger.getLogger("org.ice4j"), Logger.getLogger("org.jitsi"),
        Logger.getLogger("JitsiConfig"));

    static {
        // Before the first of ice4j's classes reads them; what the user has set stays.
        preset("ice4j.harvest.mapping.aws.enabled", "false");
        preset("ice4j.harvest.use-link-local-addresses", "false");
        for (final Logger logger : LOGGERS) {
            if (logger.getLevel() == null) {
                logger.setLevel(Level.OFF);
            }
        }
        IdleThreads.shorten();
    }

    private final IceConfig config;
    private final Way way;
    private final boolean controlling;
    private final Executor home;
    private final Events events;
    private final Inbox.Slot arrivals;
    private final Strand strand = new Strand();
    /** All of the strand's. */
    private Agent agent;
    private IceMediaStream stream;
    private Letter.Offer remote;
    private boolean gathered;
    /** Both of the game's thread: by which channel it sends, and of which pair that is. */
    private DatagramChannel channel;
    private CandidatePair channelPair;
    private volatile Component component;
    private volatile boolean open;
    private volatile boolean closed;

    Ice4jAgent(final IceConfig config, final Way way, final boolean controlling, final Executor home,
               final Events events, final Inbox.Slot arrivals) {
        this.config = config;
        this.way = way;
        this.controlling = controlling;
        this.home = home;
        this.events = events;
        this.arrivals = arrivals;
    }

    private static void preset(final String key, final String value) {
        if (System.getProperty(key) == null) {
            System.setProperty(key, value);
        }
    }

    @Override
    public void start() {
        strand.execute(() -> {
            try {
                gather();
            } catch (final IOException | RuntimeException refused) {
                tell(() -> events.failed(this)); // no socket, no memory: another generation may have more luck
            }
        });
    }

    private void gather() throws IOException {
        if (closed) {
            return;
        }
        agent = new Agent();
        agent.setUseDynamicPorts(false);
        agent.setControlling(controlling);
        agent.addCandidateHarvester(new HostHarvester(config.allowsLoopback(),
            way == Way.RELAYED ? null : this::arrived));
        if (way == Way.DIRECT) {
            agent.setNominationStrategy(NominationStrategy.NOMINATE_FIRST_HOST_OR_REFLEXIVE_VALID);
            for (final IceConfig.Server server : config.stun()) {
                for (final TransportAddress address : resolve(server)) {
                    agent.addCandidateHarvester(new StunCandidateHarvester(address));
                }
            }
        } else {
            agent.setNominationStrategy(NominationStrategy.NOMINATE_FIRST_VALID);
            for (final IceConfig.Server server : config.turn()) {
                for (final TransportAddress address : resolve(server)) {
                    agent.addCandidateHarvester(new RelayHarvester(address,
                        new LongTermCredential(server.user(), server.password())));
                }
            }
        }
        stream = agent.createMediaStream("lockstep");
        agent.addStateChangeListener(event -> changed((IceProcessingState) event.getNewValue()));
        component = agent.createComponent(stream, KeepAliveStrategy.SELECTED_ONLY, false);
        final Letter.Offer offer = offer();
        gathered = true;
        if (offer.candidates().isEmpty()) {
            tell(() -> events.failed(this));
            return;
        }
        tell(() -> events.gathered(this, offer));
        check();
    }

    /** The first address of each family: an agent pairs like with like. */
    private static List<TransportAddress> resolve(final IceConfig.Server server) {
        final List<TransportAddress> found = new ArrayList<>();
        try {
            for (final InetAddress address : InetAddress.getAllByName(server.host())) {
                if (found.stream().noneMatch(one -> one.getAddress().getClass() == address.getClass())) {
                    found.add(new TransportAddress(address, server.port(), Transport.UDP));
                }
            }
        } catch (final UnknownHostException unknown) {
            return List.of(); // the others may do
        }
        return found;
    }

    private Letter.Offer offer() {
        final List<Candidate> candidates = new ArrayList<>();
        for (final LocalCandidate local : component.getLocalCandidates()) {
            final boolean relayed = local.getType() == CandidateType.RELAYED_CANDIDATE;
            final TransportAddress address = local.getTransportAddress();
            final Candidate candidate = new Candidate(type(local.getType()), local.getFoundation(),
                local.getPriority(), address.getAddress(), address.getPort());
            if (relayed == (way == Way.RELAYED) && candidate.isPlausible(config.allowsLoopback())) {
                candidates.add(candidate);
            }
        }
        candidates.sort(Comparator.comparingLong(Candidate::priority).reversed());
        return new Letter.Offer(agent.getLocalUfrag(), agent.getLocalPassword(), List.copyOf(
            candidates.subList(0, Math.min(candidates.size(), LetterCodec.MAX_CANDIDATES))));
    }

    private static Candidate.Type type(final CandidateType type) {
        for (int i = 0; i < TYPES.length; i++) {
            if (TYPES[i] == type) {
                return Candidate.Type.values()[i];
            }
        }
        return Candidate.Type.HOST;
    }

    @Override
    public void connect(final Letter.Offer offer) {
        strand.execute(() -> {
            remote = offer;
            check();
        });
    }

    /** Begins as soon as both ends are known. */
    private void check() {
        if (!gathered || remote == null || closed) {
            return;
        }
        stream.setRemoteUfrag(remote.ufrag());
        stream.setRemotePassword(remote.password());
        for (final Candidate candidate : remote.candidates()) {
            final boolean relayed = candidate.type() == Candidate.Type.RELAYED;
            if (candidate.isPlausible(config.allowsLoopback()) && relayed == (way == Way.RELAYED)) {
                component.addRemoteCandidate(new RemoteCandidate(
                    new TransportAddress(candidate.address(), candidate.port(), Transport.UDP), component,
                    TYPES[candidate.type().ordinal()], candidate.foundation(), candidate.priority(), null));
            }
        }
        if (component.getRemoteCandidateCount() == 0) {
            tell(() -> events.failed(this));
            return;
        }
        agent.startConnectivityEstablishment();
    }

    private void changed(final IceProcessingState state) {
        if (state.isEstablished()) {
            tell(this::open); // it says so twice, from threads of its own
        } else if (state == IceProcessingState.FAILED) {
            tell(() -> events.failed(this));
        }
    }

    /** On the mesh's thread, and once. A direct way needs no reader: what comes is handed over by who receives it. */
    private void open() {
        if (!open) {
            open = true;
            if (way == Way.RELAYED) {
                final Thread reader = new Thread(this::read, "lockstep-path-read");
                reader.setDaemon(true);
                reader.start();
            }
            events.up(this);
        }
    }

    private void tell(final Runnable event) {
        home.execute(() -> {
            if (!closed) {
                event.run();
            }
        });
    }

    @SuppressWarnings("deprecation") // for the component's own socket, which has one thread more for each of ours
    private static IceSocketWrapper socket(final CandidatePair pair) {
        return pair.getIceSocketWrapper();
    }

    /** On the threads that receive: one for each address of this machine. */
    private void arrived(final byte[] bytes, final int offset, final int length) {
        if (!closed) {
            arrivals.take(bytes, offset, length);
        }
    }

    private void read() {
        final byte[] buffer = new byte[BUFFER_BYTES];
        final DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
        while (!closed) {
            try {
                packet.setData(buffer);
                socket(component.getSelectedPair()).receive(packet);
                arrived(packet.getData(), packet.getOffset(), packet.getLength());
            } catch (final IOException | RuntimeException notOpenYet) {
                LockSupport.parkNanos(RETRY_NS);
            }
        }
    }

    @Override
    public void send(final byte[] bytes, final int offset, final int length) {
        if (!open || closed) {
            return;
        }
        try {
            final CandidatePair pair = component.getSelectedPair();
            socket(pair).send(new DatagramPacket(bytes, offset, length,
                pair.getRemoteCandidate().getTransportAddress()));
        } catch (final IOException | RuntimeException lost) {
            // As any datagram may be; the link notices a way that leads nowhere.
        }
    }

    @Override
    public boolean sendAtOnce(final ByteBuffer packet) {
        if (way == Way.RELAYED || !open || closed) {
            return false;
        }
        try {
            final CandidatePair pair = component.getSelectedPair();
            if (pair != channelPair) {
                channelPair = pair;
                channel = socket(pair).getUDPSocket().getChannel();
            }
            if (channel == null) {
                return false; // no socket of ours
            }
            channel.send(packet, pair.getRemoteCandidate().getTransportAddress());
        } catch (final IOException | RuntimeException lost) {
            // As any datagram may be.
        }
        return true;
    }

    @Override
    public void close() {
        closed = true;
        arrivals.close();
        strand.execute(() -> {
            if (agent != null) {
                agent.free();
            }
        });
    }
}

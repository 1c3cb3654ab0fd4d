package io.lockstep.examples.benchmarks;

import io.lockstep.aeron.AeronTransport;
import io.lockstep.aeron.AeronTransportConfig;
import io.lockstep.core.jfr.JfrEvents;
import io.lockstep.core.session.MatchMeters;
import io.lockstep.core.session.MatchObserver;
import io.lockstep.examples.peer.Address;
import io.lockstep.examples.peer.LoopbackPorts;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What it costs to be seen: {@code Session.peerTick} of a match of two with each observer at both peers. What is
 * written is written at each tick, because a tick is longer than the least time between two writes.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(jvmArgsAppend = {"--add-exports", "java.base/jdk.internal.misc=ALL-UNNAMED"})
public class ObservedBenchmark {

    private static final int PEERS = 2;

    /** Who looks on: nobody, meters, the flight recorder's events while it is off or on, counters of Aeron, or all. */
    @Param({"nobody", "meters", "jfrOff", "jfrOn", "counters", "all"})
    public String observer;

    private final List<AeronTransport> drivers = new ArrayList<>();
    private VirtualMatch match;
    private Recording recording;

    /** A benchmark that is to be prepared. */
    public ObservedBenchmark() {
    }

    /** Starts the match, which Aeron does not carry: its driver only has the counters. */
    @Setup
    public void start() {
        if (observer.equals("jfrOn") || observer.equals("all")) {
            recording = new Recording();
            recording.start();
        }
        final List<Address> ports = LoopbackPorts.free(PEERS);
        match = VirtualMatch.tiny(PEERS, (peer, config) -> config.observer(observer(peer, ports)));
    }

    private MatchObserver observer(final int peer, final List<Address> ports) {
        return switch (observer) {
            case "nobody" -> null;
            case "meters" -> new MatchMeters();
            case "jfrOff", "jfrOn" -> new JfrEvents(peer);
            case "counters" -> counters(peer, ports);
            default -> new MatchMeters().and(new JfrEvents(peer)).and(counters(peer, ports));
        };
    }

    private MatchObserver counters(final int peer, final List<Address> ports) {
        final AeronTransport driver = AeronTransport.launch(new AeronTransportConfig().localPeer(peer)
            .listen(ports.get(peer).host(), ports.get(peer).port())
            .peer(1 - peer, ports.get(1 - peer).host(), ports.get(1 - peer).port()));
        drivers.add(driver);
        return driver.counters();
    }

    /** Makes sure that it was played, and leaves nothing behind. */
    @TearDown
    public void finish() {
        match.check();
        drivers.forEach(AeronTransport::close);
        drivers.clear();
        if (recording != null) {
            recording.close();
        }
    }

    /**
     * One tick of one peer.
     *
     * @return its frame
     */
    @Benchmark
    public long peerTick() {
        return match.tickNext();
    }
}

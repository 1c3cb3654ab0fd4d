package io.lockstep.examples.benchmarks.peers;

import io.lockstep.examples.peer.Address;
import io.lockstep.examples.peer.LoopbackPorts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * One match of every contestant, all at once over the same weather. They are started one after the other, so that none
 * pays for another's start; then all are measured for the same seconds.
 */
final class Heat implements AutoCloseable {

    /** Logged beyond what is measured: while the others start, and in the end. */
    private static final int MORE_SECONDS = 240;
    /** From a player's silence on until the other has settled into waiting, and how long it is watched then. */
    private static final long SILENCE_MS = 1000;
    private static final long IDLE_MS = 2000;
    /** All together have so long to send what they have logged. */
    private static final long REPORT_NS = 5_000_000_000L;
    private static final long STEP_MS = 100;
    /** It happens once in a hundred matches, so hardly three times in a row. */
    private static final int MAX_TRIES = 3;
    private static final long MS_PER_S = 1000;

    private final Weather weather;
    private final List<Contender> order;
    private final int seconds;
    private final long seed;
    private final Relays relays = new Relays();
    private final Map<Contender, Pair> pairs = new EnumMap<>(Contender.class);
    private final List<PeerChild> children = new ArrayList<>();

    /** The processes of one match and what lies between them. */
    private record Pair(MatchRelay relay, PeerChild host, PeerChild guest) {
        void tell(final byte word) {
            host.tell(word);
            guest.tell(word);
        }
    }

    Heat(final Weather weather, final List<Contender> order, final int seconds, final long seed) {
        this.weather = weather;
        this.order = List.copyOf(order);
        this.seconds = seconds;
        this.seed = seed;
    }

    /** Plays; answers with less than all if it is to stop. */
    Map<Contender, PeerMatch> play(final Consumer<String> news, final BooleanSupplier stop)
        throws IOException, InterruptedException {
        final Map<Contender, PeerMatch> results = new EnumMap<>(Contender.class);
        for (final Contender contender : order) {
            if (stop.getAsBoolean()) {
                return results;
            }
            news.accept("starting " + contender.title());
            pairs.put(contender, start(contender));
        }
        news.accept("measuring for " + seconds + " s");
        final long fromNs = System.nanoTime();
        final Map<Contender, Long> before = bytes();
        sleep(seconds * MS_PER_S, stop);
        final long toNs = System.nanoTime();
        final Map<Contender, Long> after = bytes();
        pairs.values().forEach(pair -> pair.tell(PeerProcess.END));
        pairs.values().forEach(pair -> pair.guest().tell(PeerProcess.HUSH));
        sleep(SILENCE_MS, stop);
        pairs.values().forEach(pair -> pair.host().tell(PeerProcess.IDLE));
        sleep(IDLE_MS, stop);
        if (stop.getAsBoolean()) {
            return results;
        }
        pairs.values().forEach(pair -> pair.tell(PeerProcess.STOP));
        final long endNs = System.nanoTime() + REPORT_NS;
        for (final Map.Entry<Contender, Pair> one : pairs.entrySet()) {
            one.getValue().host().join(endNs);
            one.getValue().guest().join(endNs);
            results.put(one.getKey(), result(one.getValue(), fromNs, toNs,
                after.get(one.getKey()) - before.get(one.getKey())));
        }
        return results;
    }

    /** A port that was free may be taken before its player has it: then they sit down elsewhere. */
    private Pair start(final Contender contender) throws IOException, InterruptedException {
        Pair pair = launch(contender);
        for (int tries = 1; tries < MAX_TRIES && (pair.host().lacksPort() || pair.guest().lacksPort()); tries++) {
            pair.host().close();
            pair.guest().close();
            pair = launch(contender);
        }
        return pair;
    }

    private Pair launch(final Contender contender) throws IOException, InterruptedException {
        final int delay = contender.delay(weather.tunedDelay());
        final List<Address> players = LoopbackPorts.free(2);
        final MatchRelay relay = new MatchRelay(weather.conditions(), seed, players, contender.needsTcp());
        relays.add(relay);
        final List<PeerChild> both = new ArrayList<>();
        for (int player = 0; player < 2; player++) {
            final PeerChild child = new PeerChild(contender,
                new Seat(player, delay, players.get(player), relay.way(player), relay.tcpPort()),
                (seconds + MORE_SECONDS) * PeerGame.TICK_RATE);
            children.add(child);
            both.add(child);
        }
        for (final PeerChild child : both) {
            child.awaitFirst(PeerProcess.START_NS);
        }
        return new Pair(relay, both.get(0), both.get(1));
    }

    private Map<Contender, Long> bytes() {
        final Map<Contender, Long> bytes = new EnumMap<>(Contender.class);
        pairs.forEach((contender, pair) -> bytes.put(contender, relays.bytes(pair.relay())));
        return bytes;
    }

    private static void sleep(final long ms, final BooleanSupplier stop) throws InterruptedException {
        for (long slept = 0; slept < ms && !stop.getAsBoolean(); slept += STEP_MS) {
            Thread.sleep(Math.min(STEP_MS, ms - slept));
        }
    }

    private static PeerMatch result(final Pair pair, final long fromNs, final long toNs, final long bytes) {
        for (final PeerChild child : List.of(pair.host(), pair.guest())) {
            if (child.failure() != null) {
                return PeerMatch.failed(child.failure());
            }
        }
        return PeerMatch.of(pair.host().report(), pair.guest().report(), fromNs, toNs, bytes);
    }

    /** Ends all that still runs. */
    @Override
    public void close() {
        children.forEach(PeerChild::end);
        children.forEach(PeerChild::close);
        relays.close();
    }
}

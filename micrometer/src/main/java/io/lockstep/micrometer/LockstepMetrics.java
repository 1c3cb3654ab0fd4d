package io.lockstep.micrometer;

import io.lockstep.core.game.PeerStatistics;
import io.lockstep.core.session.Figure;
import io.lockstep.core.session.MatchMeters;
import io.lockstep.core.session.PeerFigure;
import io.lockstep.core.session.SessionStatistics;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleConsumer;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Shows the figures of a match to a registry of Micrometer: each {@link Figure} as {@code lockstep.…}, each
 * {@link PeerFigure} as {@code lockstep.peer.…} with the tag {@code peer}; counts as counters, all others as gauges,
 * times in the registry's unit, losses as parts of 1.
 *
 * <pre>
 * final MatchMeters meters = new MatchMeters();
 * final Session session = Session.builder().observer(meters) …
 * final LockstepMetrics metrics = new LockstepMetrics(meters);
 * metrics.bindTo(registry);
 * scheduler.scheduleAtFixedRate(metrics::update, 1, 1, TimeUnit.SECONDS);
 * </pre>
 *
 * <p>Nothing of it runs on the session's thread. The meters show something as long as the {@link MatchMeters} are
 * referred to, as they are by their session.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public final class LockstepMetrics implements MeterBinder {

    private static final String OF_SESSION = "lockstep.";
    private static final String OF_PEER = "lockstep.peer.";
    private static final String TIME = "-ns";
    private static final String PARTS = "-ppm";
    private static final double PPM = 1e6;
    /** Closer than anybody looks; what is measured is known to one or two digits less. */
    private static final int DIGITS = 3;

    private final MatchMeters meters;
    private final Tags tags;
    private final Histogram interval = new Histogram(DIGITS);
    @SuppressWarnings("NullAway.Init") // given before it is used
    private MeterRegistry registry;
    private boolean peersBound;

    /**
     * Metrics of a match.
     *
     * @param meters those that the session was given as its observer
     */
    public LockstepMetrics(final MatchMeters meters) {
        this(meters, Tags.empty());
    }

    /**
     * Metrics of one of several matches.
     *
     * @param meters those that the session was given as its observer
     * @param tags   what each meter carries, such as the match's id
     */
    public LockstepMetrics(final MatchMeters meters, final Iterable<Tag> tags) {
        this.meters = meters;
        this.tags = Tags.of(tags);
    }

    @Override
    public synchronized void bindTo(final MeterRegistry to) {
        registry = to;
        for (final Figure figure : Figure.values()) {
            bind(OF_SESSION, figure.label(), figure.isCount(), tags, from -> from.of(figure));
        }
        update();
    }

    private void bind(final String prefix, final String label, final boolean count, final Tags with,
                      final ToDoubleFunction<MatchMeters> value) {
        if (count) {
            FunctionCounter.builder(name(prefix, label, ""), meters, value).tags(with).register(registry);
        } else if (label.endsWith(TIME)) {
            TimeGauge.builder(name(prefix, label, TIME), meters, TimeUnit.NANOSECONDS, value).tags(with)
                .register(registry);
        } else if (label.endsWith(PARTS)) {
            Gauge.builder(name(prefix, label, PARTS), meters, from -> value.applyAsDouble(from) / PPM).tags(with)
                .register(registry);
        } else {
            Gauge.builder(name(prefix, label, ""), meters, value).tags(with).register(registry);
        }
    }

    private static String name(final String prefix, final String label, final String unit) {
        return prefix + label.substring(0, label.length() - unit.length()).toLowerCase(Locale.ROOT).replace('-', '.');
    }

    /**
     * Hands on what was measured since the last call: round trips, latencies of inputs, stalls, how early and late
     * inputs came, and lengths of payloads, each value once, as timers and summaries. To be called now and then, such
     * as once a second, from any thread. It takes these values from the session, so nobody else should.
     *
     * @throws IllegalStateException if {@link #bindTo} was not called
     */
    public synchronized void update() {
        if (registry == null) {
            throw new IllegalStateException("bindTo was not called: there is no registry to update");
        }
        final SessionStatistics statistics = meters.statistics();
        if (statistics == null) {
            return; // the session was not polled yet
        }
        statistics.takeStallMicros(interval);
        toTimer("lockstep.stalls", tags);
        statistics.takeInputLatencyMicros(interval);
        toTimer("lockstep.input.latencies", tags);
        for (int i = 0; i < statistics.peers(); i++) {
            update(statistics.peer(i));
        }
        peersBound = true;
    }

    private void update(final PeerStatistics peer) {
        final Tags with = tags.and("peer", String.valueOf(peer.peer()));
        for (final PeerFigure figure : PeerFigure.values()) {
            if (!peersBound) {
                final int id = peer.peer();
                bind(OF_PEER, figure.label(), figure.isCount(), with, from -> from.of(figure, id));
            }
        }
        peer.takeRttMicros(interval);
        toTimer("lockstep.peer.round.trips", with);
        peer.takeEarlyMicros(interval);
        toTimer("lockstep.peer.inputs.early", with);
        peer.takeLateMicros(interval);
        toTimer("lockstep.peer.inputs.late", with);
        peer.takePayloadBytes(interval);
        final DistributionSummary payloads = DistributionSummary.builder("lockstep.peer.payloads").baseUnit("bytes")
            .tags(with).register(registry);
        handOn(payloads::record);
    }

    private void toTimer(final String name, final Tags with) {
        final Timer timer = Timer.builder(name).tags(with).register(registry);
        handOn(micros -> timer.record((long) micros, TimeUnit.MICROSECONDS));
    }

    private void handOn(final DoubleConsumer to) {
        for (final HistogramIterationValue value : interval.recordedValues()) {
            final long low = interval.lowestEquivalentValue(value.getValueIteratedTo());
            for (long i = 0; i < value.getCountAtValueIteratedTo(); i++) {
                to.accept(low);
            }
        }
    }
}

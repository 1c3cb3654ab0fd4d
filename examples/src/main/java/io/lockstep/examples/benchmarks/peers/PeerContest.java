package io.lockstep.examples.benchmarks.peers;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Lockstep beside others: every contestant over every weather, some times, and what came of it. */
public final class PeerContest {

    /** Who starts first is another one in each repeat. */
    private static final int ROTATE = 4;

    private final List<Contender> contenders;
    private final int seconds;
    private final int repeats;
    private final Map<Weather, Map<Contender, List<PeerMatch>>> results = new EnumMap<>(Weather.class);

    /**
     * A contest that has not begun.
     *
     * @param contenders who plays
     * @param seconds    for how long each match is measured, above 0
     * @param repeats    matches of each contestant over each weather, above 0
     */
    public PeerContest(final List<Contender> contenders, final int seconds, final int repeats) {
        this.contenders = List.copyOf(contenders);
        this.seconds = seconds;
        this.repeats = repeats;
    }

    /**
     * Plays. Blocks for about {@code repeats * (seconds + 15)} seconds a weather.
     *
     * @param weathers over which
     * @param news     told what is done, in one line
     * @param stop     asked all the time; true ends the contest and every process of it
     * @throws IOException          if the system has no more sockets or processes
     * @throws InterruptedException if this thread was interrupted; no process is left then
     */
    public void play(final List<Weather> weathers, final Consumer<String> news, final BooleanSupplier stop)
        throws IOException, InterruptedException {
        for (final Weather weather : weathers) {
            for (int repeat = 0; repeat < repeats && !stop.getAsBoolean(); repeat++) {
                final String where = weather.key() + " " + (repeat + 1) + "/" + repeats + ": ";
                final List<Contender> order = new ArrayList<>(contenders);
                Collections.rotate(order, -repeat * ROTATE);
                try (Heat heat = new Heat(weather, order, seconds, 1L + repeat)) {
                    heat.play(text -> news.accept(where + text), stop)
                        .forEach((contender, match) -> add(weather, contender, match));
                }
            }
        }
    }

    /** A match was played. */
    void add(final Weather weather, final Contender contender, final PeerMatch match) {
        results.computeIfAbsent(weather, key -> new EnumMap<>(Contender.class))
            .computeIfAbsent(contender, key -> new ArrayList<>()).add(match);
    }

    /** What came of a contestant's matches over one weather; empty if it did not play there. */
    List<PeerMatch> matches(final Weather weather, final Contender contender) {
        return results.getOrDefault(weather, Map.of()).getOrDefault(contender, List.of());
    }

    /** Over which weathers there are results. */
    List<Weather> weathers() {
        return List.copyOf(results.keySet());
    }

    List<Contender> contenders() {
        return contenders;
    }

    int seconds() {
        return seconds;
    }

    int repeats() {
        return repeats;
    }
}

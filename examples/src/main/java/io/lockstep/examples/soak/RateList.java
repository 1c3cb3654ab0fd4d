package io.lockstep.examples.soak;

import io.lockstep.core.session.SessionConfig;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/** Reads the combinations that a table of rates plays: lists of values, such as {@code peers=2,8 hz=60}. */
final class RateList {

    /** Longest measured time of a combination, in seconds. */
    private static final int MAX_SECONDS = 3600;
    private static final int DEFAULT_SECONDS = 20;
    private static final int MAX_PLAYERS = 32;
    private static final int MAX_RTT_MS = 2000;
    private static final int MAX_LOSS = 50;
    private static final int MAX_UPLINK = 1000;

    /** A quantity that a list may name: its least and greatest value, its default, and the values to draw from. */
    private enum Key {
        PEERS(2, MAX_PLAYERS, 2, 2, 4, 8, 16, 32),
        LOCAL(1, MAX_PLAYERS / 2, 1, 1, 2, 3, 4),
        INPUT(1, SessionConfig.MAX_INPUT_BYTES, 2, 1, 2, 16, 64),
        EVENT(0, SessionConfig.MAX_EVENT_BYTES, 0, 0, 64, 255),
        HZ(1, SessionConfig.MAX_TICK_RATE, 60, 20, 60, 120, 240),
        RTT(0, MAX_RTT_MS, 100, 0, 100, 300, 600),
        LOSS(0, MAX_LOSS, 0, 0, 2, 10),
        UPLINK(0, MAX_UPLINK, 0, 0, 1, 3);

        private final double min;
        private final double max;
        private final double[] usual;
        private final double[] drawn;

        Key(final double min, final double max, final double usual, final double... drawn) {
            this.min = min;
            this.max = max;
            this.usual = new double[] {usual};
            this.drawn = drawn;
        }

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        boolean isWhole() {
            return this != LOSS && this != UPLINK;
        }
    }

    /**
     * Named lists. The first covers the API's limits on lines with room: sizes, events, tick rates and long lines,
     * players, losses. The second has thin lines, from those that a match nearly fills to those that it hardly uses.
     */
    private static final Map<String, String> NAMED = Map.of(
        "sizes", "seconds=10 rtt=300 input=2,16,64 hz=60,240; event=64,255 rtt=100,200,300; rtt=600 hz=20,120,240;"
            + " rtt=300 local=2,4 input=16 event=64; peers=4,8,16,32 input=16; rtt=300 loss=2,10 input=64;"
            + " loss=10 hz=240 input=16; rtt=300 peers=8 loss=2 hz=120 event=64",
        "thin", "seconds=10 uplink=1 event=255 hz=60,240 loss=0,2; uplink=1 rtt=300 local=4 input=64 hz=120;"
            + " uplink=1 rtt=50 peers=8,16,32; uplink=1 peers=8 input=16 loss=2; uplink=1 peers=4 hz=240 input=16;"
            + " uplink=3 peers=8 event=64,255; uplink=3 rtt=600 peers=4 hz=120 input=64;"
            + " uplink=3 rtt=300 peers=8 hz=120 event=255 loss=2");

    private static final String SECONDS = "seconds";
    private static final String DRAW = "draw";

    private final List<RateCase> cases = new ArrayList<>();
    private int seconds = DEFAULT_SECONDS;

    /**
     * Reads lists that are separated by semicolons; the text of the exception names what is wrong.
     *
     * @param text what the command line says: lists, or the name of lists
     * @param seed the seed for drawing combinations
     */
    RateList(final String text, final long seed) {
        for (final String list : NAMED.getOrDefault(text, text).split(";")) {
            read(list.trim(), seed);
        }
        if (cases.isEmpty()) {
            throw bad("'" + text + "' names no combination of at most " + MAX_PLAYERS + " players");
        }
    }

    List<RateCase> cases() {
        return cases;
    }

    /** Returns the measured time of each combination. */
    int seconds() {
        return seconds;
    }

    private static IllegalArgumentException bad(final String why) {
        return new IllegalArgumentException("--rates: " + why);
    }

    private void read(final String list, final long seed) {
        final double[][] values = new double[Key.values().length][];
        int draw = 0;
        for (final String entry : list.isEmpty() ? new String[0] : list.split("\\s+")) {
            final int equals = entry.indexOf('=');
            final String word = entry.substring(0, Math.max(0, equals));
            final String text = entry.substring(equals + 1);
            if (word.equals(SECONDS)) {
                seconds = (int) number(word, text, 1, MAX_SECONDS, true);
            } else if (word.equals(DRAW)) {
                draw = (int) number(word, text, 1, Integer.MAX_VALUE, true);
            } else {
                final Key key = key(word, entry);
                values[key.ordinal()] = Arrays.stream(text.split(","))
                    .mapToDouble(one -> number(word, one, key.min, key.max, key.isWhole())).toArray();
            }
        }
        for (final Key key : Key.values()) {
            if (values[key.ordinal()] == null) {
                values[key.ordinal()] = draw > 0 ? key.drawn : key.usual;
            }
        }
        final List<RateCase> all = new ArrayList<>();
        combine(values, new double[values.length], 0, all);
        cases.addAll(draw > 0 ? drawn(all, draw, seed) : all);
    }

    private static Key key(final String word, final String entry) {
        for (final Key key : Key.values()) {
            if (key.word().equals(word)) {
                return key;
            }
        }
        throw bad("'" + entry + "' is none of peers=, local=, input=, event=, hz=, rtt=, loss=, uplink=, seconds= and "
            + "draw=");
    }

    private static double number(final String word, final String text, final double min, final double max,
                                 final boolean whole) {
        try {
            final double value = Double.parseDouble(text);
            if (value >= min && value <= max && (!whole || value == Math.rint(value))) {
                return value;
            }
        } catch (final NumberFormatException wrong) {
            // The same answer as for numbers out of range.
        }
        throw bad(String.format(Locale.ROOT, "%s=%s is not %s %.0f to %.0f", word, text,
            whole ? "a whole number from" : "from", min, max));
    }

    private static void combine(final double[][] values, final double[] chosen, final int at,
                                final List<RateCase> into) {
        if (at == values.length) {
            final RateCase one = new RateCase((int) chosen[Key.PEERS.ordinal()], (int) chosen[Key.LOCAL.ordinal()],
                (int) chosen[Key.INPUT.ordinal()], (int) chosen[Key.EVENT.ordinal()],
                (int) chosen[Key.HZ.ordinal()], (int) chosen[Key.RTT.ordinal()], chosen[Key.LOSS.ordinal()],
                chosen[Key.UPLINK.ordinal()]);
            if (one.peers() * one.local() <= MAX_PLAYERS) {
                into.add(one);
            }
            return;
        }
        for (final double value : values[at]) {
            chosen[at] = value;
            combine(values, chosen, at + 1, into);
        }
    }

    /** Draws distinct combinations from all, as many as asked for. */
    private static List<RateCase> drawn(final List<RateCase> all, final int count, final long seed) {
        final SplittableRandom random = new SplittableRandom(seed);
        final int last = Math.min(count, all.size());
        for (int i = 0; i < last; i++) {
            final int other = i + random.nextInt(all.size() - i);
            final RateCase one = all.get(i);
            all.set(i, all.get(other));
            all.set(other, one);
        }
        return all.subList(0, last);
    }
}

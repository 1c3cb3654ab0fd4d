package io.lockstep.examples.soak;

import io.lockstep.codecs.json.JsonWriter;
import io.lockstep.testkit.Ingredient;
import io.lockstep.testkit.Scenario;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;

/** Counts what was drawn together in the matches of a fleet: what was never drawn together was not tested together. */
final class Coverage {

    /** In so many matches even the rarest pair is drawn; a run of fewer proves less, and need not have all. */
    static final long MATCHES = 500;

    private static final int COUNT = Ingredient.values().length;

    /** Ingredients that the matches can have. */
    private final List<Ingredient> all;
    private final int[][] together = new int[COUNT][COUNT];
    private long matches;

    /** Begins to count, for a fleet with matches of drawn shapes or without any. */
    Coverage(final boolean hasShapes) {
        all = Stream.of(Ingredient.values()).filter(one -> hasShapes || !one.isOfShape()).toList();
    }

    void add(final Scenario scenario) {
        matches++;
        final EnumSet<Ingredient> found = Ingredient.of(scenario);
        for (final Ingredient one : found) {
            for (final Ingredient other : found) {
                together[one.ordinal()][other.ordinal()]++;
            }
        }
    }

    /** In how many matches there was one. */
    int count(final Ingredient one) {
        return together[one.ordinal()][one.ordinal()];
    }

    /** Pairs that could have been drawn in one match, and were in none. */
    List<String> missing() {
        final List<String> missing = new ArrayList<>();
        for (final Ingredient one : all) {
            for (final Ingredient other : all) {
                if (one.ordinal() <= other.ordinal() && one.goesWith(other)
                    && together[one.ordinal()][other.ordinal()] == 0) {
                    missing.add(one == other ? one.key() : one.key() + " with " + other.key());
                }
            }
        }
        return missing;
    }

    /** The pair that was drawn together in the fewest matches, as people read it. */
    String rarest() {
        String rarest = "";
        int least = Integer.MAX_VALUE;
        for (final Ingredient one : all) {
            for (final Ingredient other : all) {
                if (one.ordinal() < other.ordinal() && one.goesWith(other)
                    && together[one.ordinal()][other.ordinal()] < least) {
                    least = together[one.ordinal()][other.ordinal()];
                    rarest = one.key() + " with " + other.key() + " in " + least;
                }
            }
        }
        return rarest;
    }

    /** Were there enough matches for all pairs, and not all pairs in them? */
    boolean failed() {
        return matches >= MATCHES && !missing().isEmpty();
    }

    /** The same for machines. */
    void write(final JsonWriter out) {
        out.name("drawn").beginObject();
        for (final Ingredient one : all) {
            out.name(one.key()).signed(count(one));
        }
        out.endObject().name("neverTogether").beginArray();
        missing().forEach(out::string);
        out.endArray();
    }

    /** One line, as people read it. */
    String line() {
        final StringBuilder line = new StringBuilder("drawn:");
        for (final Ingredient one : all) {
            line.append(' ').append(one.key()).append(' ').append(count(one)).append(',');
        }
        line.append(" rarest pair ").append(rarest());
        return failed() ? line.append("; never ").append(String.join(", ", missing())).toString() : line.toString();
    }
}

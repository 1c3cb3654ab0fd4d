package io.lockstep.examples.benchmarks.peers;

import io.lockstep.codecs.json.JsonWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;

/** The tables of a {@link PeerContest} in Markdown, each with a name. */
public final class PeerTables {

    /** The name of the table that says who plays; it needs no contest. */
    public static final String CONTESTANTS = "contestants";

    private final PeerContest contest;

    /**
     * Tables of a contest that has been played.
     *
     * @param contest whose
     */
    public PeerTables(final PeerContest contest) {
        this.contest = contest;
    }

    /**
     * The names of all tables there can be.
     *
     * @return the contestants, each weather, and each of ours, by which the others are divided
     */
    public static List<String> names() {
        final List<String> names = new ArrayList<>(List.of(CONTESTANTS));
        Arrays.stream(Weather.values()).map(Weather::key).forEach(names::add);
        Arrays.stream(Contender.values()).filter(Contender::isOurs).map(Contender::key).forEach(names::add);
        return names;
    }

    /**
     * One table.
     *
     * @param name of {@link #names()}
     * @return its lines
     */
    public List<String> table(final String name) {
        if (name.equals(CONTESTANTS)) {
            return contestants();
        }
        for (final Weather weather : Weather.values()) {
            if (weather.key().equals(name)) {
                return figures(weather);
            }
        }
        return ratios(Contender.parse(name));
    }

    private static List<String> contestants() {
        final List<String> lines = new ArrayList<>(List.of("| `--only` | contestant | lacks, beside Lockstep |",
            "|---|---|---|"));
        for (final Contender contender : Contender.values()) {
            lines.add("| `" + contender.key() + "` | " + contender.title() + " | " + contender.lacks() + " |");
        }
        return lines;
    }

    private static List<String> head(final String first) {
        final Measure[] measures = Measure.values();
        return new ArrayList<>(List.of("| " + first + " | "
            + Arrays.stream(measures).map(Measure::title).collect(Collectors.joining(" | ")) + " |",
            "|---|" + "--:|".repeat(measures.length)));
    }

    private List<String> figures(final Weather weather) {
        final List<String> lines = head(weather.text() + "; delay " + weather.tunedDelay());
        for (final Contender contender : contest.contenders()) {
            final List<PeerMatch> matches = contest.matches(weather, contender);
            if (!matches.isEmpty()) {
                final StringBuilder line = new StringBuilder("| " + contender.title() + faults(matches) + " |");
                for (final Measure measure : Measure.values()) {
                    final Spread spread = Spread.of(matches, measure);
                    line.append(' ').append(spread == null ? "-" : spread.text(measure)).append(" |");
                }
                lines.add(line.toString());
            }
        }
        return lines;
    }

    /** What went wrong, in brackets, each once. */
    private static String faults(final List<PeerMatch> matches) {
        final List<String> faults =
            matches.stream().map(PeerMatch::fault).filter(Objects::nonNull).distinct().toList();
        return faults.isEmpty() ? "" : " (" + String.join("; ", faults).replace('|', '/') + ")";
    }

    /** One of ours divided by each other: the least and the greatest of the weathers' medians. */
    private List<String> ratios(final Contender ours) {
        final List<String> lines = head(ours.title() + " ÷");
        for (final Contender other : contest.contenders()) {
            if (other != ours) {
                final StringBuilder line = new StringBuilder("| " + other.title() + " |");
                for (final Measure measure : Measure.values()) {
                    line.append(' ').append(ratio(ours, other, measure)).append(" |");
                }
                lines.add(line.toString());
            }
        }
        return lines;
    }

    private String ratio(final Contender ours, final Contender other, final Measure measure) {
        double least = Double.POSITIVE_INFINITY;
        double most = Double.NEGATIVE_INFINITY;
        for (final Weather weather : contest.weathers()) {
            final Spread own = Spread.of(contest.matches(weather, ours), measure);
            final Spread its = Spread.of(contest.matches(weather, other), measure);
            if (own != null && its != null && its.median() > 0) {
                least = Math.min(least, own.median() / its.median());
                most = Math.max(most, own.median() / its.median());
            }
        }
        if (least > most) {
            return "-";
        }
        final String low = String.format(Locale.ROOT, "%.2f", least);
        final String high = String.format(Locale.ROOT, "%.2f", most);
        return low.equals(high) ? low : low + "–" + high;
    }

    /**
     * Writes all figures.
     *
     * @param out an open object; takes a name and an array: an object for each weather and contestant
     */
    public void write(final JsonWriter out) {
        out.name("seconds").signed(contest.seconds()).name("repeats").signed(contest.repeats()).name("rows")
            .beginArray();
        for (final Weather weather : contest.weathers()) {
            for (final Contender contender : contest.contenders()) {
                final List<PeerMatch> matches = contest.matches(weather, contender);
                out.beginObject().name("profile").string(weather.key()).name("contestant").string(contender.key())
                    .name("matches").signed(matches.size()).name("faults").beginArray();
                matches.stream().map(PeerMatch::fault).filter(Objects::nonNull).forEach(out::string);
                out.endArray();
                for (final Measure measure : Measure.values()) {
                    final Spread spread = Spread.of(matches, measure);
                    if (spread != null) {
                        out.name(measure.key()).beginObject().name("median").number(spread.median()).name("least")
                            .number(spread.least()).name("most").number(spread.most()).endObject();
                    }
                }
                out.endObject();
            }
        }
        out.endArray();
    }

    /**
     * Whether every match was played to its end with the same states.
     *
     * @return false if one was not, of ours or of others
     */
    public boolean isFaultless() {
        return contest.weathers().stream().allMatch(weather -> contest.contenders().stream().allMatch(contender ->
            contest.matches(weather, contender).stream().allMatch(match -> match.fault() == null)));
    }
}

package io.lockstep.testkit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What drawn matches show of planted faults, as tables of a page. */
final class BlindnessPage {

    /** The promises of the page of networks that a match of a scenario can break. */
    private static final List<String> PROMISES = List.of("S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9", "S10",
        "S11", "S12", "S13", "S14", "S15", "S16", "S17", "S18", "S19", "S20", "S21", "L1", "L2", "L3");

    private final List<Blindness.Match> matches;
    private final List<Blindness.Sight> sights;
    private final StringBuilder page = new StringBuilder();

    BlindnessPage(final List<Blindness.Match> matches, final List<Blindness.Sight> sights) {
        this.matches = matches;
        this.sights = sights.stream().sorted(Comparator.comparing(Blindness.Sight::room)).toList();
    }

    String write() {
        rooms();
        fleets();
        choice();
        promises();
        faults();
        return page.toString();
    }

    private void heading(final String title, final String... columns) {
        page.append(page.isEmpty() ? "" : "\n").append("### ").append(title).append("\n\n");
        row((Object[]) columns);
        page.append("|---".repeat(columns.length)).append("|\n");
    }

    private void row(final Object... cells) {
        page.append("| ").append(String.join(" | ", Stream.of(cells).map(String::valueOf).toList())).append(" |\n");
    }

    private void rooms() {
        heading("Rooms", "room", "faults", "change no trace", "change traces, break nothing", "break a promise");
        final Map<String, int[]> rooms = new TreeMap<>();
        for (final Blindness.Sight sight : sights) {
            for (final String room : List.of(sight.room(), "~")) {
                final int[] counts = rooms.computeIfAbsent(room, each -> new int[4]);
                counts[0]++;
                counts[sight.changed() == 0 ? 1 : sight.first() < 0 ? 2 : 3]++;
            }
        }
        rooms.forEach((room, counts) -> row(room.equals("~") ? "all" : "`" + room + "`", counts[0], counts[1],
            counts[2], counts[3]));
    }

    private void fleets() {
        heading("Fleets", "fleet", "matches", "faults that change a trace", "faults that break a promise",
            "faults that break one in this fleet alone");
        for (final DrawnFleet fleet : DrawnFleet.values()) {
            final int[] ours = indices(fleet, true);
            final int[] others = indices(fleet, false);
            row(fleet, ours.length,
                sights.stream().filter(sight -> IntStream.of(ours).anyMatch(sight::changes)).count(),
                sights.stream().filter(sight -> IntStream.of(ours).anyMatch(sight::breaks)).count(),
                sights.stream().filter(sight -> IntStream.of(ours).anyMatch(sight::breaks)
                    && IntStream.of(others).noneMatch(sight::breaks)).count());
        }
    }

    private int[] indices(final DrawnFleet fleet, final boolean ours) {
        return IntStream.range(0, matches.size()).filter(i -> (matches.get(i).fleet() == fleet) == ours).toArray();
    }

    /** The match that shows most faults, then the one that shows most of the others, and so on. */
    private void choice() {
        heading("Few matches that show all faults that any match shows", "match",
            "faults that break a promise in it and in none above");
        final List<Blindness.Sight> rest = new ArrayList<>(sights.stream().filter(sight -> sight.first() >= 0)
            .toList());
        while (!rest.isEmpty()) {
            final int best = IntStream.range(0, matches.size()).boxed()
                .max(Comparator.comparingLong(i -> rest.stream().filter(sight -> sight.breaks(i)).count()))
                .orElseThrow();
            row(matches.get(best), rest.stream().filter(sight -> sight.breaks(best)).count());
            rest.removeIf(sight -> sight.breaks(best));
        }
    }

    private void promises() {
        heading("Promises", "promise", "faults that break it", "matches needed", "fault");
        final Map<String, List<Blindness.Sight>> breakers = new LinkedHashMap<>();
        PROMISES.forEach(promise -> breakers.put(promise, new ArrayList<>()));
        for (final Blindness.Sight sight : sights) {
            sight.outcomes().stream().filter(outcome -> outcome != null && !outcome.isEmpty())
                .flatMap(outcome -> Stream.of(outcome.split(" "))).distinct()
                .forEach(promise -> breakers.computeIfAbsent(promise, each -> new ArrayList<>()).add(sight));
        }
        breakers.forEach((promise, found) -> {
            final Blindness.Sight best = found.stream()
                .min(Comparator.comparingInt(sight -> first(sight, promise))).orElse(null);
            row(promise, found.size(), best == null ? "more than " + matches.size() : first(best, promise) + 1,
                best == null ? "" : best.fault());
        });
    }

    private static int first(final Blindness.Sight sight, final String promise) {
        return IntStream.range(0, sight.outcomes().size()).filter(i -> sight.outcomes().get(i) != null
            && List.of(sight.outcomes().get(i).split(" ")).contains(promise)).findFirst().orElse(Integer.MAX_VALUE);
    }

    private void faults() {
        heading("Faults", "room", "fault", "traces changed", "of matches", "matches needed",
            "promise", "found by");
        for (final Blindness.Sight sight : sights) {
            final int first = sight.first();
            row("`" + sight.room() + "`", sight.fault(), sight.changed(), sight.outcomes().size(),
                first < 0 ? "" : first + 1,
                first < 0 ? "" : sight.outcomes().get(first).replace(" ", ", "),
                sight.probe().getSimpleName() + ": " + sight.fault().foundBy);
        }
    }
}

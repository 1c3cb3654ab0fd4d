package io.lockstep.testkit;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Plays the same drawn matches with every planted fault, one at a time, and reports what the matches show: how many
 * traces a fault changes, and how many matches it takes until one breaks a promise. A fault that changes no trace is in
 * code that the fleets never reach, or needs something that is never drawn.
 */
final class Blindness {

    private final List<Match> matches;
    private final int least;
    private final List<String> sound = new ArrayList<>();

    /**
     * A drawn match.
     *
     * @param fleet where it is drawn
     * @param seed  its seed
     */
    record Match(DrawnFleet fleet, long seed) {

        @Override
        public String toString() {
            return fleet + " " + seed;
        }
    }

    /**
     * What the matches show of a fault.
     *
     * @param probe    the class whose matches find the fault in the ordinary build
     * @param fault    the fault
     * @param outcomes of each match that was played: the promises that it broke; null if its trace is that without the
     *                 fault
     */
    record Sight(Class<?> probe, Mutant fault, List<String> outcomes) {

        /** The package of the first source file that the fault changes. */
        String room() {
            final Path file = LibrarySources.fileOf(fault.patches.get(0).place().type());
            return LibrarySources.inPackage(file).getParent().toString().replace('/', '.')
                .replaceFirst("io\\.lockstep\\.(core\\.(internal\\.)?)?", "");
        }

        long changed() {
            return outcomes.stream().filter(outcome -> outcome != null).count();
        }

        boolean changes(final int match) {
            return match < outcomes.size() && outcomes.get(match) != null;
        }

        boolean breaks(final int match) {
            return changes(match) && !outcomes.get(match).isEmpty();
        }

        /** The index of the first match that breaks a promise, -1 if none does. */
        int first() {
            for (int match = 0; match < outcomes.size(); match++) {
                if (breaks(match)) {
                    return match;
                }
            }
            return -1;
        }
    }

    /**
     * Plays the matches without a fault first: none of them may break a promise.
     *
     * @param matches the matches
     * @param least   how many are played with every fault; the others only until a match breaks a promise
     */
    Blindness(final List<Match> matches, final int least) {
        this(matches, least, match -> DrawnFleet.play(match.fleet.name(), match.seed));
    }

    Blindness(final List<Match> matches, final int least, final Function<Match, String> played) {
        this.matches = List.copyOf(matches);
        this.least = least;
        for (final Match match : matches) {
            final String outcome = played.apply(match);
            if (outcome.contains(" ")) {
                throw new IllegalStateException(match + " breaks a promise without a fault: " + outcome);
            }
            sound.add(outcome);
        }
    }

    /** The first seeds of each fleet: one match of each fleet, then the next one of each. */
    static List<Match> drawn(final int seeds) {
        return LongStream.rangeClosed(1, seeds).boxed().flatMap(seed -> Stream.of(DrawnFleet.values())
            .map(fleet -> new Match(fleet, seed))).toList();
    }

    /** Plays matches with a fault. */
    Sight look(final Class<?> probe, final Mutant fault) throws IOException, ReflectiveOperationException {
        final Path directory = Files.createTempDirectory("lockstep-blindness");
        final List<String> outcomes = new ArrayList<>();
        try (URLClassLoader library = new MutantLab(directory).plant(fault, DrawnFleet.class)) {
            final Method play = library.loadClass(DrawnFleet.class.getName())
                .getMethod("play", String.class, long.class);
            boolean broken = false;
            for (int i = 0; i < matches.size() && (i < least || !broken); i++) {
                final String outcome = outcome(play, matches.get(i));
                final int end = outcome.indexOf(' ');
                broken |= end >= 0;
                outcomes.add(outcome.equals(sound.get(i)) ? null : end < 0 ? "" : outcome.substring(end + 1));
            }
        } finally {
            delete(directory);
        }
        return new Sight(probe, fault, outcomes);
    }

    /** An exception that gets out of a match breaks the promise that none does. */
    private static String outcome(final Method play, final Match match) throws IllegalAccessException {
        try {
            return (String) play.invoke(null, match.fleet.name(), match.seed);
        } catch (final InvocationTargetException thrown) {
            return "none S14";
        }
    }

    private static void delete(final Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (final Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /** Plays matches with every fault of some tables, and says of each on standard error how it went. */
    List<Sight> look(final List<FaultTables.FaultTable> tables, final int threads) {
        final ExecutorService workers = Executors.newFixedThreadPool(threads);
        final List<Future<Sight>> sights = new ArrayList<>();
        for (final FaultTables.FaultTable table : tables) {
            for (final Mutant fault : table.faults()) {
                sights.add(workers.submit(() -> {
                    final Sight sight = look(table.probe(), fault);
                    System.err.println(fault + ": " + sight.changed() + " of " + sight.outcomes.size()
                        + " traces changed");
                    return sight;
                }));
            }
        }
        workers.shutdown();
        return sights.stream().map(Blindness::wait).toList();
    }

    private static Sight wait(final Future<Sight> sight) {
        try {
            return sight.get();
        } catch (final ExecutionException | InterruptedException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /**
     * Plays and writes the report.
     *
     * @param args the seeds of each fleet that every fault plays, the seeds after which it gives up, the threads, the
     *             file to write, and a part of the names of the faults to plant; all faults if there is none
     */
    public static void main(final String[] args) throws IOException {
        final List<Match> matches = drawn(Integer.parseInt(args[1]));
        final String part = args.length > 4 ? args[4] : "";
        final int least = drawn(Integer.parseInt(args[0])).size();
        final List<Sight> sights = new Blindness(matches, least).look(FaultTables.all().stream()
            .map(table -> new FaultTables.FaultTable(table.probe(), table.faults().stream()
                .filter(fault -> fault.name.contains(part)).toList())).toList(), Integer.parseInt(args[2]));
        Files.writeString(Path.of(args[3]), new BlindnessPage(matches, sights).write());
    }
}

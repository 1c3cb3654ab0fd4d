package io.lockstep.core.determinism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import de.thetaphi.forbiddenapis.Checker;
import de.thetaphi.forbiddenapis.CheckerResult;
import de.thetaphi.forbiddenapis.ForbiddenViolation;
import de.thetaphi.forbiddenapis.Logger;
import io.lockstep.core.sync.StateWriter;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** The signature file in the jar: it can be read, notices what it should, and lets a sound game alone. */
class SignaturesTest {

    private static final String FILE = "/lockstep-determinism.txt";

    /** One fault a line, at least one of every group, in the order of the file. */
    static final class Unsound {
        Object[] faults(final Random given) {
            return new Object[] {
                System.nanoTime(), System.currentTimeMillis(), Instant.now(),
                Math.random(),
                new Random(7),
                Math.sin(1), Math.pow(2, 0.5), Math.cbrt(2),
                Float.floatToRawIntBits(0),
                Double.toString(0.1), String.valueOf(0.1f),
                System.identityHashCode(given), TimeUnit.DAYS.hashCode(),
                new HashSet<String>(), Map.of(1, 2), Set.of(1), List.of(1).stream().collect(Collectors.toSet()),
                DoubleStream.of(1).sum(),
                Thread.currentThread(), List.of(1).parallelStream(), Arrays.asList(1).stream().parallel(),
                Runtime.getRuntime(),
                System.getenv("HOME"), System.getProperty("user.dir"),
            };
        }
    }

    /** What a game may do. */
    static final class Sound {
        private final DeterministicRandom random = new DeterministicRandom(3);
        private final Map<String, Integer> ordered = new LinkedHashMap<>();
        private final Map<TimeUnit, Integer> byEnum = new EnumMap<>(TimeUnit.class);
        private final TreeMap<Integer, String> sorted = new TreeMap<>();
        private float place;

        void step(final List<Integer> others) {
            place += random.nextFloat() * 2.5f + (float) Math.sqrt(place) + (float) StrictMath.sin(place)
                + Math.max(1, Math.floorMod(others.size(), 3)) + Math.abs(place);
            ordered.merge("a" + others.size(), 1, Integer::sum);
            byEnum.put(TimeUnit.DAYS, ordered.hashCode());
            sorted.put(others.stream().mapToInt(i -> i).sum(), "b".concat(String.valueOf(3)));
            others.sort(null);
        }

        void save(final StateWriter out) {
            random.save(out);
            out.writeFloat("place", place);
            for (final Map.Entry<Integer, String> entry : sorted.entrySet()) {
                out.writeInt(entry.getValue(), entry.getKey());
            }
        }
    }

    private static final class Complaints implements Logger {
        private final List<String> lines = new ArrayList<>();

        @Override
        public void error(final String text) {
            lines.add(text);
        }

        @Override
        public void warn(final String text) {
            lines.add(text);
        }

        @Override
        public void info(final String text) {
            // Says what it reads.
        }

        @Override
        public void debug(final String text) {
            // Says what it reads.
        }
    }

    private static List<String> check(final Class<?> type) throws Exception {
        final Complaints complaints = new Complaints();
        final Checker checker = new Checker(complaints, SignaturesTest.class.getClassLoader(),
            Checker.Option.FAIL_ON_UNRESOLVABLE_SIGNATURES, Checker.Option.FAIL_ON_MISSING_CLASSES);
        assertTrue(checker.isSupportedJDK, "forbiddenapis does not know this JDK");
        try (InputStream signatures = SignaturesTest.class.getResourceAsStream(FILE)) {
            checker.parseSignaturesFile(signatures, FILE);
        }
        final String file = type.getName().replace('.', '/') + ".class";
        try (InputStream bytes = type.getClassLoader().getResourceAsStream(file)) {
            checker.streamReadClassToCheck(bytes, type.getName());
        }
        final List<String> found = new ArrayList<>();
        for (final CheckerResult result : checker.runWithResults()) {
            for (final ForbiddenViolation violation : result.getViolations()) {
                found.add(violation.description);
            }
        }
        assertEquals(List.of(), complaints.lines.stream().filter(line -> line.contains("resolve")).toList());
        return found;
    }

    /** The reasons of the file, in its order. */
    private static List<String> reasons() throws Exception {
        try (InputStream in = SignaturesTest.class.getResourceAsStream(FILE)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines()
                .filter(line -> line.startsWith("@defaultMessage ")).map(line -> line.substring(16)).toList();
        }
    }

    @Test
    void shouldNoticeAFaultOfEveryGroup() throws Exception {
        final List<String> found = check(Unsound.class);
        assertEquals(24, found.size(), () -> String.join("\n", found));
        final Set<String> missed = new TreeSet<>(reasons());
        missed.removeIf(reason -> found.stream().anyMatch(line -> line.contains(reason)));
        assertEquals(Set.of(), missed, () -> String.join("\n", found));
        for (final String line : found) {
            assertTrue(reasons().stream().anyMatch(line::contains), line);
        }
    }

    @Test
    void shouldLetASoundGameAlone() throws Exception {
        assertEquals(List.of(), check(Sound.class));
        assertEquals(List.of(), check(DeterministicRandom.class));
    }
}

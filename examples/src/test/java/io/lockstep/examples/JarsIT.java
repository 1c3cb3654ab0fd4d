package io.lockstep.examples;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.aeron.AeronTransport;
import io.lockstep.codecs.Codec;
import io.lockstep.core.Allocations;
import io.lockstep.core.session.Carrier;
import io.lockstep.core.session.Session;
import io.lockstep.election.Election;
import io.lockstep.lobby.LobbyServer;
import io.lockstep.micrometer.LockstepMetrics;
import io.lockstep.testkit.SimulatedNetwork;
import io.lockstep.transport.ice.PathMesh;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The jars that the build has just made: each holds our licence as its own, and nobody else's in that place. */
class JarsIT {

    private static final Pattern MAVEN = Pattern.compile("META-INF/maven/([^/]+)/([^/]+)/pom\\.properties");
    /** Where tools look for the licence of a jar. */
    private static final Pattern AT_THE_TOP = Pattern.compile("(META-INF/)?(LICENSE|NOTICE)[^/]*");

    private static final Pattern BENCHMARKS = Pattern.compile(
        "openjdk|jmh|jopt|commons/math|jackson|netty|esotericsoftware|objenesis|peers/(Netty|Kryo)"
            + "|META-INF/BenchmarkList|Benchmark\\.class");

    private static Path runnable() {
        return TidyRules.root().resolve("examples/target/lockstep.jar");
    }

    static Stream<Path> jars() throws URISyntaxException {
        final Stream.Builder<Path> jars = Stream.builder();
        for (final Class<?> one : List.of(Election.class, Session.class, Allocations.class, SimulatedNetwork.class,
            Codec.class, Carrier.class, AeronTransport.class, PathMesh.class,
            LobbyServer.class, LockstepMetrics.class, Lockstep.class)) {
            jars.add(Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI()));
        }
        return jars.add(runnable()).build();
    }

    @ParameterizedTest
    @MethodSource("jars")
    void shouldHoldOurLicenceAndNoOtherInItsPlace(final Path path) throws IOException {
        try (JarFile jar = new JarFile(path.toFile())) {
            assertEquals(List.of("META-INF/LICENSE", "META-INF/NOTICE"), jar.stream().map(entry -> entry.getName())
                .filter(name -> AT_THE_TOP.matcher(name).matches()).sorted().toList(), path.toString());
            for (final String name : List.of("LICENSE", "NOTICE")) {
                assertArrayEquals(Files.readAllBytes(TidyRules.root().resolve(name)),
                    jar.getInputStream(jar.getEntry("META-INF/" + name)).readAllBytes(), path.toString());
            }
        }
    }

    /** Whoever has a module path gets a name that does not hang on the name of a file, and no package twice. */
    @Test
    void shouldBeAModuleWithANameAndPackagesOfItsOwn() throws IOException, URISyntaxException {
        final TreeSet<String> names = new TreeSet<>();
        final TreeSet<String> packages = new TreeSet<>();
        for (final Path path : jars().filter(path -> !path.equals(runnable())).toList()) {
            try (JarFile jar = new JarFile(path.toFile())) {
                final String name = jar.getManifest().getMainAttributes().getValue("Automatic-Module-Name");
                assertTrue(name != null && name.startsWith("io.lockstep.") && names.add(name), path + ": " + name);
                final TreeSet<String> own = new TreeSet<>();
                jar.stream().map(entry -> entry.getName()).filter(entry -> entry.endsWith(".class"))
                    .forEach(entry -> own.add(entry.substring(0, entry.lastIndexOf('/'))));
                for (final String one : own) {
                    // Tests are in the packages of what they test, and no game needs both on a module path.
                    assertTrue(name.endsWith(".tests") || packages.add(one), path + ": " + one);
                }
            }
        }
        assertTrue(names.containsAll(List.of("io.lockstep.core", "io.lockstep.aeron", "io.lockstep.core.tests")),
            names.toString());
    }

    @Test
    void shouldNameWhoseClassesTheRunnableJarHoldsAndKeepTheirLicences() throws IOException {
        try (JarFile jar = new JarFile(runnable().toFile())) {
            final String names = new String(jar.getInputStream(jar.getEntry("META-INF/licenses/README.txt"))
                .readAllBytes(), StandardCharsets.UTF_8);
            final TreeSet<String> others = new TreeSet<>();
            jar.stream().map(entry -> MAVEN.matcher(entry.getName())).filter(Matcher::matches)
                .filter(one -> !one.group(1).equals("io.lockstep")).forEach(one -> others.add(one.group(2)));
            assertTrue(others.contains("HdrHistogram"), others.toString());
            for (final String other : others) {
                assertTrue(names.contains(other), other + " is not in " + names);
            }
            assertNotNull(jar.getEntry("META-INF/licenses/HdrHistogram-jar/META-INF/LICENSE.txt"));
        }
    }

    @Test
    void shouldHoldNothingOfTheBenchmarksInTheRunnableJar() throws IOException {
        try (JarFile jar = new JarFile(runnable().toFile())) {
            assertEquals(List.of(), jar.stream().map(entry -> entry.getName())
                .filter(name -> BENCHMARKS.matcher(name).find()).toList());
        }
    }

    @Test
    void shouldFindTheBenchmarksBesideTheRunnableJar() throws IOException, InterruptedException {
        final List<String> names = run(0, runnable(), "bench", "--list");
        assertTrue(names.containsAll(List.of("FrameInput.encode", "CodecsJackson.schemaUpdate")), names.toString());
    }

    @Test
    void shouldSayThatThereAreNoBenchmarksElsewhere(@TempDir final Path folder)
        throws IOException, InterruptedException {
        final Path alone = Files.copy(runnable(), folder.resolve("lockstep.jar"));
        final List<String> said = run(1, alone, "bench", "--list");
        assertEquals(1, said.size(), said.toString());
        assertTrue(said.get(0).startsWith("lockstep bench: no benchmarks here: "), said.toString());
        final List<String> saidOfPeers = run(1, alone, "bench", "peers", "--quick");
        assertEquals(1, saidOfPeers.size(), saidOfPeers.toString());
        assertTrue(saidOfPeers.get(0).startsWith("lockstep bench peers: no other libraries here: "),
            saidOfPeers.toString());
        assertEquals(1, run(0, alone, "--version").size());
    }

    /** What a process says in all, line by line. */
    private static List<String> run(final int code, final Path jar, final String... args)
        throws IOException, InterruptedException {
        final List<String> command = new ArrayList<>(List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar", jar.toString()));
        command.addAll(List.of(args));
        final Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        final String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(code, process.waitFor(), said);
        return said.lines().toList();
    }
}

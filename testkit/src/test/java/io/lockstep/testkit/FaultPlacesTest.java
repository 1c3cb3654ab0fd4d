package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The faults that other tests plant: a change of the sources must not leave one without its place. */
class FaultPlacesTest {

    /** Names of faults in the sources of tests: a fault of a table, or one that a fleet of its own finds. */
    private static final Pattern NAME = Pattern.compile(
        "(?:new Mutant\\(|fault\\(DirectedFleet\\.\\w+, \\d+,)\\s*\"([^\"]+)\"");
    /** Tests with faults of their own, which no table has. */
    private static final Set<String> OWN = Set.of("FaultPlacesTest.java", "BlindnessTest.java", "NewFaultsIT.java");
    private static final Path TESTS = Path.of("src/test/java/io/lockstep/testkit");

    private static List<Mutant> all() {
        final List<Mutant> all = new ArrayList<>(List.of(MembershipMutants.liars()));
        FaultTables.all().forEach(table -> all.addAll(table.faults()));
        return all;
    }

    @Test
    void shouldHoldThePlaceOfEveryFault() throws IOException {
        final List<String> wrong = new ArrayList<>();
        for (final Mutant mutant : all()) {
            wrong.addAll(MutantLab.missing(mutant));
        }
        assertEquals(List.of(), wrong, () -> String.join("\n", wrong) + "\n.ci/reanchor finds the places again");
    }

    @Test
    void shouldNoticeAFaultWithoutAPlace() throws IOException {
        assertEquals(List.of("'lost' is not in src/test/faults.txt"), MutantLab.missing(new Mutant("lost")));
        final FaultPlace place = new FaultPlace("Session.poll", 1, "no such line;");
        final Mutant lost = new Mutant("lost", List.of(new Mutant.Patch(place, "")));
        assertTrue(MutantLab.missing(lost).get(0).startsWith("'lost': Session.poll no longer has"), "one line names it");
    }

    @Test
    void shouldListNoFaultThatNoTableHas() {
        final Set<String> file = new TreeSet<>(FaultFile.all().keySet());
        file.removeAll(all().stream().map(Mutant::toString).collect(Collectors.toSet()));
        assertEquals(Set.of(), file);
    }

    @Test
    void shouldListEveryTableOfFaults() throws IOException {
        final Set<String> listed = all().stream().map(Mutant::toString).collect(Collectors.toSet());
        final List<String> named = new ArrayList<>();
        try (Stream<Path> files = Files.list(TESTS)) {
            for (final Path file : files.filter(each -> !OWN.contains(each.getFileName().toString())).toList()) {
                if (Files.isRegularFile(file)) {
                    NAME.matcher(Files.readString(file)).results().forEach(fault -> named.add(fault.group(1)));
                }
            }
        }
        assertTrue(named.containsAll(listed), "the pattern finds every fault that is listed");
        named.removeAll(listed);
        assertEquals(List.of(), named, "faults of tables that are not listed");
    }
}

package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The faults that other tests plant: a change of the sources must not leave one without its place. */
class FaultPlacesTest {

    /** One fault of members that lie; {@link MembershipFaultsIT} plays it. */
    private static final String UNTABLED = "false answers";

    @Test
    void shouldHoldThePlaceOfEveryFault() throws IOException {
        final List<String> wrong = new ArrayList<>();
        for (final List<Mutant> table : FaultFile.all().values()) {
            for (final Mutant mutant : table) {
                wrong.addAll(MutantLab.missing(mutant));
            }
        }
        assertEquals(List.of(), wrong, () -> String.join("\n", wrong) + "\n.ci/reanchor finds the places again");
    }

    @Test
    void shouldNoticeAFaultWithoutAPlace() throws IOException {
        assertEquals(List.of("'lost' replaces nothing"), MutantLab.missing(new Mutant("lost")));
        final FaultPlace place = new FaultPlace("Session.poll", 1, "no such line;");
        final Mutant lost = new Mutant("lost").at(place, "");
        assertTrue(MutantLab.missing(lost).get(0).startsWith("'lost': Session.poll no longer has"), "one line names it");
    }

    @Test
    void shouldPlayEveryTableAndNameEachFaultOnce() {
        final Set<List<Mutant>> played = Collections.newSetFromMap(new IdentityHashMap<>());
        FaultTables.all().forEach(table -> played.add(table.faults()));
        final Set<String> names = new HashSet<>();
        FaultFile.all().forEach((name, table) -> {
            assertTrue(played.contains(table) || name.equals(UNTABLED), () -> "no test plays the table " + name);
            table.forEach(fault -> assertTrue(names.add(fault.name), () -> "two faults are '" + fault + "'"));
        });
    }

    @Test
    void shouldWriteTheFileAsItIs() throws IOException {
        assertTrue(Files.readString(FaultFile.PATH).equals(FaultFile.text(FaultFile.all())), "another form");
    }
}

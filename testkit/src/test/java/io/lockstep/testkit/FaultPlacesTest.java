package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.election.sources.Renames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The faults that other tests plant: a change of the sources must not leave one without its place. */
class FaultPlacesTest {

    /** One fault of members that lie; {@link MembershipFaultsIT} plays it. */
    private static final String UNTABLED = "false answers";

    @TempDir
    private static Path directory;

    /** Does what the command {@code .ci/reanchor} asks for. */
    @BeforeAll
    static void placeFaultsAgain() throws IOException {
        final Renames renames = Renames.ofCommand();
        if (renames == null) {
            return;
        }
        final FaultAnchors anchors = new FaultAnchors(renames, texts());
        final Map<String, List<Mutant>> former = FaultFile.all();
        final Map<String, List<Mutant>> renewed = anchors.renew(former);
        FaultFile.write(renewed);
        final List<String> problems = new ArrayList<>(anchors.problems());
        int placed = 0;
        for (final Map.Entry<String, List<Mutant>> table : renewed.entrySet()) {
            for (int i = 0; i < table.getValue().size(); i++) {
                final Mutant fault = table.getValue().get(i);
                if (!fault.patches.equals(former.get(table.getKey()).get(i).patches)) {
                    placed++;
                    problems.addAll(complaints(fault));
                }
            }
        }
        System.out.println("renamed: " + renames + "; faults placed again: " + placed);
        assertEquals(List.of(), problems, () -> "could not be placed:\n" + String.join("\n", problems));
    }

    private static List<String> complaints(final Mutant fault) throws IOException {
        try {
            new MutantLab(directory).plant(fault, FaultPlacesTest.class).close();
            return List.of();
        } catch (final AssertionError refused) {
            return List.of(String.valueOf(refused.getMessage()));
        }
    }

    private static Map<Path, String> texts() {
        final Map<Path, String> texts = new HashMap<>();
        LibrarySources.files().forEach(file -> texts.put(file, LibrarySources.read(file)));
        return texts;
    }

    private static Mutant acknowledges(final Map<String, List<Mutant>> tables) {
        return tables.get("sessions").get(0);
    }

    @Test
    void shouldPlaceAFaultAgainWhoseMemberAndStatementAreRenamed() {
        final Map<Path, String> texts = texts();
        texts.replaceAll((file, text) -> text.replace("acknowledge(", "onAcknowledgement(")
            .replace(" hear(", " onWindow("));
        final FaultAnchors anchors = new FaultAnchors(
            Renames.in("-acknowledge(hear(\n+onAcknowledgement(onWindow(\n"), texts);
        final FaultPlace place = acknowledges(anchors.renew(FaultFile.all())).patches.get(0).place();
        assertEquals(new FaultPlace("WindowExchange.onWindow", "link.out.onAcknowledgement(ack);"), place);
    }

    @Test
    void shouldPlaceAFaultAgainThatMovesToAnotherClassAndSayWhichOneIsGone() {
        final Map<Path, String> texts = texts();
        texts.replaceAll((file, text) -> {
            final boolean isLink = file.equals(LibrarySources.fileOf("Link"));
            final String moved = isLink ? text.substring(0, text.lastIndexOf('}'))
                + "void heard(long ack) { link.out.acknowledge(ack); } }" : text;
            return file.equals(LibrarySources.fileOf("WindowExchange")) ? text.replace("link.out.acknowledge(ack);", "")
                .replace("frame < end; frame++", "frame <= end; frame++") : moved;
        });
        final FaultAnchors anchors = new FaultAnchors(Renames.in(""), texts);
        assertEquals("Link.heard", acknowledges(anchors.renew(FaultFile.all())).patches.get(0).place().member());
        assertTrue(anchors.problems().get(0).startsWith("'start the window one frame late': WindowExchange.addFrames"),
            () -> anchors.problems().toString());
        assertTrue(anchors.problems().get(0).contains("; perhaps WindowExchange.addFrames: for (long frame = first;"),
            () -> anchors.problems().toString());
    }

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
        final FaultPlace place = new FaultPlace("Session.poll", "no such line;");
        final Mutant lost = new Mutant("lost").at(place, "");
        assertEquals(List.of("'lost': Session.poll has this statement 0 times, not once: no such line;"),
            MutantLab.missing(lost));
        final Mutant classless = new Mutant("lost").at(new FaultPlace("Nowhere.poll", "no such line;"), "");
        assertEquals(List.of("'lost': there is no class Nowhere"), MutantLab.missing(classless));
        final Mutant twice = new Mutant("lost").at(new FaultPlace("InputRequests.tick", "owner.peer"), "");
        assertEquals(1, MutantLab.missing(twice).size(), "takes one of several equal statements");
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

package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A report of what drawn matches do not show must itself be right. */
class BlindnessTest {

    private static final List<Blindness.Match> TWO = List.of(new Blindness.Match(DrawnFleet.DIVERGENCES, 1),
        new Blindness.Match(DrawnFleet.EVERYTHING, 3));

    private static Blindness.Sight look(final Mutant fault) throws Exception {
        return new Blindness(TWO, 2).look(DrawnFleet.class, fault);
    }

    private static Mutant fault(final String name, final String member, final String removed,
                                final String replacement) {
        return new Mutant(name).at(new FaultPlace(member, removed), replacement);
    }

    @Test
    void shouldCountNoTraceOfAFaultWithoutAnEffect() throws Exception {
        final Blindness.Sight sight = look(fault("the plain-UDP transport refuses every proof",
            "Handshakes.takeResponse", "packet.pepper() != pepper(connection, from)", "connection.peer >= 0"));
        assertEquals(Arrays.asList(null, null), sight.outcomes());
        assertEquals("transport.udp", sight.room());
        assertEquals(-1, sight.first());
    }

    @Test
    void shouldNameThePromiseThatAFaultBreaksAndItsFirstMatch() throws Exception {
        final Blindness.Sight sight = look(FaultFile.table("sessions").stream()
            .filter(fault -> fault.name.equals("see no difference")).findFirst().orElseThrow());
        assertTrue(sight.outcomes().get(0).contains("S16"), () -> sight.outcomes().toString());
        assertEquals(0, sight.first());
    }

    @Test
    void shouldPlayNoFurtherMatchOnceAPromiseIsBroken() throws Exception {
        final Mutant fault = FaultFile.table("sessions").stream()
            .filter(each -> each.name.equals("see no difference")).findFirst().orElseThrow();
        assertEquals(1, new Blindness(TWO, 1).look(DrawnFleet.class, fault).outcomes().size());
    }

    @Test
    void shouldCountAnExceptionAsABrokenPromise() throws Exception {
        final Blindness.Sight sight = look(fault("thrown", "SessionConfig.build", "return",
            "if (true) { throw new IllegalStateException(); } return"));
        assertEquals(List.of("S14", "S14"), sight.outcomes());
    }

    @Test
    void shouldRefuseMatchesThatBreakAPromiseWithoutAFault() {
        final List<Blindness.Match> unknown = List.of(new Blindness.Match(DrawnFleet.SWARM, 1));
        assertThrows(IllegalStateException.class, () -> new Blindness(unknown, 1, match -> "0 S1"));
    }

    @Test
    void shouldReportRoomsFleetsPromisesAndFaults() {
        final Mutant shown = fault("shown", "MatchLoop.poll", "", "").foundBy("play 1");
        final Mutant changed = fault("changed", "Link.heard", "", "").foundBy("play 2");
        final Mutant unseen = fault("unseen", "Path.come", "", "").foundBy("play 3");
        final String page = new BlindnessPage(TWO, List.of(
            new Blindness.Sight(DrawnFleet.class, shown, Arrays.asList("", "S17 L2")),
            new Blindness.Sight(DrawnFleet.class, changed, Arrays.asList(null, "")),
            new Blindness.Sight(DrawnFleet.class, unseen, Arrays.asList((String) null)))).write();
        final List<String> rows = page.lines().toList();
        for (final String row : List.of("| all | 3 | 1 | 1 | 1 |", "| `link` | 1 | 0 | 1 | 0 |",
            "| divergences | 1 | 1 | 0 | 0 |", "| everything | 1 | 2 | 1 | 1 |", "| everything 3 | 1 |",
            "| L2 | 1 | 2 | shown |", "| S1 | 0 | more than 2 |  |",
            "| `session` | shown | 2 | 2 | 2 | S17, L2 | DrawnFleet: play 1 |",
            "| `link` | changed | 1 | 2 |  |  | DrawnFleet: play 2 |",
            "| `transport.udp` | unseen | 0 | 1 |  |  | DrawnFleet: play 3 |")) {
            assertTrue(rows.contains(row), () -> row + " in\n" + page);
        }
    }
}

package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The faults that other tests plant: a change of the sources must not leave one without its place. */
class FaultPlacesTest {

    private static List<Mutant> all() {
        final List<Mutant> all = new ArrayList<>();
        all.addAll(Mutants.all());
        all.addAll(DatagramMutantsIT.mutants());
        all.addAll(DivergenceMutants.all());
        all.addAll(RepairMutants.all());
        all.addAll(ForesightMutants.all());
        all.addAll(MembershipMutants.all());
        all.add(MembershipMutants.liars());
        all.addAll(LiarFaultsIT.mutants());
        all.addAll(LiarFleetFaultsIT.mutants());
        all.addAll(VersionFaultsIT.mutants());
        all.addAll(FrameInputFaultsIT.mutants());
        all.addAll(RateFaultsIT.mutants());
        all.addAll(RuleMutants.all());
        all.addAll(SlipMutants.all());
        all.addAll(HiddenFaults.all());
        return all;
    }

    @Test
    void shouldHoldThePlaceOfEveryFaultExactlyOnce() throws IOException {
        final List<String> wrong = new ArrayList<>();
        for (final Mutant mutant : all()) {
            wrong.addAll(MutantLab.missing(mutant));
        }
        assertEquals(List.of(), wrong, () -> String.join("\n", wrong));
    }

    @Test
    void shouldNoticeAFaultWithoutAPlace() throws IOException {
        final Mutant lost = new Mutant("lost").in("session/Session.java", "no such line", "");
        assertTrue(MutantLab.missing(lost).get(0).startsWith("'lost': session/Session.java"), "one line names it");
    }
}

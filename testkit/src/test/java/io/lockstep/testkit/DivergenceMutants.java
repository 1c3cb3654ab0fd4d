package io.lockstep.testkit;

import java.util.ArrayList;
import java.util.List;

/** The planted faults in how a difference between two peers' states is noticed. */
final class DivergenceMutants {

    private DivergenceMutants() {
    }

    static List<Mutant> all() {
        final List<Mutant> all = new ArrayList<>(ofChecksums());
        all.addAll(ofComparing());
        all.addAll(ofReports());
        all.addAll(ofRepairs());
        return all;
    }

    private static List<Mutant> ofChecksums() {
        return List.of(
            new Mutant("the checksum ends before the last section").foundBy("single 48"),
            new Mutant("the checksum leaves plain bytes out").foundBy("single 48"),
            new Mutant("the checksum leaves the sign of a long out").foundBy("single 48"),
            new Mutant("the checksum leaves the lowest bit of a byte out").foundBy("single 48"),
            new Mutant("the checksum is of the state before the frame").foundBy("single 48"));
    }

    private static List<Mutant> ofReports() {
        return List.of(
            new Mutant("name the frame before").foundBy("single 48"),
            new Mutant("name the last frame that differs").foundBy("single 48"),
            new Mutant("take a difference of states for one of inputs").foundBy("single 48"),
            new Mutant("overlook the last section").foundBy("single 12"),
            new Mutant("name the field behind").foundBy("single 48"),
            new Mutant("name the last field that differs").foundBy("lossy, dropInput 3"),
            new Mutant("swap the values").foundBy("single 48"),
            new Mutant("the first peer is always right").foundBy("single 48"),
            new Mutant("half of the checksums is a majority").foundBy("single 48"),
            new Mutant("simulate again with the inputs of the frame before").foundBy("single 18"),
            new Mutant("send no state when the peer's has come").foundBy("single 48"));
    }

    private static List<Mutant> ofRepairs() {
        return List.of(
            new Mutant("repair nobody").foundBy("repaired 20"),
            new Mutant("repair only what is three intervals old").foundBy("repaired 2"),
            new Mutant("take what differs after a repair for the same difference").foundBy("repaired 5"),
            new Mutant("the verdict is of the state that was loaded, the rest of the one before").foundBy("synced 9"));
    }

    private static List<Mutant> ofComparing() {
        return List.of(
            new Mutant("compare an interval late").foundBy("single 39"),
            new Mutant("only the first peer looks").foundBy("single 48"),
            new Mutant("nobody looks at the last peer").foundBy("single 55"),
            new Mutant("take a checksum for acknowledged when it was sent").foundBy("repaired 21"),
            new Mutant("compare with a checksum that was not heard").foundBy("single 39"));
    }
}

package io.lockstep.testkit;

import java.util.List;

/** The planted faults in how a state that differs is replaced. */
final class RepairMutants {

    private RepairMutants() {
    }

    static List<Mutant> all() {
        return List.of(
            new Mutant("obey who does not lead").foundBy("usurpers"),
            new Mutant("load what came, whatever the others have").foundBy("wrong donor"),
            new Mutant("replay from a frame too late on").foundBy("one of two"),
            new Mutant("the leader has the majority repaired").foundBy("one of two"),
            new Mutant("what fewest have is right").foundBy("one of three"),
            new Mutant("the loaded state counts as that of the frame executed last").foundBy("one of two"),
            new Mutant("of frames executed before the order came none is replayed").foundBy("late order"));
    }
}

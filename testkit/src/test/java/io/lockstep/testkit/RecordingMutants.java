package io.lockstep.testkit;

import java.util.List;

/** Planted faults that leave the match as it is, and spoil what is recorded of it. */
final class RecordingMutants {

    private RecordingMutants() {
    }

    static List<Mutant> all() {
        return List.of(
            new Mutant("a recording loses its last second").foundBy("leave 1"),
            new Mutant("a recording plays on in a pause").foundBy("pause 1"),
            new Mutant("a loaded state is recorded as that of the frame after").foundBy("repair 1"),
            new Mutant("who comes late records no state before its first frame").foundBy("return 1"),
            new Mutant("a recorded state is said to be that before the last frame").foundBy("leave 1"));
    }
}

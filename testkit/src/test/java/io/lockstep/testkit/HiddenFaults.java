package io.lockstep.testkit;

import java.util.List;

/** Planted faults that hundreds of matches drawn from everything did not show: each has a fleet of its own. */
final class HiddenFaults {

    private HiddenFaults() {
    }

    static List<Mutant> all() {
        return List.of(
            new Mutant("a leaver does not wait until its last input has arrived").foundBy("leaving 2"),
            new Mutant("a pause never ends by itself").foundBy("paused 1"),
            new Mutant("a player may pause as often as it likes").foundBy("pausing 1"),
            new Mutant("ACTIVATE counts after half of the frames that it names").foundBy("arriving 1"),
            new Mutant("what takes a detour acknowledges nothing").foundBy("detour 1"),
            new Mutant("an older cut than the promise is applied").foundBy("late cut 1"),
            new Mutant("a newer promise lifts the fence of an older one").foundBy("fence 1"),
            new Mutant("who joins answers a round but forgets its promise").foundBy("orphan 1"),
            new Mutant("when all attend by their statuses no promise of theirs is needed").foundBy("orphan 1"),
            new Mutant("a state that was refused after loading stays").foundBy("refused 1"),
            new Mutant("repairs every second without rest").foundBy("again 1"),
            new Mutant("a round of a cut goes on although another process took a seat").foundBy("stranger 1"),
            new Mutant("who joins waits for a stream that its donor has dropped for another").foundBy("orphan 1"));
    }
}

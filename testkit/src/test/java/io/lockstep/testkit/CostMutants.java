package io.lockstep.testkit;

import java.util.List;

/** Planted faults that change no history: too much is sent, too little is compared, or something else is measured. */
final class CostMutants {

    private CostMutants() {
    }

    static List<Mutant> all() {
        return List.of(
            new Mutant("only windows with an echo acknowledge inputs").foundBy("long way 1"),
            new Mutant("copies last as long as a line has ever lost anything").foundBy("rest 1"),
            new Mutant("what was carried tells the round trip").foundBy("one way 1"),
            new Mutant("an echo that was held for long measures the round trip").foundBy("deaf 1"),
            new Mutant("a round trip is the mean of the last minute").foundBy("spike 1"),
            new Mutant("an exchange of states is kept for the rest of the match").foundBy("difference 1"),
            new Mutant("states that were held for a report are held for ever").foundBy("difference 1"),
            new Mutant("a newcomer keeps the stream that brought its state").foundBy("newcomer 1"),
            new Mutant("a state is sent to a newcomer that died").foundBy("lost newcomer 1"),
            new Mutant("a state is sent to a member that died").foundBy("lost target 1"),
            new Mutant("reports of a dead peer's inputs are kept for the rest of the match").foundBy("newcomer 1"),
            new Mutant("the next repair gets what is left of the time of the one before").foundBy("second repair 1"),
            new Mutant("checksums of what was carried are left out").foundBy("one way 1"),
            new Mutant("a status leaves four times a second").foundBy("slow ticks 1"),
            new Mutant("every window has a report").foundBy("long way 1"),
            new Mutant("every window has an echo").foundBy("spike 1"),
            new Mutant("a checksum is sent again after it was acknowledged").foundBy("long way 1"),
            new Mutant("heartbeats leave beside windows").foundBy("long way 1"),
            new Mutant("large inputs are repeated in each window").foundBy("large inputs 1"));
    }
}

package io.lockstep.testkit;

import java.util.List;
import java.util.stream.Stream;

/** The planted faults in how a game is played ahead and taken back. */
final class ForesightMutants {

    private ForesightMutants() {
    }

    static List<Mutant> all() {
        return Stream.of(compared(), kept(), played(), told()).flatMap(List::stream).toList();
    }

    private static List<Mutant> compared() {
        return List.of(
            new Mutant("a correction is lost when the window is full").foundBy("half the way 2"),
            new Mutant("presence is not compared").foundBy("fence 3"),
            new Mutant("events are not compared").foundBy("half the way 2"),
            new Mutant("the last of three players is not compared").foundBy("mixed 2"),
            new Mutant("a guess counts as known").foundBy("half the way 2"),
            new Mutant("who was compared once is known for good").foundBy("narrow 1"),
            new Mutant("an event of another frame is left in the row").foundBy("mixed 3"),
            new Mutant("who is absent plays on").foundBy("deaths 3"));
    }

    private static List<Mutant> kept() {
        return List.of(
            new Mutant("a slot too few").foundBy("half the way 2"),
            new Mutant("the state after a frame is kept as that before it").foundBy("half the way 2"),
            new Mutant("one load of sixteen is forgotten").foundBy("half the way 2"),
            new Mutant("the state ahead is handed to who asks").foundBy("half the way 2"),
            new Mutant("a state that was loaded leaves what is ahead").foundBy("repairs 2"));
    }

    private static List<Mutant> played() {
        return List.of(
            new Mutant("a pause does not take back what is ahead").foundBy("pauses 2"),
            new Mutant("played ahead in a pause").foundBy("pauses 2"),
            new Mutant("frames that pass in a pause are not settled").foundBy("pauses 2"),
            new Mutant("frames are settled beyond the fence").foundBy("fence 3"),
            new Mutant("the end takes nothing back").foundBy("deaths 3"),
            new Mutant("a frame further ahead than the window").foundBy("half the way 2"),
            new Mutant("frames ahead are settled one a tick").foundBy("half the way 2"));
    }

    private static List<Mutant> told() {
        return List.of(
            new Mutant("peers are told of the settled frame where the due one is meant").foundBy("half the way 2"),
            new Mutant("the input delay is begun with as in lockstep").foundBy("figures 2"),
            new Mutant("a replay is not told from the first time").foundBy("half the way 2"),
            new Mutant("a guess is said to be no guess").foundBy("half the way 2"),
            new Mutant("a settled frame is not told to the game").foundBy("half the way 2"));
    }
}

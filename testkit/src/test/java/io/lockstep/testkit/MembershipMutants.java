package io.lockstep.testkit;

import java.util.ArrayList;
import java.util.List;

/** The planted faults in who is in the match and who leads it. */
final class MembershipMutants {

    private MembershipMutants() {
    }

    /** Peers that lie, in which nothing is wrong: the others must not believe them. Both lies in the same matches. */
    static Mutant liars() {
        return lyingDonor(lyingVoter(new Mutant("voters answer for others, and a donor sends a wrong state")));
    }

    private static Mutant lyingVoter(final Mutant mutant) {
        return mutant;
    }

    private static Mutant lyingDonor(final Mutant mutant) {
        return mutant;
    }

    static List<Mutant> all() {
        final List<Mutant> all = new ArrayList<>(ofElections());
        all.addAll(ofCuts());
        all.addAll(ofEpochs());
        all.addAll(ofComingAndGoing());
        return all;
    }

    private static List<Mutant> ofElections() {
        return List.of(
            new Mutant("vote twice").foundBy("drawn, seed 27"),
            new Mutant("half is a majority").foundBy("split"),
            lyingVoter(new Mutant("take the voter from the payload").foundBy("moving partition")),
            new Mutant("vote for who has missed an epoch").foundBy("missed epoch"),
            new Mutant("carry out the orders of a deposed leader").foundBy("deposed leader"),
            new Mutant("ask nobody beforehand").foundBy("drawn, seed 27"),
            new Mutant("lead without a quorum that hears").foundBy("drawn, seed 337"),
            new Mutant("any datagram of a former leader renews its lease").foundBy("unsaid step down"));
    }

    private static List<Mutant> ofCuts() {
        return List.of(
            new Mutant("cut at the least that anybody has").foundBy("inputs lost"),
            new Mutant("apply a cut without the inputs that it counts").foundBy("last inputs"),
            new Mutant("drop whom one peer alone has lost").foundBy("one word"),
            new Mutant("wait for who asks for inputs, as others do").foundBy("deaf"),
            new Mutant("wait for two who lack what all others hold").foundBy("deaf"),
            new Mutant("give the silent their time anew in each round").foundBy("drawn, seed 98000107"),
            new Mutant("wait for the word of who lacks an input itself").foundBy("last inputs"),
            new Mutant("promise without a fence").foundBy("late line-up"),
            new Mutant("propose before all have reported").foundBy("unsaid step down"));
    }

    private static List<Mutant> ofEpochs() {
        return List.of(
            new Mutant("who is not in an epoch goes on in it").foundBy("last word"),
            new Mutant("who goes on alone has left the other out").foundBy("two branches"),
            new Mutant("predecessors have no say").foundBy("moving partition"),
            new Mutant("the dead leave the denominator").foundBy("obituary"),
            new Mutant("the higher of two plays on").foundBy("lid"),
            new Mutant("a goodbye of another epoch, or of another process, counts").foundBy("moving partition"),
            // Its first part alone is found by LeavingMembersTest.
            unattended(new Mutant("who has marked its last input and is silent has left").foundBy("last word")));
    }

    private static Mutant unattended(final Mutant mutant) {
        return mutant;
    }

    private static List<Mutant> ofComingAndGoing() {
        return List.of(
            new Mutant("activate before all have the epoch").foundBy("unknown newcomer"),
            new Mutant("obey an order about a member of an epoch that is not here").foundBy("late line-up"),
            lyingDonor(new Mutant("load a state for which nobody vouches").foundBy("last word")),
            new Mutant("a seat counts again from the next input that is missing").foundBy("two come back, 0 ms apart"),
            new Mutant("wait for who has left").foundBy("leave"),
            new Mutant("carry out an order of one's own at once").foundBy("rejoin"));
    }
}

package io.lockstep.testkit;

import io.lockstep.testkit.liars.LiarFleetProbe;
import java.util.List;
import java.util.stream.Stream;

/** As {@link PlantedFaultsIT}, for rules that a lying member cannot bend: without one the fleet of liars shows it. */
class LiarFleetFaultsIT extends FaultsToFind {

    LiarFleetFaultsIT() {
        super(LiarFleetProbe.class, mutants());
    }

    static List<Mutant> mutants() {
        return Stream.of(aboutTheMatch(), aboutInputs()).flatMap(List::stream).toList();
    }

    private static List<Mutant> aboutTheMatch() {
        return List.of(
            new Mutant("wait for one player for ever").foundBy("LAG_SWITCH 2"),
            new Mutant("promise to whoever asks to put out whomever it wants").foundBy("FORGED_PREPARE 2"),
            new Mutant("wait for a goodbye without end").foundBy("FORGED_PREPARE 16"),
            new Mutant("let one player hold up the others").foundBy("ENDLESS_PAUSES 2"),
            new Mutant("end the match on one member's word").foundBy("HALT 2"),
            new Mutant("take the state of a donor whatever the others say").foundBy("FALSE_STATES 1"),
            new Mutant("believe the leader about states").foundBy("FALSE_VOUCH 3"),
            new Mutant("wait for ever for what one says it has of a lost peer").foundBy("FORGED_REPORT 2"),
            new Mutant("name nobody who has not what it reports").foundBy("FORGED_REPORT 2"),
            new Mutant("take a cut whatever it says of our report").foundBy("MISQUOTED_REPORTS 3"),
            new Mutant("refuse a cut that denies the only full report, its own").foundBy("MISQUOTED_REPORTS 97003939"),
            new Mutant("go to another term by each word").foundBy("NEXT_TERMS 1"),
            new Mutant("name who leads because its voters follow another").foundBy("CLAIMED_LEAD 101001529"),
            new Mutant("name who leads on the word of one that may have voted for it").foundBy("TWO_FACED 3"),
            new Mutant("follow a leader that does nothing").foundBy("never PREPARE 2"),
            new Mutant("let who keeps a cut to itself hold up the others").foundBy("never CUT 5"),
            new Mutant("believe the one who says that it was sent something else").foundBy("FALSE_CLAIMS 1"));
    }

    private static List<Mutant> aboutInputs() {
        return List.of(
            new Mutant("name nobody who sends different inputs").foundBy("EQUIVOCATED_INPUTS 1"),
            // Who has asked before the cut lacks hardly anything in it, so that way is closed, too.
            new Mutant("believe one witness of what the dead have said").foundBy("INPUTS_OF_THE_DEAD 92"),
            new Mutant("believe at once who spoke of a peer before it was cut").foundBy("INPUTS_OF_THE_DEAD 57"),
            new Mutant("prefer the lower of two whatever is known better").foundBy("INPUTS_OF_THE_DEAD 57"),
            new Mutant("take inputs of who is not being cut from whoever has them").foundBy("RELAYED_INPUTS 1"),
            new Mutant("ask nobody for the inputs of one who keeps them from us").foundBy("STARVED_MOST 7"),
            new Mutant("stand still for one who acknowledges nothing").foundBy("STARVED_PEER 1"),
            new Mutant("blame nobody when all lack the inputs of one").foundBy("STARVED_MOST 1"),
            new Mutant("leave half of what was played to the line").foundBy("WITHHELD_PATTERN 79"),
            new Mutant("excuse short waits for ever").foundBy("WITHHELD_PATTERN 97004047"),
            new Mutant("ask nobody of three for what one withholds").foundBy("WITHHELD_PATTERN 79"),
            new Mutant("take for lost who lacks the inputs of another, as others do").foundBy("STARVED_MOST 7"),
            new Mutant("leave a second of each frame to the line").foundBy("SHORT_LAG_SWITCH 1"),
            new Mutant("open what was carried whoever has sealed it").foundBy("RELAYED_INPUTS 1"),
            new Mutant("let inputs of a newcomer count by one member's word").foundBy("ACTIVATED_EARLY 1"),
            // Who lacks what is not carried asks for it, so that way is closed, too.
            new Mutant("give what is to be carried to one alone").foundBy("RELAYED_ACKNOWLEDGEMENTS 1"));
    }
}

package io.lockstep.testkit;

import io.lockstep.core.session.FrameInputProbe;
import java.util.List;

/** As {@link PlantedFaultsIT}, for inputs that travel once each. */
class FrameInputFaultsIT extends FaultsToFind {

    FrameInputFaultsIT() {
        super(FrameInputProbe.class, mutants());
    }

    static List<Mutant> mutants() {
        return List.of(
            new Mutant("send an input once more in a window").foundBy("gap"),
            new Mutant("send a command without what it says").foundBy("pauses"),
            new Mutant("take an input behind a gap for the missing one").foundBy("gap"),
            new Mutant("forget the event beside an input").foundBy("two bytes"),
            new Mutant("swap the bytes of an input").foundBy("whole state"),
            new Mutant("send FrameInputs to who does not take them").foundBy("one-sided"),
            new Mutant("hand on frames of which the inputs of the first player alone are known")
                .foundBy("handed on, two players"),
            new Mutant("take one peer's word for inputs of all players but the first")
                .foundBy("handed on, two witnesses"),
            new Mutant("inflate a state that nobody wants").foundBy("whole state"));
    }
}

package io.lockstep.testkit;

import io.lockstep.core.session.FuzzProbe;
import java.util.List;

/** As {@link PlantedFaultsIT}, for what keeps a message that no honest peer sends from throwing out of a session. */
class LiarFaultsIT extends FaultsToFind {

    LiarFaultsIT() {
        super(FuzzProbe.class, mutants());
    }

    static List<Mutant> mutants() {
        return List.of(
            new Mutant("take an epoch of nobody in the chain of a cut").foundBy("148"),
            new Mutant("take in a member whom the match has not").foundBy("119"),
            new Mutant("send as text whatever its length").foundBy("169"),
            new Mutant("take a command that there is not").foundBy("68"),
            new Mutant("trust the length of a history").foundBy("1782"));
    }
}

package io.lockstep.testkit;

import io.lockstep.core.session.VersionProbe;
import java.util.List;

/** As {@link PlantedFaultsIT}, for what lets peers of different versions play together, or say why not. */
class VersionFaultsIT extends FaultsToFind {

    VersionFaultsIT() {
        super(VersionProbe.class, mutants());
    }

    static List<Mutant> mutants() {
        return List.of(
            new Mutant("agree on the lowest version").foundBy("versions"),
            new Mutant("agree on a version that only one speaks").foundBy("later versions alone"),
            new Mutant("use a capability that only one has").foundBy("json"),
            new Mutant("play without what the other one requires").foundBy("unknown capability"),
            new Mutant("take an optional capability for a required one").foundBy("all capabilities"),
            new Mutant("read the greeting of a later version to its last byte").foundBy("later versions"),
            new Mutant("take an unknown extended message for a malformed one").foundBy("extended"),
            new Mutant("take an unknown extended message for a lost one").foundBy("extended"));
    }
}

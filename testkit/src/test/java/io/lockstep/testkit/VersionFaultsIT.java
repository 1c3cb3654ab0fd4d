package io.lockstep.testkit;

import io.lockstep.core.session.VersionProbe;
import java.util.List;

/** As {@link PlantedFaultsIT}, for what lets peers of different versions play together, or say why not. */
class VersionFaultsIT extends FaultsToFind {

    VersionFaultsIT() {
        super(VersionProbe.class, mutants());
    }

    static List<Mutant> mutants() {
        return FaultFile.table("versions");
    }
}

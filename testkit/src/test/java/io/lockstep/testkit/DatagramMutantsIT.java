package io.lockstep.testkit;

import io.lockstep.core.transport.udp.DatagramProbe;
import java.util.List;

/** Faults planted into the transport over plain UDP; its own tests have to find them. */
class DatagramMutantsIT extends FaultsToFind {

    DatagramMutantsIT() {
        super(DatagramProbe.class, mutants());
    }

    static List<Mutant> mutants() {
        return FaultFile.table("datagrams");
    }
}

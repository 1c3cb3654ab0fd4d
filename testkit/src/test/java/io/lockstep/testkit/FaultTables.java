package io.lockstep.testkit;

import io.lockstep.core.session.FrameInputProbe;
import io.lockstep.core.session.FuzzProbe;
import io.lockstep.core.session.RateProbe;
import io.lockstep.core.session.RepairProbe;
import io.lockstep.core.session.VersionProbe;
import io.lockstep.core.transport.udp.DatagramProbe;
import io.lockstep.testkit.liars.LiarFleetProbe;
import java.util.List;

/** All tables of planted faults, each with the probe whose matches find its faults. */
final class FaultTables {

    private FaultTables() {
    }

    /**
     * A table.
     *
     * @param probe  the class whose matches find the faults
     * @param faults the faults
     */
    record FaultTable(Class<?> probe, List<Mutant> faults) {
    }

    static List<FaultTable> all() {
        return List.of(
            new FaultTable(MutantProbe.class, Mutants.all()),
            new FaultTable(DatagramProbe.class, DatagramMutantsIT.mutants()),
            new FaultTable(DivergenceProbe.class, DivergenceMutants.all()),
            new FaultTable(RepairProbe.class, RepairMutants.all()),
            new FaultTable(ForesightProbe.class, ForesightMutants.all()),
            new FaultTable(ChurnProbe.class, MembershipMutants.all()),
            new FaultTable(FuzzProbe.class, LiarFaultsIT.mutants()),
            new FaultTable(LiarFleetProbe.class, LiarFleetFaultsIT.mutants()),
            new FaultTable(VersionProbe.class, VersionFaultsIT.mutants()),
            new FaultTable(FrameInputProbe.class, FrameInputFaultsIT.mutants()),
            new FaultTable(RateProbe.class, RateFaultsIT.mutants()),
            new FaultTable(DirectedFleet.class, RuleMutants.all()),
            new FaultTable(DirectedFleet.class, SlipMutants.all()),
            new FaultTable(DirectedFleet.class, HiddenFaults.all()),
            new FaultTable(CostProbe.class, CostMutants.all()),
            new FaultTable(RecordingProbe.class, RecordingMutants.all()),
            new FaultTable(SpectatorProbe.class, SpectatorMutants.all()),
            new FaultTable(NewFaultsProbe.class, NewFaults.all()),
            new FaultTable(NewFaultsProbe.class, TestedFaults.all()));
    }
}

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
            new FaultTable(MutantProbe.class, FaultFile.table("sessions")),
            new FaultTable(DatagramProbe.class, FaultFile.table("datagrams")),
            new FaultTable(DivergenceProbe.class, FaultFile.table("divergences")),
            new FaultTable(RepairProbe.class, FaultFile.table("repairs")),
            new FaultTable(ForesightProbe.class, FaultFile.table("prediction")),
            new FaultTable(ChurnProbe.class, FaultFile.table("membership")),
            new FaultTable(FuzzProbe.class, FaultFile.table("fuzz")),
            new FaultTable(LiarFleetProbe.class, FaultFile.table("liars")),
            new FaultTable(VersionProbe.class, FaultFile.table("versions")),
            new FaultTable(FrameInputProbe.class, FaultFile.table("frame inputs")),
            new FaultTable(RateProbe.class, FaultFile.table("rates")),
            new FaultTable(DirectedFleet.class, FaultFile.table("rules")),
            new FaultTable(DirectedFleet.class, FaultFile.table("slips")),
            new FaultTable(DirectedFleet.class, FaultFile.table("hidden")),
            new FaultTable(CostProbe.class, FaultFile.table("costs")),
            new FaultTable(RecordingProbe.class, FaultFile.table("recordings")),
            new FaultTable(SpectatorProbe.class, FaultFile.table("spectators")),
            new FaultTable(NewFaultsProbe.class, FaultFile.table("new")),
            new FaultTable(NewFaultsProbe.class, FaultFile.table("tested")));
    }
}

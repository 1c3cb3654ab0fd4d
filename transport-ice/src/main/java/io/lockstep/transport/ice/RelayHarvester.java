package io.lockstep.transport.ice;

import org.ice4j.TransportAddress;
import org.ice4j.ice.HostCandidate;
import org.ice4j.ice.harvest.TurnCandidateHarvest;
import org.ice4j.ice.harvest.TurnCandidateHarvester;
import org.ice4j.message.Response;
import org.ice4j.security.LongTermCredential;

/** Asks a TURN server for a relayed address alone: the reflexive one that comes with it is the other agent's matter. */
final class RelayHarvester extends TurnCandidateHarvester {

    RelayHarvester(final TransportAddress server, final LongTermCredential credential) {
        super(server, credential);
    }

    @Override
    protected TurnCandidateHarvest createHarvest(final HostCandidate host) {
        return new TurnCandidateHarvest(this, host) {
            @Override
            protected void createServerReflexiveCandidate(final Response response) {
                // Its base would be a socket of ours.
            }
        };
    }
}

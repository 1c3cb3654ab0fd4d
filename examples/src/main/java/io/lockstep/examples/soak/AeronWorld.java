package io.lockstep.examples.soak;

import io.lockstep.core.simnet.Delivery;
import io.lockstep.core.simnet.FaultCounters;
import io.lockstep.core.simnet.MatchWorld;
import io.lockstep.core.simnet.Scenario;
import io.lockstep.core.simnet.ScenarioPlayer;
import io.lockstep.core.simnet.VirtualClock;
import io.lockstep.core.transport.Transport;
import io.lockstep.examples.impair.VirtualAeron;

/** A scenario on the real Aeron stack: media drivers, clients and sockets, all of them in virtual time. */
final class AeronWorld implements MatchWorld {

    private final ScenarioPlayer player;
    private final VirtualAeron aeron;

    /**
     * Starts the stacks.
     *
     * @param scenario what is to happen
     * @param seed     where all random numbers of the network start
     * @param delays   is told of changes of the input delay
     */
    AeronWorld(final Scenario scenario, final long seed, final ScenarioPlayer.DelayListener delays) {
        player = new ScenarioPlayer(scenario, seed, delays);
        aeron = VirtualAeron.launch(player.network(), player::clock, scenario.delivery == Delivery.AERON_RELIABLE);
    }

    @Override
    public Transport endpoint(final int peer) {
        return aeron.endpoint(peer);
    }

    @Override
    public VirtualClock clock(final int peer) {
        return player.clock(peer);
    }

    @Override
    public long pollEveryNs(final int peer) {
        return player.pollEveryNs(peer);
    }

    @Override
    public void advanceTo(final long timeNs) {
        player.advanceTo(timeNs);
    }

    @Override
    public long nextArrivalNs(final int peer) {
        return player.network().nextArrivalNs(peer);
    }

    @Override
    public void calm(final int peerMask) {
        player.calm(peerMask);
    }

    @Override
    public void cut(final int from, final int to) {
        player.network().cut(from, to);
    }

    @Override
    public Faults faults() {
        final FaultCounters all = player.network().counters();
        return new Faults(all.dropped(), all.duplicated(), all.reordered(), all.corrupted(), all.partitioned());
    }

    @Override
    public void close() {
        aeron.close();
    }
}

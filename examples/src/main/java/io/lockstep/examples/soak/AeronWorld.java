package io.lockstep.examples.soak;

import io.lockstep.core.transport.Transport;
import io.lockstep.examples.impair.VirtualAeron;
import io.lockstep.testkit.Delivery;
import io.lockstep.testkit.PeerKeys;
import io.lockstep.testkit.Scenario;
import io.lockstep.testkit.ScenarioEvent;
import io.lockstep.testkit.ScenarioPlayer;
import io.lockstep.testkit.ScenarioWorld;
import java.util.function.BooleanSupplier;

/** A scenario on the real Aeron stack: media drivers, clients and sockets, all of them in virtual time. */
final class AeronWorld extends ScenarioWorld {

    private final VirtualAeron aeron;
    private final BooleanSupplier stop;

    /** The match was stopped in its middle. */
    static final class Stopped extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private Stopped() {
            super("stopped", null, false, false);
        }
    }

    /**
     * Starts the stacks.
     *
     * @param scenario what is to happen
     * @param seed     where all random numbers of the network start
     * @param delays   is told of changes of the input delay
     * @param kind     how the peers know each other
     * @param stop     whether to play no further
     */
    AeronWorld(final Scenario scenario, final long seed, final ScenarioPlayer.DelayListener delays,
               final PeerKeys kind, final BooleanSupplier stop) {
        super(scenario, seed, delays, kind);
        this.stop = stop;
        aeron = VirtualAeron.launch(player().network(), player()::clock, scenario.delivery == Delivery.AERON_RELIABLE,
            0, peer -> keys(peer, nextSalts()));
    }

    @Override
    public Transport endpoint(final int peer) {
        return aeron.endpoint(peer);
    }

    @Override
    public void kill(final int peer) {
        aeron.kill(peer);
    }

    @Override
    public ScenarioEvent nextOrder() {
        if (stop.getAsBoolean()) {
            throw new Stopped();
        }
        return player().nextOrder();
    }

    @Override
    public void close() {
        aeron.close();
    }
}

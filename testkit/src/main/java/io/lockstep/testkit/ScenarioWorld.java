package io.lockstep.testkit;

import io.lockstep.core.security.LinkKeys;
import org.jspecify.annotations.Nullable;

/** A world in which a {@link ScenarioPlayer} moves time, clocks and network; what is left open are the transports. */
public abstract class ScenarioWorld implements MatchWorld {

    private final ScenarioPlayer player;
    private final long seed;
    private final DrawnKeys keys;
    private int starts;

    /**
     * At the beginning of a scenario.
     *
     * @param scenario what is to happen
     * @param seed     where all random numbers of the network start
     * @param delays   is told of changes of the input delay
     * @param kind     how the peers know each other
     */
    protected ScenarioWorld(final Scenario scenario, final long seed, final ScenarioPlayer.DelayListener delays,
                            final PeerKeys kind) {
        player = new ScenarioPlayer(scenario, seed, delays);
        this.seed = seed;
        keys = new DrawnKeys(kind, scenario.peers, seed);
    }

    /**
     * What the numbers that a process draws begin from.
     *
     * @return another one at each call
     */
    protected final long nextSalts() {
        return seed << Integer.SIZE | starts++;
    }

    /**
     * Keys by which a peer knows the others.
     *
     * @param peer  whose
     * @param salts what a process draws its own numbers from, one of {@link #nextSalts}
     * @return the keys of that process; null in a match without keys
     */
    protected final @Nullable LinkKeys keys(final int peer, final long salts) {
        return keys.of(peer, salts);
    }

    /**
     * Who plays the scenario.
     *
     * @return always the same
     */
    protected final ScenarioPlayer player() {
        return player;
    }

    @Override
    public final VirtualClock clock(final int peer) {
        return player.clock(peer);
    }

    @Override
    public final long pollEveryNs(final int peer) {
        return player.pollEveryNs(peer);
    }

    @Override
    public final void advanceTo(final long timeNs) {
        player.advanceTo(timeNs);
    }

    @Override
    public final long nextArrivalNs(final int peer) {
        return player.network().nextArrivalNs(peer);
    }

    @Override
    public final void calm(final int peerMask) {
        player.calm(peerMask);
    }

    @Override
    public final void cut(final int from, final int to) {
        player.network().cut(from, to);
    }

    @Override
    public final void heal(final int from, final int to) {
        player.network().heal(from, to);
    }

    @Override
    public final Faults faults() {
        final FaultCounters all = player.network().counters();
        return new Faults(all.dropped(), all.duplicated(), all.reordered(), all.corrupted(), all.partitioned());
    }

    @Override
    public final long longestLoss() {
        return player.network().counters().longestLoss();
    }

    @Override
    public final long longestGap() {
        final FaultCounters all = player.network().counters();
        return Math.max(all.longestLoss(), all.longestGap());
    }
}

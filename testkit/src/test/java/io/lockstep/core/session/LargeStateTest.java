package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.Tier;
import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.Phase;
import io.lockstep.core.game.SessionEvent;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests states that are too large for a joiner, and states whose transfer takes long. */
@ParameterizedClass(name = "over {0}")
@OverEachCarrier
class LargeStateTest {

    private static final int HASH_BYTES = Long.BYTES;
    private static final int LIMIT = 5000;

    @Parameter
    private Carrier carrier;

    /** Members whose game has a large state, and a last seat that is empty at the start. */
    private Match members(final SimulatedNetwork network, final int members, final int stateBytes,
                          final BiConsumer<Integer, SessionConfig> adjust) {
        final Match match = new Match(carrier, network, members, (peer, config) -> { });
        match.sessions.clear();
        match.games.clear();
        match.events.clear();
        match.transports.clear();
        for (int peer = 0; peer < members; peer++) {
            match.add(peer, members + 1, carrier.open(network, peer),
                adjust.andThen((any, config) -> config.absent(members)));
            fill(match.games.get(peer), stateBytes);
        }
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(10)), match::toString);
        return match;
    }

    private static void fill(final TestGame game, final int stateBytes) {
        game.padding = new byte[stateBytes - HASH_BYTES];
        new SplittableRandom(1).nextBytes(game.padding);
    }

    private Session join(final Match match, final SimulatedNetwork network, final int seat,
                         final BiConsumer<Integer, SessionConfig> adjust) {
        match.add(seat, seat + 1, carrier.open(network, seat), (peer, config) -> {
            adjust.accept(peer, config);
            config.joining(true);
        });
        return match.sessions.get(match.sessions.size() - 1);
    }

    /** Returns whether long tests run: fifteen seconds a carrier are too long for the ordinary build. */
    static boolean isFull() {
        return Tier.of(false, true);
    }

    private static SimulatedNetwork network(final int peers, final double latencyMs) {
        return new SimulatedNetwork(peers, 0).conditions(LinkConditions.latency(latencyMs)).followPolls();
    }

    @ParameterizedTest
    @CsvSource({"1, 2000", "2, 6000", "3, 6000"})
    void shouldTellBothEndsSizeAndLimitWhenAStateIsTooLargeToBeGiven(final int members, final int withinMs) {
        final SimulatedNetwork network = network(members + 1, 20);
        final BiConsumer<Integer, SessionConfig> limit = (peer, config) -> config.maxStateBytes(LIMIT);
        final Match match = members(network, members, LIMIT + 1, limit);
        for (int peer = 0; peer < members; peer++) {
            assertEquals(1, match.count(peer, SessionEvent.Type.STATE_TOO_LARGE), match::toString);
        }
        final Session joiner = join(match, network, members, limit);
        assertTrue(match.runUntil(withinMs, () -> joiner.phase() == Phase.ENDED), match::toString);
        assertEquals(EndReason.MISMATCH, joiner.endReason(), match::toString);
        assertTrue(joiner.error().endsWith(" has 5001 bytes, and maxStateBytes is 5000 here; set a higher "
            + "SessionConfig.maxStateBytes at every peer"), joiner.error());
        match.run(1000);
        for (int peer = 0; peer < members; peer++) {
            assertEquals(Phase.PLAYING, match.sessions.get(peer).phase(), match::toString);
        }
    }

    @ParameterizedTest
    @CsvSource({"4999, 5000, 'has 5000 bytes, and maxStateBytes is 4999 here'",
        "5001, 4999, 'has 5000 bytes, and maxStateBytes is less at player '"})
    void shouldSayWhoseLimitIsTooLow(final int joiners, final int members, final String told) {
        final SimulatedNetwork network = network(3, 20);
        final Match match = members(network, 2, LIMIT, (peer, config) -> config.maxStateBytes(members));
        final Session joiner = join(match, network, 2, (peer, config) -> config.maxStateBytes(joiners));
        assertTrue(match.runUntil(6000, () -> joiner.phase() == Phase.ENDED), match::toString);
        assertTrue(joiner.error().contains(told), joiner.error());
    }

    /** At 512 KiB a second nine MiB take eighteen seconds; few frames keep the test short. */
    @Test
    @EnabledIf("isFull")
    void shouldTakeInAPeerAlthoughTheStateIsLargerThanEightMebibytes() {
        final SimulatedNetwork network = network(3, 10);
        final BiConsumer<Integer, SessionConfig> slow = (peer, config) -> config.tickRate(5).checksumInterval(5);
        final Match match = members(network, 2, 9 << 20, slow);
        final Session joiner = join(match, network, 2, slow);
        assertTrue(match.runUntil(60_000, () -> joiner.phase() == Phase.PLAYING), match::toString);
    }

    /**
     * The transfer takes several times as long as checksums are kept, and the members' vouches are sent between its
     * chunks. A joiner that does not get them in time discards the state and starts again.
     */
    @ParameterizedTest
    @ValueSource(ints = {150, 250})
    void shouldNotDiscardAStateBecauseAVouchCameLate(final int latencyMs) {
        final SimulatedNetwork network = network(3, latencyMs);
        final Match match = members(network, 2, 512 << 10, (peer, config) -> { });
        match.stepNs = Match.MS / 2; // each poll sends a part of the state
        final Session joiner = join(match, network, 2, (peer, config) -> { });
        assertTrue(match.runUntil(latencyMs * 120, () -> joiner.phase() == Phase.PLAYING), match::toString);
    }
}

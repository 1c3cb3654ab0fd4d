package io.lockstep.examples.impair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.simnet.Profile;
import io.lockstep.core.simnet.SimulatedNetwork;
import io.lockstep.core.simnet.VirtualClock;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The real stack in virtual time. */
class VirtualAeronIT {

    private static final int SEED = 1;
    private static final int FRAMES = 300;

    private static VirtualMatch assertPlays(final int peers, final Profile profile) {
        final VirtualMatch match = VirtualMatch.overAeron(peers, FRAMES, profile.conditions(), SEED);
        final String what = profile + ", " + peers + " peers, seed " + SEED + ": " + match.line();
        assertEquals(List.of(), match.problems, what);
        final long checksum = match.sessions.get(0).statistics().stateChecksum();
        match.sessions.forEach(session -> {
            assertEquals(FRAMES, session.frame(), what);
            assertEquals(checksum, session.statistics().stateChecksum(), what);
            assertTrue(session.statistics().checkedFrames() > 0, what);
        });
        assertEquals(profile.conditions().loss() > 0, match.network.counters().lost() > 0, what);
        return match;
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldPlayWithTwoPeers(final Profile profile) {
        assertPlays(2, profile);
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldPlayWithFourPeers(final Profile profile) {
        assertPlays(4, profile);
    }

    @ParameterizedTest
    @EnumSource(value = Profile.class, names = {"WIFI_AVERAGE", "MOBILE_3G", "BURSTY"})
    void shouldRunTheSameTwice(final Profile profile) {
        for (final int peers : new int[] {2, 4}) {
            assertEquals(assertPlays(peers, profile).traceHash(), assertPlays(peers, profile).traceHash(),
                profile + ", " + peers + " peers, seed " + SEED);
        }
    }

    @Test
    void shouldRunOtherwiseWithAnotherSeed() {
        assertTrue(VirtualMatch.overAeron(2, FRAMES, Profile.WIFI_AVERAGE.conditions(), SEED).traceHash()
            != VirtualMatch.overAeron(2, FRAMES, Profile.WIFI_AVERAGE.conditions(), SEED + 1).traceHash());
    }

    @Test
    void shouldPlayOnWhenDatagramsAreDamaged() {
        final VirtualMatch match =
            VirtualMatch.overAeron(2, FRAMES, Profile.WIFI_GOOD.conditions().withCorrupt(0.05), SEED);
        assertEquals(List.of(), match.problems, match.line());
        assertTrue(match.network.counters().corrupted() > 20, "damaged: " + match.network.counters().corrupted());
    }

    @Test
    void shouldRefuseMorePeersThanFit() {
        assertThrows(IllegalArgumentException.class, () -> VirtualAeron.launch(
            new SimulatedNetwork(VirtualAeron.MAX_PEERS + 1, SEED), peer -> new VirtualClock(0, 0), false));
    }
}

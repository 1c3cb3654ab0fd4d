package io.lockstep.examples.impair;

import io.lockstep.core.simnet.Profile;
import java.util.List;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The sizes of {@link DatagramMatrixIT} that need more of a machine, one match at a time: {@code verify -Pfleet}. */
@EnabledIfSystemProperty(named = "lockstep.fleet", matches = "full")
class FullDatagramMatrixIT {

    private static final int SEED = 13;
    private static final int FRAMES = 900;

    @ParameterizedTest(name = "4 and 8 peers, {0}")
    @EnumSource(Profile.class)
    void shouldPlayOnEveryProfileWithFourAndEightPeers(final Profile profile) {
        RelayedMatch.assertPlayed(4, FRAMES, SEED, List.of(profile));
        RelayedMatch.assertPlayed(8, FRAMES, SEED, List.of(profile));
    }

    @ParameterizedTest(name = "{0} peers, {1}")
    @CsvSource({"16, LAN", "16, WIFI_AVERAGE", "16, MOBILE_4G", "32, LAN", "32, WIFI_AVERAGE", "32, MOBILE_4G"})
    void shouldPlayWithManyPeers(final int count, final Profile profile) {
        RelayedMatch.assertPlayed(count, FRAMES, SEED, List.of(profile));
    }
}

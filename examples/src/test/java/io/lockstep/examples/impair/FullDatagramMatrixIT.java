package io.lockstep.examples.impair;

import io.lockstep.testkit.Profile;
import java.util.List;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@link DatagramMatrixIT} has no time for: more peers, and matches of two minutes. {@code verify -Pfleet}. */
@EnabledIfSystemProperty(named = "lockstep.fleet", matches = "full")
class FullDatagramMatrixIT {

    private static final int SEED = 13;
    private static final int FRAMES = 3600;

    @ParameterizedTest(name = "{0} peers")
    @ValueSource(ints = {2, 3, 4})
    void shouldPlayOnEveryProfile(final int count) {
        RelayedMatch.assertPlayed(count, FRAMES, SEED, List.of(Profile.values()));
    }

    @ParameterizedTest(name = "8 peers, {0}")
    @EnumSource(Profile.class)
    void shouldPlayOnEveryProfileWithEightPeers(final Profile profile) {
        RelayedMatch.assertPlayed(8, FRAMES, SEED, List.of(profile));
    }

    /** One thread does not keep 30 Hz with 32. */
    @ParameterizedTest(name = "{0} peers, {1}")
    @CsvSource({"16, LAN, 3600", "16, WIFI_AVERAGE, 3600", "16, MOBILE_4G, 3600",
        "32, LAN, 900", "32, WIFI_AVERAGE, 900", "32, MOBILE_4G, 900"})
    void shouldPlayWithManyPeers(final int count, final Profile profile, final int frames) {
        RelayedMatch.assertPlayed(count, frames, SEED, List.of(profile));
    }
}

package io.lockstep.testkit;

import org.jspecify.annotations.Nullable;

/** Named networks, from a cable to worse than anything one should play on. The same conditions in both directions. */
public enum Profile {
    /** A cable or a good switch. */
    LAN("lan", conditions(0, 1, 1)),
    /** Wireless, near the access point. */
    WIFI_GOOD("wifi_good", conditions(0.01, 5, 5)),
    /** Wireless as it usually is. */
    WIFI_AVERAGE("wifi_average", conditions(0.05, 15, 15).withReorder(0.02, 3).withDuplicate(0.01)),
    /** Wireless in a house full of others. */
    WIFI_CONGESTED("wifi_congested",
        conditions(0.15, 30, 40).withReorder(0.05, 5).withDuplicate(0.02).withBurst(0.02, 3)),
    /** A telephone, standing still. */
    MOBILE_4G("mobile_4g", conditions(0.08, 50, 25).withReorder(0.03, 4).withDuplicate(0.01).withBurst(0.01, 2)),
    /** A telephone, on a train. */
    MOBILE_3G("mobile_3g", conditions(0.15, 100, 50).withReorder(0.05, 6).withDuplicate(0.02).withBurst(0.02, 4)),
    /** Across an ocean, 300 ms there and back. */
    INTERCONTINENTAL("intercontinental", conditions(0.02, 150, 20).withReorder(0.01, 3)),
    /** Everything at once. */
    TERRIBLE("terrible", conditions(0.25, 120, 60).withReorder(0.1, 8).withDuplicate(0.05).withBurst(0.05, 5)),
    /** Every third datagram is overtaken. */
    HEAVY_REORDER("heavy_reorder", conditions(0.02, 30, 20).withReorder(0.3, 10)),
    /** Every seventh datagram comes twice. */
    DUPLICATING("duplicating", conditions(0.02, 20, 10).withReorder(0.05, 3).withDuplicate(0.15)),
    /** Nearly half of all datagrams are lost, eight in a row. */
    BURSTY("bursty", conditions(0.05, 25, 15).withBurst(0.1, 8));

    private final String key;
    private final LinkConditions conditions;

    Profile(final String key, final LinkConditions conditions) {
        this.key = key;
        this.conditions = conditions;
    }

    private static LinkConditions conditions(final double loss, final double latencyMs, final double jitterMs) {
        return LinkConditions.latency(latencyMs).withJitter(jitterMs).withLoss(loss);
    }

    /**
     * The name people write.
     *
     * @return lower case with underscores, such as {@code "wifi_average"}
     */
    public String key() {
        return key;
    }

    /**
     * What every link of such a network is like.
     *
     * @return the conditions of one direction
     */
    public LinkConditions conditions() {
        return conditions;
    }

    /**
     * Finds a profile.
     *
     * @param key its name
     * @return the profile, or null if there is none of this name
     */
    public static @Nullable Profile byKey(final String key) {
        for (final Profile profile : values()) {
            if (profile.key.equals(key)) {
                return profile;
            }
        }
        return null;
    }
}

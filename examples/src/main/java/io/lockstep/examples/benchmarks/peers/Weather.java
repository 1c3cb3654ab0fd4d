package io.lockstep.examples.benchmarks.peers;

import io.lockstep.testkit.LinkConditions;
import java.util.Arrays;

/** What lies between the two players of a match, and the input delay that one tunes by hand for it. */
public enum Weather {

    /** The loopback interface as it is. */
    CLEAN("clean", "nothing in between", LinkConditions.PERFECT, 2),
    /** A good line. */
    RTT_50("rtt50", "50 ms RTT, 1 % loss, 5 ms jitter",
        LinkConditions.latency(25).withLoss(0.01).withJitter(5), 3),
    /** A bad one. */
    RTT_100("rtt100", "100 ms RTT, 5 % loss, 15 ms jitter",
        LinkConditions.latency(50).withLoss(0.05).withJitter(15), 5),
    /** A long one. */
    RTT_200("rtt200", "200 ms RTT, 2 % loss", LinkConditions.latency(100).withLoss(0.02), 7);

    private final String key;
    private final String text;
    private final LinkConditions conditions;
    private final int tunedDelay;

    Weather(final String key, final String text, final LinkConditions conditions, final int tunedDelay) {
        this.key = key;
        this.text = text;
        this.conditions = conditions;
        this.tunedDelay = tunedDelay;
    }

    /**
     * Reads what somebody has typed.
     *
     * @param text such as {@code rtt100}
     * @return which is meant
     * @throws IllegalArgumentException with one line for a person if it is none
     */
    public static Weather parse(final String text) {
        return Arrays.stream(values()).filter(one -> one.key.equals(text)).findFirst()
            .orElseThrow(() -> new IllegalArgumentException("profile '" + text + "' is none of "
                + String.join(", ", Arrays.stream(values()).map(Weather::key).toList())));
    }

    /**
     * What it is called on a command line.
     *
     * @return such as {@code rtt100}
     */
    public String key() {
        return key;
    }

    /** What it is, for a person. */
    String text() {
        return text;
    }

    /** Of either direction. */
    LinkConditions conditions() {
        return conditions;
    }

    /** Input delay that was tuned by hand, ticks. */
    int tunedDelay() {
        return tunedDelay;
    }
}

package io.lockstep.aeron;

import io.lockstep.core.transport.Lane;

/** The Aeron channels of the links with one peer. */
final class ChannelUris {

    /** Session ids of one generation: two lanes for each of 31 peers. */
    private static final int IDS_PER_GENERATION = 64;
    /** After so many re-opened publications the ids repeat; the sessions of old are long gone by then. */
    private static final int GENERATIONS = 16;
    /** How long the driver keeps a closed publication to repair from: a few round trips. */
    private static final String LINGER = "500ms";

    private final Remote remote;
    private final int index;
    private final AeronTransportConfig config;

    ChannelUris(final Remote remote, final int index, final AeronTransportConfig config) {
        this.remote = remote;
        this.index = index;
        this.config = config;
    }

    Remote remote() {
        return remote;
    }

    String subscription(final Lane lane) {
        // What is lost of the inputs is not repaired: the next datagram repeats it sooner.
        final boolean reliable = lane == Lane.CONTROL || config.inputsReliable();
        return "aeron:udp?endpoint=" + Remote.literal(remote.listen()) + "|reliable=" + reliable
            + "|alias=" + alias(lane) + "-from-" + remote.id();
    }

    String publication(final Lane lane, final int generation) {
        final StringBuilder uri = new StringBuilder("aeron:udp?endpoint=").append(Remote.literal(remote.address()))
            .append("|term-length=").append(config.termLength(lane)).append("|mtu=").append(config.mtu())
            .append("|linger=").append(LINGER).append("|alias=").append(alias(lane)).append("-to-").append(remote.id());
        final Integer first = config.firstSessionId();
        if (first != null) {
            final int id = first + generation % GENERATIONS * IDS_PER_GENERATION
                + index * Lane.values().length + lane.ordinal();
            uri.append("|session-id=").append(id);
        }
        if (generation == 0 && config.framesBeforeMaxPosition() >= 0) {
            // Tests alone: starts in the very last term there can be.
            uri.append("|init-term-id=0|term-id=").append(Integer.MAX_VALUE).append("|term-offset=")
                .append(config.termLength(lane) - AeronTransport.FRAME_ALIGNMENT * config.framesBeforeMaxPosition());
        } else if (first != null) {
            uri.append("|init-term-id=0|term-id=0|term-offset=0");
        }
        return uri.toString();
    }

    private static String alias(final Lane lane) {
        return lane == Lane.INPUT ? "input" : "control";
    }
}

package io.lockstep.core.internal.link;

import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.protocol.InputWindow;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.Relay;
import io.lockstep.core.transport.DatagramSeal;
import io.lockstep.core.transport.Lane;
import java.util.Arrays;

/**
 * Keeps windows flowing between two peers that do not hear each other while both hear others. Each seals its windows
 * for the other as ever and gives them to some of those others, who hand them on without being able to read them as
 * their own, to change them, or to make any up. So a carrier can withhold, and that is all.
 */
public final class Detours {

    /** So many of one pair may come at once, when they were held up together. */
    private static final int BURST = 8;

    private final Links links;
    private final Wire wire;
    private final Relay relay;
    private final int limitBytes;
    private final long spacingNs;
    private final long silentNs;
    /** Until when what was carried for a pair has used up its share, by who gave it and for whom. */
    private final long[][] spentNs = new long[Message.MAX_PLAYERS][Message.MAX_PLAYERS];

    public Detours(final MatchSettings settings, final Links links, final Wire wire) {
        this.links = links;
        this.wire = wire;
        relay = new Relay(settings.rules().inputBytes(), settings.seating().largestLink(),
            settings.rules().maxEventBytes());
        limitBytes = Math.min(wire.maxPayloadBytes() - Relay.OVERHEAD_BYTES, relay.maxLength());
        spacingNs = Detour.spacingNs(settings.rules().tickRate());
        silentNs = Detour.silentNs(settings.rules().tickRate());
        for (final long[] row : spentNs) {
            Arrays.fill(row, Long.MIN_VALUE / 2);
        }
    }

    /** Longest window that can take a detour. */
    int limitBytes() {
        return limitBytes;
    }

    /**
     * Does no window of a peer that plays come straight? Who has gone or has not begun sends nothing, and of two nobody
     * could do anything about it.
     */
    boolean isSilent(final Link link, final long nowNs) {
        return links.all().length > 1 && link.isMember() && !link.hasLeft()
            && nowNs - link.directNs() > silentNs;
    }

    /** Is a window for a peer to take a detour now? */
    boolean isDue(final Link to, final long nowNs) {
        return to.detour.isDue(isSilent(to, nowNs), nowNs);
    }

    /** Gives a window for a peer to as many others as it takes, those first whom we hear. */
    void send(final Link to, final InputWindow window, final long nowNs) {
        final int carriers = to.detour.carriers(to.out.acked(), window.frames().count() > 0, nowNs);
        wire.enclose(to, window, relay);
        final int given = give(to, carriers, false, nowNs);
        give(to, carriers - given, true, nowNs);
    }

    private int give(final Link to, final int carriers, final boolean silent, final long nowNs) {
        int given = 0;
        for (int i = 0; i < links.all().length && given < carriers; i++) {
            final Link carrier = links.all()[(to.peer + i) % links.all().length];
            if (carrier != to && carrier.flows() && isSilent(carrier, nowNs) == silent
                && put(carrier, relay, nowNs)) {
                given++;
            }
        }
        return given;
    }

    /** What is carried is under way on a line like the windows of our own, and there is as much room for it. */
    private boolean put(final Link link, final Relay message, final long nowNs) {
        if (link.out.isFull(link.directNs(), nowNs) || !link.uplink.mayCarry()) {
            return false;
        }
        final long before = link.statistics.bytesSent();
        if (wire.send(link, Lane.INPUT, message, nowNs)) {
            final long bytes = link.statistics.bytesSent() - before;
            link.uplink.sentExtra(bytes);
            link.carrySent(bytes, nowNs);
        }
        return true;
    }

    /**
     * Hands on what one peer gives us for another, as it is.
     *
     * @return false when they are not both members or about to become some, or it is more than two who hear us both
     *     can need
     */
    public boolean carry(final Link from, final Relay message, final long nowNs) {
        final Link to = links.of(message.peer());
        if (to == null || to == from || !from.flows() || !to.flows() || message.length() > limitBytes
            || !mayCarry(from.peer, to.peer, nowNs)) {
            return false;
        }
        message.carriedFrom(from.peer);
        put(to, message, nowNs);
        return true;
    }

    private boolean mayCarry(final int from, final int to, final long nowNs) {
        final long spent = Math.max(spentNs[from][to], nowNs - BURST * spacingNs);
        if (spent > nowNs - spacingNs) {
            return false;
        }
        spentNs[from][to] = spent + spacingNs;
        return true;
    }

    /**
     * Opens what a peer has carried here.
     *
     * @return the sequence under which its owner sealed it, 0 if another carrier was first, or
     *     {@link DatagramSeal#REFUSED}
     */
    public long open(final Link from, final Link owner, final Relay message) {
        return owner == null || owner == from || !owner.flows() ? DatagramSeal.REFUSED
            : owner.seal.openDetour(message.tag(), message.payload());
    }
}

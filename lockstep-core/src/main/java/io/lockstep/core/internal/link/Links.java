package io.lockstep.core.internal.link;

import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.inspect.Inspector;
import io.lockstep.core.internal.protocol.Message;
import java.util.Arrays;
import java.util.SplittableRandom;

/** A link to every other peer of the match. */
public final class Links {

    private final Link[] byPeer = new Link[Message.MAX_PLAYERS];
    private final Link[] all;
    private final Uplink uplink = new Uplink();

    public Links(final MatchSettings settings, final Agreement agreement, final int incarnation,
        final SplittableRandom random) {
        final Link[] found = new Link[Message.MAX_PLAYERS];
        int count = 0;
        for (int peer = 0; peer < Message.MAX_PLAYERS; peer++) {
            if (peer != settings.self() && settings.seating().mask(peer) != 0) {
                byPeer[peer] = new Link(settings, agreement, peer, incarnation, random, uplink);
                found[count++] = byPeer[peer];
            }
        }
        all = Arrays.copyOf(found, count);
    }

    /** All of them, by peer; not to be changed. */
    public Link[] all() {
        return all;
    }

    /** The line that all links share. */
    public Uplink uplink() {
        return uplink;
    }

    /** Lets time pass. */
    public void now(final long nowNs) {
        for (final Link link : all) {
            link.now(nowNs);
        }
    }

    /** The link to a peer; null if there is none. */
    public Link of(final int peer) {
        return peer >= 0 && peer < byPeer.length ? byPeer[peer] : null;
    }

    /** Is there a link to a peer, and is it open? */
    public boolean isOpen(final int peer) {
        final Link link = of(peer);
        return link != null && link.isOpen();
    }

    /** When anything was last received on any of them. */
    public long heardNs() {
        long newest = Link.NEVER;
        for (final Link link : all) {
            newest = Math.max(newest, link.heardNs());
        }
        return newest;
    }

    /** Tells what the links to members hold. */
    public void inspect(final Inspector by, final long nowNs) {
        for (final Link link : all) {
            if (link.isMember() && !link.hasLeft()) {
                link.inspect(by, nowNs);
            }
        }
    }
}

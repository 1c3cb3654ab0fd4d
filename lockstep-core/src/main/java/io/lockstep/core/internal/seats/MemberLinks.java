package io.lockstep.core.internal.seats;

import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.link.Link;
import io.lockstep.core.internal.link.Links;
import io.lockstep.core.internal.link.Testimony;
import io.lockstep.core.internal.link.Wire;
import io.lockstep.core.internal.membership.EpochRecord;
import io.lockstep.core.internal.play.MatchState;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.transport.Lane;

/** Carries what members say to each other, and seals windows with what the epoch seals them with. */
public final class MemberLinks {

    private final MatchSettings settings;
    private final MatchState state;
    private final Links links;
    private final Wire wire;
    private final Testimony testimony;
    private final int incarnation;
    private long seal;

    public MemberLinks(final MatchSettings settings, final MatchState state, final Links links, final Wire wire,
                final Testimony testimony, final int incarnation) {
        this.settings = settings;
        this.state = state;
        this.links = links;
        this.wire = wire;
        this.testimony = testimony;
        this.incarnation = incarnation;
    }

    public void send(final int peer, final Lane lane, final Message message) {
        if (links.isOpen(peer)) {
            wire.send(links.of(peer), lane, message, state.nowNs());
        }
    }

    /** Says what we hold of a peer from a frame on. */
    public void forward(final int to, final int owner, final long first) {
        if (links.isOpen(to) && settings.seating().mask(owner) != 0) {
            testimony.give(links.of(to), owner, first, state.nowNs());
        }
    }

    public boolean isLinked(final int peer) {
        return links.isOpen(peer);
    }

    /** The process that sits at a peer, 0 if none is known. */
    public int incarnation(final int peer) {
        if (peer == settings.self()) {
            return incarnation;
        }
        final Link link = links.of(peer);
        return link != null && link.handshake().isOpen() ? link.handshake().theirs().incarnation() : 0;
    }

    /** Windows are sealed with this from now on. */
    public void seal(final long newSeal) {
        if (newSeal != seal) {
            seal = newSeal;
            for (final Link link : links.all()) {
                link.seal.epoch(newSeal);
            }
        }
    }

    /** A link was opened: its windows are sealed like everybody's. */
    public void opened(final Link link) {
        link.seal.epoch(seal);
    }

    /** An epoch says who is a member. */
    public void settle(final EpochRecord epoch) {
        seal(epoch.seal());
        for (final Link link : links.all()) {
            if (!epoch.has(link.peer)) {
                link.stopPlaying();
            }
            link.member(epoch.has(link.peer));
        }
    }

    /** Everybody whose windows travel is a member from the start. */
    public int start() {
        int members = 1 << settings.self();
        for (final Link link : links.all()) {
            link.member(link.isPlaying());
            link.counts(link.isPlaying());
            members |= link.isPlaying() ? 1 << link.peer : 0;
        }
        return members;
    }

    /** A newcomer's inputs count from now on. */
    public void counts(final int peer) {
        links.of(peer).counts(true);
        links.of(peer).arrival.restart();
    }

    /** Our inputs count from this frame on: what travelled before were none. */
    public void countFrom(final long frame) {
        for (final Link link : links.all()) {
            link.out.countFrom(frame);
            link.report.restart();
        }
    }
}

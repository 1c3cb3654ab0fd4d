package io.lockstep.core.session;

import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.MembershipMessage.Kind;
import io.lockstep.core.internal.protocol.Message;

/** Draws what is said of who leads and who takes part: anew, or a real message of which a few things are changed. */
final class MembershipLies {

    private static final int ROUND_BITS = 16;

    private final Lies lies;

    MembershipLies(final Lies lies) {
        this.lies = lies;
    }

    MembershipMessage draw(final Kind kind, final LiarsView view) {
        final MembershipMessage real = view.last(kind);
        final MembershipMessage drawn = new MembershipMessage();
        if (real != null && lies.random.nextBoolean()) {
            copy(real, drawn);
            for (int changes = lies.random.nextInt(3); changes > 0; changes--) {
                change(drawn, view);
            }
        } else {
            plausible(drawn.reset(kind), view);
            if (lies.random.nextBoolean()) {
                change(drawn, view);
            }
        }
        if (kind == Kind.CUT && drawn.members() == 0) {
            drawn.members(view.seats());
        }
        return drawn;
    }

    static void copy(final MembershipMessage from, final MembershipMessage to) {
        to.reset(from.kind()).leads(from.leads()).established(from.established()).joining(from.joining())
            .branch(from.branch()).term(from.term()).ballot(from.ballot()).epoch(from.epoch()).epochId(from.epochId())
            .members(from.members()).mask(from.mask()).seat(from.seat());
        for (int i = 0; i < from.chainCount(); i++) {
            to.addChain(from.chain(i));
        }
        for (int peer = 0; peer < Message.MAX_PLAYERS; peer++) {
            if ((from.framesMask() & 1 << peer) != 0) {
                to.frame(peer, from.frame(peer));
            }
            if ((from.incarnationsMask() & 1 << peer) != 0) {
                to.incarnation(peer, from.incarnation(peer));
            }
        }
        to.reports().copy(from.reports());
    }

    private long ballot(final LiarsView view) {
        return lies.near(view.term()) << ROUND_BITS & Long.MAX_VALUE | lies.random.nextInt(6);
    }

    /** What somebody might say who is where the others are. */
    private void plausible(final MembershipMessage drawn, final LiarsView view) {
        final int about = lies.peer(view.seats());
        final int seat = lies.peer(view.seats());
        drawn.leads(lies.random.nextBoolean()).established(lies.random.nextBoolean()).joining(lies.oneIn(5))
            .branch(lies.oneIn(5)).term(view.term()).ballot(view.term() << ROUND_BITS | lies.random.nextInt(6))
            .epoch(view.epoch()).epochId(view.epochId()).members(view.members()).mask(1 << about).seat(seat);
        switch (drawn.kind()) {
            case CUT -> {
                drawn.epoch(view.epoch() + 1 & 0xFFFF_FFFFL).epochId(lies.random.nextLong()).ballot(ballot(view))
                    .members(view.members() & ~(lies.oneIn(2) ? 0 : 1 << about));
                if (drawn.members() == 0) {
                    drawn.members(view.seats());
                }
                drawn.addChain(view.members() == 0 ? view.seats() : view.members());
                drawn.frame(about, lies.near(view.frame()));
                drawn.reports().reset(1 << about, drawn.members() & ~(1 << about));
                for (int peer = 0; peer < Message.MAX_PLAYERS; peer++) {
                    if ((drawn.members() & 1 << peer) != 0) {
                        drawn.incarnation(peer, view.incarnation(peer));
                        drawn.reports().put(peer, about, lies.near(view.frame()), drawn.frame(about));
                    }
                }
            }
            case PREPARE, REPORT -> drawn.ballot(ballot(view)).frame(about, lies.near(view.frame()));
            case JOIN -> drawn.frame(seat, lies.near(view.frame())).incarnation(seat, view.incarnation(seat));
            case REPAIR -> drawn.frame(seat, lies.near(view.frame())).mask(view.seats() & ~(1 << seat));
            case REPAIRED -> drawn.frame(seat, lies.near(view.frame())).frame(view.self(), lies.near(view.frame()));
            case VOUCH -> drawn.frame(seat, lies.near(view.frame())).mask(lies.random.nextInt());
            default -> drawn.frame(view.self(), lies.near(view.frame()));
        }
    }

    private void change(final MembershipMessage drawn, final LiarsView view) {
        switch (lies.random.nextInt(13)) {
            case 0 -> drawn.term(Math.min(lies.near(view.term()), MembershipMessage.MAX_TERM));
            case 1 -> drawn.ballot(ballot(view));
            case 2 -> drawn.ballot(lies.wild() & Long.MAX_VALUE);
            case 3 -> drawn.epoch(lies.near(view.epoch()) & 0xFFFF_FFFFL);
            case 4 -> drawn.epochId(lies.oneIn(3) ? lies.random.nextLong() : view.epochId());
            case 5 -> drawn.members(lies.maskNear(view.members(), view.seats()));
            case 6 -> drawn.mask(lies.maskNear(drawn.mask(), view.seats()));
            case 7 -> drawn.seat(lies.peer(view.seats()));
            case 8 -> addChain(drawn, lies.maskNear(view.members(), view.seats()));
            case 9 -> drawn.frame(lies.peer(view.seats()), lies.near(view.frame()));
            case 10 -> drawn.incarnation(lies.peer(view.seats()), view.incarnation(lies.peer(view.seats())));
            case 11 -> drawn.leads(!drawn.leads()).branch(lies.random.nextBoolean());
            default -> drawn.joining(!drawn.joining()).established(!drawn.established());
        }
    }

    private static void addChain(final MembershipMessage drawn, final int mask) {
        if (mask != 0 && drawn.chainCount() < MembershipMessage.MAX_CHAIN) {
            drawn.addChain(mask);
        }
    }
}

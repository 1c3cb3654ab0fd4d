package io.lockstep.testkit.liars;

import io.lockstep.core.internal.protocol.CutReports;
import io.lockstep.core.internal.protocol.InputWindow;
import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.MembershipMessage.Kind;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.RequestVote;
import io.lockstep.core.internal.protocol.VoteResponse;
import io.lockstep.core.transport.Lane;
import org.jspecify.annotations.NullUnmarked;

/** Lies about who leads and who takes part. */
@NullUnmarked
final class FalseOrders {

    private static final int ROUND_BITS = 16;
    /** A round that no leader has come to by then. */
    private static final int LATE_ROUND = 40;
    /** As far ahead as the 16 bits of a vote are still taken for meant. */
    private static final int VOTE_TERMS = 200;
    private static final long STATUS_TERMS = 1_000_000;
    private static final int FRAMES_AHEAD = 30;
    /** Often enough that no vote in between comes to its end, and not so often that nothing else leaves. */
    private static final int REPEAT_MS = 40;

    private FalseOrders() {
    }

    private static long ballot(final LiarView view, final long term) {
        return term << ROUND_BITS | LATE_ROUND;
    }

    private static MembershipMessage of(final Kind kind, final LiarView view) {
        return new MembershipMessage().reset(kind).term(view.session.term()).epoch(view.session.epoch().number())
            .epochId(view.session.epoch().id()).members(view.session.epoch().members().mask());
    }

    /** Tells everybody that the victim is out, as if it led and all had reported. */
    static final class ForgedCut extends Deceiver {

        ForgedCut(final LiarView view) {
            super(view);
        }

        @Override
        void turn() {
            final int members = view.session.epoch().members().mask();
            final int left = members & ~(1 << view.victim);
            final MembershipMessage cut = of(Kind.CUT, view).leads(true).established(true)
                .ballot(ballot(view, view.session.term())).epoch(view.session.epoch().number() + 1)
                .epochId(view.session.epoch().id() ^ view.victim + 1).members(left).mask(1 << view.self)
                .addChain(members).frame(view.victim, view.session.frame() + FRAMES_AHEAD);
            for (int rest = left; rest != 0; rest &= rest - 1) {
                final int peer = Integer.numberOfTrailingZeros(rest);
                cut.incarnation(peer, view.session.epoch().incarnation(peer));
            }
            view.tellAll(cut);
        }
    }

    /** Says in every window and every status that it leads the next term. */
    static final class ClaimedLead extends Deceiver {

        private long claimed = -1;

        ClaimedLead(final LiarView view) {
            super(view);
        }

        @Override
        byte[] said(final int to, final Lane lane, final byte[] payload) {
            if (claimed < 0) {
                claimed = view.session.term() + 1;
            }
            final Message message = view.decoded(payload);
            if (message instanceof InputWindow window) {
                window.leads(claimed);
                return view.encoded(window);
            }
            if (message instanceof MembershipMessage status && status.kind() == Kind.STATUS) {
                return view.encoded(status.leads(true).term(Math.max(claimed, status.term())));
            }
            return payload;
        }
    }

    /**
     * Votes for whoever asks. Tells each of the others something else of its term, its vote and its lead, for a few
     * seconds at most: who is told of no lead stands, and is elected by that vote.
     */
    static final class TwoFaced extends Deceiver {

        private static final int LEAST_MS = 200;
        private static final int MOST_MS = 3200;
        /** From two terms before its own to the next one. */
        private static final int TERMS_BACK = 2;
        private static final int TERMS = 4;

        private final long[] untilMs = new long[Message.MAX_PLAYERS];
        private final Face[] faces = new Face[Message.MAX_PLAYERS];
        private final int[] seats = new int[Message.MAX_PLAYERS];
        private final int[] ahead = new int[Message.MAX_PLAYERS];
        private final int[] frames = new int[Message.MAX_PLAYERS];

        /** The story that it tells one of the others. */
        private enum Face {
            TRUTH, LEADS, LEADS_NOT
        }

        TwoFaced(final LiarView view) {
            super(view);
        }

        @Override
        byte[] said(final int to, final Lane lane, final byte[] payload) {
            draw(to);
            final long term = Math.max(0, view.session.term() + ahead[to]);
            final boolean leads = faces[to] == Face.LEADS;
            final Message message = faces[to] == Face.TRUTH ? null : view.decoded(payload);
            if (message instanceof InputWindow window) {
                window.leading(leads);
                if (leads) {
                    window.nameTerm(term);
                }
                return view.encoded(window);
            }
            if (message instanceof MembershipMessage status && status.kind() == Kind.STATUS) {
                return view.encoded(status.leads(leads).term(leads ? term : status.term()).seat(seats[to])
                    .frame(view.self, status.frame(view.self) + frames[to]));
            }
            return payload;
        }

        private void draw(final int to) {
            if (view.nowMs >= untilMs[to]) {
                untilMs[to] = view.nowMs + view.random.nextInt(LEAST_MS, MOST_MS);
                faces[to] = Face.values()[view.random.nextInt(Face.values().length)];
                seats[to] = view.random.nextInt(Integer.bitCount(view.others) + 1);
                ahead[to] = view.random.nextInt(TERMS) - TERMS_BACK;
                frames[to] = view.random.nextInt(2 * FRAMES_AHEAD);
            }
        }

        @Override
        public void incoming(final int from, final Lane lane, final byte[] payload) {
            if (view.lies() && view.decoded(payload) instanceof RequestVote request) {
                view.tell(from, new VoteResponse().voter(view.self).term(request.term()).preVote(request.isPreVote())
                    .granted(true));
            }
        }
    }

    /** Asks everybody for promises in the leader's place, about the victim. */
    static final class ForgedPrepare extends Deceiver {

        ForgedPrepare(final LiarView view) {
            super(view);
        }

        @Override
        void turn() {
            view.tellAll(of(Kind.PREPARE, view).leads(true).ballot(ballot(view, view.session.term()))
                .mask(1 << view.victim).frame(view.victim, view.session.frame()));
        }
    }

    /** Reports in every round, asked or not, that it has inputs of the victim that nobody else has. */
    static final class ForgedReport extends Deceiver {

        ForgedReport(final LiarView view) {
            super(view);
        }

        @Override
        byte[] said(final int to, final Lane lane, final byte[] payload) {
            if (view.decoded(payload) instanceof MembershipMessage report && report.kind() == Kind.REPORT) {
                for (int rest = report.framesMask(); rest != 0; rest &= rest - 1) {
                    final int suspect = Integer.numberOfTrailingZeros(rest);
                    report.frame(suspect, report.frame(suspect) + FRAMES_AHEAD);
                }
                return view.encoded(report);
            }
            return payload;
        }

        @Override
        void turn() {
            if (view.nowMs % REPEAT_MS != 0) {
                return;
            }
            view.tellAll(of(Kind.REPORT, view).ballot(ballot(view, view.session.term())).mask(1 << view.victim)
                .frame(view.victim, view.session.frame() + FRAMES_AHEAD));
        }
    }

    /** Says of everybody in the CUT that it sends to that one that it has reported nothing. */
    static final class MisquotedReports extends Deceiver {

        private boolean misquoted;

        MisquotedReports(final LiarView view) {
            super(view);
        }

        @Override
        byte[] said(final int to, final Lane lane, final byte[] payload) {
            if (to != view.victim && view.decoded(payload) instanceof MembershipMessage cut && cut.kind() == Kind.CUT
                && (cut.reports().suspects() & 1 << view.victim) != 0 && (cut.reports().reporters() & 1 << to) != 0
                && cut.ballot() >>> ROUND_BITS == view.session.term()) {
                // Who hands on another's cut may have been deceived, and of a newcomer that does not count it is true.
                misquoted |= cut.reports().code(to, view.victim) != CutReports.NOTHING
                    && view.session.leader() == view.self;
                cut.reports().put(to, view.victim, 0, 0);
                return view.encoded(cut);
            }
            return payload;
        }

        @Override
        boolean isSurelyNamed() {
            return misquoted;
        }
    }

    /** Stands for, votes in and speaks of terms that nobody has come to. */
    static final class TermsAhead extends Deceiver {

        TermsAhead(final LiarView view) {
            super(view);
        }

        @Override
        void turn() {
            final long term = view.session.term() + VOTE_TERMS;
            view.tellAll(new RequestVote().candidate(view.self).term(term).lastFrame(view.session.frame()));
            view.tellAll(new VoteResponse().voter(view.self).term(term).granted(true));
            view.tellAll(of(Kind.STATUS, view).term(view.session.term() + STATUS_TERMS)
                .ballot(ballot(view, view.session.term() + STATUS_TERMS)).frame(view.self, view.session.frame()));
        }
    }

    /** Stands, again and again, and says that it has come to the term of that and has promised there. */
    static final class NextTerms extends Deceiver {

        NextTerms(final LiarView view) {
            super(view);
        }

        @Override
        void turn() {
            if (view.nowMs % REPEAT_MS == 0) {
                final long term = view.session.term() + 1;
                view.tellAll(new RequestVote().candidate(view.self).term(term).lastFrame(view.session.frame()));
                view.tellAll(of(Kind.STATUS, view).term(term).ballot(ballot(view, term)).seat(view.self)
                    .frame(view.self, view.session.frame()));
                view.tellAll(of(Kind.STATUS, view).ballot(ballot(view, term - 1)).seat(view.self)
                    .frame(view.self, view.session.frame()));
            }
        }
    }

    /** Vouches for a state that nobody has, whenever somebody is to load one. */
    static final class FalseVouch extends Deceiver {

        FalseVouch(final LiarView view) {
            super(view);
        }

        @Override
        byte[] said(final int to, final Lane lane, final byte[] payload) {
            return view.decoded(payload) instanceof MembershipMessage vouch && vouch.kind() == Kind.VOUCH
                ? view.encoded(vouch.mask(~vouch.mask())) : payload;
        }
    }
}

package io.lockstep.core.session;

import io.lockstep.core.input.InputLog;
import io.lockstep.core.membership.Epoch;
import io.lockstep.core.membership.Membership;
import io.lockstep.core.protocol.Command;
import io.lockstep.core.protocol.MembershipMessage;
import io.lockstep.core.protocol.TransferMessage;
import io.lockstep.core.sync.ChecksumLog;
import io.lockstep.core.transport.Lane;

/**
 * What becomes of a desync after it was noticed: the leader judges who is in the minority and orders a repair, a donor
 * sends its state, the others vouch for theirs, and whoever is in the minority loads it. Only who leads the current
 * term orders anything; a new leader judges anew.
 */
final class Repair {

    private static final int NOBODY = Membership.NOBODY;

    private final Session session;
    private final MatchSettings settings;
    private final InputLog log;
    private final ChecksumLog checksums;
    private final LocalInputs localInputs;
    private final EventQueue events;
    private final Link[] links;
    private final Link[] linkOfPeer;
    private final Wire wire;
    private final LinkSurvey survey;
    private final Roster roster;
    private final GameRunner runner;
    final RepairJudge judge;
    private final RepairDonor donor;
    final RepairTarget target;
    private final MembershipMessage out = new MembershipMessage();
    /** Who is to be told our checksum of a frame, by which order. */
    private int vouchFor;
    private long vouchFrame;
    private long vouchTerm;
    /** Was it said before? */
    private boolean vouched;
    private long repairs;
    private long failures;
    private long ignored;

    Repair(final Session session, final MatchSettings settings, final SessionParts parts, final Roster roster,
           final GameRunner runner) {
        this.session = session;
        this.settings = settings;
        this.roster = roster;
        this.runner = runner;
        log = parts.log();
        checksums = parts.checksums();
        localInputs = parts.localInputs();
        events = parts.events();
        links = parts.links();
        linkOfPeer = parts.linkOfPeer();
        wire = parts.wire();
        survey = parts.survey();
        judge = new RepairJudge(this, settings, checksums);
        donor = new RepairDonor(settings, checksums, wire, linkOfPeer);
        target = new RepairTarget(this, settings, runner, checksums, wire);
    }

    /** Is a message of the membership's layout about repairs? */
    boolean concerns(final MembershipMessage message) {
        return switch (message.kind()) {
            case REPAIR, REPAIRED -> true;
            case VOUCH -> !roster.membership().isJoining();
            default -> false;
        };
    }

    /** Whose checksums count: members that play and have not left. */
    private int voters() {
        int voters = 0;
        for (int rest = roster.membership().epoch().members(); rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            voters |= roster.isActive(peer) && !log.isClosed(peer) ? 1 << peer : 0;
        }
        return voters;
    }

    /** Does all that is due. */
    void tick(final long nowNs) {
        final Membership membership = roster.membership();
        final boolean plays = session.phase() == Phase.PLAYING && !membership.isJoining();
        final long term = membership.election().term();
        if (plays) {
            judge.tick(membership.election().leads() && !runner.isBehind(), term, voters(), nowNs);
        }
        donor.tick(term, nowNs);
        target.tick(session.leader(), term, session.frame() - 1, nowNs);
        vouch();
    }

    /** A frame was executed. */
    void executed(final long frame) {
        if (!donor.executed(frame, runner.isBehind())) {
            // Too large, or our own state was just replaced.
            donor.stop();
            answer(NOBODY, settings.self(), frame, donor.term(), false, frame, false);
        }
        target.executed(frame);
    }

    /** The frame to be executed next. */
    long frame() {
        return session.frame();
    }

    /** How many frames a slow trip to another peer and so much time take. */
    long framesIn(final long ns) {
        return (survey.slowRttNs() / 2 + ns) * settings.rules().tickRate() / Session.NS_PER_S + 1;
    }

    /** Ends the match in the frame that our next input is for. */
    void halt() {
        localInputs.command(Command.of(Command.Kind.HALT));
    }

    /**
     * Sends the judge's order to everybody, and carries out our own part of it. The lane that repairs losses in order
     * may be seconds behind, and copies would keep it there: it takes the first one, which goes before the state, and
     * the other lane takes them all.
     */
    void order(final RepairJudge order, final boolean isCopy) {
        final Membership membership = roster.membership();
        out.reset(MembershipMessage.Kind.REPAIR).term(membership.election().term()).leads(true)
            .established(order.isForced()).epoch(membership.epoch().number()).epochId(membership.epoch().id())
            .members(voters()).mask(order.targets()).seat(order.donor()).frame(order.donor(), order.frame());
        for (final Link link : links) {
            if (link.member && link.isOpen()) {
                send(link, out, isCopy);
            }
        }
        obey(settings.self(), out);
    }

    private void send(final Link link, final MembershipMessage message, final boolean isCopy) {
        wire.send(link, Lane.INPUT, message, session.nowNs());
        if (!isCopy) {
            wire.send(link, Lane.CONTROL, message, session.nowNs());
        }
    }

    /** Files a message that {@link #concerns} us; false when it was ignored. */
    boolean receive(final Link from, final MembershipMessage message) {
        final boolean taken = isTimely(message)
            && (voters() & 1 << from.peer) != 0 && isOfUse(message.kind()) && switch (message.kind()) {
                case REPAIR -> onOrder(from, message);
                case REPAIRED -> onAnswer(from, message);
                default -> target.vouched(from.peer, message);
            };
        ignored += taken ? 0 : 1;
        return taken;
    }

    /** That a member has the right state is true in a later epoch, too; everything else is for one epoch. */
    private boolean isTimely(final MembershipMessage message) {
        final Epoch epoch = roster.membership().epoch();
        return message.epochId() == epoch.id()
            || message.kind() == MembershipMessage.Kind.REPAIRED && message.epoch() < epoch.number();
    }

    /** At the end of the match nothing is repaired any more, but what was repaired explains the last differences. */
    private boolean isOfUse(final MembershipMessage.Kind kind) {
        return session.phase() == Phase.PLAYING
            || session.phase() == Phase.DRAINING && kind == MembershipMessage.Kind.REPAIRED;
    }

    /** Only who leads this term may order anything (S9). */
    private boolean onOrder(final Link from, final MembershipMessage order) {
        // A copy of an order may be of a frame long past; a new one of such a frame is refused by who is to obey.
        final boolean plausible = order.framesMask() == 1 << order.seat() && (order.mask() & 1 << order.seat()) == 0
            && order.frame(order.seat()) < session.frame() + InputLog.FRAMES;
        return plausible && settings.state().policy() == DesyncPolicy.REPAIR && session.leader() == from.peer
            && roster.membership().election().term() == order.term() && obey(from.peer, order);
    }

    private boolean obey(final int leader, final MembershipMessage order) {
        final int seat = order.seat();
        final long frame = order.frame(seat);
        final int mask = order.mask();
        final long term = order.term();
        if (term < vouchTerm || term == vouchTerm && frame < vouchFrame) {
            // Two lanes: of an order that was given up a copy may come behind the next one.
            return false;
        }
        final boolean isCopy = term == vouchTerm && frame == vouchFrame;
        vouched &= isCopy;
        vouchFor = mask;
        vouchFrame = frame;
        vouchTerm = term;
        if (seat == settings.self() && (runner.isBehind() || !donor.order(term, frame, mask, session.frame() - 1))) {
            answer(leader, seat, frame, term, false, frame, isCopy);
        } else if ((mask & 1 << settings.self()) != 0) {
            if (linkOfPeer[seat] == null || !target.order(leader, linkOfPeer[seat], order, session.frame() - 1,
                session.nowNs())) {
                return false;
            }
            if (target.outcome() != RepairTarget.Outcome.PENDING) {
                final boolean right = target.outcome() == RepairTarget.Outcome.RIGHT;
                answer(leader, seat, frame, term, right, right ? target.rightFrom() : frame, isCopy);
            }
        }
        return true;
    }

    /** Tells the targets what our state is after the frame, once for each copy of the order. */
    private void vouch() {
        if (vouchFor == 0 || !checksums.has(vouchFrame)) {
            return;
        }
        for (int rest = vouchFor & ~(1 << settings.self()); rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            if (linkOfPeer[peer] != null && linkOfPeer[peer].isOpen()) {
                send(linkOfPeer[peer], out.reset(MembershipMessage.Kind.VOUCH).term(vouchTerm)
                    .epoch(roster.membership().epoch().number()).epochId(roster.membership().epoch().id()).seat(peer)
                    .frame(peer, vouchFrame).mask(checksums.checksum(vouchFrame)), vouched);
            }
        }
        vouched = true;
        vouchFor = 0;
    }

    /**
     * What the others have vouched for is compared with our state before that is replaced: on a short way the right
     * state may be here before their checksums, and what was wrong with ours would never be known.
     */
    void compare(final Majority vouched, final long frame, final long executed) {
        for (final Link link : links) {
            if (vouched.knows(link.peer)) {
                checksums.record(link.peer, frame, vouched.checksumOf(link.peer));
                runner.compare(link, executed + 1);
            }
        }
    }

    /** The state was loaded, and the frames since were replayed. */
    void loaded(final long next) {
        repairs++;
        roster.tape.begin(next);
        for (final Link link : links) {
            runner.replaced(link, target.rightFrom());
        }
        events.add().set(SessionEvent.Type.STATE_REPAIRED, settings.self(), next);
    }

    /** Our part of the order that was received last is done. */
    void concluded() {
        final boolean right = target.outcome() == RepairTarget.Outcome.RIGHT;
        if (!right) {
            failures++;
            events.add().set(SessionEvent.Type.STATE_NOT_REPAIRED, settings.self(), target.frame());
        }
        answer(NOBODY, target.donor(), target.frame(), target.term(), right,
            right ? target.rightFrom() : target.frame(), false);
    }

    /** Says what became of an order: to one peer, or to everybody; to ourselves as well. */
    private void answer(final int to, final int seat, final long frame, final long term, final boolean right,
                        final long rightFrom, final boolean isCopy) {
        final Membership membership = roster.membership();
        out.reset(MembershipMessage.Kind.REPAIRED).term(term).epoch(membership.epoch().number())
            .epochId(membership.epoch().id()).established(right).seat(seat).frame(seat, frame);
        if (seat != settings.self()) {
            out.frame(settings.self(), rightFrom);
        }
        for (final Link link : links) {
            if (link.member && link.isOpen() && (to == NOBODY || to == link.peer)) {
                send(link, out, isCopy);
            }
        }
        if (to == NOBODY || to == settings.self()) {
            judge.answered(settings.self(), term, frame, right, session.nowNs());
        }
        if (right) {
            judge.soundFrom(settings.self(), rightFrom);
        }
    }

    private boolean onAnswer(final Link from, final MembershipMessage answer) {
        final long frame = answer.frame(answer.seat());
        if (frame < 0) {
            return false;
        }
        if (answer.seat() != from.peer) {
            final long rightFrom = answer.frame(from.peer);
            // Whoever claims to be right only in times to come would not be judged until then.
            if (rightFrom < frame || rightFrom > session.frame() + InputLog.FRAMES) {
                return false;
            }
            if (answer.established() && judge.soundFrom(from.peer, rightFrom) && rightFrom > frame) {
                runner.replaced(from, rightFrom);
                events.add().set(SessionEvent.Type.STATE_REPAIRED, from.peer, rightFrom);
            }
            if (answer.seat() == settings.self()) {
                donor.answered(from.peer, answer.term(), frame);
            }
        }
        judge.answered(from.peer, answer.term(), frame, answer.established(), session.nowNs());
        return true;
    }

    boolean receive(final Link from, final TransferMessage message) {
        return switch (message.kind()) {
            case CHUNK -> target.receive(from, message, session.nowNs());
            case ACK -> donor.receive(from, message, session.nowNs());
            case CANCEL -> false;
        };
    }

    long repairs() {
        return repairs;
    }

    long failures() {
        return failures;
    }

    long ignored() {
        return ignored;
    }
}

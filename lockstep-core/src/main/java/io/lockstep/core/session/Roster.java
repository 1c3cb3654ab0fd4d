package io.lockstep.core.session;

import io.lockstep.core.input.InputLog;
import io.lockstep.core.membership.Epoch;
import io.lockstep.core.membership.Membership;
import io.lockstep.core.membership.MembershipHost;
import io.lockstep.core.membership.TwoPeerPolicy;
import io.lockstep.core.protocol.Command;
import io.lockstep.core.protocol.Goodbye;
import io.lockstep.core.protocol.GoodbyeReason;
import io.lockstep.core.protocol.InputWindow;
import io.lockstep.core.protocol.MembershipMessage;
import io.lockstep.core.protocol.Message;
import io.lockstep.core.protocol.TransferMessage;
import io.lockstep.core.sync.ChecksumLog;
import io.lockstep.core.transport.Lane;
import io.lockstep.election.ElectionConfig;
import io.lockstep.election.Quorum;
import java.util.Arrays;

/** Puts into effect here what the membership agrees on, and tells it what it needs to know of the session. */
final class Roster implements MembershipHost {

    /** A snapshot's frame is so far ahead that the order reaches everybody before it is simulated. */
    private static final long SNAPSHOT_AHEAD_NS = 500_000_000L;
    /** An activation takes effect a round trip or the newcomer's input delay and so many ticks later. */
    private static final int ACTIVATE_TICKS = 12;
    private static final long NEVER = -1;
    private static final int SLOW_TRIPS = 4;

    private final Session session;
    private final MatchSettings settings;
    private final InputLog log;
    private final ChecksumLog checksums;
    private final LocalInputs localInputs;
    private final EventQueue events;
    private final Link[] links;
    private final Link[] linkOfPeer;
    private final Wire wire;
    private final RelayExchange relays;
    private final WindowExchange windows;
    private final LinkSurvey survey;
    final FrameOrders orders;
    private final int incarnation;
    private final Membership membership;
    private final ProgressWatch watch;
    private final Donor donor;
    private final Entry entry;
    final Tape tape;
    private final MembershipMessage out = new MembershipMessage();
    private final long[] closedAt = new long[Message.MAX_PLAYERS];
    private long fence = Long.MAX_VALUE;
    private int members;
    private final int seats;
    private int awaiting;
    private int seal;
    private int leaderTold = Membership.NOBODY;

    Roster(final Session session, final MatchSettings settings, final SessionParts parts, final int incarnation,
           final long seed) {
        this.session = session;
        this.settings = settings;
        this.incarnation = incarnation;
        log = parts.log();
        checksums = parts.checksums();
        localInputs = parts.localInputs();
        events = parts.events();
        links = parts.links();
        linkOfPeer = parts.linkOfPeer();
        wire = parts.wire();
        relays = parts.relays();
        windows = parts.windows();
        survey = parts.survey();
        orders = parts.orders();
        watch = new ProgressWatch(links, log, localInputs, parts.clock(), settings.timeouts().dropNs(),
            Math.max(settings.timeouts().silenceNs(), settings.timeouts().dropNs()));
        entry = new Entry(session, this, settings, parts, incarnation);
        membership = new Membership(settings.self(), seed, new ElectionConfig(Timeouts.HEARTBEAT_NS,
            Timeouts.MIN_ELECTION_NS, Timeouts.MAX_ELECTION_NS, ElectionConfig.DEFAULT_SUCCESSOR_STEP_NS),
            settings.rules().twoPeerPolicy(), this);
        donor = new Donor(settings, log, orders, wire, membership);
        tape = new Tape(settings, parts, membership.epoch());
        seats = settings.seating().peers();
        Arrays.fill(closedAt, NEVER);
        if (settings.entrance().joining()) {
            membership.join();
        }
    }

    Membership membership() {
        return membership;
    }

    Entry entry() {
        return entry;
    }

    /** Everybody is here. */
    void start(final long nowNs) {
        int lineUp = 1 << settings.self();
        final int[] incarnations = new int[Message.MAX_PLAYERS];
        incarnations[settings.self()] = incarnation;
        for (final Link link : links) {
            link.member = link.playing;
            link.counts = link.playing;
            if (link.playing) {
                lineUp |= 1 << link.peer;
                incarnations[link.peer] = link.handshake.theirs().incarnation();
                watch.begin(link, nowNs);
            } else {
                closedAt[link.peer] = settings.rules().startFrame();
                close(link.peer, settings.rules().startFrame());
            }
        }
        members = lineUp;
        membership.start(settings.rules().matchId(), lineUp, incarnations, nowNs);
        tape.begin(settings.rules().startFrame());
        tellLeader();
    }

    private void close(final int peer, final long frame) {
        for (int rest = settings.seating().mask(peer); rest != 0; rest &= rest - 1) {
            log.close(Integer.numberOfTrailingZeros(rest), frame);
        }
    }

    /** Does all that is due. */
    void tick(final long nowNs) {
        final int lost = membership.isJoining() ? 0 : watch.lost(session.frame(), session.phase(), nowNs);
        membership.tick(nowNs, lost, session.stalledNs(), SLOW_TRIPS * survey.slowRttNs());
        windows.leads(membership.election().leads() && !membership.isJoining() ? membership.election().term() : NEVER);
        tellLeader();
        watchLinks();
        donor.tick(nowNs);
        if (entry.tick(membership, nowNs)) {
            tape.begin(session.frame());
        }
    }

    /** Do our own inputs not count yet? */
    boolean awaitsActivation() {
        return membership.isJoining() || (awaiting & 1 << settings.self()) != 0;
    }

    private void tellLeader() {
        final int leader = membership.isJoining() ? Membership.NOBODY : membership.election().leader();
        if (leader != leaderTold) {
            leaderTold = leader;
            events.add().set(SessionEvent.Type.LEADER_CHANGED, leader, session.frame());
        }
    }

    /** A frame was simulated, or, where the game is behind, will be later. */
    void simulated(final long frame, final boolean behind) {
        tape.simulated(frame, behind);
        donor.simulated(frame, behind);
        entry.simulated(frame);
        for (int rest = orders.opened(); rest != 0; rest &= rest - 1) {
            opened(Integer.numberOfTrailingZeros(rest));
        }
    }

    /** From some frame on a newcomer's inputs count; it was settled by an order in the frame just simulated. */
    private void opened(final int peer) {
        awaiting &= ~(1 << peer);
        final long from = orders.opensAt(peer);
        if (peer == settings.self()) {
            for (final Link link : links) {
                link.acked = from;
                link.unsent = from;
                link.countsFrom = from;
                link.report.restart();
            }
            session.activated();
        } else {
            membership.opened(peer, from);
            linkOfPeer[peer].counts = true;
            linkOfPeer[peer].arrival.restart();
            // Who replays how the seat became empty has told that of this link, and it is somebody else's now.
            linkOfPeer[peer].leftAt = NEVER;
            watch.beginInputs(linkOfPeer[peer], session.nowNs());
        }
    }

    long fence() {
        return fence;
    }

    /** While joining, members are whoever the leader says they are. */
    boolean isMember(final int peer) {
        return (members & 1 << peer) != 0;
    }

    boolean receive(final Link from, final TransferMessage message) {
        return switch (message.kind()) {
            case CHUNK -> entry.receive(from, message);
            case ACK -> donor.receive(from, message, session.nowNs());
            case CANCEL -> false;
        };
    }

    /** A link was opened; windows are sealed with what everybody's are sealed with. */
    void linked(final Link link) {
        link.seal.epoch(seal);
        membership.reborn(link.peer, session.nowNs());
    }

    /**
     * A peer said goodbye. Where its inputs end is known only if it was the end of our match, or if it has said so with
     * its last input; otherwise the others have to agree on it.
     */
    void left(final Link link, final Goodbye goodbye) {
        final boolean finished = goodbye.reason() == GoodbyeReason.FINISHED;
        final boolean known = goodbye.salt() == epochTag() || received(link.peer) >= goodbye.frame();
        // Who comes late may hear it of a process that was cut off: to a newcomer the epochs say who is gone.
        if (finished && known || session.phase() == Phase.CONNECTING && !settings.entrance().joining()) {
            tellLeft(link, goodbye.frame());
        }
        if (takesPart()) {
            membership.left(link.peer, goodbye.salt(), session.nowNs());
            if (finished && !known) {
                membership.finishedWithout(link.peer, session.nowNs());
            }
        }
    }

    /** Stands for the epoch in a goodbye: who leaves another one than ours says nothing of who may decide in ours. */
    int epochTag() {
        return membership.epoch().tag();
    }

    /** Has this peer a say, or wants one? Not before the match, and not after its goodbye, on which others rely. */
    boolean takesPart() {
        return session.phase() != Phase.CONNECTING && session.phase() != Phase.ENDED
            && (session.phase() != Phase.LEAVING || session.owesInputs());
    }

    private void tellLeft(final Link link, final long frame) {
        if (link.leftAt != frame && session.phase() != Phase.LEAVING) {
            link.leftAt = frame;
            events.add().set(SessionEvent.Type.PEER_LEFT, link.peer, frame);
        }
    }

    /**
     * Who leaves says so with its last input; who has fallen behind while joining has to ask again. Who joins itself
     * does not know yet which of the members are to be activated.
     */
    private void watchLinks() {
        for (final Link link : links) {
            final boolean counted = isMember(link.peer) && isActive(link.peer) && !membership.isJoining();
            if (counted && log.isClosed(link.players[0])) {
                tellLeft(link, log.next(link.players[0]));
            } else if (link.playing && !isMember(link.peer)
                && localInputs.next() - link.acked >= InputWindow.MAX_FRAMES) {
                link.playing = false;
            }
        }
    }

    @Override
    public void send(final int peer, final Lane lane, final Message message) {
        if (linked(peer)) {
            wire.send(linkOfPeer[peer], lane, message, session.nowNs());
        }
    }

    @Override
    public void forward(final int to, final int owner, final long first) {
        if (linkOfPeer[to] != null && linkOfPeer[to].isOpen() && settings.seating().mask(owner) != 0) {
            relays.forward(linkOfPeer[to], owner, first, session.nowNs());
        }
    }

    @Override
    public long received(final int peer) {
        long first = Long.MAX_VALUE;
        for (int rest = settings.seating().mask(peer); rest != 0; rest &= rest - 1) {
            first = Math.min(first, log.next(Integer.numberOfTrailingZeros(rest)));
        }
        return first;
    }

    @Override
    public boolean hasEnded(final int peer) {
        final Link link = linkOfPeer[peer];
        return peer == settings.self() ? localInputs.left() : link != null
            && (log.isClosed(link.players[0]) || link.leftAt != NEVER && received(peer) >= settings.rules().endFrame());
    }

    @Override
    public long frame() {
        return session.frame();
    }

    @Override
    public void fence(final long frame) {
        fence = frame;
    }

    @Override
    public void apply(final Epoch epoch) {
        final int admitted = epoch.members() & ~members;
        final boolean comes = (admitted & 1 << settings.self()) != 0;
        if (comes) {
            entry.admitted(epoch.members());
        }
        orders.settle(epoch);
        for (int rest = epoch.closed(); rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            if (settings.seating().mask(peer) != 0 && closedAt[peer] != epoch.closedAt(peer)) {
                if (epoch.closedAt(peer) < entry.firstFrame()) {
                    // The snapshot we began with is later, and knows who has come back since.
                    closedAt[peer] = epoch.closedAt(peer);
                    continue;
                }
                if (log.isClosed(peer) && epoch.has(peer)) {
                    // Taken in again since, and to be activated: where it once ended is long past.
                    continue;
                }
                closedAt[peer] = epoch.closedAt(peer);
                drop(peer, closedAt[peer]);
            }
        }
        final int mayCount = comes ? seats : members;
        for (int rest = mayCount & ~epoch.members() & ~(1 << settings.self()); rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            if (settings.seating().mask(peer) != 0 && !log.isClosed(peer)) {
                // By the proposer it never counted; we are fenced where it would have. Epochs still say the older cut.
                drop(peer, Math.max(entry.firstFrame(), log.presentFrom(peer)));
            }
        }
        if (epoch.isBranch()) {
            // Whoever is being given our frames was promised those of the line that we have left.
            donor.stop();
        }
        awaiting = (awaiting | admitted | (comes ? unopened() : 0)) & epoch.members();
        members = epoch.members();
        observe(epoch.seal());
        for (final Link link : links) {
            if (!epoch.has(link.peer)) {
                link.playing = false;
            }
            link.member = epoch.has(link.peer);
            if ((admitted & 1 << link.peer) != 0) {
                watch.begin(link, session.nowNs());
            } else if (link.member) {
                // Whoever had no input for us may have stood still for those who are out now, as we did.
                watch.beginInputs(link, session.nowNs());
            }
        }
    }

    /** From a frame on, which all agree on, a player is gone; if the game was told another one, it is told anew. */
    private void drop(final int peer, final long frame) {
        final Link link = linkOfPeer[peer];
        final boolean left = log.isClosed(Integer.numberOfTrailingZeros(settings.seating().mask(peer)));
        close(peer, frame);
        final boolean known = link != null && link.leftAt == frame || left && session.phase() == Phase.LEAVING;
        if (!known) {
            events.add().set(left ? SessionEvent.Type.PEER_LEFT : SessionEvent.Type.PEER_DROPPED, peer, frame);
            if (!left && membership.epoch().members() == 1 << settings.self()) {
                events.add().set(SessionEvent.Type.ALONE, peer, frame);
            }
            if (link != null) {
                link.leftAt = frame;
            }
        }
    }

    /** Seats that were closed in the state we began with: their members, if any, are yet to be activated, as we are. */
    private int unopened() {
        int mask = 0;
        for (final Link link : links) {
            if (log.isClosed(link.players[0]) && received(link.peer) <= entry.firstFrame()) {
                mask |= 1 << link.peer;
            }
        }
        return mask;
    }

    @Override
    public void observe(final int newSeal) {
        if (newSeal != seal) {
            seal = newSeal;
            for (final Link link : links) {
                link.seal.epoch(newSeal);
            }
        }
    }

    @Override
    public int seats() {
        return seats;
    }

    @Override
    public boolean linked(final int peer) {
        return linkOfPeer[peer] != null && linkOfPeer[peer].isOpen();
    }

    @Override
    public int incarnation(final int peer) {
        if (peer == settings.self()) {
            return incarnation;
        }
        return linkOfPeer[peer] != null && linkOfPeer[peer].handshake.isOpen()
            ? linkOfPeer[peer].handshake.theirs().incarnation() : 0;
    }

    @Override
    public boolean isActive(final int peer) {
        return (awaiting & 1 << peer) == 0;
    }

    @Override
    public void activate(final int peer) {
        if (localInputs.ordersWait()) {
            // While no frame is sampled an order would be given again and again, and all of them would travel then.
            return;
        }
        final PeerReport report = linkOfPeer[peer].report;
        final long trip = survey.slowRttNs() * settings.rules().tickRate() / Session.NS_PER_S;
        final long delay = report.known() ? report.delay() : 0;
        localInputs.command(Command.of(Command.Kind.ACTIVATE, peer,
            (int) Math.min(Math.max(trip, delay) + ACTIVATE_TICKS, InputLog.FRAMES / 2)));
    }

    @Override
    public long snapshotFrame() {
        return checksums.checkFrameFrom(
            session.frame() + 1 + (SNAPSHOT_AHEAD_NS + 2 * survey.slowRttNs()) * settings.rules()
                .tickRate() / Session.NS_PER_S);
    }

    @Override
    public boolean join(final int peer, final int from, final long frame, final int voters, final boolean known) {
        if (peer == settings.self()) {
            final boolean follow = linked(from)
                && entry.offered(linkOfPeer[from], frame, voters, known, session.nowNs());
            members = follow ? voters : members;
            return follow;
        }
        if (from == settings.self()) {
            donor.order(linkOfPeer[peer], frame, session.frame() - 1);
        }
        if (checksums.has(frame)) {
            send(peer, out.reset(MembershipMessage.Kind.VOUCH).seat(peer).frame(peer, frame)
                .mask(checksums.checksum(frame)));
        }
        return true;
    }

    @Override
    public boolean isBeyond(final Epoch epoch) {
        return entry.isBeyond(epoch);
    }

    @Override
    public void vouched(final int from, final long frame, final int checksum) {
        entry.vouched(from, frame, checksum);
    }

    @Override
    public boolean learner(final int from, final long frame) {
        final Link link = linkOfPeer[from];
        final boolean near = localInputs.next() - frame < InputWindow.MAX_FRAMES;
        if (!link.playing && near) {
            link.begin(frame);
        }
        return near;
    }

    /** Of two, may the other one go on without us, and what it has played is the match? */
    boolean followsTheOther() {
        return settings.rules().twoPeerPolicy() == TwoPeerPolicy.REJOIN && Integer.bitCount(members) == 2
            && !awaitsActivation()
            && Quorum.tieBreaker(members) != 1 << settings.self();
    }

    @Override
    public void evicted() {
        session.end(EndReason.EVICTED, "the others went on without this peer");
    }

    @Override
    public void minority() {
        session.end(EndReason.MINORITY, followsTheOther() ? "the other peer was not heard again, and may have played on"
            : "too few peers are left on this side");
    }

    @Override
    public void awaits(final int peer) {
        events.add().set(SessionEvent.Type.AWAITING_PEER, peer, session.frame());
    }

    @Override
    public void halted() {
        session.end(EndReason.HALTED, "the other peer is lost, and the policy is to stop then");
    }
}

package io.lockstep.core.internal.link;

import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.inspect.Inspector;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.Relay;
import io.lockstep.core.transport.Lane;
import java.util.Arrays;

/**
 * Asks other peers for the inputs of a live peer that this peer stalls for, and answers such requests. If a peer sent
 * its inputs to all others but one, the others would wait for that one and drop it instead. An input is accepted if two
 * peers report the same, or with three members the third one, see {@link Testimony}. So no peer alone is starved.
 */
public final class InputRequests {

    /** Number of equal reports that an input needs if a second peer can hold it: one of two peers may lie. */
    static final int LEAST_WITNESSES = 2;
    /** Number of peers that are asked at a time: two answer truly if one of them lies. */
    private static final int ASKED = LEAST_WITNESSES + 1;
    /**
     * Shortest stall, in nanoseconds, before this peer asks: longer than a detour takes to begin on most lines, and
     * short enough for a single stall.
     */
    private static final long PATIENCE_NS = 150_000_000L;
    /**
     * Time, in nanoseconds, for which this peer continues to ask for a peer's inputs after an answer. A peer that
     * withheld its inputs is likely to do so again, and each time would cost {@link #PATIENCE_NS}.
     */
    private static final long HOLDS_NS = 10_000_000_000L;
    /**
     * Longest time, in nanoseconds, for which this peer continues to ask after its last long stall. Where the answers
     * come on shorter lines than the inputs, they would prolong the requests until the match ends. A stall a minute
     * then costs {@link #PATIENCE_NS}, 0.3 % of the frames.
     */
    private static final long LONGEST_NS = 60_000_000_000L;
    /** Time between two requests, in nanoseconds. */
    private static final long PACE_NS = 33_000_000L;
    /** Time, in nanoseconds, for which a peer answers a request: three requests, so that two of them may be lost. */
    private static final long LEASE_NS = 3 * PACE_NS;
    /**
     * Longest time, in nanoseconds, between two requests of a waiting peer to the same peer: it asks three at a time,
     * and some requests get lost.
     */
    private static final long WAITING_NS = 500_000_000L;
    /** Longest time, in nanoseconds, until an answer: after it, the answer counts as lost. */
    private static final long ANSWER_NS = 1_000_000_000L;
    /** Longest time, in nanoseconds, after a stall until no peer asks any more. */
    static final long REST_NS = LONGEST_NS + Inspector.REST_NS;
    private static final long NEVER = Long.MIN_VALUE / 2;

    private final InputLog log;
    private final Links links;
    private final Wire wire;
    private final Testimony testimony;
    private final Relay question;
    private final int self;
    /** Time until which this peer asks for each peer's inputs, in nanoseconds. */
    private final long[] untilNs = new long[Message.MAX_PLAYERS];
    private final long[] askedNs = new long[Message.MAX_PLAYERS];
    /** Time of the last long stall for each peer's inputs, in nanoseconds. */
    private final long[] lackedNs = new long[Message.MAX_PLAYERS];
    /** The peers that asked recently for the inputs of each peer, bit n for peer n. */
    private final int[] askers = new int[Message.MAX_PLAYERS];
    /** Time of the last request, in nanoseconds, by owner of the inputs and asking peer; so for the next two, too. */
    private final long[][] heardNs = new long[Message.MAX_PLAYERS][Message.MAX_PLAYERS];
    /** First frame of the last request. */
    private final long[][] first = new long[Message.MAX_PLAYERS][Message.MAX_PLAYERS];
    /** Frame up to which the last request was answered. */
    private final long[][] told = new long[Message.MAX_PLAYERS][Message.MAX_PLAYERS];
    /** Time at which all frames that the asking peer lacked were told last, in nanoseconds. */
    private final long[][] toldNs = new long[Message.MAX_PLAYERS][Message.MAX_PLAYERS];
    /** The peers that asked recently for the inputs of any peer, bit n for peer n. */
    private int asking;
    /** Time until which this peer asks for the inputs of any peer, in nanoseconds. */
    private long busyNs = NEVER;
    private int turn;

    public InputRequests(final MatchSettings settings, final InputLog log, final Links links, final Wire wire,
                         final Testimony testimony) {
        this.log = log;
        this.links = links;
        this.wire = wire;
        this.testimony = testimony;
        self = settings.self();
        question = new Relay(settings.rules().inputBytes(), settings.seating().largestLink(),
            settings.rules().maxEventBytes());
        Arrays.fill(untilNs, NEVER);
        Arrays.fill(askedNs, NEVER);
        Arrays.fill(lackedNs, NEVER);
        for (int owner = 0; owner < Message.MAX_PLAYERS; owner++) {
            Arrays.fill(heardNs[owner], NEVER);
            Arrays.fill(toldNs[owner], NEVER);
        }
    }

    /**
     * Returns whether there is anything to ask for, or to answer.
     *
     * @param impatient the peers whose inputs are asked for at once in a stall, bit n for peer n
     * @param stalledNs time for which the due frame has been waiting, in nanoseconds
     */
    public boolean isDue(final int impatient, final long stalledNs, final long nowNs) {
        return asking != 0 || stalledNs >= PATIENCE_NS || nowNs <= busyNs || impatient != 0 && stalledNs > 0;
    }

    /**
     * Asks for the inputs that this peer lacks, and answers the requests that came since the last call.
     *
     * @param members   the members of the match, bit n for peer n
     * @param impatient the peers whose inputs are asked for at once in a stall, bit n for peer n
     * @param frame     the frame that is due
     * @param stalledNs time for which the due frame has been waiting, in nanoseconds
     */
    public void tick(final int members, final int impatient, final long frame, final long stalledNs,
                     final long nowNs) {
        asking = 0;
        for (final Link owner : links.all()) {
            final int player = owner.players[0];
            if (!owner.isMember() || owner.hasLeft() || log.isClosed(player) || witnesses(owner.peer, members) == 0) {
                untilNs[owner.peer] = NEVER;
                askers[owner.peer] = 0;
                continue;
            }
            final boolean isLong = stalledNs >= PATIENCE_NS || stalledNs > 0 && (impatient & 1 << owner.peer) != 0;
            if (isLong && log.next(owner.players) <= frame && log.present(player, frame)) {
                lackedNs[owner.peer] = nowNs;
                askUntil(owner, nowNs + LEASE_NS);
            }
            if (nowNs <= untilNs[owner.peer] && nowNs - askedNs[owner.peer] >= PACE_NS) {
                ask(owner, nowNs);
            }
            for (int rest = askers[owner.peer]; rest != 0; rest &= rest - 1) {
                answer(owner, Integer.numberOfTrailingZeros(rest), nowNs);
            }
            asking |= askers[owner.peer];
        }
    }

    private void askUntil(final Link owner, final long ns) {
        untilNs[owner.peer] = Math.max(untilNs[owner.peer], ns);
        busyNs = Math.max(busyNs, ns);
    }

    private void ask(final Link owner, final long nowNs) {
        askedNs[owner.peer] = nowNs;
        turn = turn + 1 & Integer.MAX_VALUE;
        int asked = 0;
        for (int i = 0; i < links.all().length && asked < ASKED; i++) {
            final Link other = links.all()[(turn % links.all().length + i) % links.all().length];
            if (maySay(other, owner)) {
                question.inputs(owner.peer, owner.players.length, log.next(owner.players));
                wire.send(other, Lane.INPUT, question, nowNs);
                asked++;
            }
        }
    }

    private void answer(final Link owner, final int asker, final long nowNs) {
        final Link to = links.of(asker);
        if (nowNs - heardNs[owner.peer][asker] > ANSWER_NS || !to.isMember()) {
            askers[owner.peer] &= ~(1 << asker);
        } else if (nowNs - heardNs[owner.peer][asker] <= LEASE_NS
            && log.next(owner.players) > told[owner.peer][asker]) {
            final long from = to.queue.isQueueing(nowNs) ? told[owner.peer][asker] : first[owner.peer][asker];
            told[owner.peer][asker] = log.next(owner.players);
            testimony.answer(to, owner, from, nowNs);
        }
    }

    /**
     * Takes a peer's request for the inputs of another peer from a frame on.
     *
     * @return false if the request is invalid
     */
    public boolean asked(final Link from, final int ownerPeer, final long frame, final long nowNs) {
        final Link owner = links.of(ownerPeer);
        if (owner == null || owner == from || !from.isMember() || !owner.isMember()) {
            return false;
        }
        // A line may deliver two requests together. A peer gets no more answers by asking more than twice as often.
        if (nowNs - heardNs[ownerPeer][from.peer] >= PACE_NS / 2) {
            askers[ownerPeer] |= 1 << from.peer;
            asking |= askers[ownerPeer];
            heardNs[ownerPeer][from.peer] = nowNs;
            first[ownerPeer][from.peer] = frame;
            tellAgain(ownerPeer, from, frame, nowNs);
        }
        return true;
    }

    /**
     * Lets the next answer begin with the first frame that the asking peer lacks. While its line has a queue, this
     * happens once in a round trip: until then the frames may be under way, and copies would keep the queue full.
     */
    private void tellAgain(final int owner, final Link asker, final long frame, final long nowNs) {
        if (frame > told[owner][asker.peer] || !asker.queue.isQueueing(nowNs)
            || nowNs - toldNs[owner][asker.peer] >= asker.rtt.meanNs()) {
            told[owner][asker.peer] = frame;
            toldNs[owner][asker.peer] = nowNs;
        }
    }

    /** Returns whether this peer has recently asked for the inputs of a peer. */
    public boolean isAsked(final int owner, final long nowNs) {
        return nowNs - askedNs[owner] <= ANSWER_NS;
    }

    /**
     * Takes an answer.
     *
     * @param members the members of the match, bit n for peer n
     * @return false if it is invalid and was ignored
     */
    public boolean hear(final Link from, final Relay answer, final int members, final long frame, final long nowNs) {
        final Link owner = links.of(answer.peer());
        final long before = log.next(owner.players);
        final boolean makesSense = testimony.hear(from, answer, Long.MAX_VALUE, witnesses(owner.peer, members), true,
            frame, nowNs);
        if (log.next(owner.players) != before) {
            askUntil(owner, Math.min(nowNs + HOLDS_NS, lackedNs[owner.peer] + LONGEST_NS));
        }
        return makesSense;
    }

    /** Returns the members that may hold a peer's inputs, without the peer itself and this one. */
    private int witnesses(final int owner, final int members) {
        return members & ~(1 << owner | 1 << self);
    }

    /**
     * Returns whether a peer waits for an input of another peer that too few others hold for the peer to believe them.
     * What enough others hold they send: a peer that still lacks it hears nothing, or only claims to lack it.
     */
    public boolean isStarved(final int peer, final long nowNs) {
        if ((asking & 1 << peer) == 0) {
            return false;
        }
        for (final Link owner : links.all()) {
            final int waiting = askers(owner.peer, nowNs);
            final int others = others(owner);
            final int holders = others + 1 - lacking(owner.peer, 1 << peer, waiting);
            if ((waiting & 1 << peer) != 0 && holders < Math.min(LEAST_WITNESSES, others)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the number of other peers, without an owner of inputs, that can be asked for these. */
    private int others(final Link owner) {
        int others = 0;
        for (final Link other : links.all()) {
            others += maySay(other, owner) ? 1 : 0;
        }
        return others;
    }

    private static boolean maySay(final Link other, final Link owner) {
        return other != owner && other.isMember() && !other.hasLeft() && other.flows();
    }

    /**
     * Returns the number of peers that lack the newest of the inputs for which some peers wait. The others that ask for
     * inputs of this owner have it: after an answer, a peer continues to ask although it lacks nothing.
     */
    private int lacking(final int owner, final int some, final int waiting) {
        long newest = 0;
        for (int rest = some; rest != 0; rest &= rest - 1) {
            newest = Math.max(newest, first[owner][Integer.numberOfTrailingZeros(rest)]);
        }
        int lacking = 0;
        for (int rest = waiting; rest != 0; rest &= rest - 1) {
            lacking += first[owner][Integer.numberOfTrailingZeros(rest)] <= newest ? 1 : 0;
        }
        return lacking;
    }

    /**
     * Returns the peer whose inputs stall the peers that are furthest behind.
     *
     * @param last    the peers that are furthest behind, bit n for peer n
     * @param missing the peers whose inputs this peer lacks, bit n for peer n
     * @return the peer whose inputs all of these ask for, except itself, and at least two peers lack, or one of them
     *     and this one; or null if there is none
     */
    public Link lackedBy(final int last, final int missing, final long nowNs) {
        if ((asking & last) == 0) {
            return null;
        }
        for (final Link owner : links.all()) {
            final int waiting = askers(owner.peer, nowNs);
            final int others = last & ~(1 << owner.peer);
            if (others != 0 && (others & ~waiting) == 0
                && lacking(owner.peer, others, waiting) + (missing >>> owner.peer & 1) >= LEAST_WITNESSES) {
                return owner;
            }
        }
        return null;
    }

    /**
     * Returns the peers that have just asked for the inputs of a peer, bit n for peer n. A request for a frame after
     * the asking peer's own next input does not count: it does not explain why that input is missing.
     */
    private int askers(final int owner, final long nowNs) {
        int some = 0;
        for (int rest = askers[owner]; rest != 0; rest &= rest - 1) {
            final int asker = Integer.numberOfTrailingZeros(rest);
            final boolean waits = nowNs - heardNs[owner][asker] <= WAITING_NS
                && first[owner][asker] < log.next(links.of(asker).players);
            some |= waits ? 1 << asker : 0;
        }
        return some;
    }

    /** Returns the peers that have just asked for any peer's inputs and may wait for them, bit n for peer n. */
    public int askers(final long nowNs) {
        int some = 0;
        for (int owner = 0; asking != 0 && owner < askers.length; owner++) {
            some |= askers(owner, nowNs);
        }
        return some;
    }

    /** Tells which requests for inputs go on, here and at others. */
    public void inspect(final Inspector by, final long nowNs) {
        for (final Link owner : links.all()) {
            by.adapts("requests for inputs", owner.peer, nowNs <= untilNs[owner.peer] ? 1 : 0, 0, REST_NS);
            by.adapts("peers that ask for inputs", owner.peer, askers[owner.peer], 0, REST_NS);
        }
        testimony.inspect(by);
    }
}

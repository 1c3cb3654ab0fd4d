package io.lockstep.core.internal.link;

import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.Relay;
import io.lockstep.core.transport.Lane;
import java.util.Arrays;

/**
 * Asks others for the inputs of a living peer that we stand still for, and answers others. A peer that gives its inputs
 * to all but one would have the others wait for that one, and drop it in its place. What two say alike is taken, and
 * of three members what the third one says, see {@link Testimony}; so one alone is never starved.
 */
public final class InputRequests {

    /** Of two one may lie, so nothing is taken on one's word where a second one can know. */
    static final int LEAST_WITNESSES = 2;
    /** So many are asked: two answer truly if one of them lies. */
    private static final int ASKED = LEAST_WITNESSES + 1;
    /** Longer than a detour takes to begin on most lines, and no more than is felt once. */
    private static final long PATIENCE_NS = 150_000_000L;
    /** Who has once kept its inputs from us is likely to do so again, and each time would cost our patience. */
    private static final long HOLDS_NS = 10_000_000_000L;
    /** So often we ask. */
    private static final long PACE_NS = 33_000_000L;
    /** So long who was asked hands on what comes: three questions, so that two of them may be lost. */
    private static final long LEASE_NS = 3 * PACE_NS;
    /** Who waits asks each of the others at least so often, though three at a time, and some questions get lost. */
    private static final long WAITING_NS = 500_000_000L;
    /** What was asked for comes within this, or has got lost. */
    private static final long ANSWER_NS = 1_000_000_000L;
    private static final long NEVER = Long.MIN_VALUE / 2;

    private final InputLog log;
    private final Links links;
    private final Wire wire;
    private final Testimony testimony;
    private final Relay question;
    private final int self;
    /** Until when we ask for each peer's inputs. */
    private final long[] untilNs = new long[Message.MAX_PLAYERS];
    private final long[] askedNs = new long[Message.MAX_PLAYERS];
    /** Who has asked lately for the inputs of each peer, bit n for peer n. */
    private final int[] askers = new int[Message.MAX_PLAYERS];
    /** When each asked last, from which frame on, and up to where it was answered; by whose inputs and who asked. */
    private final long[][] heardNs = new long[Message.MAX_PLAYERS][Message.MAX_PLAYERS];
    private final long[][] first = new long[Message.MAX_PLAYERS][Message.MAX_PLAYERS];
    private final long[][] told = new long[Message.MAX_PLAYERS][Message.MAX_PLAYERS];
    /** Who has asked lately for anybody's inputs, bit n for peer n, and until when we ask for any. */
    private int asking;
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
        for (final long[] row : heardNs) {
            Arrays.fill(row, NEVER);
        }
    }

    /**
     * Is there anything to ask for, or to answer?
     *
     * @param impatient whose inputs are asked for without patience, bit n for peer n
     * @param stalledNs how long a frame that is due has been waiting
     */
    public boolean isDue(final int impatient, final long stalledNs, final long nowNs) {
        return asking != 0 || stalledNs >= PATIENCE_NS || nowNs <= busyNs || impatient != 0 && stalledNs > 0;
    }

    /**
     * Asks for what is lacked, and answers what has come since.
     *
     * @param members   who is in the match, bit n for peer n
     * @param impatient whose inputs are asked for without patience, bit n for peer n
     * @param frame     the frame that is due
     * @param stalledNs how long it has been waiting
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
                askUntil(owner, Math.max(untilNs[owner.peer], nowNs + LEASE_NS));
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
        untilNs[owner.peer] = ns;
        busyNs = Math.max(busyNs, ns);
    }

    private void ask(final Link owner, final long nowNs) {
        askedNs[owner.peer] = nowNs;
        turn = turn + 1 & Integer.MAX_VALUE;
        int asked = 0;
        for (int i = 0; i < links.all().length && asked < ASKED; i++) {
            final Link other = links.all()[(turn % links.all().length + i) % links.all().length];
            if (other != owner && other.isMember() && !other.hasLeft() && other.flows()) {
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
            told[owner.peer][asker] = log.next(owner.players);
            testimony.answer(to, owner, first[owner.peer][asker], nowNs);
        }
    }

    /**
     * A peer asks for the inputs of another from a frame on.
     *
     * @return false when that makes no sense
     */
    public boolean asked(final Link from, final int ownerPeer, final long frame, final long nowNs) {
        final Link owner = links.of(ownerPeer);
        if (owner == null || owner == from || !from.isMember() || !owner.isMember()) {
            return false;
        }
        // A line may bring two together; who asks faster than twice as often as it should is not answered for it.
        if (nowNs - heardNs[ownerPeer][from.peer] >= PACE_NS / 2) {
            askers[ownerPeer] |= 1 << from.peer;
            asking |= askers[ownerPeer];
            heardNs[ownerPeer][from.peer] = nowNs;
            first[ownerPeer][from.peer] = frame;
            told[ownerPeer][from.peer] = frame;
        }
        return true;
    }

    /** Have we asked for the inputs of a peer lately? */
    public boolean isAsked(final int owner, final long nowNs) {
        return nowNs - askedNs[owner] <= ANSWER_NS;
    }

    /**
     * Hears an answer.
     *
     * @param members who is in the match, bit n for peer n
     * @return false when it makes no sense and was left alone
     */
    public boolean hear(final Link from, final Relay answer, final int members, final long frame, final long nowNs) {
        final Link owner = links.of(answer.peer());
        final long before = log.next(owner.players);
        final boolean makesSense = testimony.hear(from, answer, Long.MAX_VALUE, witnesses(owner.peer, members), true,
            frame, nowNs);
        if (log.next(owner.players) != before) {
            askUntil(owner, nowNs + HOLDS_NS);
        }
        return makesSense;
    }

    /** Who of the members may know of a peer's inputs. */
    private int witnesses(final int owner, final int members) {
        return members & ~(1 << owner | 1 << self);
    }

    /** Does a peer lack the inputs of another, and does somebody else, or do we, so that it is not its word alone? */
    public boolean isStarved(final int peer, final long nowNs) {
        if ((asking & 1 << peer) == 0) {
            return false;
        }
        for (final Link owner : links.all()) {
            final int lacking = Integer.bitCount(askers[owner.peer]) + (isAsked(owner.peer, nowNs) ? 1 : 0);
            if ((askers[owner.peer] & 1 << peer) != 0 && lacking >= LEAST_WITNESSES) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whose inputs keep play from going on, at those who are furthest behind.
     *
     * @param last    those who are furthest behind, bit n for peer n
     * @param missing those whose inputs we lack ourselves, bit n for peer n
     * @return the one whose inputs all of them ask for, but for itself, and two peers at least lack, this one included;
     *     null if there is none
     */
    public Link lackedBy(final int last, final int missing, final long nowNs) {
        if ((asking & last) == 0) {
            return null;
        }
        for (final Link owner : links.all()) {
            final int waiting = askers(owner.peer, nowNs);
            final int others = last & ~(1 << owner.peer);
            final int lacking = Integer.bitCount(waiting) + (missing >>> owner.peer & 1);
            if (others != 0 && (others & ~waiting) == 0 && lacking >= LEAST_WITNESSES) {
                return owner;
            }
        }
        return null;
    }

    /**
     * Those who have just asked for the inputs of a peer, bit n for peer n. A question about a frame that comes after
     * their own next input does not explain why that one is missing.
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

    /** Those who have just asked for anybody's inputs and may wait for them, bit n for peer n. */
    public int askers(final long nowNs) {
        int some = 0;
        for (int owner = 0; asking != 0 && owner < askers.length; owner++) {
            some |= askers(owner, nowNs);
        }
        return some;
    }
}

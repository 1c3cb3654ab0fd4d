package io.lockstep.core.internal.desync;

import io.lockstep.core.internal.game.EventQueue;
import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.link.Link;
import io.lockstep.core.internal.link.Links;
import io.lockstep.core.internal.link.Wire;
import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.membership.Lie;
import io.lockstep.core.security.LinkKeys;
import io.lockstep.core.transport.Lane;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * Where each seat has keys of its own, every peer signs its inputs once a second: who sends others something else signs
 * two different things, or says what it did not send. What it signed can be shown to others, which two who contradict
 * each other about a third one do; so that one is named by more than their words.
 *
 * <p>Signing takes about a millisecond and makes garbage, in one poll of each second; so does a look at a signature
 * that another has shown and that differs. Nothing else here does.
 */
public final class InputProofs {

    /** At high tick rates less than a second: the log is sure to hold so many frames. */
    private static final int LONGEST_SPAN = InputLog.REACH / 2;
    /** Somebody may show what was signed some seconds ago: a difference is noticed in the next one. */
    private static final int KEPT = 8;
    /** A look at a signature takes a millisecond: one for each peer in so long a time. */
    private static final long LOOK_NS = 1_000_000_000L;

    private final MatchSettings settings;
    private final LinkKeys keys;
    private final InputLog log;
    private final Links links;
    private final Wire wire;
    private final EventQueue events;
    private final IntUnaryOperator incarnations;
    private final int[] own;
    private final int span;
    private final SpanHash hash;
    private final MembershipMessage out = new MembershipMessage();
    /** What each peer said over its own link that its inputs were; null without a roster. */
    private final SignedSpan[][] signed;
    /** Which process on a seat has said that. */
    private final int[] processes = new int[Message.MAX_PLAYERS];
    private final long[] lookedNs = new long[Message.MAX_PLAYERS];
    /** With whom we do not agree on what a peer sent, and in which frames. */
    private final int[] disputedBy = new int[Message.MAX_PLAYERS];
    private final long[] disputedFrom = new long[Message.MAX_PLAYERS];
    private final long[] disputedTo = new long[Message.MAX_PLAYERS];
    private long next;

    /**
     * Nothing is signed yet.
     *
     * @param settings     the match
     * @param log          the inputs
     * @param links        to the others
     * @param wire         what leaves
     * @param events       where liars are named
     * @param incarnations which process sits on a seat, this one's own among them
     */
    public InputProofs(final MatchSettings settings, final InputLog log, final Links links, final Wire wire,
                       final EventQueue events, final IntUnaryOperator incarnations) {
        this.settings = settings;
        this.log = log;
        this.links = links;
        this.wire = wire;
        this.events = events;
        this.incarnations = incarnations;
        own = settings.seating().playersOf(settings.self());
        final LinkKeys given = settings.ports().keys();
        keys = given != null && given.hasRoster() ? given : null;
        span = Math.min(settings.rules().tickRate(), LONGEST_SPAN);
        hash = new SpanHash(log, settings.rules().inputBytes());
        signed = keys == null ? null : new SignedSpan[Message.MAX_PLAYERS][KEPT];
        for (int peer = 0; keys != null && peer < Message.MAX_PLAYERS; peer++) {
            Arrays.setAll(signed[peer], at -> new SignedSpan());
        }
        Arrays.fill(lookedNs, Long.MIN_VALUE / 2);
    }

    /** Signs what is due, and compares what others signed with what they sent. */
    public void tick(final long nowNs) {
        if (keys == null) {
            return;
        }
        next = Math.max(next, log.ownWordFrom(own[0]) / span);
        while (log.next(own[0]) >= (next + 1) * span) {
            if (hash.of(own, next * span, span)) {
                sign(nowNs);
            }
            next++;
        }
        for (final Link link : links.all()) {
            for (final SignedSpan each : signed[link.peer]) {
                compare(link, each);
            }
        }
    }

    private void sign(final long nowNs) {
        final SignedSpan ours = signed[settings.self()][slot(next)];
        ours.set(next, hash.high(), hash.low());
        ours.signature(keys.sign(content(settings.self(), ours)));
        for (final Link link : links.all()) {
            if (link.isMember() && link.isOpen()) {
                send(link, settings.self(), ours, nowNs);
            }
        }
    }

    private void send(final Link to, final int owner, final SignedSpan what, final long nowNs) {
        what.writeTo(out.reset(MembershipMessage.Kind.SIGNED).seat(owner).frame(owner, what.index() * span));
        wire.send(to, Lane.CONTROL, out, nowNs);
    }

    private byte[] content(final int owner, final SignedSpan what) {
        return what.content(settings.rules().matchId(), owner, incarnations.applyAsInt(owner), what.index() * span);
    }

    private static int slot(final long index) {
        return (int) (index % KEPT);
    }

    /** Does a peer sign what it sent us? What others handed on of it may be theirs. */
    private void compare(final Link link, final SignedSpan said) {
        final long end = (said.index() + 1) * span;
        if (said.isCompared() || log.next(link.players) < end) {
            return;
        }
        said.compared();
        if (hash.of(link.players, said.index() * span, span) && !said.says(hash.high(), hash.low())) {
            events.lied(link.peer, said.index() * span, Lie.EQUIVOCATION);
        }
    }

    /** Takes what a peer has signed, be it from itself or from another who shows it. */
    public boolean receive(final Link from, final MembershipMessage message, final long nowNs) {
        final int owner = message.seat();
        final long start = message.framesMask() == 1 << owner ? message.frame(owner) : -1;
        if (keys == null || owner == settings.self() || start < 0 || start % span != 0
            || start > Long.MAX_VALUE - 2 * span || !SignedSpan.isIn(message) || !isMember(owner)) {
            return false;
        }
        follow(owner);
        return owner == from.peer ? heard(from, start / span, message, nowNs)
            : shown(from, owner, start / span, message, nowNs);
    }

    private boolean isMember(final int owner) {
        return links.of(owner) != null && links.of(owner).isMember();
    }

    /** What another process on its seat has said is not its word. */
    private void follow(final int owner) {
        if (processes[owner] != incarnations.applyAsInt(owner)) {
            processes[owner] = incarnations.applyAsInt(owner);
            disputedBy[owner] = 0;
            for (final SignedSpan each : signed[owner]) {
                each.clear();
            }
        }
    }

    private boolean heard(final Link owner, final long index, final MembershipMessage message, final long nowNs) {
        final SignedSpan kept = signed[owner.peer][slot(index)];
        if (index < kept.index()) {
            return false;
        }
        final boolean again = index == kept.index();
        if (again && !kept.isSaidBy(message)) {
            events.lied(owner.peer, index * span, Lie.EQUIVOCATION);
        }
        if (!again) {
            kept.read(index, message);
            show(owner.peer, kept, nowNs);
        }
        return true;
    }

    private boolean shown(final Link by, final int owner, final long index, final MembershipMessage message,
                          final long nowNs) {
        final SignedSpan kept = signed[owner][slot(index)];
        final boolean isSent = hash.of(links.of(owner).players, index * span, span);
        final boolean differs = isSent ? !SignedSpan.says(message, hash.high(), hash.low())
            : kept.index() == index && !kept.isSaidBy(message);
        if (!differs || nowNs - lookedNs[by.peer] < LOOK_NS) {
            return false;
        }
        lookedNs[by.peer] = nowNs;
        final SignedSpan claimed = new SignedSpan();
        claimed.read(index, message);
        if (keys.verify(owner, content(owner, claimed), claimed.signature())) {
            events.lied(owner, index * span, Lie.EQUIVOCATION);
        }
        return true;
    }

    /** A member says that a peer sent it something else than us in some frames: they show each other what it signed. */
    void dispute(final int owner, final int by, final long from, final long to, final long nowNs) {
        if (keys == null || owner == by) {
            return;
        }
        disputedFrom[owner] = disputedBy[owner] == 0 ? from : Math.min(from, disputedFrom[owner]);
        disputedTo[owner] = Math.max(to, disputedTo[owner]);
        disputedBy[owner] |= 1 << by;
        for (final SignedSpan each : signed[owner]) {
            show(owner, each, nowNs);
        }
    }

    private void show(final int owner, final SignedSpan what, final long nowNs) {
        final boolean isDisputed = what.index() >= 0 && (what.index() + 1) * span > disputedFrom[owner]
            && what.index() * span <= disputedTo[owner];
        for (int rest = isDisputed ? disputedBy[owner] : 0; rest != 0; rest &= rest - 1) {
            final Link to = links.of(Integer.numberOfTrailingZeros(rest));
            if (to.isOpen()) {
                send(to, owner, what, nowNs);
            }
        }
    }
}

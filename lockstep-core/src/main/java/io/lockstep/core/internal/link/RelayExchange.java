package io.lockstep.core.internal.link;

import io.lockstep.core.game.ProtocolMode;
import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.play.FrameCopy;
import io.lockstep.core.internal.play.JsonSize;
import io.lockstep.core.internal.protocol.InputFrames;
import io.lockstep.core.internal.protocol.InputWindow;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.Relay;
import io.lockstep.core.internal.protocol.SerialNumber;
import io.lockstep.core.internal.protocol.WantList;
import io.lockstep.core.transport.Lane;
import java.util.Arrays;

/**
 * Keeps inputs flowing between two peers that do not hear each other while both hear a third. Who hears nothing from a
 * peer says so in its windows to the others, with the first frame it lacks; who knows those frames hands them on, and
 * with them which of the asker's own frames have arrived there.
 */
public final class RelayExchange {

    /** A peer not heard directly for so long is asked for elsewhere; longer than ordinary bursts of loss last. */
    public static final long WANT_AFTER_NS = 200_000_000L;

    /** How long a request stands without being repeated. */
    private static final long WANT_HOLDS_NS = 500_000_000L;

    private final MatchSettings settings;
    private final InputLog log;
    private final Links links;
    private final Wire wire;
    private final Relay relay;
    private final int limitBytes;
    /** When anybody last asked for anything. */
    private long askedNs = Long.MIN_VALUE;
    private long lookedNs = Long.MIN_VALUE;
    private boolean unheard;
    /** Whose frames each asker was handed last: one turn for all could pass over the same one every time. */
    private final int[] turn = new int[Message.MAX_PLAYERS];
    /** What one peer last said it lacks of another, and when: rows are who asks. */
    private final long[][] wantedFrame = new long[Message.MAX_PLAYERS][Message.MAX_PLAYERS];
    private final long[][] wantedNs = new long[Message.MAX_PLAYERS][Message.MAX_PLAYERS];

    public RelayExchange(final MatchSettings settings, final InputLog log, final Links links, final Wire wire) {
        this.settings = settings;
        this.log = log;
        this.links = links;
        this.wire = wire;
        relay = new Relay(settings.rules().inputBytes(), settings.seating().largestLink(),
            settings.rules().maxEventBytes());
        limitBytes = settings.ports().transport().maxPayloadBytes();
        for (final long[] row : wantedNs) {
            Arrays.fill(row, Long.MIN_VALUE);
        }
    }

    /** Names in a window to one peer all others that are not heard. */
    public void ask(final Link to, final InputWindow window, final long nowNs) {
        if (!anyUnheard(nowNs)) {
            return;
        }
        for (final Link link : links.all()) {
            if (link != to && isMissed(link) && nowNs - link.directNs() > WANT_AFTER_NS) {
                window.wants().add(link.peer, log.next(link.players[0]));
            }
        }
    }

    /** Looked up once for all windows of a tick: with many peers each would ask about all others. */
    private boolean anyUnheard(final long nowNs) {
        if (nowNs != lookedNs) {
            lookedNs = nowNs;
            unheard = false;
            for (final Link link : links.all()) {
                unheard |= isMissed(link) && nowNs - link.directNs() > WANT_AFTER_NS;
            }
        }
        return unheard;
    }

    /** Of who has gone nothing is missing, and who has not begun yet sends nothing. */
    private boolean isMissed(final Link link) {
        return link.isMember() && !link.hasLeft() && !log.isClosed(link.players[0]);
    }

    /** Takes note of the peers that a peer does not hear. */
    public void file(final Link from, final WantList wants, final long nowNs) {
        for (int i = 0; i < wants.count(); i++) {
            final Link owner = links.of(wants.peer(i));
            if (owner == null || owner == from) {
                continue;
            }
            final long frame = SerialNumber.unwrap(wants.frame(i), log.next(owner.players[0]));
            if (frame != SerialNumber.OUTSIDE) {
                wantedFrame[from.peer][owner.peer] = frame;
                wantedNs[from.peer][owner.peer] = nowNs;
                askedNs = nowNs;
            }
        }
    }

    /**
     * Answers what one peer has asked for, in turn: one datagram with every window. It leaves before the window,
     * because a datagram that is overtaken is lost, and the newest inputs of our own must not be.
     */
    public void answer(final Link to, final long nowNs) {
        if (askedNs == Long.MIN_VALUE || nowNs - askedNs >= WANT_HOLDS_NS) {
            return;
        }
        for (int i = 0; i < links.all().length; i++) {
            turn[to.peer] = (turn[to.peer] + 1) % links.all().length;
            final Link owner = links.all()[turn[to.peer]];
            if (owner != to && asked(to, owner, nowNs) && send(to, owner, nowNs)) {
                return;
            }
        }
    }

    private boolean asked(final Link by, final Link of, final long nowNs) {
        final long when = wantedNs[by.peer][of.peer];
        return when != Long.MIN_VALUE && nowNs - when < WANT_HOLDS_NS;
    }

    /** Hands on a peer's inputs from a frame on, beside the epochs: who lacks them cannot apply the newest one. */
    public void forward(final Link to, final int owner, final long first, final long nowNs) {
        final int[] players = settings.seating().playersOf(owner);
        // Who has not come to the order by which these count learns with them from which frame on they do.
        final long from = log.holds(players[0], first) ? first : Math.max(first, log.presentFrom(players[0]));
        relay.reset(owner, players.length, from);
        addFrames(players, from);
        if (relay.frames().count() > 0) {
            wire.send(to, Lane.CONTROL, relay, nowNs);
        }
    }

    /** Says whether there was anything to send. */
    private boolean send(final Link to, final Link owner, final long nowNs) {
        final long first = wantedFrame[to.peer][owner.peer];
        relay.reset(owner.peer, owner.players.length, first);
        if (asked(owner, to, nowNs)) {
            relay.acknowledge(wantedFrame[owner.peer][to.peer]);
        }
        addFrames(owner.players, first);
        final boolean any = relay.frames().count() > 0 || relay.hasAck();
        if (any) {
            wire.send(to, Lane.INPUT, relay, nowNs);
        }
        return any;
    }

    private void addFrames(final int[] players, final long first) {
        final InputFrames frames = relay.frames();
        int jsonBytes = JsonSize.HEAD_BYTES;
        for (long frame = first; log.holds(players[0], frame); frame++) {
            for (int i = 0; i < players.length; i++) {
                jsonBytes += FrameCopy.put(log, players[i], frame, frames, i, settings.rules().inputBytes());
            }
            if (settings.sending().protocolMode() == ProtocolMode.JSON && jsonBytes > limitBytes
                || !relay.endFrame(limitBytes)) {
                return;
            }
        }
    }

    /**
     * Files what a peer relays of another.
     *
     * @return the owner's link, or null when the message makes no sense
     */
    public Link owner(final Link from, final Relay message) {
        final Link owner = links.of(message.peer());
        return owner == null || owner == from || message.frames().players() != owner.players.length ? null : owner;
    }
}

package io.lockstep.core.internal.link;

import io.lockstep.core.game.PredictionOptions;
import io.lockstep.core.game.ProtocolMode;
import io.lockstep.core.internal.game.DelaySettings;
import io.lockstep.core.internal.game.EventQueue;
import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.inspect.Inspector;
import io.lockstep.core.internal.play.FrameCopy;
import io.lockstep.core.internal.play.FrameOrders;
import io.lockstep.core.internal.play.JsonSize;
import io.lockstep.core.internal.protocol.InputFrames;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.Relay;
import io.lockstep.core.internal.protocol.SerialNumber;
import io.lockstep.core.membership.Lie;
import io.lockstep.core.transport.Lane;

/**
 * Exchanges the inputs of a third peer that is being cut and can no longer send them, or that withholds them from this
 * one. An awaited input is accepted once two members report the same, so that no liar is believed. For a peer that is
 * being cut, one report suffices if no other member can hold the input, or if no other reports it for a while.
 */
public final class Testimony {

    /**
     * Time, in nanoseconds, to wait for a second report: as long as a cut takes with losses. The match stalls for the
     * cut anyway.
     */
    static final long WITNESS_WAIT_NS = 500_000_000L;
    /** Time, in nanoseconds, for which reports are kept: older ones were about another cut. */
    private static final long HOLDS_NS = 2_000_000_000L;

    private final MatchSettings settings;
    private final InputLog log;
    private final Links links;
    private final Wire wire;
    private final FrameOrders orders;
    private final EventQueue events;
    private final Relay relay;
    private final int limitBytes;
    /** The reports about each peer's inputs; null if there are none, or only old ones. */
    private final Words[] words = new Words[Message.MAX_PLAYERS];

    public Testimony(final MatchSettings settings, final InputLog log, final Links links, final Wire wire,
                     final FrameOrders orders, final EventQueue events) {
        this.settings = settings;
        this.log = log;
        this.links = links;
        this.wire = wire;
        this.orders = orders;
        this.events = events;
        relay = new Relay(settings.rules().inputBytes(), settings.seating().largestLink(),
            settings.rules().maxEventBytes());
        limitBytes = settings.ports().transport().maxPayloadBytes();
    }

    /**
     * Sends the inputs that we hold of a peer from a frame on: a peer that lacks them cannot apply the newest epoch.
     */
    public void give(final Link to, final int owner, final long first, final long nowNs) {
        final int[] players = settings.seating().playersOf(owner);
        // A receiver that has not reached the command that makes these inputs count learns the first such frame by
        // them.
        final long from = log.holds(players[0], first) ? first : Math.max(first, log.presentFrom(players[0]));
        say(to, owner, players, from, nowNs);
        // The control lane may be seconds late, and the input lane refuses datagrams of another epoch: use both.
        if (relay.frames().count() > 0) {
            wire.send(to, Lane.CONTROL, relay, nowNs);
        }
    }

    /** Sends the inputs that we hold of a peer from a frame on, if there are any and the line has room. */
    public void answer(final Link to, final Link owner, final long first, final long nowNs) {
        if (to.uplink.mayCarry()) {
            final long before = to.statistics.bytesSent();
            say(to, owner.peer, owner.players, first, nowNs);
            to.uplink.sentExtra(to.statistics.bytesSent() - before);
        }
    }

    private void say(final Link to, final int owner, final int[] players, final long first, final long nowNs) {
        relay.inputs(owner, players.length, first);
        addFrames(players, first);
        if (relay.frames().count() > 0) {
            wire.send(to, Lane.INPUT, relay, nowNs);
        }
    }

    private void addFrames(final int[] players, final long first) {
        final InputFrames frames = relay.frames();
        int jsonBytes = JsonSize.HEAD_BYTES;
        // If inputs come one by one, those of one player of a peer may arrive before those of another.
        final long next = log.next(players);
        for (long frame = first; frame < next && log.holds(players[0], frame); frame++) {
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
     * Takes a member's report of a third peer's inputs.
     *
     * @param until     the frame below which inputs of that peer are awaited
     * @param witnesses the members that may hold them, bit n for peer n
     * @param lives     whether their owner is not being cut: then one report does not suffice
     * @return false if the report is invalid and was ignored
     */
    public boolean hear(final Link from, final Relay message, final long until, final int witnesses,
                        final boolean lives, final long currentFrame, final long nowNs) {
        final Link owner = links.of(message.peer());
        if (owner == null || owner == from || message.frames().players() != owner.players.length
            || (witnesses & 1 << from.peer) == 0) {
            return false;
        }
        final long first = SerialNumber.unwrap(message.firstFrame(), currentFrame);
        if (first == SerialNumber.OUTSIDE || log.next(owner.players) >= until) {
            return first != SerialNumber.OUTSIDE;
        }
        if (words[owner.peer] == null) {
            words[owner.peer] = new Words(settings.entrance().key("lockstep words", owner.peer));
        }
        words[owner.peer].listen(lives, HOLDS_NS, nowNs);
        final long most = Math.min(until, limit(currentFrame));
        for (int i = 0; i < message.frames().count() && first + i < most; i++) {
            hear(from, owner, message.frames(), i, first + i, witnesses, lives, currentFrame, nowNs);
        }
        return true;
    }

    /** Forgets reports about cuts and stalls that are over. */
    public void tend(final long nowNs) {
        for (int owner = 0; owner < words.length; owner++) {
            if (words[owner] != null && words[owner].isForgotten(HOLDS_NS, nowNs)) {
                words[owner] = null;
            }
        }
    }

    /**
     * Returns the first frame for which no peer can have sent an input. It would have to have simulated a frame for
     * which it cannot have our input, or predict that far; peers do not agree on how far they predict.
     */
    private long limit(final long currentFrame) {
        final int own = settings.seating().playersOf(settings.self())[0];
        final int tickRate = settings.rules().tickRate();
        final long known = currentFrame + DelaySettings.mostUnacknowledged(tickRate);
        return log.isClosed(own) ? known
            : Math.min(known, log.next(own) + DelaySettings.limit(tickRate) + PredictionOptions.MAX_FRAMES + 1);
    }

    private void hear(final Link from, final Link owner, final InputFrames frames, final int index, final long frame,
                      final int witnesses, final boolean lives, final long currentFrame, final long nowNs) {
        if (frame < log.next(owner.players)) {
            compare(from, owner, frames, index, frame);
            return;
        }
        final Words heard = words[owner.peer];
        final boolean agreed = heard.add(from.peer, frame, frames, index, witnesses);
        final boolean agreedBegin = index == 0 && heard.begin(from.peer, frame, witnesses);
        if (heard.isLiar(from.peer)) {
            events.lied(from.peer, currentFrame, Lie.FALSE_RELAY);
            return;
        }
        // With three members there is no second witness. A false report makes the states differ, which is repaired.
        final boolean alone = lives ? Integer.bitCount(witnesses) == 1
            : isAlone(from.peer, heard, frame, witnesses, nowNs);
        if (!lives && index == 0 && frame > currentFrame && (agreedBegin || alone)) {
            // The first awaited input may tell from which frame on its owner's inputs count.
            orders.foresee(owner.peer, frame);
        }
        if ((agreed || alone) && frame == log.next(owner.players)) {
            for (int p = 0; p < owner.players.length; p++) {
                FrameCopy.file(log, owner.players[p], frame, frames, index, p);
                log.handedOn(owner.players[p]);
            }
        }
    }

    /**
     * Returns whether one report suffices, because no other report is to be waited for. If two members contradict each
     * other for good, one of them has to be chosen.
     */
    private static boolean isAlone(final int from, final Words heard, final long frame, final int witnesses,
                                   final long nowNs) {
        return Integer.bitCount(witnesses) == 1 || heard.ageNs(nowNs) >= WITNESS_WAIT_NS
            && (!heard.isContradicted(from, frame, witnesses) || heard.ageNs(nowNs) >= 2 * WITNESS_WAIT_NS);
    }

    private void compare(final Link from, final Link owner, final InputFrames frames, final int index,
                         final long frame) {
        for (int p = 0; p < owner.players.length; p++) {
            if (!FrameCopy.file(log, owner.players[p], frame, frames, index, p)) {
                if (frame >= log.ownWordFrom(owner.players[p])) {
                    words[owner.peer].doubt(from.peer);
                }
                from.statistics.countRefused();
                events.disagreement(from.peer, frame, owner.players[p]);
            }
        }
    }

    /** Tells whose inputs others have reported. */
    void inspect(final Inspector by) {
        for (int owner = 0; owner < words.length; owner++) {
            by.adapts("reports of inputs", owner, words[owner] == null ? 0 : 1, 0,
                InputRequests.REST_NS + HOLDS_NS);
        }
    }
}

package io.lockstep.core.game;

import io.lockstep.core.sync.DesyncReport;

/**
 * Something the game may want to know or show. Pulled with {@code Session.nextEvent}; the session reuses the object,
 * so it is valid until the next call.
 */
public final class SessionEvent {

    /** What happened. */
    public enum Type {
        /** The handshake with {@link #peer()} is done. */
        PEER_CONNECTED,
        /** All peers are connected; frame {@link #frame()} is the first. */
        STARTED,
        /** After {@link #frame()} our state differs from {@link #peer()}'s: see both checksums. */
        DESYNC,
        /**
         * What became known of the difference between our state and {@link #peer()}'s, which a {@link #DESYNC} told of:
         * see {@link #report()}. Follows the first of a run of them, within seconds.
         */
        DESYNC_REPORT,
        /**
         * Two different inputs of {@link #player()} for {@link #frame()} came from {@link #peer()}; the first one
         * stands.
         */
        INPUT_DISAGREEMENT,
        /** The match stands still because the input of {@link #player()} at {@link #peer()} is missing. */
        WAITING_FOR,
        /** Nothing was heard from {@link #peer()} for a while. */
        PEER_INTERRUPTED,
        /** {@link #peer()} is heard again. */
        PEER_RESUMED,
        /** From now on local inputs are delayed by {@link #inputDelay()} frames. */
        DELAY_CHANGED,
        /** {@link #peer()} leaves: the frame before {@link #frame()} is its last. */
        PEER_LEFT,
        /** {@link #peer()} was not there at the start. */
        PEER_TIMED_OUT,
        /** {@link #peer()} is lost: all agreed that the frame before {@link #frame()} is its last. */
        PEER_DROPPED,
        /**
         * {@link #peer()} is lost, the only other one, and perhaps plays on: this side stands still for up to a minute.
         * When it hears that the match went on without it, it ends with {@link EndReason#EVICTED}, and
         * {@code Session.rejoin} brings it back; see {@link io.lockstep.core.membership.TwoPeerPolicy#REJOIN}.
         */
        AWAITING_PEER,
        /** We play on alone from {@link #frame()} on. {@link #peer()}, lost last, may have a history of its own. */
        ALONE,
        /** {@link #peer()} joins: its inputs count from {@link #frame()} on. */
        PEER_JOINED,
        /** From now on {@link #peer()} leads, nobody if it is −1. */
        LEADER_CHANGED,
        /** {@link #player()} paused: the game stands still from {@link #frame()} on. */
        PAUSED,
        /** The game goes on at {@link #frame()}. */
        RESUMED,
        /** The state of {@link #peer()} is right again: it loaded the others' and plays on at {@link #frame()}. */
        STATE_REPAIRED,
        /** {@link #peer()} was to load the state after {@link #frame()}, and did not: it was not what was announced. */
        STATE_NOT_REPAIRED,
        /** The session is over: {@code Session.endReason} says why. Always the last event. */
        ENDED,
        /** The game fetched events too seldom: {@link #count()} of them, the oldest ones, are lost. */
        EVENTS_LOST
    }

    private static final int NOBODY = -1;

    private Type type;
    private int peer;
    private int player;
    private long frame;
    private int inputDelay;
    private long count;
    private int localChecksum;
    private int remoteChecksum;
    private DesyncReport report;

    SessionEvent() {
    }

    SessionEvent set(final Type newType, final int newPeer, final long newFrame) {
        type = newType;
        peer = newPeer;
        player = NOBODY;
        inputDelay = 0;
        count = 0;
        frame = newFrame;
        localChecksum = 0;
        remoteChecksum = 0;
        report = null;
        return this;
    }

    SessionEvent report(final DesyncReport newReport) {
        report = newReport;
        return this;
    }

    SessionEvent player(final int newPlayer) {
        player = newPlayer;
        return this;
    }

    SessionEvent inputDelay(final int ticks) {
        inputDelay = ticks;
        return this;
    }

    SessionEvent count(final long events) {
        count = events;
        return this;
    }

    SessionEvent checksums(final int local, final int remote) {
        localChecksum = local;
        remoteChecksum = remote;
        return this;
    }

    /**
     * What happened.
     *
     * @return the type
     */
    public Type type() {
        return type;
    }

    /**
     * The peer it is about.
     *
     * @return 0 to 31, or −1 when it is about none
     */
    public int peer() {
        return peer;
    }

    /**
     * The player it is about.
     *
     * @return 0 to 31, or −1 when it is about none
     */
    public int player() {
        return player;
    }

    /**
     * The frame it is about, otherwise the frame to be simulated next.
     *
     * @return a frame
     */
    public long frame() {
        return frame;
    }

    /**
     * The new input delay in a {@link Type#DELAY_CHANGED}.
     *
     * @return frames
     */
    public int inputDelay() {
        return inputDelay;
    }

    /**
     * How many events are lost, with {@link Type#EVENTS_LOST}.
     *
     * @return 0 with any other type
     */
    public long count() {
        return count;
    }

    /**
     * Our checksum in a {@link Type#DESYNC}.
     *
     * @return CRC32
     */
    public int localChecksum() {
        return localChecksum;
    }

    /**
     * The peer's checksum in a {@link Type#DESYNC}.
     *
     * @return CRC32
     */
    public int remoteChecksum() {
        return remoteChecksum;
    }

    /**
     * What a {@link Type#DESYNC_REPORT} reports.
     *
     * @return a report that stays valid, null in other events
     */
    public DesyncReport report() {
        return report;
    }

    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder(type.name()).append(" frame=").append(frame);
        if (peer != NOBODY) {
            text.append(" peer=").append(peer);
        }
        if (player != NOBODY) {
            text.append(" player=").append(player);
        }
        if (type == Type.DELAY_CHANGED) {
            text.append(" inputDelay=").append(inputDelay);
        }
        if (type == Type.EVENTS_LOST) {
            text.append(" count=").append(count);
        }
        if (type == Type.DESYNC) {
            text.append(" local=").append(Integer.toHexString(localChecksum))
                .append(" remote=").append(Integer.toHexString(remoteChecksum));
        }
        if (report != null) {
            text.append(' ').append(report.line());
        }
        return text.toString();
    }
}

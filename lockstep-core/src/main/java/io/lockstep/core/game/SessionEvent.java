package io.lockstep.core.game;

import io.lockstep.core.membership.Lie;
import io.lockstep.core.sync.DesyncReport;
import org.jspecify.annotations.Nullable;

/**
 * Something the game may want to know or show. Pulled with {@code Session.nextEvent}; the session reuses the object,
 * so it is valid until the next call.
 *
 * <p>Stable: breaks only with a major release.
 *
 * @since 0.1.0
 */
public interface SessionEvent {

    /** What happened. */
    enum Type {
        /** The handshake with {@link #peer()} is done. */
        PEER_CONNECTED,
        /** All peers are connected; frame {@link #frame()} is the first. */
        STARTED,
        /**
         * After {@link #frame()} our state differs from {@link #peer()}'s: see both checksums. Told for each check
         * frame. If 16 of these wait, only new differences are told besides.
         */
        DESYNC,
        /**
         * What became known of the difference between our state and {@link #peer()}'s, which a {@link #DESYNC} told of:
         * see {@link #report()}. Follows the first of a run of them, within seconds.
         */
        DESYNC_REPORT,
        /**
         * Two different inputs of {@link #player()} for {@link #frame()} came from {@link #peer()}; the first one
         * stands. Of more than 16 such frames between two looks at the events the first ones are told.
         */
        INPUT_DISAGREEMENT,
        /**
         * The match stands still because the input of {@link #player()} at {@link #peer()} is missing, for a quarter of
         * a second by now. What a screen shows meanwhile: {@code Session.waitingFor} and {@code Session.stalledNs}.
         */
        WAITING_FOR,
        /** What {@link #WAITING_FOR} told of is over: {@link #frame()} is the next. Not told if the match ends so. */
        WAITING_ENDED,
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
        /**
         * By two only: our state and that of {@link #peer()}, which leads, differ, and it offers its state after
         * {@link #frame()}. Nobody can know which one is right: {@code Session.acceptRepair} loads it, and nothing else
         * does.
         */
        REPAIR_OFFERED,
        /** The state of {@link #peer()} is right again: it loaded the others' and plays on at {@link #frame()}. */
        STATE_REPAIRED,
        /** {@link #peer()} was to load the state after {@link #frame()}, and did not: it was not what was announced. */
        STATE_NOT_REPAIRED,
        /**
         * {@link #peer()} said what no honest peer says: see {@link #lie()}. It changed nothing here. Told once of each
         * peer and kind; whether such a peer may stay is for the players, see {@code Session.voteToDrop}.
         */
        PEER_LIED,
        /**
         * {@link #count()} datagrams that claim to be {@link #peer()}'s were not: sealed with other keys, altered, or
         * forged. They changed nothing. Told of 100 or more in a second, and at most every ten seconds of each peer:
         * less is what a peer's former process leaves behind.
         */
        DATAGRAMS_REFUSED,
        /**
         * After {@link #frame()} our state has {@link #count()} bytes, which is more than {@code
         * SessionConfig.maxStateBytes}. As long as it has, no peer can join. Reported once.
         */
        STATE_TOO_LARGE,
        /** The session is over: {@code Session.endReason} says why. Always the last event. */
        ENDED,
        /** The game fetched events too seldom: {@link #count()} of them, the oldest ones, are lost. */
        EVENTS_LOST
    }

    /**
     * What happened.
     *
     * @return the type
     */
    Type type();

    /**
     * The peer it is about.
     *
     * @return 0 to 31, or −1 when it is about none
     */
    int peer();

    /**
     * The player it is about.
     *
     * @return 0 to 31, or −1 when it is about none
     */
    int player();

    /**
     * The frame it is about, otherwise the frame to be simulated next.
     *
     * @return a frame
     */
    long frame();

    /**
     * The new input delay in a {@link Type#DELAY_CHANGED}.
     *
     * @return frames
     */
    int inputDelay();

    /**
     * Returns the number of lost events with {@link Type#EVENTS_LOST}, of refused datagrams with {@link
     * Type#DATAGRAMS_REFUSED}, and of bytes of the state with {@link Type#STATE_TOO_LARGE}.
     *
     * @return 0 with any other type
     */
    long count();

    /**
     * Our checksum in a {@link Type#DESYNC}.
     *
     * @return CRC32
     */
    int localChecksum();

    /**
     * The peer's checksum in a {@link Type#DESYNC}.
     *
     * @return CRC32
     */
    int remoteChecksum();

    /**
     * What was not true, with {@link Type#PEER_LIED}.
     *
     * @return the kind of lie, null in other events
     */
    @Nullable Lie lie();

    /**
     * What a {@link Type#DESYNC_REPORT} reports.
     *
     * @return a report that stays valid, null in other events
     */
    @Nullable DesyncReport report();
}

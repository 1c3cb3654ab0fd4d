package io.lockstep.core.internal.feed;

/** The limits of a feed, each with its reason. Times are nanoseconds. */
public final class FeedLimits {

    /** Bytes of a datagram: what every network carries in one piece, as plain UDP has it. */
    public static final int MAX_DATAGRAM_BYTES = 508;
    /** Spectators of one player: four of them take less than another player would. */
    public static final int MAX_AT_PLAYER = 4;
    /** Spectators of one spectator: with eight, 64 are three levels deep. */
    public static final int MAX_AT_SPECTATOR = 8;
    /** Levels of a tree: 4 times 8 to the seventh is more than anybody has, and a path stays in one datagram. */
    public static final int MAX_DEPTH = 8;
    /** Chunks under way to one spectator: 30 KB, 300 KB/s at 100 ms, and as many as an acknowledgement has bits. */
    public static final int WINDOW_CHUNKS = 64;
    /** Datagrams taken in one poll: who floods the port takes no more of a frame than that. */
    public static final int MAX_DATAGRAMS_PER_POLL = 256;
    /** Bytes a second to all spectators together: a megabit, so that a state does not fill a player's uplink. */
    public static final int DEFAULT_BYTES_PER_SECOND = 128 << 10;
    /** Less would not carry the frames of one match. */
    public static final int MIN_BYTES_PER_SECOND = 16 << 10;

    public static final long MS = 1_000_000L;
    public static final long SECOND = 1_000 * MS;

    /** Longest delay that is offered: a minute makes what is shown worthless to a player. */
    public static final long MAX_DELAY_NS = 60 * SECOND;
    /** Of the delay, what is left for the way and the spectator's store: a block of a quarter second and the store. */
    public static final long ON_THE_WAY_NS = 750 * MS;
    /** What a spectator keeps in store so that a lost datagram does not show: three round trips of 170 ms. */
    public static final long STORE_NS = 500 * MS;
    /** Who lags more is dropped. */
    public static final long MAX_LAG_NS = 10 * SECOND;
    /** What was handed out is kept so long: a newcomer takes the newest state and has that time to get it. */
    public static final long KEEP_NS = 30 * SECOND;
    /** Blocks a second: a quarter second of the delay, and forty bytes of heads for each. */
    public static final int BLOCKS_PER_SECOND = 4;

    /** From one try to attach to the next. */
    public static final long HELLO_NS = 250 * MS;
    /** Tries at one address: with one datagram of five lost, all eight are lost in one case of 70,000. */
    public static final int MAX_HELLOS = 8;
    /** How long to wait before all addresses are tried again. */
    public static final long PAUSE_NS = SECOND;
    /** A parent tells at least so often that it is there, and who is above it. */
    public static final long STATUS_NS = SECOND;
    /** A spectator acknowledges at least so often, even if nothing has come. */
    public static final long ACK_NS = 500 * MS;
    /** A parent that is silent for so long is gone. */
    public static final long PARENT_SILENCE_NS = 3 * SECOND;
    /** A spectator that is silent for so long is gone. */
    public static final long CHILD_SILENCE_NS = 5 * SECOND;
    /** Time after which a spectator without a parent feeds nobody. Others may know a player that it does not. */
    public static final long ORPHAN_NS = 5 * SECOND;
    /** Time without a poll after which this process was suspended: no game loop takes so long for a frame. */
    public static final long ASLEEP_NS = SECOND;
    /**
     * Time without a block after which a spectator asks another player. Its player stands still, and may do so for a
     * minute while another one plays on. A shorter stall costs no spectator its place.
     */
    public static final long STANDSTILL_NS = 10 * SECOND;
    /** The same time for a spectator of another spectator: that one goes first. */
    public static final long STANDSTILL_BELOW_NS = 14 * SECOND;
    /** Nobody to attach to for so long: the spectator gives up. */
    public static final long GIVE_UP_NS = 30 * SECOND;
    /** A cookie is good for this long and as much again. */
    public static final long COOKIE_NS = 10 * SECOND;

    private FeedLimits() {
    }
}

package io.lockstep.lobby;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Who sits in a match, as the lobby told it last. Immutable.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public final class Roster {

    private final long version;
    private final Match.State state;
    private final boolean late;
    private final byte[] config;
    private final List<Peer> peers;
    private final int seats;

    Roster(final long version, final Match.State state, final boolean late, final byte[] config, final Peer[] bySeat) {
        this.version = version;
        this.state = state;
        this.late = late;
        this.config = config;
        seats = bySeat.length;
        final List<Peer> present = new ArrayList<>(seats);
        for (final Peer peer : bySeat) {
            if (peer != null) {
                present.add(peer);
            }
        }
        peers = Collections.unmodifiableList(present);
    }

    /**
     * A player in a seat. Immutable; the lobby vouches for none of it.
     *
     * <p>Evolving: may break with a minor release.
     *
     * @since 0.1.0
     */
    public static final class Peer {

        private final int seat;
        private final int incarnation;
        private final String name;
        private final byte[] key;

        Peer(final int seat, final int incarnation, final String name, final byte[] key) {
            this.seat = seat;
            this.incarnation = incarnation;
            this.name = name;
            this.key = key;
        }

        /**
         * Where it sits.
         *
         * @return 0 to 7; 0 is the host
         */
        public int seat() {
            return seat;
        }

        /**
         * How often a player began in this seat: one more than before, and whoever sits there knows nothing of before.
         *
         * @return at least 1
         */
        public int incarnation() {
            return incarnation;
        }

        /**
         * Returns the name that the player chose.
         *
         * @return 1 to 32 code points without control or format characters, safe to display on one line
         */
        public String name() {
            return name;
        }

        /**
         * Its public key.
         *
         * @return 64 bytes, a copy
         */
        public byte[] publicKey() {
            return key.clone();
        }

        @Override
        public String toString() {
            return seat + ": " + name + (incarnation > 1 ? " (" + incarnation + ")" : "");
        }
    }

    long version() {
        return version;
    }

    /**
     * Whether the host has started the match: its seats are those of {@link #peers} then.
     *
     * @return false as well if it was cancelled
     */
    public boolean isStarted() {
        return state == Match.State.STARTED;
    }

    /**
     * Whether the host left before the start: nothing comes after this.
     *
     * @return true once, with the last roster
     */
    public boolean isCancelled() {
        return state == Match.State.CANCELLED;
    }

    /**
     * Whether somebody with the code may take a free seat after the start.
     *
     * @return what the host said when it made the match
     */
    public boolean allowsLateJoin() {
        return late;
    }

    /**
     * What the host says of the match.
     *
     * @return 0 to 4,096 bytes that mean nothing to the lobby, a copy
     */
    public byte[] matchConfig() {
        return config.clone();
    }

    /**
     * How many seats there are, taken and free.
     *
     * @return 2 to 8
     */
    public int seats() {
        return seats;
    }

    /**
     * Who is there, by seat.
     *
     * @return unmodifiable, without free seats
     */
    public List<Peer> peers() {
        return peers;
    }

    @Override
    public String toString() {
        return state + " " + peers + " of " + seats + (late ? ", open to late ones" : "")
            + (config.length > 0 ? ", settings " + Arrays.hashCode(config) : "");
    }
}

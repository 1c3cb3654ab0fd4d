package io.lockstep.core.internal.game;

import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.transport.Transport;

/** Which players sit at which peers, and which of the peers is this one. */
public final class Seating {

    /** What a transport that does not know its peers is taken for. */
    private static final int PLAYERS_UNLESS_KNOWN = 2;

    private final int players;
    private final int localPeer;
    private final int[] masks;
    private final int absent;

    /**
     * Players that no mask names sit at a peer of their own, which has their number.
     *
     * @param players   how many players the match has
     * @param localPeer this peer
     * @param masks     for each peer its players, bit n for player n; copied
     * @param absent    peers whose seats are empty at the start, bit n for peer n
     */
    public Seating(final int players, final int localPeer, final int[] masks, final int absent) {
        this.players = players;
        this.localPeer = localPeer;
        this.masks = masks.clone();
        this.absent = absent;
        int seated = 0;
        for (final int mask : masks) {
            seated |= mask;
        }
        for (int player = 0; player < Math.min(players, Message.MAX_PLAYERS); player++) {
            if ((seated & 1 << player) == 0) {
                this.masks[player] = 1 << player;
            }
        }
    }

    /**
     * How many players sit at the peers that a transport was told.
     *
     * @param transport which; null for none
     * @param masks     for each peer the players that were named, bit n for player n
     * @return 1 to 32; 2 if it does not know, or says of every number that it reaches it, which is the same
     */
    public static int playersOf(final Transport transport, final int[] masks) {
        int reached = 0;
        int seated = 0;
        for (int peer = 0; peer < Message.MAX_PLAYERS && transport != null; peer++) {
            if (transport.reaches(peer)) {
                reached |= 1 << peer;
                seated |= 1 << peer | masks[peer];
            }
        }
        return reached == 0 || reached == -1 || transport.localPeer() == Transport.UNKNOWN ? PLAYERS_UNLESS_KNOWN
            : Integer.SIZE - Integer.numberOfLeadingZeros(seated);
    }

    /**
     * How many players the match has.
     *
     * @return 1 to 32
     */
    public int players() {
        return players;
    }

    /**
     * This peer.
     *
     * @return 0 to 31
     */
    public int localPeer() {
        return localPeer;
    }

    /**
     * The players of a peer.
     *
     * @param peer 0 to 31
     * @return bit n for player n; 0 if nobody sits there
     */
    public int mask(final int peer) {
        return masks[peer];
    }

    /**
     * The players of a peer, the lowest first.
     *
     * @param peer 0 to 31
     * @return a new array
     */
    public int[] playersOf(final int peer) {
        final int[] seated = new int[Integer.bitCount(masks[peer])];
        int rest = masks[peer];
        for (int i = 0; i < seated.length; i++) {
            seated[i] = Integer.numberOfTrailingZeros(rest);
            rest &= rest - 1;
        }
        return seated;
    }

    /**
     * The peer a player sits at.
     *
     * @param player 0 to players − 1
     * @return 0 to 31
     */
    public int peerOf(final int player) {
        int peer = 0;
        while ((masks[peer] & 1 << player) == 0) {
            peer++;
        }
        return peer;
    }

    /**
     * The peers of the match, this one among them.
     *
     * @return bit n for peer n
     */
    public int peers() {
        int peers = 0;
        for (int peer = 0; peer < masks.length; peer++) {
            peers |= masks[peer] == 0 ? 0 : 1 << peer;
        }
        return peers;
    }

    /**
     * Returns the peers whose seats are taken at the start.
     *
     * @return bit n for peer n
     */
    public int awaited() {
        return peers() & ~absent;
    }

    /**
     * Is a peer's seat empty at the start?
     *
     * @param peer 0 to 31
     * @return true if the match does not wait for it
     */
    public boolean isAbsent(final int peer) {
        return (absent & 1 << peer) != 0;
    }

    /**
     * The most players that share a link.
     *
     * @return 1 to 32
     */
    public int largestLink() {
        int most = 1;
        for (final int mask : masks) {
            most = Math.max(most, Integer.bitCount(mask));
        }
        return most;
    }
}

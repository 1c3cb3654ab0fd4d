package io.lockstep.transport.ice;

import java.nio.ByteBuffer;

/**
 * One way to one peer: of one generation, and replaced by one of the next when it breaks. Time is handed in; everything
 * but what sends is called on the mesh's thread.
 */
interface Path {

    /** What becomes of it. */
    interface Listener {

        // For the peer.
        void letter(Path path, Letter letter);

        // There is a way now, or a better one than before.
        void up(Path path, Way way);

        // Everything was tried.
        void failed(Path path);
    }

    /** Makes paths. */
    @FunctionalInterface
    interface Maker {

        // One that has not begun.
        Path make(int generation, Listener listener);
    }

    /** Which it is. */
    int generation();

    /** Begins to look. */
    void start(long nowNs);

    /**
     * An offer of the peer's for this generation.
     *
     * @return false if it comes from another than those before, as of a process that was started again
     */
    boolean take(Letter letter, long nowNs);

    /** Does what is due. */
    void tick(long nowNs);

    /** How the peer is reached, null if it is not yet. On any thread. */
    Way way();

    /** Sends a datagram if there is a way. On any thread. */
    void send(byte[] bytes, int offset, int length);

    /**
     * Sends a datagram at once, without garbage, if there is such a way. On the game's thread.
     *
     * @return whether there is
     */
    boolean sendAtOnce(ByteBuffer packet);

    /** Ends it. */
    void close();
}

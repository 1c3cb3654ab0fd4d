package io.lockstep.transport.ice;

import java.nio.ByteBuffer;

/**
 * One search for one way to one peer, and the way if it is found. Methods return at once and throw nothing for what the
 * network does; all but those that send are called on the mesh's thread, and its events come there.
 */
interface IceAgent {

    /** What becomes of it. Nothing after {@link IceAgent#close}. */
    interface Events {

        // What the peer must know, once.
        void gathered(IceAgent agent, Letter.Offer offer);

        // The way is open, once.
        void up(IceAgent agent);

        // There is none, or none any more.
        void failed(IceAgent agent);
    }

    /** Makes agents. */
    @FunctionalInterface
    interface Maker {

        /**
         * One that has not begun.
         *
         * @param peer        whom it looks for
         * @param way         what it looks for
         * @param controlling one of the two ends
         * @param events      hears what becomes of it
         * @return the agent
         */
        IceAgent make(int peer, Way way, boolean controlling, Events events);
    }

    /** Begins to gather what it offers. */
    void start();

    /** What the peer's agent offers; given once, perhaps before it has gathered. */
    void connect(Letter.Offer offer);

    /** Sends a datagram if the way is open. On any thread. */
    void send(byte[] bytes, int offset, int length);

    /**
     * Sends a datagram at once, without garbage. On the game's thread.
     *
     * @return false if this way takes a thread that may wait, and {@link #send}
     */
    boolean sendAtOnce(ByteBuffer packet);

    /** Ends it, and whatever it holds. */
    void close();
}

package io.lockstep.examples.benchmarks.peers;

/** One player's side of a match as one library plays it. Everything but {@link #close} is called on one thread. */
interface Contestant extends AutoCloseable {

    /**
     * One round of its game loop: does what is due and waits for what comes next, for a moment at most, so that the
     * loop can be ended.
     */
    void turn();

    /** Lets go of sockets, threads and files. */
    @Override
    void close();
}

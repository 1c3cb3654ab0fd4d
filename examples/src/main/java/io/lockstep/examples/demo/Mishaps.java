package io.lockstep.examples.demo;

/** What can befall a player of the demo; asked for from any thread, and done a moment later. */
interface Mishaps {

    /** How a player fares. */
    enum State { PLAYING, FROZEN, KILLED, COMING, ENDED }

    State state(int player);

    /** Stops a player as a process is stopped, or lets it go on. */
    void freeze(int player, boolean still);

    /** Ends a player without a word, as a process is killed. */
    void kill(int player);

    /** Brings a player back whose match has ended. */
    void rejoin(int player);

    /** Flips a bit of a player's state, as a faulty memory does. */
    void flipBit(int player);

    /** Pauses the match in a player's name, or ends a pause. */
    void pause(int player);
}

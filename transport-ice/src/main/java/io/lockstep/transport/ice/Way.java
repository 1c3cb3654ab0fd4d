package io.lockstep.transport.ice;

/** How a peer is reached. */
enum Way {
    /** From address to address, through holes in NATs perhaps. */
    DIRECT,
    /** Through TURN servers. */
    RELAYED
}

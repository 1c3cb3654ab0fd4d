package io.lockstep.examples.impair;

import java.nio.ByteBuffer;

/** A socket that receives datagrams of one peer. */
interface Inlet {

    /** Answer of {@link #receive} when nothing waits. */
    long NOTHING = -1;
    /** Answer of {@link #receive} when the system reports that something sent earlier was refused. */
    long REFUSED = -2;

    /** Takes one datagram and answers with the tag that leads to its receiver, not negative. */
    long receive(ByteBuffer buffer);

    /** Whom these datagrams are for. */
    int other();
}

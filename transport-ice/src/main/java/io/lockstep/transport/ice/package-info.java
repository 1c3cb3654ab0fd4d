/**
 * Ways to other peers through NATs: {@link io.lockstep.transport.ice.PathMesh} finds one to each of them by ICE, STUN
 * and TURN, keeps it and replaces it, and {@link io.lockstep.transport.ice.PathSocket} carries a
 * {@code DatagramTransport} over them. How peers exchange {@link io.lockstep.transport.ice.Letters} is the embedder's.
 *
 * <p>This package may read clocks, start threads and open sockets: it is one of the seams where the outside world comes
 * in. Of ice4j only {@code Ice4jAgent} and the two harvesters beside it know.
 */
@NullMarked
package io.lockstep.transport.ice;

import org.jspecify.annotations.NullMarked;

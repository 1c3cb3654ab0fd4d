/**
 * The {@link io.lockstep.core.transport.Transport} over Aeron UDP: {@link io.lockstep.aeron.AeronTransportConfig} says
 * who the peers are, {@link io.lockstep.aeron.AeronTransport#launch} starts a media driver inside this process (or
 * joins one that runs already) and everything after that happens on the caller's thread.
 *
 * <p>This package may read clocks and open sockets: it is one of the seams where the outside world comes in.
 */
@NullMarked
package io.lockstep.aeron;

import org.jspecify.annotations.NullMarked;

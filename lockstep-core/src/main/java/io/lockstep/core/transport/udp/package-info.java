/**
 * A transport over plain UDP that needs neither Aeron nor a JVM option: datagrams in sequences of chunks, resent until
 * acknowledged where that is wanted.
 */
@NullMarked
package io.lockstep.core.transport.udp;

import org.jspecify.annotations.NullMarked;

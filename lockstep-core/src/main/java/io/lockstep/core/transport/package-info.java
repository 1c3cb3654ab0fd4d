/**
 * How datagrams travel: the {@link io.lockstep.core.transport.Transport} a session sends through, and an in-memory one.
 */
package io.lockstep.core.transport;

/**
 * How datagrams travel: the {@link io.lockstep.core.transport.Transport} a session sends through.
 */
package io.lockstep.core.transport;

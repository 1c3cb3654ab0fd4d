/**
 * How datagrams travel: the {@link io.lockstep.core.transport.Transport} a session sends through.
 */
@NullMarked
package io.lockstep.core.transport;

import org.jspecify.annotations.NullMarked;

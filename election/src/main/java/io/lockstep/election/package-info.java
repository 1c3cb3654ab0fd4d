/**
 * Leader election as pure functions and state machines: no I/O, no clock, no codec.
 */
@NullMarked
package io.lockstep.election;

import org.jspecify.annotations.NullMarked;

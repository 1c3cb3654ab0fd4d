/**
 * Leader election as pure functions and state machines: no I/O, no clock, no codec.
 */
package io.lockstep.election;

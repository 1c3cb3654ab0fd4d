/**
 * Long streams of bytes between two peers over datagrams: a state for who joins, then the inputs that were executed
 * after it. Pure: datagrams and the time are handed in and out.
 */
package io.lockstep.core.transfer;

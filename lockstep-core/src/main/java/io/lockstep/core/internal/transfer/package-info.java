/**
 * Long streams of bytes between two peers over datagrams: a state for a newcomer, then the inputs that were executed
 * after it. Pure: datagrams and the time are handed in and out. Not for users of the library: it
 * may change with every release.
 */
package io.lockstep.core.internal.transfer;

/**
 * State as bytes: checksums, the states of the last frames, and what differs between two. Not for users of the
 * library: it may change with every release.
 */
package io.lockstep.core.internal.sync;

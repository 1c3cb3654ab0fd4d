/**
 * Whether all have the same state: checksums compared, differences looked into, states repaired. Not for users of the
 * library: it may change with every release.
 */
package io.lockstep.core.internal.desync;

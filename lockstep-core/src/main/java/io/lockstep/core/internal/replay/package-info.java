/**
 * The layout of recordings. Not for users of the library: it may change with every release.
 */
package io.lockstep.core.internal.replay;

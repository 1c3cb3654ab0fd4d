/**
 * Packing fields into bits. Not for users of the library: it may change with every release.
 */
package io.lockstep.core.internal.codec;

/**
 * Packing fields into bits.
 */
package io.lockstep.core.codec;

/**
 * A small toolkit for packing fields into bits.
 */
package io.lockstep.core.codec;

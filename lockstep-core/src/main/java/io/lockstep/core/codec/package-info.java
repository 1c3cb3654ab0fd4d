/**
 * A small toolkit: packing fields into bits, and a capped JSON reader and writer.
 */
package io.lockstep.core.codec;

/**
 * A small toolkit: packing fields into bits, a capped JSON reader and writer, and the seam behind which a game's own
 * bytes are written and read.
 */
package io.lockstep.core.codec;

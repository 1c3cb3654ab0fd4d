/** A game on libGDX; {@code GdxLockstep} is what others copy. */
package io.lockstep.examples.libgdx;

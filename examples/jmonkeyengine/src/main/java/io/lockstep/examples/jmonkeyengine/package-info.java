/** A game on jMonkeyEngine; {@code LockstepState} is what others copy. */
package io.lockstep.examples.jmonkeyengine;

/**
 * {@code lockstep watch}: a spectator of a match that is being played.
 */
package io.lockstep.examples.watch;

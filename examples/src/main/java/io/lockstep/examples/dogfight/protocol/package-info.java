/**
 * The dogfight protocol: the game's events and its state as bytes, big-endian, knowing nothing of the game's rules.
 */
package io.lockstep.examples.dogfight.protocol;

/**
 * A network in virtual time: {@link io.lockstep.testkit.SimulatedNetwork} carries datagrams between sessions of one
 * process over links as bad as one likes, and gives the same run for the same seed, bit for bit. Not to be confused
 * with {@link io.lockstep.core.game.Simulation}, the user's game.
 */
@NullMarked
package io.lockstep.testkit;

import org.jspecify.annotations.NullMarked;

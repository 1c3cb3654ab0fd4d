/**
 * A small arcade game, integer-only and free of garbage: ships on a torus, five bullets each, power-ups, bots. It is
 * the game of the demo and of every soak. Start at {@link io.lockstep.examples.dogfight.Dogfight}.
 */
package io.lockstep.examples.dogfight;

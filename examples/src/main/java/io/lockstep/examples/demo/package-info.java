/**
 * What a person sees and touches: the view of the game and the keyboard. Start at
 * {@link io.lockstep.examples.demo.DogfightPanel}.
 */
package io.lockstep.examples.demo;

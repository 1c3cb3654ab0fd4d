/**
 * What is sampled, when a frame is due, and in which order it runs: local inputs, the clock, orders that travel in
 * inputs, frames as they were executed. Not for users of the library: it may change with every release.
 */
package io.lockstep.core.internal.play;

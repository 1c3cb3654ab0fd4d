/**
 * Where players meet before a match, in a window: the form by which somebody hosts one or joins it, and the room where
 * they wait for each other. What is done about it is up to {@code internet}.
 */
package io.lockstep.examples.meeting;

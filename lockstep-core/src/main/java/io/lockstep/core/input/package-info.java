/**
 * Inputs between being sampled and being simulated.
 */
package io.lockstep.core.input;

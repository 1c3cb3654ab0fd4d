/**
 * Inputs between being sampled and being simulated. Not for users of the library: it may change with every release.
 */
package io.lockstep.core.internal.input;

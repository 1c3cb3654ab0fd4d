/**
 * {@code lockstep soak}: many simulated matches on bad networks, each judged frame by frame.
 */
package io.lockstep.examples.soak;

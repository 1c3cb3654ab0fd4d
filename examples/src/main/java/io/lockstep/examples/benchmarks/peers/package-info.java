/**
 * Lockstep beside what else one would play a match over, all in one run: two processes a match, a relay of its own for
 * each, the same inputs and the same game for all.
 */
package io.lockstep.examples.benchmarks.peers;

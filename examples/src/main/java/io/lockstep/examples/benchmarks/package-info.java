/**
 * What the hot paths cost: JMH benchmarks and the command that runs them. Every figure comes with the bytes allocated
 * per operation, which are to be none.
 */
package io.lockstep.examples.benchmarks;

/**
 * The command line.
 */
package io.lockstep.examples;

/**
 * The quick start of the README.
 */
package io.lockstep.examples.quickstart;

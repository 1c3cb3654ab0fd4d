/**
 * What a person sees at a terminal, and no file or pipe gets.
 */
package io.lockstep.examples.terminal;

/**
 * The game of docs/TUTORIAL.md: each step of the page is compiled here.
 */
package io.lockstep.examples.tutorial;

/**
 * What players see of dogfight, and the keys they fly with: the painters of the field, of the net graph and of the
 * lines below, which need no display, and the window that shows them. The match is played on another thread than they
 * are.
 */
package io.lockstep.examples.view;

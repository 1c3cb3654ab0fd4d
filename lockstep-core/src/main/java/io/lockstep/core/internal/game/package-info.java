/**
 * The settings of a match, checked, and the events on their way to the game. Not for users of the library: it may
 * change with every release.
 */
package io.lockstep.core.internal.game;

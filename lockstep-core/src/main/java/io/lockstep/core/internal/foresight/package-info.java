/**
 * The game, played ahead of the frames that are settled, and taken back where a guess was wrong. Not for users of the
 * library: it may change with every release.
 */
package io.lockstep.core.internal.foresight;

/**
 * Live spectators at the player: a match is recorded into a feed that a few may watch. {@code lockstep-codecs} has what
 * watches it.
 */
package io.lockstep.core.feed;

/**
 * Live spectators at the player: a match is recorded into a feed that a few may watch. {@code lockstep-codecs} has what
 * watches it.
 */
@NullMarked
package io.lockstep.core.feed;

import org.jspecify.annotations.NullMarked;

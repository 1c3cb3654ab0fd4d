/**
 * A match over the internet from a join code alone: {@link io.lockstep.transport.ice.match.InternetMatch} sits down in
 * a lobby, makes the keys, finds a way to each player and hands over what a session needs.
 */
@NullMarked
package io.lockstep.transport.ice.match;

import org.jspecify.annotations.NullMarked;

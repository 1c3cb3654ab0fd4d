/**
 * Where the players of a match meet before they know each other's addresses: {@link io.lockstep.lobby.LobbyServer}
 * gives a match a code, seats who brings it, and carries opaque letters from seat to seat;
 * {@link io.lockstep.lobby.LobbyClient} is a player's end of it.
 *
 * <p>The lobby knows nothing of the game, of the session or of the transport, and needs the JDK alone. What it decides
 * is in {@code Matches} and {@code Match}, which read no clock and open no socket; what faces the network is a thin
 * shell around them.
 */
@NullMarked
package io.lockstep.lobby;

import org.jspecify.annotations.NullMarked;

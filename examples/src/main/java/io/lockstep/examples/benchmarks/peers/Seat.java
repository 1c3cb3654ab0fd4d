package io.lockstep.examples.benchmarks.peers;

import io.lockstep.examples.peer.Address;

/**
 * Where one player of a match sits.
 *
 * @param player   0 or 1; 0 is the host where one has to be
 * @param delay    ticks from the sampling of an input to its frame; what adapts has none, and is told
 *                 {@link Contender#ADAPTIVE}
 * @param listen   where this player's datagrams or connections are taken
 * @param other    the relay's port for datagrams to the other player
 * @param otherTcp the relay's port for connections to the other player, 0 if the match needs none
 */
record Seat(int player, int delay, Address listen, Address other, int otherTcp) {
}

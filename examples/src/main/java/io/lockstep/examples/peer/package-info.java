/**
 * The command {@code lockstep peer}: one player of a match in a process of its own. What it shares with the demo
 * is here too; start at {@link io.lockstep.examples.peer.MatchPeer}.
 */
package io.lockstep.examples.peer;

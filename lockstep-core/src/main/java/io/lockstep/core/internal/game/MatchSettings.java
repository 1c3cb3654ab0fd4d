package io.lockstep.core.internal.game;

import io.lockstep.core.game.Simulation;

/**
 * Everything a session was told, checked. Immutable: what is said to the builder later changes nothing.
 *
 * @param rules    what is played
 * @param seating  who sits where
 * @param timeouts how long is waited
 * @param delay    how the input delay is chosen
 * @param ahead    how far the game is played ahead
 * @param sending  how inputs leave
 * @param state    how states are compared
 * @param entrance how this process enters the match
 * @param ports    what the session is plugged into
 */
public record MatchSettings(MatchRules rules, Seating seating, Timeouts timeouts, DelaySettings delay,
                            PredictionSettings ahead, SendSettings sending, StateSettings state,
                            Entrance entrance, Ports ports) {

    /**
     * Those of the same player who comes back into the match.
     *
     * @return all the same but the entrance
     */
    public MatchSettings rejoining() {
        return new MatchSettings(rules, seating, timeouts, delay, ahead, sending, state, entrance.again(),
            ports);
    }

    /**
     * Those of a session in which another game stands in front of this one.
     *
     * @param other what is stepped, saved and loaded
     * @return all the same but the game
     */
    public MatchSettings playing(final Simulation other) {
        return new MatchSettings(rules, seating, timeouts, delay, ahead, sending, state, entrance,
            new Ports(other, ports.input(), ports.transport(), ports.keys(), ports.cues(), ports.config()));
    }

    /**
     * Who opens a link: at the start the higher one of two, later whoever comes.
     *
     * @param peer the other end
     * @return true if this peer greets first
     */
    public boolean greets(final int peer) {
        return entrance.joining() || seating.localPeer() > peer && !seating.isAbsent(peer);
    }

    /**
     * This peer.
     *
     * @return 0 to 31
     */
    public int self() {
        return seating.localPeer();
    }

    /**
     * How many players the match has.
     *
     * @return 1 to 32
     */
    public int players() {
        return seating.players();
    }

    /**
     * The game that is played.
     *
     * @return never null
     */
    public Simulation game() {
        return ports.simulation();
    }
}

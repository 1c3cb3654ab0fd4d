package io.lockstep.election;

/** What every peer thinks, for the message of a failed test. */
final class Story {

    private Story() {
    }

    static String of(final Net net) {
        final StringBuilder text = new StringBuilder();
        for (final NetPeer peer : net.peers) {
            final Election election = peer.election;
            text.append(peer).append(' ').append(peer.alive ? election.role() : "dead").append(" in term ")
                .append(election.term()).append(" led by ").append(election.leader()).append("; ");
        }
        return text.toString();
    }
}

package io.lockstep.core.session;

import io.lockstep.core.internal.protocol.Message;

/**
 * The figures of a session between two looks: counts by how much they have grown, all others as they are now. Made by
 * {@link MatchMeters#interval()}; for one thread at a time, which may be any.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public final class MatchInterval {

    private static final Figure[] FIGURES = Figure.values();
    private static final PeerFigure[] PEER_FIGURES = PeerFigure.values();

    private final MatchMeters meters;
    private final long[] before = new long[FIGURES.length];
    private final long[] values = new long[FIGURES.length];
    private final long[][] peersBefore = new long[Message.MAX_PLAYERS][PEER_FIGURES.length];
    private final long[][] peers = new long[Message.MAX_PLAYERS][PEER_FIGURES.length];

    MatchInterval(final MatchMeters meters) {
        this.meters = meters;
        take();
    }

    /** Ends the interval: what the methods of this class answer is of the time since this was called before. */
    public void take() {
        for (final Figure figure : FIGURES) {
            final int i = figure.ordinal();
            final long now = meters.of(figure);
            values[i] = figure.isCount() ? now - before[i] : now;
            before[i] = now;
        }
        for (int peer = 0; peer < peers.length; peer++) {
            for (final PeerFigure figure : PEER_FIGURES) {
                final int i = figure.ordinal();
                final long now = meters.of(figure, peer);
                peers[peer][i] = figure.isCount() ? now - peersBefore[peer][i] : now;
                peersBefore[peer][i] = now;
            }
        }
    }

    /**
     * A figure of the session.
     *
     * @param figure which
     * @return by how much a count has grown in the interval, any other as it was at its end
     */
    public long of(final Figure figure) {
        return values[figure.ordinal()];
    }

    /**
     * A figure of another peer.
     *
     * @param figure which
     * @param peer   0 to 31
     * @return by how much a count has grown in the interval, any other as it was at its end; 0 if there is no such peer
     */
    public long of(final PeerFigure figure, final int peer) {
        return peers[peer][figure.ordinal()];
    }
}

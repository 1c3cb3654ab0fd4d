package io.lockstep.testkit.liars;

import io.lockstep.core.game.Simulation;
import io.lockstep.core.transport.Lane;

/** One way of lying, which changes, adds or withholds what the liar's real session says. This one changes nothing. */
class Deceiver implements LyingTransport.Hook {

    final LiarView view;

    Deceiver(final LiarView view) {
        this.view = view;
    }

    /** What is said in the place of a datagram of the real session: the same one, another, or null for nothing. */
    byte[] said(final int to, final Lane lane, final byte[] payload) {
        return payload;
    }

    /** Every {@value LiarMatch#TURN_MS} ms while it is time to lie: what is to be said beside it? */
    void turn() {
        // Nothing.
    }

    /** Has it said what its hearer knows to be a lie? */
    boolean isSurelyNamed() {
        return false;
    }

    /** The copy of the game that the liar's session plays with. */
    Simulation game(final Simulation real) {
        return real;
    }

    @Override
    public final byte[] outgoing(final int to, final Lane lane, final boolean handshake, final byte[] payload) {
        return handshake || !view.lies() ? payload : said(to, lane, payload);
    }

    @Override
    public void incoming(final int from, final Lane lane, final byte[] payload) {
        // It knows from its own session what it needs.
    }
}

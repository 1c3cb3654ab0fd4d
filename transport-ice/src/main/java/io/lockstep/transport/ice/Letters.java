package io.lockstep.transport.ice;

/**
 * Takes letters to other peers: a lobby, or any peer that both can reach. What comes from there goes to
 * {@link PathMesh#letter}. Letters are opaque, at most {@link PathMesh#MAX_LETTER_BYTES} long, and may be late, lost or
 * doubled; whoever can read them learns addresses, whoever can change them can be in the way of the match.
 *
 * <p>Called on the mesh's own thread: return at once, throw nothing.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface Letters {

    /**
     * Takes a letter.
     *
     * @param peer   who it is for, 0 to 31
     * @param letter its bytes, the receiver's own
     */
    void send(int peer, byte[] letter);
}

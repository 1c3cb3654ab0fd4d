package io.lockstep.lobby;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a lobby keeps its matches and their letters for some minutes. What is kept is opaque here; a match has a
 * version that grows with each change, so that two who change it at once cannot undo each other's change.
 *
 * <p>Thread-safe. Every method throws {@link IOException} if the store does not answer or has no room: the lobby tells
 * its client to try again later.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public interface MatchStore extends AutoCloseable {

    /**
     * A match as it is kept.
     *
     * <p>Evolving: may break with a minor release.
     *
     * @param version 1 at first, greater with each change
     * @param match   its bytes; nobody changes them
     * @since 0.1.0
     */
    record Kept(long version, byte[] match) { }

    /**
     * A letter as it is kept.
     *
     * <p>Evolving: may break with a minor release.
     *
     * @param number greater than that of every letter before in the same match
     * @param from   the seat that sent it
     * @param letter its bytes; nobody changes them
     * @since 0.1.0
     */
    record KeptLetter(long number, int from, byte[] letter) { }

    /**
     * Hears that there is something new.
     *
     * <p>Evolving: may break with a minor release.
     *
     * @since 0.1.0
     */
    @FunctionalInterface
    interface Listener {

        /**
         * A match or a box has changed, at this lobby or at another that shares the store. Return at once.
         *
         * @param code of the match; null if some news may have been missed
         * @param seat whose box it is; -1 for the match itself
         */
        void changed(@Nullable String code, int seat);
    }

    /**
     * Keeps a new match.
     *
     * @param code  its code
     * @param match its bytes
     * @param ttlMs how long it is kept unless somebody says more
     * @return false if the code is taken
     * @throws IOException if the store does not answer or has no room
     */
    boolean create(String code, byte[] match, long ttlMs) throws IOException;

    /**
     * Finds a match.
     *
     * @param code its code
     * @return null if there is none
     * @throws IOException if the store does not answer
     */
    @Nullable Kept find(String code) throws IOException;

    /**
     * Puts a match in the place of what it was made from.
     *
     * @param code    its code
     * @param version of what it was made from
     * @param match   its bytes
     * @param ttlMs   how long it is kept unless somebody says more
     * @return false if it has another version, or is gone
     * @throws IOException if the store does not answer or has no room
     */
    boolean replace(String code, long version, byte[] match, long ttlMs) throws IOException;

    /**
     * Keeps a match longer.
     *
     * @param code  its code
     * @param ttlMs from now
     * @throws IOException if the store does not answer
     */
    void keep(String code, long ttlMs) throws IOException;

    /**
     * Forgets a match and its letters.
     *
     * @param code its code
     * @throws IOException if the store does not answer
     */
    void remove(String code) throws IOException;

    /**
     * Puts a letter into a box. Of one sender's letters in it the oldest goes when there are 32.
     *
     * @param code   of the match; nothing happens if there is none
     * @param to     whose box, 0 to 7
     * @param from   who sent it, 0 to 7
     * @param letter its bytes
     * @param ttlMs  how long it is kept at most
     * @throws IOException if the store does not answer or has no room
     */
    void post(String code, int to, int from, byte[] letter, long ttlMs) throws IOException;

    /**
     * Letters of a box, and what was read before goes.
     *
     * @param code  of the match
     * @param seat  whose box, 0 to 7
     * @param after number up to which the letters were read
     * @return oldest first, 32 at most
     * @throws IOException if the store does not answer
     */
    List<KeptLetter> letters(String code, int seat, long after) throws IOException;

    /**
     * Forgets letters to a seat and from it.
     *
     * @param code of the match
     * @param seat 0 to 7
     * @throws IOException if the store does not answer
     */
    void forget(String code, int seat) throws IOException;

    /**
     * Says who hears of changes; one lobby has one store.
     *
     * @param listener in the place of any before
     */
    void listen(Listener listener);

    /** Lets go of what it holds. Calling it again does nothing. */
    @Override
    void close();
}

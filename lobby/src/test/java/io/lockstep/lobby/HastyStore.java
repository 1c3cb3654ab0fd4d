package io.lockstep.lobby;

import java.io.IOException;
import java.util.List;

/** A store in which somebody else does something just before the first change. */
final class HastyStore implements MatchStore {

    /** What the other does. */
    @FunctionalInterface
    interface Deed {
        void run() throws Refusal, IOException;
    }

    private final MatchStore store;
    private Deed deed;

    HastyStore(final MatchStore store, final Deed deed) {
        this.store = store;
        this.deed = deed;
    }

    @Override
    public boolean create(final String code, final byte[] match, final long ttlMs) throws IOException {
        return store.create(code, match, ttlMs);
    }

    @Override
    public Kept find(final String code) throws IOException {
        return store.find(code);
    }

    @Override
    public boolean replace(final String code, final long version, final byte[] match, final long ttlMs)
            throws IOException {
        final Deed now = deed;
        deed = null;
        if (now != null) {
            try {
                now.run();
            } catch (final Refusal refusal) {
                throw new AssertionError(refusal);
            }
        }
        return store.replace(code, version, match, ttlMs);
    }

    @Override
    public void keep(final String code, final long ttlMs) throws IOException {
        store.keep(code, ttlMs);
    }

    @Override
    public void remove(final String code) throws IOException {
        store.remove(code);
    }

    @Override
    public void post(final String code, final int to, final int from, final byte[] letter, final long ttlMs)
            throws IOException {
        store.post(code, to, from, letter, ttlMs);
    }

    @Override
    public List<KeptLetter> letters(final String code, final int seat, final long after) throws IOException {
        return store.letters(code, seat, after);
    }

    @Override
    public void forget(final String code, final int seat) throws IOException {
        store.forget(code, seat);
    }

    @Override
    public void listen(final Listener listener) {
        store.listen(listener);
    }

    @Override
    public void close() {
        store.close();
    }
}

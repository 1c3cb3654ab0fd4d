package io.lockstep.transport.ice.match;

/**
 * Hears how connecting goes on, for a bar and a line beneath it. Called by the thread that connects.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface ConnectListener {

    /**
     * Something has happened.
     *
     * @param percent 0 to 100, never less than before
     * @param line    what, in plain words
     */
    void progress(int percent, String line);
}

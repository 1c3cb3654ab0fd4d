package io.lockstep.transport.ice.match;

import io.lockstep.lobby.LobbyException;
import io.lockstep.lobby.LobbyListener;
import io.lockstep.lobby.Roster;
import io.lockstep.transport.ice.PathMesh;
import java.util.BitSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullUnmarked;

/** Who has come, as the lobby tells it, until the match starts; hands letters to the mesh from then on. */
@NullUnmarked
final class Gathering implements LobbyListener {

    /** Of all that is done when the match has started. */
    private static final int STARTED_PERCENT = 20;
    private static final int SEATED_PERCENT = 10;

    /** Longest wait for another thread to hand over data that has arrived, in nanoseconds, even on a slow machine. */
    private static final long HAND_OVER_NS = 2_000_000_000L;

    private Roster roster;
    private LobbyException end;
    private LobbyException trouble;
    private PathMesh mesh;
    private boolean cameLate;
    private final BitSet heard = new BitSet();
    private boolean closed;

    @Override
    public synchronized void roster(final Roster newest) {
        cameLate |= roster == null && newest.isStarted();
        if (newest.isCancelled()) {
            return; // which is said by its end
        }
        roster = newest;
        trouble = null;
        notifyAll();
    }

    @Override
    public synchronized void letter(final int from, final byte[] letter) {
        trouble = null;
        heard.set(from);
        // Before the mesh is there a letter may be lost: what it offers is sent again every second.
        if (mesh != null) {
            mesh.letter(from, letter);
        }
    }

    @Override
    public synchronized void trouble(final LobbyException why) {
        trouble = why;
        notifyAll();
    }

    @Override
    public void ended(final LobbyException why) {
        synchronized (this) {
            end = why;
            notifyAll();
        }
        closeIfReplaced();
    }

    void handOver(final PathMesh opened) {
        synchronized (this) {
            mesh = opened;
        }
        closeIfReplaced();
    }

    /** Two processes of one seat would take the ways to the others from each other. */
    private void closeIfReplaced() {
        final PathMesh opened;
        final LobbyException why;
        synchronized (this) {
            opened = mesh;
            why = end;
        }
        if (opened != null && isReplaced(why)) {
            opened.close(why.getMessage());
        }
    }

    private static boolean isReplaced(final LobbyException why) {
        return why != null && why.reason() == LobbyException.Reason.REPLACED;
    }

    /** Throws if a process that came later has the seat: nobody will answer this one. */
    synchronized void throwIfReplaced() throws LobbyException {
        if (isReplaced(end)) {
            throw end;
        }
    }

    synchronized Roster roster() {
        return roster;
    }

    /** Waits for the roster that came with the seat: the lobby client's thread hands it over at once. */
    synchronized void awaitRoster() {
        final long endNs = System.nanoTime() + HAND_OVER_NS;
        try {
            for (long leftNs = HAND_OVER_NS; roster == null && end == null && leftNs > 0;
                    leftNs = endNs - System.nanoTime()) {
                wait(leftNs / 1_000_000 + 1);
            }
        } catch (final InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    /** What the lobby fails with at the moment, in plain words; null if it does not. */
    synchronized String trouble() {
        return end != null ? end.getMessage() : trouble != null ? trouble.getMessage() : null;
    }

    /** Returns whether a letter of that seat has come. */
    synchronized boolean hasHeard(final int seat) {
        return heard.get(seat);
    }

    /** Returns whether the match had started when the seat was taken. */
    synchronized boolean cameLate() {
        return cameLate;
    }

    synchronized boolean isThere(final int seat) {
        return roster.peers().stream().anyMatch(peer -> peer.seat() == seat);
    }

    /** Nobody waits any more. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }

    /** Tells who comes and goes until the host starts; without a lock, as a listener may wait for another thread. */
    Roster awaitStart(final ConnectListener listener) throws LobbyException, InterruptedException {
        for (String line = next(""); line != null; line = next(line)) {
            listener.progress(roster() == null ? 0 : SEATED_PERCENT, line);
        }
        listener.progress(STARTED_PERCENT, "the match starts");
        return roster();
    }

    /** Waits for another line than the last; null once the match has started. */
    private synchronized String next(final String told) throws LobbyException, InterruptedException {
        while (roster == null || !roster.isStarted()) {
            if (closed) {
                throw new InterruptedException("the match was closed");
            }
            if (end != null) {
                throw end;
            }
            final String line = line();
            if (!line.equals(told)) {
                return line;
            }
            wait();
        }
        return null;
    }

    private String line() {
        if (trouble != null) {
            return trouble.getMessage();
        }
        if (roster == null) {
            return "asking the lobby";
        }
        return roster.peers().size() + " of " + roster.seats() + " seats taken: " + roster.peers().stream()
            .map(peer -> "P" + peer.seat() + " " + peer.name()).collect(Collectors.joining(", "));
    }
}

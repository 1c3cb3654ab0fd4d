package io.lockstep.transport.ice;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;

/**
 * The way to one peer through all its generations: which is in use, which is sought, and when to seek another. Of the
 * two ends the lower seat begins a generation, and the higher asks it to; whoever hears of a newer one follows. A way
 * stays in use until the next is open, and is read for 2 s more. Pure: time is handed in, on one thread but for
 * {@link #send} and {@link #isUp}.
 */
@NullUnmarked
final class Link implements Path.Listener {

    /** After so long without a datagram a new way is sought: three probes are lost, or many inputs. */
    static final long SILENCE_NS = TimeUnit.MILLISECONDS.toNanos(750);
    /** What has nothing else to say says this often that the way works. */
    static final long PROBE_NS = TimeUnit.MILLISECONDS.toNanos(200);
    /** A search that has found nothing after so long is begun anew; the next gets twice as long. */
    static final long FIRST_PATIENCE_NS = TimeUnit.SECONDS.toNanos(8);
    /** The longest search. */
    static final long LAST_PATIENCE_NS = TimeUnit.SECONDS.toNanos(32);
    /** Letters begin no more generations than one a second, and a few at once: each costs 40 ms of CPU. */
    static final long LETTER_COST_NS = TimeUnit.SECONDS.toNanos(1);
    /** What they may spend at once. */
    static final long LETTER_CREDIT_NS = 4 * LETTER_COST_NS;

    /** What a link needs of its surroundings. */
    interface Surroundings {

        /** Takes a letter to the peer. */
        void letter(int peer, Letter letter);

        /** When a datagram of the peer's came last, on whatever way, or any time before. */
        long heardNs(int peer);

        /** When something was last sent to it. */
        long sentNs(int peer);
    }

    private static final byte[] PROBE = new byte[PathSocket.MIN_PACKET_BYTES - 1];

    private final int peer;
    private final boolean leads;
    private final Surroundings surroundings;
    private final PathListener listener;
    private final Path.Maker maker;

    /** An old way, and until when it is read. */
    private record Retired(Path path, long untilNs) { }

    private final List<Retired> retired = new ArrayList<>();
    /** What is sent goes there. */
    private volatile Path current;
    private Path next;
    private int generation;
    private long nowNs;
    /** Of the time that letters may spend. */
    private long spentNs = Long.MIN_VALUE;
    /** When this peer last did something about it, itself. */
    private long triedNs;
    private long upNs;
    private long probedNs;
    private long patienceNs = FIRST_PATIENCE_NS;
    private boolean isDown;
    private boolean closed;

    Link(final int self, final int peer, final Surroundings surroundings, final PathListener listener,
         final Path.Maker maker) {
        this.peer = peer;
        this.leads = self < peer;
        this.surroundings = surroundings;
        this.listener = listener;
        this.maker = maker;
    }

    void begin(final long timeNs) {
        nowNs = timeNs;
        if (generation == 0) {
            open(1);
        }
    }

    private void open(final int newest) {
        if (closed || newest > Letter.MAX_GENERATION) {
            return;
        }
        if (next != null) {
            next.close();
        }
        generation = newest;
        triedNs = nowNs;
        next = maker.make(newest, this);
        next.start(nowNs);
    }

    /** A letter of the peer's. */
    void take(final Letter letter, final long timeNs) {
        nowNs = timeNs;
        if (letter.generation() > generation && affords(timeNs)) {
            open(letter.generation());
        }
        if (letter.kind() == Letter.Kind.BEGIN || closed) {
            return;
        }
        if (letter.generation() < generation) {
            // It has come late, or the peer has forgotten how far we were.
            surroundings.letter(peer, Letter.begin(generation));
        } else if (letter.generation() == generation) {
            final Path path = next != null ? next : current;
            if (path != null && path.generation() == generation && !path.take(letter, timeNs)) {
                surroundings.letter(peer, Letter.begin(generation + 1)); // the peer was started again
            }
        }
    }

    private boolean affords(final long timeNs) {
        spentNs = Math.max(spentNs, timeNs - LETTER_CREDIT_NS);
        if (spentNs + LETTER_COST_NS > timeNs) {
            return false; // the peer says it again
        }
        spentNs += LETTER_COST_NS;
        return true;
    }

    /** The network has changed under us: what is open may be dead, whatever it says. */
    void restart(final long timeNs) {
        nowNs = timeNs;
        if (generation == 0 || closed) {
            return;
        }
        if (leads) {
            open(generation + 1);
        } else {
            surroundings.letter(peer, Letter.begin(generation + 1));
            triedNs = timeNs;
        }
    }

    void tick(final long timeNs) {
        nowNs = timeNs;
        if (generation == 0 || closed) {
            return;
        }
        retire();
        if (current != null) {
            current.tick(timeNs);
            probe();
            watch();
        }
        if (next != null) {
            next.tick(timeNs);
        }
        if (next != null && isAlive() && timeNs - triedNs >= LAST_PATIENCE_NS) {
            failed(next); // the peer has not heard of it, and the way in use works
        }
        if ((current == null || isDown) && timeNs - triedNs >= patienceNs) {
            patienceNs = Math.min(patienceNs * 2, LAST_PATIENCE_NS);
            restart(timeNs);
        }
    }

    private void retire() {
        for (final Iterator<Retired> all = retired.iterator(); all.hasNext();) {
            final Retired one = all.next();
            if (nowNs >= one.untilNs) {
                one.path.close();
                all.remove();
            }
        }
    }

    private void probe() {
        if (nowNs - Math.max(probedNs, surroundings.sentNs(peer)) >= PROBE_NS) {
            probedNs = nowNs;
            current.send(PROBE, 0, PROBE.length);
        }
    }

    private void watch() {
        final boolean silent = nowNs - Math.max(upNs, surroundings.heardNs(peer)) >= SILENCE_NS;
        if (silent == isDown) {
            return;
        }
        isDown = silent;
        if (silent) {
            listener.down(peer);
            if (next == null) {
                restart(nowNs);
            }
        } else {
            tellUp(current.way());
        }
    }

    private void tellUp(final Way way) {
        if (way == Way.DIRECT) {
            listener.direct(peer);
        } else {
            listener.relayed(peer);
        }
    }

    @Override
    public void letter(final Path path, final Letter letter) {
        if (path == next || path == current) {
            surroundings.letter(peer, letter);
        }
    }

    @Override
    public void up(final Path path, final Way way) {
        if (path != next && path != current) {
            return;
        }
        final boolean worked = current != null && !isDown;
        if (path == next) {
            if (current != null) {
                retired.add(new Retired(current, nowNs + IcePath.LINGER_NS));
            }
            current = next;
            next = null;
        }
        upNs = nowNs;
        isDown = false;
        patienceNs = FIRST_PATIENCE_NS;
        if (worked) {
            listener.changed(peer, way == Way.RELAYED);
        } else {
            tellUp(way);
        }
    }

    @Override
    public void failed(final Path path) {
        if (path == next) {
            next.close();
            next = null; // begun anew when its time would have been over
        }
    }

    /** Whether there is a way, however well it works. On any thread. */
    boolean isUp() {
        return current != null;
    }

    /** Whether there is a way, and the peer is heard. */
    boolean isAlive() {
        return current != null && !isDown;
    }

    /** The way in use, null without. On any thread. */
    Way way() {
        final Path path = current;
        return path == null ? null : path.way();
    }

    int generation() {
        return generation;
    }

    /** On any thread. */
    void send(final byte[] bytes, final int offset, final int length) {
        final Path path = current;
        if (path != null) {
            path.send(bytes, offset, length);
        }
    }

    /** On the game's thread; false if this way takes a thread that may wait, and the other. */
    boolean sendAtOnce(final ByteBuffer packet) {
        final Path path = current;
        return path != null && path.sendAtOnce(packet);
    }

    void close() {
        closed = true;
        retired.forEach(one -> one.path.close());
        retired.clear();
        if (next != null) {
            next.close();
            next = null;
        }
        if (current != null) {
            current.close();
            current = null;
        }
    }
}

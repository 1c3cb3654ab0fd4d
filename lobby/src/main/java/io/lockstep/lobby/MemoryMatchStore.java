package io.lockstep.lobby;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps matches in this process: one lobby, or several that a load balancer shards by the code. They are gone with the
 * process; players who are connected play on. Thread-safe.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public final class MemoryMatchStore implements MatchStore {

    /** Objects around a match or a letter, so that a flood of tiny ones is counted for what it takes. */
    private static final long OVERHEAD_BYTES = 200;
    /** Matches that ended stay no longer than this, as long as new ones come. */
    private static final long SWEEP_MS = 10_000;

    private static final class Box {
        final ArrayDeque<KeptLetter> letters = new ArrayDeque<>();
    }

    private static final class Entry {
        @SuppressWarnings("NullAway.Init") // given before it is used
        Kept kept;
        long untilMs;
        long numbers;
        /** By receiver and sender; a match without letters has none. */
        Map<Integer, Box> boxes = Map.of();
    }

    private final Map<String, Entry> entries = new HashMap<>();
    private final int maxMatches;
    private final long maxBytes;
    private final LongSupplier clockMs;
    private long bytes;
    private long sweptMs;
    private Listener listener = (code, seat) -> { };

    /** A store for 100,000 matches and 256 MiB. */
    public MemoryMatchStore() {
        this(Limits.MAX_MATCHES, Limits.MAX_STORE_BYTES);
    }

    /**
     * A store of another size.
     *
     * @param maxMatches at least 1
     * @param maxBytes   of matches and letters together, at least 1
     * @throws IllegalArgumentException if one is less
     */
    public MemoryMatchStore(final int maxMatches, final long maxBytes) {
        this(maxMatches, maxBytes, () -> System.nanoTime() / 1_000_000);
    }

    MemoryMatchStore(final int maxMatches, final long maxBytes, final LongSupplier clockMs) {
        if (maxMatches < 1 || maxBytes < 1) {
            throw new IllegalArgumentException("room for " + maxMatches + " matches and " + maxBytes + " bytes");
        }
        this.maxMatches = maxMatches;
        this.maxBytes = maxBytes;
        this.clockMs = clockMs;
        sweptMs = clockMs.getAsLong();
    }

    @Override
    public synchronized boolean create(final String code, final byte[] match, final long ttlMs) throws IOException {
        sweep();
        if (entry(code) != null) {
            return false;
        }
        if (entries.size() >= maxMatches) {
            throw new IOException("there are " + maxMatches + " matches");
        }
        take(cost(match));
        final Entry entry = new Entry();
        entry.kept = new Kept(1, match);
        entry.untilMs = clockMs.getAsLong() + ttlMs;
        entries.put(code, entry);
        return true;
    }

    @Override
    public synchronized @Nullable Kept find(final String code) {
        final Entry entry = entry(code);
        return entry == null ? null : entry.kept;
    }

    @Override
    public boolean replace(final String code, final long version, final byte[] match, final long ttlMs)
            throws IOException {
        synchronized (this) {
            final Entry entry = entry(code);
            if (entry == null || entry.kept.version() != version) {
                return false;
            }
            take(match.length - entry.kept.match().length);
            entry.kept = new Kept(version + 1, match);
            entry.untilMs = clockMs.getAsLong() + ttlMs;
        }
        listener.changed(code, -1);
        return true;
    }

    @Override
    public synchronized void keep(final String code, final long ttlMs) {
        final Entry entry = entry(code);
        if (entry != null) {
            entry.untilMs = clockMs.getAsLong() + ttlMs;
        }
    }

    @Override
    public synchronized void remove(final String code) {
        final Entry entry = entries.remove(code);
        if (entry != null) {
            free(entry);
        }
    }

    @Override
    public void post(final String code, final int to, final int from, final byte[] letter, final long ttlMs)
            throws IOException {
        synchronized (this) {
            final Entry entry = entry(code);
            if (entry == null) {
                return;
            }
            take(cost(letter));
            if (entry.boxes.isEmpty()) {
                entry.boxes = new HashMap<>();
            }
            final Box box = entry.boxes.computeIfAbsent(to * Limits.MAX_SEATS + from, place -> new Box());
            if (box.letters.size() == Limits.MAX_LETTERS_A_SENDER) {
                bytes -= cost(box.letters.poll().letter());
            }
            entry.numbers++;
            box.letters.add(new KeptLetter(entry.numbers, from, letter));
        }
        listener.changed(code, to);
    }

    @Override
    public synchronized List<KeptLetter> letters(final String code, final int seat, final long after) {
        final Entry entry = entry(code);
        if (entry == null || entry.boxes.isEmpty()) {
            return List.of();
        }
        final List<KeptLetter> letters = new ArrayList<>();
        for (int from = 0; from < Limits.MAX_SEATS; from++) {
            final Box box = entry.boxes.get(seat * Limits.MAX_SEATS + from);
            if (box != null) {
                while (!box.letters.isEmpty() && box.letters.peek().number() <= after) {
                    bytes -= cost(box.letters.poll().letter());
                }
                letters.addAll(box.letters);
            }
        }
        letters.sort(Comparator.comparingLong(KeptLetter::number));
        return letters.size() > Limits.MAX_LETTERS_AN_ANSWER
            ? List.copyOf(letters.subList(0, Limits.MAX_LETTERS_AN_ANSWER)) : letters;
    }

    @Override
    public synchronized void forget(final String code, final int seat) {
        final Entry entry = entry(code);
        if (entry != null) {
            entry.boxes.entrySet().removeIf(box -> {
                final boolean goes = box.getKey() / Limits.MAX_SEATS == seat || box.getKey() % Limits.MAX_SEATS == seat;
                if (goes) {
                    bytes -= cost(box.getValue());
                }
                return goes;
            });
        }
    }

    @Override
    public synchronized void listen(final Listener hears) {
        listener = hears;
    }

    @Override
    public synchronized void close() {
        entries.clear();
        bytes = 0;
    }

    /** Of matches and letters, with what holds them. */
    synchronized long bytes() {
        return bytes;
    }

    synchronized int size() {
        return entries.size();
    }

    private @Nullable Entry entry(final String code) {
        final Entry entry = entries.get(code);
        if (entry != null && entry.untilMs <= clockMs.getAsLong()) {
            entries.remove(code);
            free(entry);
            return null;
        }
        return entry;
    }

    private void sweep() {
        final long nowMs = clockMs.getAsLong();
        if (nowMs - sweptMs >= SWEEP_MS) {
            sweptMs = nowMs;
            entries.values().removeIf(entry -> {
                final boolean ended = entry.untilMs <= nowMs;
                if (ended) {
                    free(entry);
                }
                return ended;
            });
        }
    }

    private void take(final long more) throws IOException {
        if (more > 0 && bytes + more > maxBytes) {
            throw new IOException("matches and letters take " + bytes + " bytes");
        }
        bytes += more;
    }

    private void free(final Entry entry) {
        bytes -= cost(entry.kept.match());
        entry.boxes.values().forEach(box -> bytes -= cost(box));
    }

    private static long cost(final Box box) {
        long cost = 0;
        for (final KeptLetter letter : box.letters) {
            cost += cost(letter.letter());
        }
        return cost;
    }

    private static long cost(final byte[] kept) {
        return kept.length + OVERHEAD_BYTES;
    }
}

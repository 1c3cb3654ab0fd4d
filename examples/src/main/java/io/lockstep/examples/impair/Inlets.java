package io.lockstep.examples.impair;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;

/**
 * The sockets that receive what one peer sends. One system call tells which of them have something; they are then
 * read in the order in which they were opened, whatever order the system names them in, so that a run repeats.
 */
final class Inlets {

    private final List<Inlet> inlets = new ArrayList<>();
    private final BitSet ready = new BitSet();
    private final Consumer<SelectionKey> marker = this::mark;
    private final Selector selector;

    Inlets() {
        try {
            selector = Selector.open();
        } catch (final IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    void add(final Inlet inlet, final DatagramChannel channel) throws IOException {
        channel.register(selector, SelectionKey.OP_READ, inlet);
        inlets.add(inlet);
    }

    void remove(final Inlet inlet) {
        inlets.remove(inlet);
    }

    private void mark(final SelectionKey key) {
        final int index = inlets.indexOf(key.attachment());
        if (index >= 0) {
            ready.set(index);
        }
    }

    /** Asks the system; answers how many sockets have something. */
    int select() {
        ready.clear();
        try {
            return selector.selectNow(marker);
        } catch (final IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    int size() {
        return inlets.size();
    }

    boolean isReady(final int index) {
        return ready.get(index);
    }

    Inlet get(final int index) {
        return inlets.get(index);
    }

    void close() {
        try {
            selector.close();
        } catch (final IOException ignored) {
            // The sockets are closed already, and that is what matters.
        }
    }
}

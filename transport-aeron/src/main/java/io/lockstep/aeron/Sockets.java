package io.lockstep.aeron;

import io.lockstep.core.transport.TransportException;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Which of the driver's sockets have something to read, for all of them with one question to the system, and the wait
 * until one has. Aeron's driver reads each socket each time, and an invoked one has no way to wait at all.
 */
final class Sockets implements AutoCloseable {

    private static final long NS_PER_MS = TimeUnit.MILLISECONDS.toNanos(1);
    /** Waking so much too late is little more than what the system adds anyway; it saves one short nap in four. */
    private static final long LATE_NS = TimeUnit.MICROSECONDS.toNanos(250);

    private final Selector selector;
    private final Consumer<SelectionKey> noticer = this::notice;
    private boolean heard;
    private int fullEars;

    Sockets() {
        try {
            selector = Selector.open();
        } catch (final IOException ex) {
            throw new TransportException("cannot watch sockets: " + ErrorLog.oneLine(ex), ex);
        }
    }

    /** Whether one socket has something, as far as was seen. */
    final class Ear {

        private boolean full;

        /** Worth reading. What comes later is seen by the next look. */
        boolean isFull() {
            return full;
        }

        /** A read has found nothing more. */
        void emptied() {
            fullEars -= full ? 1 : 0;
            full = false;
        }

        private void fill() {
            fullEars += full ? 0 : 1;
            full = true;
        }
    }

    /** Watches a socket until it is closed. */
    Ear listen(final DatagramChannel channel) {
        final Ear ear = new Ear();
        try {
            channel.register(selector, SelectionKey.OP_READ, ear);
        } catch (final ClosedChannelException ex) {
            throw new IllegalStateException(ex);
        }
        return ear;
    }

    private void notice(final SelectionKey key) {
        ((Ear) key.attachment()).fill();
        heard = true;
    }

    /** Whether something that was noticed has not been read yet. */
    boolean haveMore() {
        return fullEars > 0;
    }

    /** Looks at all sockets; what they have is in their ears then. */
    boolean look() {
        heard = false;
        try {
            selector.selectNow(noticer);
        } catch (final IOException ex) {
            heard = true; // the driver reads and reports the reason
        }
        return heard;
    }

    /**
     * Waits until there is something to read, or for a time. A selector counts whole milliseconds: it gets those, and a
     * datagram that comes in what is left below one waits for its end.
     */
    void await(final long ns) {
        final long wholeMs = (ns + LATE_NS) / NS_PER_MS;
        final long beganNs = System.nanoTime();
        heard = false;
        try {
            if (wholeMs > 0) {
                selector.select(noticer, wholeMs);
            } else {
                selector.selectNow(noticer);
            }
        } catch (final IOException ex) {
            heard = false; // what is broken shows when it is read
        }
        if (!heard) {
            LockSupport.parkNanos(Math.min(ns - (System.nanoTime() - beganNs), NS_PER_MS));
        }
    }

    /** After the driver: a socket that is watched is closed when it is no more. */
    @Override
    public void close() {
        try {
            selector.close();
        } catch (final IOException ignored) {
            // There is nothing else that could be done.
        }
    }
}

package io.lockstep.lobby;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Hears on a thread of its own what other lobbies changed. After a gap it says that something may have been missed. */
final class RedisWatch {

    /** Where lobbies tell each other what has changed. */
    static final String CHANNEL = "lockstep:lobby";

    /** After so much silence it asks whether anybody is there, and after as much again connects anew. */
    private static final int SILENCE_MS = 10_000;
    /** Redis that is being started is tried again soon, and no busy loop is made of it. */
    private static final int PAUSE_MS = 500;
    private static final int MESSAGE_WORDS = 3;

    private final InetSocketAddress address;
    private final String password;
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile MatchStore.@Nullable Listener listener;
    private volatile @Nullable Resp connection;

    RedisWatch(final InetSocketAddress address, final String password) {
        this.address = address;
        this.password = password;
    }

    synchronized void listen(final MatchStore.Listener hears) {
        final boolean first = listener == null;
        listener = hears;
        if (first) {
            final Thread thread = new Thread(this::run, "lockstep-lobby-redis");
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void run() {
        boolean over = false;
        while (!over) {
            try {
                hear();
            } catch (final IOException gone) {
                drop();
            }
            over = pause();
        }
    }

    private boolean pause() {
        try {
            return closing.await(PAUSE_MS, TimeUnit.MILLISECONDS);
        } catch (final InterruptedException stop) {
            return true;
        }
    }

    private void hear() throws IOException {
        final Resp fresh = new Resp(address, password, SILENCE_MS);
        connection = fresh;
        if (closing.getCount() == 0) {
            throw new IOException("closed");
        }
        fresh.call("SUBSCRIBE", CHANNEL);
        changed(null, -1);
        while (closing.getCount() > 0) {
            if (!fresh.waitForMore()) {
                fresh.send("PING");
                if (!fresh.waitForMore()) {
                    throw new IOException("redis is silent");
                }
            }
            tell(fresh.read());
        }
    }

    private void changed(final @Nullable String code, final int seat) {
        final MatchStore.Listener told = listener;
        if (told != null) {
            told.changed(code, seat);
        }
    }

    /** "message", the channel, and what was said there; what else comes is an answer to PING. */
    private void tell(final @Nullable Object heard) {
        if (heard instanceof List<?> words && words.size() == MESSAGE_WORDS
            && words.get(MESSAGE_WORDS - 1) instanceof byte[] said) {
            final String[] news = new String(said, StandardCharsets.US_ASCII).split(" ");
            if (news.length == 2 && news[0].equals(Codes.read(news[0]))) {
                changed(news[0], news[1].equals("-1") ? -1 : Lines.number(news[1], Limits.MAX_SEATS - 1));
            }
        }
    }

    private void drop() {
        final Resp old = connection;
        if (old != null) {
            old.close();
        }
    }

    void close() {
        closing.countDown();
        drop();
    }
}

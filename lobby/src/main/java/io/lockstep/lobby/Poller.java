package io.lockstep.lobby;

import io.lockstep.lobby.LobbyException.Reason;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Asks the lobby for news, again and again, and tells the listener. Lives on the client's thread. */
final class Poller {

    private static final int LETTER_WORDS = 3;
    /** Nothing is news after the wait of a poll; sooner, another process polls this seat, or a proxy answers. */
    private static final long SOON_NS = TimeUnit.SECONDS.toNanos(1);

    private final ClientThread home;
    private final Calls calls;
    private final LobbySeat seat;
    private final LobbyListener listener;
    private final Backoff backoff;
    private long version;
    private long after;
    private long askedNs;
    private boolean over;
    private volatile boolean replaced;
    private boolean troubled;
    private @Nullable CompletableFuture<Lines> polling;

    Poller(final ClientThread home, final Calls calls, final LobbySeat seat, final LobbyListener listener,
           final Backoff backoff) {
        this.home = home;
        this.calls = calls;
        this.seat = seat;
        this.listener = listener;
        this.backoff = backoff;
    }

    void begin(final Lines seated) {
        take(seated);
        poll();
    }

    private void poll() {
        if (over || home.isClosed()) {
            return;
        }
        askedNs = System.nanoTime();
        polling = calls.call("GET", "/" + seat.code() + "/news?roster=" + version + "&after=" + after, seat.token(),
            null, Calls.POLL);
        final CompletableFuture<Lines> mine = polling;
        mine.whenComplete((news, failure) -> {
            // One that was given up is answered by the poll in its place.
            if (mine == polling && !over) {
                if (failure == null) {
                    heard(news);
                } else {
                    failed(Calls.reason(failure));
                }
            }
        });
    }

    private void heard(final Lines news) {
        troubled = false;
        if (news.isEmpty() && System.nanoTime() - askedNs < SOON_NS) {
            home.later(backoff.next(0), this::poll);
            return;
        }
        backoff.reset();
        take(news);
        poll();
    }

    private void take(final Lines news) {
        final Roster roster = MatchText.roster(news);
        if (roster != null && roster.version() > version) {
            version = roster.version();
            tell(() -> listener.roster(roster));
            if (roster.isCancelled()) {
                end(new LobbyException(Reason.CANCELLED, 0, null));
            }
            // Letters go to one process of a seat: whoever came last needs them.
            if (roster.peers().stream().anyMatch(this::isNewerProcess)) {
                replaced = true;
                end(new LobbyException(Reason.REPLACED, 0, null));
            }
        }
        if (replaced) {
            return;
        }
        for (final String line : news.all("letter")) {
            final String[] words = line.split(" ");
            final long number = words.length == LETTER_WORDS ? Lines.longNumber(words[0], Long.MAX_VALUE) : -1;
            final int from = number <= after ? -1 : Lines.number(words[1], Limits.MAX_SEATS - 1);
            final byte[] letter = from < 0 ? null : Codes.bytes(words[2], Limits.MAX_LETTER_BYTES);
            if (letter != null) {
                after = number;
                tell(() -> listener.letter(from, letter));
            }
        }
    }

    private boolean isNewerProcess(final Roster.Peer peer) {
        return peer.seat() == seat.seat() && peer.incarnation() > seat.incarnation();
    }

    /** Returns whether a process that came later has the seat. From any thread. */
    boolean isReplaced() {
        return replaced;
    }

    private void failed(final LobbyException why) {
        if (why.reason() == Reason.NO_SEAT || why.reason() == Reason.CANCELLED) {
            end(why);
            return;
        }
        if (why.reason() == Reason.UNREACHABLE) {
            calls.renew();
        }
        if (!troubled) {
            troubled = true;
            tell(() -> listener.trouble(why));
        }
        home.later(backoff.next(why.retryAfterSeconds()), this::poll);
    }

    private void end(final LobbyException why) {
        if (!over) {
            over = true;
            tell(() -> listener.ended(why));
        }
    }

    private void tell(final Runnable news) {
        if (!home.isClosed()) {
            ClientThread.guarded(news);
        }
    }

    /** Gives the poll that hangs up and asks anew, over another connection. */
    void again() {
        if (!over) {
            giveUp();
            poll();
        }
    }

    void stop() {
        over = true;
        giveUp();
    }

    private void giveUp() {
        final CompletableFuture<Lines> hanging = polling;
        polling = null;
        if (hanging != null) {
            hanging.cancel(true);
        }
    }
}

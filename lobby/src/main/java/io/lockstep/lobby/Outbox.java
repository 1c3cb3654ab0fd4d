package io.lockstep.lobby;

import io.lockstep.lobby.LobbyException.Reason;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Letters on their way to the lobby: one request after the other, each with all that wait and fit. A way to each of
 * seven others is sought at once, and a round trip for each letter would be most of the time that takes. Lives on the
 * client's thread; two methods say otherwise.
 */
final class Outbox {

    /** What waits while the lobby is not to be had: ways ask again every second, older letters are worth nothing. */
    static final int MAX_WAITING = 64;
    /** After four seconds or so whoever sent a letter has sent another. */
    private static final int MAX_TRIES = 4;
    /** The word before a letter's line, a space, and the end. */
    private static final int LINE_BYTES = "letter \n".length();

    private final ClientThread home;
    private final Calls calls;
    private final String path;
    private final String token;
    private final Backoff backoff;
    private final ArrayDeque<Posted> waiting = new ArrayDeque<>();
    private final AtomicInteger posted = new AtomicInteger();
    private final AtomicLong lost = new AtomicLong();
    /** How many of them are in the request that is under way; 0 without one. */
    private int sending;
    private int tries;

    Outbox(final ClientThread home, final Calls calls, final LobbySeat seat, final Backoff backoff) {
        this.home = home;
        this.calls = calls;
        path = "/" + seat.code() + "/letters";
        token = seat.token();
        this.backoff = backoff;
    }

    /** From any thread; returns at once. */
    void post(final int seat, final byte[] letter) {
        if (posted.incrementAndGet() > MAX_WAITING) {
            posted.decrementAndGet();
            lost.incrementAndGet();
            return;
        }
        home.execute(() -> {
            if (waiting.stream().anyMatch(other -> other.to() == seat && Arrays.equals(other.letter(), letter))) {
                posted.decrementAndGet(); // said again, since the lobby is slow: once is enough
            } else {
                waiting.add(new Posted(seat, letter));
                send();
            }
        });
    }

    /** From any thread. */
    long lost() {
        return lost.get();
    }

    private void send() {
        if (sending > 0 || waiting.isEmpty() || home.isClosed()) {
            return;
        }
        calls.call("POST", path, token, pack(), Calls.SHORT).whenComplete((lines, failure) -> {
            if (failure == null) {
                done();
            } else {
                failed(Calls.reason(failure));
            }
        });
    }

    /** As many of the oldest as a body holds, one at least. */
    private byte[] pack() {
        final Lines body = new Lines();
        int bytes = 0;
        for (final Posted next : waiting) {
            final String line = next.line();
            bytes += LINE_BYTES + line.length();
            if (sending == Limits.MAX_BODY_LINES || sending > 0 && bytes > Limits.MAX_BODY_BYTES) {
                break;
            }
            body.add("letter", line);
            sending++;
        }
        return body.bytes();
    }

    private void done() {
        for (; sending > 0; sending--) {
            waiting.poll();
            posted.decrementAndGet();
        }
        tries = 0;
        backoff.reset();
        send();
    }

    private void failed(final LobbyException why) {
        tries++;
        final boolean mayPass = why.reason() == Reason.UNREACHABLE || why.reason() == Reason.WAIT
            || why.reason() == Reason.BUSY;
        if (!mayPass || tries == MAX_TRIES) {
            lost.addAndGet(sending);
            done();
        } else {
            home.later(backoff.next(why.retryAfterSeconds()), () -> {
                sending = 0;
                send();
            });
        }
    }
}

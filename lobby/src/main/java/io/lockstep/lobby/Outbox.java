package io.lockstep.lobby;

import io.lockstep.lobby.LobbyException.Reason;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Letters on their way to the lobby, one after the other. Lives on the client's thread; two methods say otherwise. */
final class Outbox {

    /** What waits while the lobby is not to be had: ways ask again every second, older letters are worth nothing. */
    static final int MAX_WAITING = 64;
    /** After four seconds or so whoever sent a letter has sent another. */
    private static final int MAX_TRIES = 4;

    private record Outgoing(int seat, byte[] letter) { }

    private final ClientThread home;
    private final Calls calls;
    private final String path;
    private final String token;
    private final Backoff backoff;
    private final ArrayDeque<Outgoing> waiting = new ArrayDeque<>();
    private final AtomicInteger posted = new AtomicInteger();
    private final AtomicLong lost = new AtomicLong();
    private boolean busy;
    private int tries;

    Outbox(final ClientThread home, final Calls calls, final LobbySeat seat, final Backoff backoff) {
        this.home = home;
        this.calls = calls;
        path = "/" + seat.code() + "/letter/";
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
            waiting.add(new Outgoing(seat, letter));
            send();
        });
    }

    /** From any thread. */
    long lost() {
        return lost.get();
    }

    private void send() {
        final Outgoing next = waiting.peek();
        if (busy || next == null || home.isClosed()) {
            return;
        }
        busy = true;
        calls.call("POST", path + next.seat, token, next.letter, Calls.SHORT).whenComplete((lines, failure) -> {
            if (failure == null) {
                done();
            } else {
                failed(Calls.reason(failure));
            }
        });
    }

    private void done() {
        waiting.poll();
        posted.decrementAndGet();
        tries = 0;
        backoff.reset();
        busy = false;
        send();
    }

    private void failed(final LobbyException why) {
        tries++;
        final boolean mayPass = why.reason() == Reason.UNREACHABLE || why.reason() == Reason.WAIT
            || why.reason() == Reason.BUSY;
        if (!mayPass || tries == MAX_TRIES) {
            lost.incrementAndGet();
            done();
        } else {
            home.later(backoff.next(why.retryAfterSeconds()), () -> {
                busy = false;
                send();
            });
        }
    }
}

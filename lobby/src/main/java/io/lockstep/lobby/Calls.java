package io.lockstep.lobby;

import io.lockstep.lobby.LobbyException.Reason;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Requests to one lobby, answered on one thread with lines or a {@link LobbyException}. Thread-safe. */
final class Calls {

    /** A lobby answers at once; the rest is a bad line. */
    static final Duration SHORT = Duration.ofSeconds(5);
    /** The wait of a poll, and a bad line. */
    static final Duration POLL = Duration.ofMillis(Limits.POLL_MS + 5000);

    private static final String PREFIX = "/v1/matches";
    private static final int FIRST_FAILURE = 300;
    private static final int MAX_WAIT_S = 3600;

    private final String base;
    private final Executor home;
    private volatile HttpClient http;

    Calls(final String base, final Executor home) {
        this.base = base;
        this.home = home;
        renew();
    }

    /** No connection of before is used again: after a change of networks they hang. */
    void renew() {
        http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(SHORT).executor(home)
            .build();
    }

    /**
     * Sends a request to the lobby. The time-out is our own, because before Java 21 the JDK measures that of a request
     * by the time of day. A step forward would then end every wait, and a step back would end none. The JDK's time-out
     * of a connection attempt may stay, since ours ends the attempt, too.
     *
     * @return the future, which the caller cancels to give the request up
     */
    CompletableFuture<Lines> call(final String method, final String path, final @Nullable String token,
                                  final byte @Nullable [] body, final Duration timeout) {
        final HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + PREFIX + path))
            .method(method, body == null ? HttpRequest.BodyPublishers.noBody()
                : HttpRequest.BodyPublishers.ofByteArray(body));
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        final CompletableFuture<HttpResponse<byte[]>> raw =
            http.sendAsync(request.build(), head -> new Bounded(Limits.MAX_ANSWER_BYTES));
        final CompletableFuture<Lines> answer = raw.copy().orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
            .handleAsync(Calls::answer, home);
        answer.whenComplete((lines, failure) -> raw.cancel(true)); // does nothing to one that has been answered
        return answer;
    }

    private static Lines answer(final HttpResponse<byte[]> response, final @Nullable Throwable failure) {
        if (failure != null) {
            throw new CompletionException(new LobbyException(Reason.UNREACHABLE, 0, failure));
        }
        final Lines lines = Lines.parse(response.body(), Limits.MAX_ANSWER_LINES);
        if (response.statusCode() < FIRST_FAILURE && lines != null) {
            return lines;
        }
        final String word = lines == null ? null : lines.get("error");
        // A proxy before the lobby speaks no lines of ours, but statuses mean the same.
        final Reason reason = word != null ? Reason.of(word) : response.statusCode() == Reason.WAIT.status()
            ? Reason.WAIT : Reason.UNREACHABLE;
        final int waitS = Lines.number(response.headers().firstValue("Retry-After").orElse(null), MAX_WAIT_S);
        throw new CompletionException(new LobbyException(reason, Math.max(0, waitS), null));
    }

    /** What a call failed with. */
    static LobbyException reason(final @Nullable Throwable failure) {
        final Throwable cause = failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause() : failure;
        return cause instanceof LobbyException known ? known : new LobbyException(Reason.UNREACHABLE, 0, cause);
    }
}

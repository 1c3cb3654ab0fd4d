package io.lockstep.lobby;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Answers an exchange, from whichever thread. A client that is gone gets none, and nobody minds. Stateless. */
final class Reply {

    private static final int OK = 200;
    private static final int NOTHING = 204;
    private static final long NO_BODY = -1;

    private Reply() {
    }

    /** Nothing to say is said, too. */
    static void send(final HttpExchange exchange, final @Nullable Lines lines) {
        if (lines == null) {
            write(exchange, NOTHING, null);
        } else {
            write(exchange, OK, lines.bytes());
        }
    }

    static void refuse(final HttpExchange exchange, final Refusal refusal) {
        if (refusal.retryAfterS() > 0) {
            exchange.getResponseHeaders().set("Retry-After", Integer.toString(refusal.retryAfterS()));
        }
        write(exchange, refusal.reason().status(),
            ("error " + refusal.reason().word() + "\n").getBytes(StandardCharsets.US_ASCII));
    }

    private static void write(final HttpExchange exchange, final int status, final byte @Nullable [] body) {
        try (exchange) {
            exchange.getResponseHeaders().set("Cache-Control", "no-store");
            if (body == null) {
                exchange.sendResponseHeaders(status, NO_BODY);
            } else {
                exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
                exchange.sendResponseHeaders(status, body.length);
                exchange.getResponseBody().write(body);
            }
        } catch (final IOException ignored) {
            // The client went away.
        }
    }
}

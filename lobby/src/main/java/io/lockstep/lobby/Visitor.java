package io.lockstep.lobby;

import com.sun.net.httpserver.HttpExchange;
import io.lockstep.lobby.LobbyException.Reason;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.regex.Pattern;

/** Which address a request counts for: of IPv6 the network, as one house has all of it. Stateless. */
final class Visitor {

    /** Numbers alone: a name would be looked up. */
    private static final Pattern NUMERIC = Pattern
        .compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");
    private static final int MAX_LENGTH = 45;
    private static final int NETWORK_BYTES = 8;

    private Visitor() {
    }

    static String of(final HttpExchange exchange, final boolean behindProxy) throws Refusal {
        if (!behindProxy) {
            return of(exchange.getRemoteAddress().getAddress());
        }
        final List<String> headers = exchange.getRequestHeaders().get("X-Forwarded-For");
        if (headers == null || headers.isEmpty()) {
            throw new Refusal(Reason.REFUSED);
        }
        return forwarded(headers.get(headers.size() - 1));
    }

    /** The last is what the proxy itself saw; those before it are what anybody may write. */
    static String forwarded(final String header) throws Refusal {
        final String last = header.substring(header.lastIndexOf(',') + 1).strip();
        Refusal.unless(last.length() <= MAX_LENGTH && NUMERIC.matcher(last).matches(), Reason.REFUSED);
        try {
            return of(InetAddress.getByName(last));
        } catch (final UnknownHostException none) {
            throw new Refusal(Reason.REFUSED);
        }
    }

    static String of(final InetAddress address) {
        if (!(address instanceof Inet6Address)) {
            return address.getHostAddress();
        }
        final StringBuilder network = new StringBuilder();
        final byte[] bytes = address.getAddress();
        for (int i = 0; i < NETWORK_BYTES; i++) {
            network.append(Integer.toHexString(bytes[i] & 0xFF)).append(':');
        }
        return network.toString();
    }
}

package io.lockstep.lobby;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** STUN and TURN servers, and passwords as coturn's {@code use-auth-secret} checks them. Immutable after its making. */
final class Turn {

    private record Server(String host, int port) { }

    private static final String MAC = "HmacSHA1";

    private final List<Server> stun = new ArrayList<>();
    private final List<Server> turn = new ArrayList<>();
    private @Nullable String secret;

    Turn() {
        // Without servers peers meet where their own addresses suffice.
    }

    Turn(final Turn other) {
        stun.addAll(other.stun);
        turn.addAll(other.turn);
        secret = other.secret;
    }

    void addStun(final String host, final int port) {
        add(stun, host, port);
    }

    void addTurn(final String host, final int port) {
        add(turn, host, port);
    }

    private static void add(final List<Server> servers, final String host, final int port) {
        if (host == null || !Lines.isValue(host) || host.indexOf(' ') >= 0) {
            throw new IllegalArgumentException("host is empty, or has spaces");
        }
        if (port < 1 || port > 65535) {
            throw new IllegalArgumentException("port " + port + " is not in 1..65535");
        }
        if (servers.size() == Limits.MAX_SERVERS) {
            throw new IllegalArgumentException("more than " + Limits.MAX_SERVERS + " servers");
        }
        servers.add(new Server(host, port));
    }

    void secret(final String shared) {
        secret = shared;
    }

    void conclude() {
        if (!turn.isEmpty() && secret == null) {
            throw new IllegalArgumentException("TURN servers without turnSecret");
        }
    }

    /** What a seat is told. */
    Lines lines(final String code, final int seat, final long nowMs) {
        final Lines lines = new Lines();
        stun.forEach(server -> lines.add("stun", server.host + " " + server.port));
        if (!turn.isEmpty()) {
            final String user = nowMs / 1000 + Limits.TURN_S + ":" + code + "-" + seat;
            final String password = password(Objects.requireNonNull(secret, "turnSecret"), user);
            turn.forEach(server -> lines.add("turn", server.host + " " + server.port + " " + user + " " + password));
        }
        return lines;
    }

    static String password(final String secret, final String user) {
        try {
            final Mac mac = Mac.getInstance(MAC);
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), MAC));
            return Codes.text(mac.doFinal(user.getBytes(StandardCharsets.US_ASCII)));
        } catch (final GeneralSecurityException everyJavaHasIt) {
            throw new IllegalStateException(everyJavaHasIt);
        }
    }

    /** As a client reads them: four of a kind at most; what it does not understand is left out. */
    static List<IceServer> servers(final Lines lines) {
        return Stream.concat(servers(lines, "stun", 2), servers(lines, "turn", 4)).toList();
    }

    @SuppressWarnings("NullAway") // those that are none are left out
    private static Stream<IceServer> servers(final Lines lines, final String kind, final int length) {
        return lines.all(kind).stream().map(line -> server(line.split(" "), length)).filter(Objects::nonNull)
            .limit(Limits.MAX_SERVERS);
    }

    /** Null if it is none. */
    private static @Nullable IceServer server(final String[] words, final int length) {
        final int port = words.length == length ? Lines.number(words[1], 65535) : 0;
        return port < 1 || words[0].isBlank() ? null
            : new IceServer(words[0], port, length > 2 ? words[2] : null, length > 2 ? words[3] : null);
    }
}

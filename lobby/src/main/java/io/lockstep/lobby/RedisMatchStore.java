package io.lockstep.lobby;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Keeps matches in Redis 6 or newer, or a compatible server, so that any of several lobbies serves any player and the
 * loss of a lobby loses no match. Every key expires, by the time of day of Redis's own machine: a step of ten minutes
 * there ends every match in it; a step at a lobby or a player changes nothing. Give Redis a {@code maxmemory} with the
 * policy {@code noeviction}: a lobby reports if there is no room. The connection is not encrypted: keep Redis in a
 * network of your own. Thread-safe.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public final class RedisMatchStore implements MatchStore {

    /** As many as wait for Redis at once when a lobby is busy; more are opened and closed again. */
    private static final int MAX_IDLE = 16;
    /** A reply takes a millisecond; a player waits for this. */
    private static final int TIMEOUT_MS = 2000;

    private static final String CREATE = "if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end "
        + "redis.call('HSET', KEYS[1], 'v', 1, 'm', ARGV[1]) redis.call('PEXPIRE', KEYS[1], ARGV[2]) return 1";
    private static final String REPLACE = "if redis.call('HGET', KEYS[1], 'v') ~= ARGV[1] then return 0 end "
        + "redis.call('HSET', KEYS[1], 'm', ARGV[2]) redis.call('HINCRBY', KEYS[1], 'v', 1) "
        + "redis.call('PEXPIRE', KEYS[1], ARGV[3]) redis.call('PUBLISH', ARGV[4], ARGV[5]) return 1";
    /** The number is the match's, so it lives as long: a box that expired does not begin anew. */
    private static final String POST = "if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end "
        + "local n = redis.call('HINCRBY', KEYS[1], 'n', 1) "
        + "redis.call('RPUSH', KEYS[2], string.format('%d', n) .. ' ' .. ARGV[1]) "
        + "redis.call('LTRIM', KEYS[2], -tonumber(ARGV[2]), -1) redis.call('PEXPIRE', KEYS[2], ARGV[3]) "
        + "redis.call('PUBLISH', ARGV[4], ARGV[5]) return n";
    private static final String LETTERS = "local out = {} for i, key in ipairs(KEYS) do "
        + "for _, e in ipairs(redis.call('LRANGE', key, 0, -1)) do "
        + "if tonumber(string.match(e, '^%d+')) <= tonumber(ARGV[1]) then redis.call('LPOP', key) "
        + "else out[#out + 1] = i - 1 out[#out + 1] = e end end end return out";

    private final InetSocketAddress address;
    private final String password;
    private final ConcurrentLinkedDeque<Resp> idle = new ConcurrentLinkedDeque<>();
    private final AtomicInteger idles = new AtomicInteger();
    private final RedisWatch watch;
    private volatile boolean closed;

    /**
     * Creates a store on one server. It opens no connection yet; {@link #check} does. While the server is down, the
     * lobby answers that it is busy.
     *
     * @param address  the address of the server; an unresolved one is resolved anew for each connection
     * @param password the password for AUTH, or null
     */
    public RedisMatchStore(final InetSocketAddress address, final String password) {
        this.address = address;
        this.password = password;
        watch = new RedisWatch(address, password);
    }

    /**
     * Checks whether the server serves this store. Call it before players come: later the lobby only answers that it is
     * busy.
     *
     * @throws IOException if the server does not answer, wants another password or is no Redis; the message names the
     *                     reason
     */
    public void check() throws IOException {
        final Object reply;
        try {
            reply = call("PING");
        } catch (final ConnectException | SocketTimeoutException silent) {
            throw new IOException("nothing answers at " + name(), silent);
        } catch (final IOException refused) {
            final String why = String.valueOf(refused.getMessage());
            throw new IOException(why.contains("NOAUTH") ? "the Redis at " + name() + " wants a password"
                : why.contains("WRONGPASS") || why.contains("invalid password")
                    ? "the Redis at " + name() + " refuses the password" : name() + ": " + why, refused);
        }
        if (!(reply instanceof byte[] word) || !"PONG".equals(new String(word, StandardCharsets.US_ASCII))) {
            throw new IOException(name() + " does not answer like a Redis");
        }
    }

    private String name() {
        return address.getHostString() + ":" + address.getPort();
    }

    @Override
    public boolean create(final String code, final byte[] match, final long ttlMs) throws IOException {
        return isOne(call("EVAL", CREATE, 1, key(code), match, ttlMs));
    }

    @Override
    public @Nullable Kept find(final String code) throws IOException {
        final List<?> fields = list(call("HMGET", key(code), "v", "m"));
        if (fields.size() != 2 || !(fields.get(0) instanceof byte[]) || !(fields.get(1) instanceof byte[])) {
            return null;
        }
        return new Kept(number((byte[]) fields.get(0)), (byte[]) fields.get(1));
    }

    @Override
    public boolean replace(final String code, final long version, final byte[] match, final long ttlMs)
            throws IOException {
        return isOne(call("EVAL", REPLACE, 1, key(code), version, match, ttlMs, RedisWatch.CHANNEL, code + " -1"));
    }

    @Override
    public void keep(final String code, final long ttlMs) throws IOException {
        call("PEXPIRE", key(code), ttlMs);
    }

    @Override
    public void remove(final String code) throws IOException {
        final List<Object> command = new ArrayList<>(List.of("DEL", key(code)));
        for (int to = 0; to < Limits.MAX_SEATS; to++) {
            command.addAll(boxes(code, to));
        }
        call(command.toArray());
    }

    @Override
    public void post(final String code, final int to, final int from, final byte[] letter, final long ttlMs)
            throws IOException {
        call("EVAL", POST, 2, key(code), box(code, to, from), letter, Limits.MAX_LETTERS_A_SENDER, ttlMs,
            RedisWatch.CHANNEL, code + " " + to);
    }

    @Override
    public List<KeptLetter> letters(final String code, final int seat, final long after) throws IOException {
        final List<Object> command = new ArrayList<>(List.of("EVAL", LETTERS, Limits.MAX_SEATS));
        command.addAll(boxes(code, seat));
        command.add(after);
        final List<?> found = list(call(command.toArray()));
        final List<KeptLetter> letters = new ArrayList<>();
        for (int i = 0; i + 1 < found.size(); i += 2) {
            letters.add(letter((Long) found.get(i), (byte[]) found.get(i + 1)));
        }
        letters.sort(Comparator.comparingLong(KeptLetter::number));
        return letters.size() > Limits.MAX_LETTERS_AN_ANSWER
            ? List.copyOf(letters.subList(0, Limits.MAX_LETTERS_AN_ANSWER)) : letters;
    }

    private static KeptLetter letter(final long from, final byte[] entry) throws IOException {
        int space = 0;
        while (space < entry.length && entry[space] != ' ') {
            space++;
        }
        final byte[] digits = new byte[space];
        System.arraycopy(entry, 0, digits, 0, space);
        final byte[] letter = new byte[Math.max(0, entry.length - space - 1)];
        System.arraycopy(entry, entry.length - letter.length, letter, 0, letter.length);
        return new KeptLetter(number(digits), (int) from, letter);
    }

    @Override
    public void forget(final String code, final int seat) throws IOException {
        final List<Object> command = new ArrayList<>(boxes(code, seat));
        command.add(0, "DEL");
        for (int other = 0; other < Limits.MAX_SEATS; other++) {
            command.add(box(code, other, seat));
        }
        call(command.toArray());
    }

    @Override
    public void listen(final Listener listener) {
        watch.listen(listener);
    }

    @Override
    public void close() {
        closed = true;
        watch.close();
        Resp connection = idle.poll();
        while (connection != null) {
            connection.close();
            connection = idle.poll();
        }
    }

    /** A connection that was idle may have ended since: its command is said again on a new one. Doubled, none harms. */
    @SuppressWarnings("NullAway") // each reply is looked at before it is used
    private Object call(final Object... command) throws IOException {
        if (closed) {
            throw new IOException("the store is closed");
        }
        final Resp old = idle.poll();
        if (old != null) {
            idles.decrementAndGet();
            try {
                return call(old, command);
            } catch (final IOException ended) {
                return call(open(), command);
            }
        }
        return call(open(), command);
    }

    private Resp open() throws IOException {
        return new Resp(address, password, TIMEOUT_MS);
    }

    @SuppressWarnings("NullAway") // each reply is looked at before it is used
    private Object call(final Resp connection, final Object... command) throws IOException {
        final Object reply;
        try {
            reply = connection.call(command);
        } catch (final IOException failed) {
            connection.close();
            throw failed;
        }
        if (closed || idles.incrementAndGet() > MAX_IDLE) {
            idles.decrementAndGet();
            connection.close();
        } else {
            idle.push(connection);
        }
        return reply;
    }

    /** The braces keep all keys of a match on one node of a cluster. */
    private static String key(final String code) {
        return "lockstep:{" + code + "}";
    }

    private static String box(final String code, final int to, final int from) {
        return key(code) + ":" + to + ":" + from;
    }

    private static List<String> boxes(final String code, final int to) {
        final List<String> boxes = new ArrayList<>();
        for (int from = 0; from < Limits.MAX_SEATS; from++) {
            boxes.add(box(code, to, from));
        }
        return boxes;
    }

    private static boolean isOne(final Object reply) {
        return Long.valueOf(1).equals(reply);
    }

    private static List<?> list(final Object reply) throws IOException {
        if (reply instanceof List) {
            return (List<?>) reply;
        }
        throw new IOException("redis answers something else");
    }

    private static long number(final byte[] digits) throws IOException {
        final long number = Lines.longNumber(new String(digits, StandardCharsets.US_ASCII), Long.MAX_VALUE);
        if (number < 0) {
            throw new IOException("redis keeps something else");
        }
        return number;
    }
}

package io.lockstep.examples.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Base64;
import java.util.Deque;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Random;
import java.util.function.BiConsumer;

/**
 * Many waiting players of one lobby, in matches of eight. The lobby runs in a process of its own, so that its heap is
 * its own; players are sockets of one selector, since a real client's threads and buffers are not the lobby's.
 */
final class LobbyLoad implements AutoCloseable {

    /** What was seen. */
    record Result(int players, int threads, long heapBytesEach, double joinsPerSecond, int letters,
                  double lettersPerSecond, double p50Ms, double p99Ms, double maxMs) { }

    static final int SEATS = 8;
    static final int LETTER_BYTES = 600;
    /** Letters under way at once. */
    static final int POSTERS = 8;

    private static final int AT_ONCE = 64;
    private static final int WARM_LETTERS = 1000;
    private static final int KEY_BYTES = 64;
    private static final String KEY = Base64.getEncoder().encodeToString(new byte[KEY_BYTES]);
    private static final double NS_PER_S = 1e9;
    private static final double NS_PER_MS = 1e6;
    private static final double P99 = 0.99;
    /** Loopback has 16 million addresses; each of these rows has room for 250. */
    private static final int HOSTS_A_ROW = 250;

    private static final class Player {
        SocketChannel channel;
        String token;
        String code;
        int seat;
        long version;
        long after;
        ByteBuffer out;
        final StringBuilder in = new StringBuilder();
        BiConsumer<Player, String> answered;
    }

    private final Selector selector = Selector.open();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(128 * 1024);
    private final Process server;
    private final BufferedReader said;
    private final InetSocketAddress address;
    private final Player[] players;
    private final Random random = new Random(1);
    private int finished;
    private long[] latencies;
    private int letters;
    private int posted;
    private int opened;

    /** Starts a lobby in a process of its own. */
    LobbyLoad(final int players) throws IOException {
        server = new ProcessBuilder(ProcessHandle.current().info().command().orElseThrow(), "-Xmx1g",
            "-XX:+UseSerialGC", "-XX:-UsePerfData", "-cp", System.getProperty("java.class.path"),
            LobbyLoadServer.class.getName()).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        said = new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
        final String port = said.readLine();
        if (port == null) {
            throw new IOException("the lobby did not start");
        }
        address = new InetSocketAddress(InetAddress.getByName("127.0.0.1"), Integer.parseInt(port));
        this.players = new Player[players];
    }

    Result run(final int count) throws IOException {
        final long empty = heap();
        invite();
        final double joins = sitDown();
        pollAll();
        String state = ask("state");
        while (!state.startsWith(players.length + " ")) {
            turn();
            state = ask("state");
        }
        final long each = (heap() - empty) / players.length;
        post(Math.min(count, WARM_LETTERS));
        final double seconds = post(count);
        Arrays.sort(latencies);
        return new Result(players.length, Integer.parseInt(state.split(" ")[1]), each, joins, count, count / seconds,
            latencies[count / 2] / NS_PER_MS, latencies[(int) (count * P99)] / NS_PER_MS,
            latencies[count - 1] / NS_PER_MS);
    }

    private String ask(final String what) throws IOException {
        server.getOutputStream().write((what + "\n").getBytes(StandardCharsets.UTF_8));
        server.getOutputStream().flush();
        return said.readLine();
    }

    private long heap() throws IOException {
        return Long.parseLong(ask("heap"));
    }

    private Player open(final Player player) throws IOException {
        player.channel = SocketChannel.open();
        // Each from an address of its own, as players are.
        player.channel.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 1,
            (byte) (opened / HOSTS_A_ROW), (byte) (opened % HOSTS_A_ROW + 1)}), 0));
        opened++;
        player.channel.connect(address);
        player.channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        player.channel.configureBlocking(false);
        player.channel.register(selector, SelectionKey.OP_READ, player);
        return player;
    }

    private void invite() {
        for (int i = 0; i < players.length; i++) {
            players[i] = new Player();
            players[i].token = HexFormat.of().toHexDigits(random.nextLong()) + HexFormat.of().toHexDigits((long) i);
        }
    }

    /** Hosts first, then whoever joins them; how many a second. */
    private double sitDown() throws IOException {
        final Deque<Player> hosts = new ArrayDeque<>();
        final Deque<Player> guests = new ArrayDeque<>();
        for (int i = 0; i < players.length; i++) {
            (i % SEATS == 0 ? hosts : guests).add(players[i]);
        }
        final long beganNs = System.nanoTime();
        all(hosts, "");
        for (int i = 0; i < players.length; i++) {
            players[i].code = players[i - i % SEATS].code;
        }
        all(guests, "/join");
        return players.length / ((System.nanoTime() - beganNs) / NS_PER_S);
    }

    private void all(final Deque<Player> todo, final String what) throws IOException {
        finished = 0;
        final int count = todo.size();
        for (int i = 0; i < AT_ONCE; i++) {
            sit(todo.poll(), todo, what);
        }
        while (finished < count) {
            turn();
        }
    }

    private void sit(final Player player, final Deque<Player> todo, final String what) {
        if (player == null) {
            return;
        }
        final String body = "name Ann\nkey " + KEY + "\ntoken " + player.token + "\n"
            + (what.isEmpty() ? "seats " + SEATS + "\n" : "");
        final String path = "/v1/matches" + (what.isEmpty() ? "" : "/" + player.code + what);
        connect(player);
        send(player, "POST " + path, body.getBytes(StandardCharsets.US_ASCII), (who, answer) -> {
            who.code = value(answer, "code");
            who.seat = Integer.parseInt(value(answer, "you").split(" ")[0]);
            finished++;
            sit(todo.poll(), todo, what);
        });
    }

    /** Not before it has something to say: the lobby hangs up on who connects and says nothing for 5 s. */
    private void connect(final Player player) {
        try {
            open(player);
        } catch (final IOException refused) {
            throw new IllegalStateException(refused);
        }
    }

    /** Of the first line with that key. */
    private static String value(final String answer, final String key) {
        return answer.lines().filter(line -> line.startsWith(key + " ")).findFirst().orElseThrow()
            .substring(key.length() + 1);
    }

    private void pollAll() throws IOException {
        for (int i = 0; i < players.length; i++) {
            players[i].version = SEATS;
            poll(players[i]);
            if (i % 100 == 0) {
                turn();
            }
        }
    }

    private void poll(final Player player) {
        send(player, "GET /v1/matches/" + player.code + "/news?roster=" + player.version + "&after=" + player.after,
            null, (who, answer) -> {
                for (final String line : answer.split("\n")) {
                    if (line.startsWith("letter ")) {
                        final String[] words = line.split(" ");
                        who.after = Long.parseLong(words[1]);
                        arrived(Base64.getDecoder().decode(words[3]));
                    }
                }
                poll(who);
            });
    }

    private void arrived(final byte[] letter) {
        latencies[letters] = System.nanoTime() - ByteBuffer.wrap(letter).getLong();
        letters++;
    }

    /** Each poster sends one letter after the other, from any seat of any match to another; how many seconds it is. */
    private double post(final int count) throws IOException {
        latencies = new long[count];
        letters = 0;
        posted = 0;
        final long beganNs = System.nanoTime();
        for (int i = 0; i < POSTERS; i++) {
            next(open(new Player()), count);
        }
        while (letters < count) {
            turn();
        }
        return (System.nanoTime() - beganNs) / NS_PER_S;
    }

    private void next(final Player poster, final int count) {
        if (posted == count) {
            return;
        }
        posted++;
        final int match = random.nextInt(players.length / SEATS) * SEATS;
        final Player from = players[match + random.nextInt(SEATS)];
        final int to = (from.seat + 1 + random.nextInt(SEATS - 1)) % SEATS;
        poster.token = from.token;
        final byte[] letter = ByteBuffer.allocate(LETTER_BYTES).putLong(System.nanoTime()).array();
        send(poster, "POST /v1/matches/" + from.code + "/letters",
            ("letter " + to + ' ' + Base64.getEncoder().encodeToString(letter) + '\n')
                .getBytes(StandardCharsets.US_ASCII), (who, answer) -> next(who, count));
    }

    private void send(final Player player, final String what, final byte[] body,
                      final BiConsumer<Player, String> answered) {
        final byte[] head = (what + " HTTP/1.1\r\nHost: load\r\nAuthorization: Bearer " + player.token
            + (body == null ? "" : "\r\nContent-Length: " + body.length) + "\r\n\r\n")
            .getBytes(StandardCharsets.US_ASCII);
        player.out = ByteBuffer.allocate(head.length + (body == null ? 0 : body.length)).put(head);
        if (body != null) {
            player.out.put(body);
        }
        player.out.flip();
        player.answered = answered;
        try {
            // Shorter than any buffer of a socket that has nothing else to send.
            player.channel.write(player.out);
        } catch (final IOException gone) {
            throw new IllegalStateException(gone);
        }
    }

    private void turn() throws IOException {
        selector.select(key -> {
            final Player player = (Player) key.attachment();
            try {
                read(player);
            } catch (final IOException gone) {
                throw new IllegalStateException(gone);
            }
        }, 100);
    }

    private void read(final Player player) throws IOException {
        buffer.clear();
        if (player.channel.read(buffer) < 0) {
            throw new IOException("the lobby has hung up");
        }
        player.in.append(StandardCharsets.UTF_8.decode(buffer.flip()));
        final int head = player.in.indexOf("\r\n\r\n");
        if (head < 0) {
            return;
        }
        final String heads = player.in.substring(0, head).toLowerCase(Locale.ROOT);
        if (!heads.startsWith("http/1.1 20")) {
            throw new IOException(player.in.toString());
        }
        final int at = heads.indexOf("content-length: ");
        final int length = at < 0 ? 0 : Integer.parseInt(heads.substring(at + 16).split("\r\n")[0]);
        if (player.in.length() >= head + 4 + length) {
            final String body = player.in.substring(head + 4);
            player.in.setLength(0);
            player.answered.accept(player, body);
        }
    }

    /** Ends the lobby and every player. */
    @Override
    public void close() throws IOException {
        server.destroyForcibly();
        for (final SelectionKey key : selector.keys()) {
            key.channel().close();
        }
        selector.close();
        said.close();
    }
}

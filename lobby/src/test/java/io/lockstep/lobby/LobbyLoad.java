package io.lockstep.lobby;

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
import java.util.Deque;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Random;
import java.util.function.BiConsumer;

/**
 * Many waiting players of one lobby, in matches of eight: {@code LobbyLoad [players] [letters] [at once]}. The lobby
 * runs in a process of its own, so that its heap is its own; players are sockets of one selector, since a real client's
 * threads and buffers are not the lobby's. Prints what it sees.
 */
public final class LobbyLoad {

    private static final int SEATS = 8;
    private static final int AT_ONCE = 64;
    private static final int POSTERS = 8;

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
    private final InetSocketAddress address;
    private final Player[] players;
    private final Random random = new Random(1);
    private int finished;
    private long[] latencies;
    private int letters;
    private int posted;
    private int opened;

    private LobbyLoad(final int port, final int players) throws IOException {
        address = new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port);
        this.players = new Player[players];
    }

    /**
     * Runs the load, or with "serve" the lobby.
     *
     * @param args how many players, letters, and letters under way at once
     * @throws Exception if it does not work out
     */
    public static void main(final String[] args) throws Exception {
        if (args.length > 0 && args[0].equals("serve")) {
            serve();
            return;
        }
        final int players = args.length > 0 ? Integer.parseInt(args[0]) : 10_000;
        final int letters = args.length > 1 ? Integer.parseInt(args[1]) : 50_000;
        final int posters = args.length > 2 ? Integer.parseInt(args[2]) : POSTERS;
        final Process server = new ProcessBuilder(ProcessHandle.current().info().command().orElseThrow(), "-Xmx1g",
            "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"), LobbyLoad.class.getName(), "serve")
            .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (BufferedReader said = new BufferedReader(new InputStreamReader(server.getInputStream(),
                StandardCharsets.UTF_8))) {
            final int port = Integer.parseInt(said.readLine());
            final LobbyLoad load = new LobbyLoad(port, players / SEATS * SEATS);
            final long empty = heap(server, said);
            load.connect();
            load.sitDown();
            load.pollAll();
            String state = ask(server, said, "state");
            while (!state.startsWith(load.players.length + " ")) {
                load.turn();
                state = ask(server, said, "state");
            }
            final long full = heap(server, said);
            System.out.printf("%,d polls wait; threads of the lobby: %s; heap for each: %,d B%n", load.players.length,
                state.split(" ")[1], (full - empty) / load.players.length);
            load.post(Math.min(letters, 1000), posters);
            load.post(letters, posters);
            load.report(letters, posters);
        } finally {
            server.destroyForcibly();
        }
    }

    private static void serve() throws IOException {
        try (LobbyServer lobby = LobbyServer.start(new LobbyConfig().requestsPerMinute(100_000_000)
                .address(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0)));
                BufferedReader asked = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            System.out.println(lobby.address().getPort());
            String line = asked.readLine();
            while (line != null) {
                if (line.equals("heap")) {
                    System.gc();
                    System.out.println(Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory());
                } else {
                    System.out.println(lobby.waiting() + " " + Thread.activeCount());
                }
                line = asked.readLine();
            }
        }
    }

    private static String ask(final Process server, final BufferedReader said, final String what) throws IOException {
        server.getOutputStream().write((what + "\n").getBytes(StandardCharsets.UTF_8));
        server.getOutputStream().flush();
        return said.readLine();
    }

    private static long heap(final Process server, final BufferedReader said) throws IOException {
        return Long.parseLong(ask(server, said, "heap"));
    }

    private Player open() throws IOException {
        final Player player = new Player();
        player.channel = SocketChannel.open();
        // Each from an address of its own, as players are.
        player.channel.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 1, (byte) (opened / 250),
            (byte) (opened % 250 + 1)}), 0));
        opened++;
        player.channel.connect(address);
        player.channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        player.channel.configureBlocking(false);
        player.channel.register(selector, SelectionKey.OP_READ, player);
        return player;
    }

    private void connect() throws IOException {
        for (int i = 0; i < players.length; i++) {
            players[i] = open();
            players[i].token = HexFormat.of().toHexDigits(random.nextLong()) + HexFormat.of().toHexDigits((long) i);
        }
    }

    /** Hosts first, then whoever joins them. */
    private void sitDown() throws IOException {
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
        final double seconds = (System.nanoTime() - beganNs) / 1e9;
        System.out.printf("%,d matches made and %,d joins in %.1f s: %,.0f a second%n", players.length / SEATS,
            players.length - players.length / SEATS, seconds, players.length / seconds);
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
        final Lines body = new Lines().add("name", "Ann").add("key", Codes.text(new byte[32]))
            .add("token", player.token);
        if (what.isEmpty()) {
            body.add("seats", SEATS);
        }
        final String path = "/v1/matches" + (what.isEmpty() ? "" : "/" + player.code + what);
        send(player, "POST " + path, body.bytes(), (who, answer) -> {
            final Lines lines = Lines.parse(answer.getBytes(StandardCharsets.UTF_8), 64);
            who.code = lines.get("code");
            who.seat = Integer.parseInt(lines.get("you").split(" ")[0]);
            finished++;
            sit(todo.poll(), todo, what);
        });
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
                        arrived(Codes.bytes(words[3], 2000));
                    }
                }
                poll(who);
            });
    }

    private void arrived(final byte[] letter) {
        latencies[letters] = System.nanoTime() - ByteBuffer.wrap(letter).getLong();
        letters++;
    }

    /** Each poster sends one letter after the other, from any seat of any match to another; all players poll on. */
    private void post(final int count, final int posters) throws IOException {
        latencies = new long[count];
        letters = 0;
        posted = 0;
        final long beganNs = System.nanoTime();
        for (int i = 0; i < posters; i++) {
            next(open(), count);
        }
        while (letters < count) {
            turn();
        }
        System.out.printf("%,d letters in %.1f s%n", count, (System.nanoTime() - beganNs) / 1e9);
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
        send(poster, "POST /v1/matches/" + from.code + "/letter/" + to,
            ByteBuffer.allocate(600).putLong(System.nanoTime()).array(), (who, answer) -> next(who, count));
    }

    private void report(final int count, final int posters) {
        Arrays.sort(latencies);
        System.out.printf("%,d letters of 600 B, %d at once, post to arrival: p50 %.2f ms, p99 %.2f ms, most %.2f ms%n",
            count, posters, latencies[count / 2] / 1e6, latencies[(int) (count * 0.99)] / 1e6,
            latencies[count - 1] / 1e6);
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
}

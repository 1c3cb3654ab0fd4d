package io.lockstep.transport.ice.match;

import io.lockstep.aeron.AeronTransport;
import io.lockstep.aeron.AeronTransportConfig;
import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.Phase;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.session.Session;
import io.lockstep.core.sync.StateWriter;
import io.lockstep.lobby.LanSearch;
import io.lockstep.lobby.LobbyException;
import io.lockstep.transport.ice.PathAddress;
import io.lockstep.transport.ice.PathMesh;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * One player of a match in the lab of NATs, as a game would have it: by a code from a lobby, with keys, over plain UDP
 * or Aeron, or with nothing but the local network. Says how it goes. Arguments: host, join, rejoin or search; a name;
 * folder; lobby; udp, aeron or lan; seats; frames of a match, or of several that are played one after the other.
 */
final class LabPlayer implements Simulation {

    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(5);
    /** Who is gone is dropped after this, so that coming back is worth something. */
    private static final int DROP_MS = 5000;
    private static final int SAY_EVERY = 60;

    private final String name;
    private final Path folder;
    private final boolean aeron;
    private final int seats;
    private long state;
    private long steppedNs;
    private long longestGapNs;
    private int mostThreads;

    private LabPlayer(final String... args) {
        name = args[1];
        folder = Path.of(args[2]);
        aeron = args[4].equals("aeron");
        seats = Integer.parseInt(args[5]);
    }

    public static void main(final String[] args) throws Exception {
        final LabPlayer player = new LabPlayer(args);
        final InternetConfig config = player.config(args[4].equals("lan") ? InternetConfig.lan()
            : new InternetConfig(URI.create(args[3])));
        for (int match = 6; match < args.length; match++) {
            player.run(args[0], config, match - 6, Integer.parseInt(args[match]));
        }
        System.exit(0); // threads of ice4j's are no reason to stay
    }

    private InternetConfig config(final InternetConfig config) {
        config.name(name);
        if (aeron) {
            config.transport((self, peers, keys, socket) -> {
                final AeronTransportConfig over = new AeronTransportConfig().localPeer(self).keys(keys);
                for (final int peer : peers) {
                    over.peer(peer, PathAddress.of(peer));
                }
                return AeronTransport.over(over, socket);
            });
        }
        return config;
    }

    private void run(final String role, final InternetConfig config, final int number, final int frames)
            throws Exception {
        state = 0;
        steppedNs = 0;
        longestGapNs = 0;
        mostThreads = 0;
        if (!role.equals("rejoin")) {
            PathMesh.warmUp();
            System.out.println("ready");
            await("go"); // as in a menu: warm when the code is typed
        }
        final String code = role.equals("join") || role.equals("search") ? await("code-" + number) : "";
        final long startNs = System.nanoTime();
        try (InternetMatch match = sit(role, config, code)) {
            write("ticket-" + name, match.ticket());
            if (role.equals("host")) {
                write("code-" + number, match.code());
                while (match.roster() == null || match.roster().peers().size() < seats) {
                    LockSupport.parkNanos(LOOK_NS);
                }
                match.start();
            }
            final Connected ready = match.connect((percent, line) -> System.out.println(percent + " % " + line));
            say("connected", startNs);
            play(ready, frames, startNs);
        }
    }

    private InternetMatch sit(final String role, final InternetConfig config, final String code) throws Exception {
        return switch (role) {
            case "host" -> InternetMatch.host(config, seats, false, new byte[0]);
            case "join" -> InternetMatch.join(config, code);
            case "search" -> InternetMatch.join(config, near());
            default -> InternetMatch.rejoin(config, Files.readString(folder.resolve("ticket-" + name)));
        };
    }

    /** The host is there by now; of the code that it has written this player knows nothing. */
    private static String near() throws LobbyException {
        try {
            return LanSearch.all(false).get(0).code();
        } catch (final LobbyException failed) {
            System.out.println("none " + failed.reason());
            throw failed;
        }
    }

    private void play(final Connected ready, final int frames, final long startNs) {
        final Session session = ready.configure(Session.builder().gameId("lab-1").simulation(this)
            .sessionSeed(System.nanoTime())
            .input((frame, player, input) -> input.putShort((short) (frame * 7 + player))))
            .endFrame(frames).dropTimeoutMs(DROP_MS).build();
        try {
            while (session.phase() != Phase.ENDED) {
                session.poll(System.nanoTime());
                while (session.step()) {
                    stepped(session.frame(), startNs);
                }
                session.await(TimeUnit.MILLISECONDS.toNanos(100));
            }
            System.out.println("threads " + mostThreads);
            System.out.println("END " + session.endReason() + "-" + session.frame() + "-" + state + " "
                + TimeUnit.NANOSECONDS.toMillis(longestGapNs));
        } finally {
            ready.transport().close();
        }
    }

    private void stepped(final long frame, final long startNs) {
        final long nowNs = System.nanoTime();
        if (steppedNs == 0) {
            say("first", startNs);
        } else {
            longestGapNs = Math.max(longestGapNs, nowNs - steppedNs);
        }
        steppedNs = nowNs;
        if (frame % SAY_EVERY == 0) {
            mostThreads = Math.max(mostThreads, ManagementFactory.getThreadMXBean().getThreadCount());
            System.out.println("frame " + frame);
        }
    }

    private static void say(final String what, final long startNs) {
        System.out.println(what + " " + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs));
    }

    /** Appears whole or not at all. */
    private void write(final String file, final String text) throws IOException {
        Files.move(Files.writeString(folder.resolve("new-" + file + name), text), folder.resolve(file),
            StandardCopyOption.ATOMIC_MOVE);
    }

    private String await(final String file) throws IOException {
        while (!Files.exists(folder.resolve(file))) {
            LockSupport.parkNanos(LOOK_NS);
        }
        return Files.readString(folder.resolve(file));
    }

    @Override
    public void step(final long frame, final Inputs inputs) {
        for (int player = 0; player < seats; player++) {
            state = state * 31 + inputs.bits(player) + 1;
        }
    }

    @Override
    public void save(final StateWriter out) {
        out.writeLong("state", state);
    }

    @Override
    public void load(final ByteBuffer saved) {
        state = saved.getLong();
    }
}

package io.lockstep.examples.internet;

import io.lockstep.examples.peer.Address;
import io.lockstep.examples.peer.StopSignal;
import io.lockstep.lobby.LobbyConfig;
import io.lockstep.lobby.LobbyServer;
import io.lockstep.lobby.RedisMatchStore;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code lockstep lobby}: where players meet by a code. Runs until Ctrl-C. */
@Command(name = "lobby", sortOptions = false, description = {
    "Runs a lobby, where players meet by a code before they know each other's addresses.",
    "It carries letters, never inputs, and is not needed once all are connected.",
    "", "On one machine, for a try:", "  lockstep lobby", "and in two other terminals:",
    "  lockstep host --seats 2", "  lockstep join CODE",
    "For the internet put a proxy with TLS in front, and name STUN and TURN servers: docs/INTERNET.md.", ""},
    exitCodeListHeading = "%nExit code:%n", exitCodeList = {" 1:It failed.", " 2:Wrong arguments.",
        "130, 143:It ran until Ctrl-C or SIGTERM."})
public final class LobbyCommand implements Callable<Integer> {

    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(100);

    @Spec
    private CommandSpec spec;

    @Option(names = "--listen", paramLabel = "HOST:PORT", defaultValue = "127.0.0.1:" + LobbyConfig.DEFAULT_PORT,
        description = "Where it listens, HTTP (default ${DEFAULT-VALUE}); 0.0.0.0 stands for every interface.")
    private String listen;

    @Option(names = "--stun", paramLabel = "HOST:PORT", description = "A STUN server that players are told.")
    private List<String> stun = List.of();

    @Option(names = "--turn", paramLabel = "HOST:PORT",
        description = "A TURN server that players are told, such as coturn with use-auth-secret.")
    private List<String> turn = List.of();

    @Option(names = "--turn-secret-file", paramLabel = "FILE",
        description = "Holds what the lobby shares with the TURN servers: coturn's static-auth-secret.")
    private Path secretFile;

    @Option(names = "--redis", paramLabel = "HOST:PORT",
        description = "Keeps matches in a Redis, for several lobbies behind one address; without it, in memory.")
    private String redis;

    @Option(names = "--redis-password-file", paramLabel = "FILE", description = "Holds the password of the Redis.")
    private Path redisPasswordFile;

    @Option(names = "--codes-begin", paramLabel = "LETTERS", defaultValue = "",
        description = "How codes begin, up to 2 letters or digits: several lobbies share the matches, and a proxy "
            + "sends each code to its own.")
    private String prefix;

    @Option(names = "--behind-proxy", description = "All requests come through a proxy that adds X-Forwarded-For.")
    private boolean behindProxy;

    /** A command to be filled in by the command line. */
    public LobbyCommand() {
        // The fields are options.
    }

    @Override
    public Integer call() {
        final PrintWriter out = spec.commandLine().getOut();
        try (StopSignal stop = StopSignal.install(); LobbyServer lobby = LobbyServer.start(config())) {
            out.println("The lobby listens on http://" + text(lobby.address()) + ". Ctrl-C ends it.");
            out.flush();
            while (!stop.getAsBoolean()) {
                LockSupport.parkNanos(LOOK_NS);
            }
            return 0;
        } catch (final IOException failed) {
            return fail("cannot listen on " + listen + ": " + failed.getMessage());
        } catch (final IllegalArgumentException wrong) {
            throw new ParameterException(spec.commandLine(), wrong.getMessage());
        }
    }

    private LobbyConfig config() throws IOException {
        final Address own = address("--listen", listen);
        final LobbyConfig config = new LobbyConfig().address(new InetSocketAddress(own.host(), own.port()))
            .behindProxy(behindProxy);
        try {
            config.codePrefix(prefix.toUpperCase(Locale.ROOT));
        } catch (final IllegalArgumentException wrong) {
            throw new IllegalArgumentException("--codes-begin '" + prefix + "' is not 0 to 2 of 0-9 and A-Z without I, "
                + "L, O and U");
        }
        for (final String each : stun) {
            final Address server = address("--stun", each);
            config.stun(server.host(), server.port());
        }
        for (final String each : turn) {
            final Address server = address("--turn", each);
            config.turn(server.host(), server.port());
        }
        if (!turn.isEmpty() && secretFile == null) {
            throw new IllegalArgumentException("--turn needs --turn-secret-file");
        }
        if (secretFile != null) {
            config.turnSecret(secret("--turn-secret-file", secretFile));
        }
        if (redis != null) {
            config.store(redis());
        } else if (redisPasswordFile != null) {
            throw new IllegalArgumentException("--redis-password-file needs --redis");
        }
        return config;
    }

    /** Checks the store before the lobby opens: without a store, players would read only that there is no room. */
    private RedisMatchStore redis() {
        final Address server = address("--redis", redis);
        final RedisMatchStore store = new RedisMatchStore(new InetSocketAddress(server.host(), server.port()),
            redisPasswordFile == null ? null : secret("--redis-password-file", redisPasswordFile));
        try {
            store.check();
            return store;
        } catch (final IOException failed) {
            store.close();
            throw new IllegalArgumentException("--redis: " + failed.getMessage(), failed);
        }
    }

    private static String secret(final String option, final Path file) {
        try {
            final String secret = Files.readString(file, StandardCharsets.UTF_8).strip();
            if (secret.isEmpty()) {
                throw new IllegalArgumentException(option + ": " + file + " is empty");
            }
            return secret;
        } catch (final IOException unreadable) {
            throw new IllegalArgumentException(option + ": cannot read " + file);
        }
    }

    private static Address address(final String option, final String text) {
        try {
            return Address.parse(text);
        } catch (final IllegalArgumentException wrong) {
            throw new IllegalArgumentException(option + ": " + wrong.getMessage());
        }
    }

    private static String text(final InetSocketAddress address) {
        return new Address(address.getHostString(), address.getPort()).toString();
    }

    private int fail(final String why) {
        final PrintWriter err = spec.commandLine().getErr();
        err.println(spec.qualifiedName() + ": " + why);
        err.flush();
        return 1;
    }
}

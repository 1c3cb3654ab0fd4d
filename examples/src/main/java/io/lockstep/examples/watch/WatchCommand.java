package io.lockstep.examples.watch;

import io.lockstep.codecs.json.JsonWriter;
import io.lockstep.codecs.replay.RecordingFile;
import io.lockstep.codecs.replay.Spectator;
import io.lockstep.codecs.replay.SpectatorConfig;
import io.lockstep.codecs.replay.SpectatorEvent;
import io.lockstep.core.game.MatchDescription;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.transport.TransportException;
import io.lockstep.core.transport.udp.PacketSockets;
import io.lockstep.examples.dogfight.Dogfight;
import io.lockstep.examples.dogfight.Rules;
import io.lockstep.examples.peer.FeedOptions;
import io.lockstep.examples.peer.MatchOptions;
import io.lockstep.examples.peer.MatchPeer;
import io.lockstep.examples.peer.StopSignal;
import java.io.PrintWriter;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code lockstep watch}: a line for each second of a match that others play, and optionally a recording of it. */
@Command(name = "watch", sortOptions = false, abbreviateSynopsis = true,
    description = {"Watches a match of dogfight while it is played, and lets others watch here.",
        "", "A player who shows the match, and one who watches:",
        "  lockstep peer --player 0 ... --spectators 127.0.0.1:7100",
        "  lockstep watch --peer 127.0.0.1:7100", ""},
    exitCodeListHeading = "%nExit code:%n", exitCodeList = {
        " 0:The match was watched to its end.", " 1:A state was another than the players'.", " 2:Wrong arguments.",
        " 3:Nobody shows the match any more, or it failed.", "130, 143:Stopped by Ctrl-C or SIGTERM."})
public final class WatchCommand implements Callable<Integer> {

    private static final int DIFFERS = 1;
    private static final int FAILED = 3;
    /** It is woken when there is something to do, or somebody has pressed Ctrl-C. */
    private static final long WAIT_NS = 100_000_000L;
    /** How long one who has seen the end stays for those who watch here. */
    private static final long LINGER_NS = 3_000_000_000L;
    /** A recording file wants a number here; the feed decides about its states. */
    private static final int ANY_SNAPSHOTS = 1;

    @Spec
    private CommandSpec spec;

    @Option(names = "--peer", required = true, paramLabel = "HOST:PORT",
        description = "What a player gave as --spectators, or where somebody else watches. With several, the next one "
            + "is asked when one is gone.")
    private List<String> peers;

    @Option(names = "--listen", paramLabel = "HOST:PORT",
        description = "Where others may watch here (UDP); any free port if not given.")
    private String listen;

    @Option(names = "--spectators", paramLabel = "N", defaultValue = "" + SpectatorConfig.MAX_SPECTATORS,
        description = "How many others may watch here, 0 to 8 (default ${DEFAULT-VALUE}).")
    private int spectators;

    @Option(names = "--record", paramLabel = "FILE",
        description = "Writes what is watched to a new recording; see lockstep replay.")
    private Path record;

    @Option(names = "--json", description = "Print nothing but the summary, as one line of JSON.")
    private boolean json;

    private long nextLineFrame;

    /** A command to be filled in by the command line. */
    public WatchCommand() {
        // The fields are options.
    }

    @Override
    public Integer call() {
        try (RecordingFile file = record == null ? null
            : RecordingFile.create(record, MatchOptions.BUILD, ANY_SNAPSHOTS);
            StopSignal stop = StopSignal.install(); Spectator spectator = spectator(file)) {
            return watch(spectator, stop);
        } catch (final TransportException failed) {
            return fail(failed.getMessage());
        } catch (final IllegalArgumentException wrong) {
            throw new ParameterException(spec.commandLine(), wrong.getMessage());
        }
    }

    private Spectator spectator(final RecordingFile file) {
        final List<InetSocketAddress> players = new ArrayList<>();
        for (final String peer : peers) {
            players.add(FeedOptions.resolve("--peer", peer));
        }
        final boolean six = players.get(0).getAddress() instanceof Inet6Address;
        final InetSocketAddress own = listen == null ? new InetSocketAddress(six ? "::" : "0.0.0.0", 0)
            : FeedOptions.resolve("--listen", listen);
        if (spectators < 0 || spectators > SpectatorConfig.MAX_SPECTATORS) {
            throw new IllegalArgumentException(
                "--spectators " + spectators + " is not in 0 to " + SpectatorConfig.MAX_SPECTATORS);
        }
        final SpectatorConfig config = new SpectatorConfig(PacketSockets.bind(own), WatchCommand::game)
            .spectators(spectators).recording(file).seed(FeedOptions.seed());
        players.forEach(config::player);
        return config.build();
    }

    private static Simulation game(final MatchDescription match) {
        if (!match.gameId().equals(MatchPeer.GAME_ID) || match.players() < Rules.MIN_PLAYERS) {
            throw new IllegalArgumentException("the match is one of " + match.gameId() + " with " + match.players()
                + " players; this tool plays " + MatchPeer.GAME_ID + " only");
        }
        return new Dogfight(match.players(), match.matchId());
    }

    private int watch(final Spectator spectator, final StopSignal stop) {
        if (!json) {
            print("asking " + String.join(", ", peers) + " for the match. Ctrl-C stops.");
        }
        while (!spectator.isOver() && !stop.getAsBoolean()) {
            spectator.poll(System.nanoTime());
            for (SpectatorEvent event = spectator.nextEvent(); event != null; event = spectator.nextEvent()) {
                tell(event);
            }
            while (spectator.step()) {
                tell(spectator);
            }
            spectator.await(WAIT_NS);
        }
        final long endNs = System.nanoTime() + LINGER_NS;
        while (!spectator.isDrained() && !stop.getAsBoolean() && System.nanoTime() - endNs < 0) {
            spectator.poll(System.nanoTime());
            spectator.await(WAIT_NS);
        }
        conclude(spectator);
        return exitCode(spectator, stop);
    }

    private void tell(final Spectator spectator) {
        if (!json && spectator.frame() >= nextLineFrame) {
            nextLineFrame = spectator.frame() + spectator.match().tickRate();
            print(line(spectator));
        }
    }

    private void tell(final SpectatorEvent event) {
        if (!json && event.type() != SpectatorEvent.Type.STARTED && event.type() != SpectatorEvent.Type.ENDED) {
            print(switch (event.type()) {
                case ATTACHED -> "watching at " + event.detail();
                case DETACHED -> "nobody shows the match here; looking for another one";
                case JUMPED -> "going on with frame " + event.frame();
                default -> event.detail();
            });
        }
    }

    private void print(final String line) {
        final PrintWriter out = spec.commandLine().getOut();
        out.println(line);
        out.flush();
    }

    private static String line(final Spectator spectator) {
        final Dogfight game = (Dogfight) spectator.game();
        final StringBuilder text = new StringBuilder("frame ").append(spectator.frame())
            .append(spectator.frames().paused() ? ", paused, " : ", ").append("state ")
            .append(HexFormat.of().toHexDigits(spectator.checksum())).append(", kills");
        for (int ship = 0; ship < game.players(); ship++) {
            text.append(' ').append(game.ships().kills(ship))
                .append(spectator.frames().present(ship) ? "" : " (absent)");
        }
        return text.toString();
    }

    private void conclude(final Spectator spectator) {
        if (json) {
            print(new JsonWriter().beginObject().name("frames").signed(spectator.frame())
                .name("stateCrc").string(HexFormat.of().toHexDigits(spectator.checksum()))
                .name("ended").string(spectator.endReason() == null ? "" : spectator.endReason())
                .name("differs").bool(spectator.differs()).name("waits").signed(spectator.waits()).endObject()
                .toString());
        } else if (spectator.match() != null && spectator.frame() > 0) {
            print(line(spectator));
        }
    }

    private int exitCode(final Spectator spectator, final StopSignal stop) {
        if (spectator.recordingProblem() != null) {
            return fail(record + ": " + spectator.recordingProblem());
        }
        if (spectator.problem() != null) {
            return fail(spectator.problem());
        }
        if (!stop.getAsBoolean() && spectator.endReason() != null && !spectator.endReason().equals("FINISHED")
            && !spectator.endReason().equals("LEFT")) {
            return fail("the match ended for the player who showed it: " + spectator.endReason());
        }
        if (spectator.differs()) {
            fail("a state was another than the players'");
            return DIFFERS;
        }
        return 0;
    }

    private int fail(final String why) {
        final PrintWriter err = spec.commandLine().getErr();
        err.println(spec.qualifiedName() + ": " + why);
        err.flush();
        return FAILED;
    }
}

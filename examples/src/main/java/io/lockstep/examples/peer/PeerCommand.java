package io.lockstep.examples.peer;

import io.lockstep.codecs.json.JsonWriter;
import io.lockstep.codecs.replay.DesyncFolder;
import io.lockstep.codecs.replay.RecordingFile;
import io.lockstep.core.feed.MatchFeed;
import io.lockstep.core.game.DesyncPolicy;
import io.lockstep.core.game.ProtocolMode;
import io.lockstep.core.membership.TwoPeerPolicy;
import io.lockstep.core.replay.RecordingWriter;
import io.lockstep.core.session.SessionConfig;
import io.lockstep.core.transport.TransportException;
import io.lockstep.examples.dogfight.DogfightBot;
import io.lockstep.examples.report.ReportOption;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code lockstep peer}: one player of a match in this process, over Aeron or plain UDP. Exit code 0 when the match
 * was played to its end and all states were equal in the end, 1 when it failed, 2 when the arguments are wrong, 3 when
 * the others went on without it, 4 when too few were left on its side, 5 when it lost the only other one and the policy
 * is to halt, 6 when states differed and the policy is to halt; 130 after Ctrl-C and 143 after SIGTERM, which leave the
 * match cleanly.
 */
@Command(name = "peer", sortOptions = false, abbreviateSynopsis = true,
    description = {"Plays one player of dogfight in this process, over Aeron UDP or plain UDP.",
        "A bot plays, or with --window you with the keyboard.",
        "", "Two terminals make a match:",
        "  lockstep peer --player 0 --listen 127.0.0.1:7000 --peer 1=127.0.0.1:7001",
        "  lockstep peer --player 1 --listen 127.0.0.1:7001 --peer 0=127.0.0.1:7000",
        "The match outlives a process that is killed; the same line with --rejoin brings it back.", ""},
    exitCodeListHeading = "%nExit code:%n", exitCodeList = {
        " 0:The match was played to its end; states that differed and were repaired do not count.",
        " 1:It failed.", " 2:Wrong arguments.", " 3:Evicted: the others went on without this peer.",
        " 4:Minority: too few are left on this side.",
        " 5:Halted: the only other peer is lost, and the policy is HALT.",
        " 6:Desync: states differed, and the policy is HALT.", "130, 143:Left after Ctrl-C or SIGTERM."},
    footer = {"", "What goes wrong is one line on standard error.%n"})
public final class PeerCommand implements Callable<Integer> {

    /** Beyond this a match of 1000 frames a second would take thirty years. */
    private static final long MAX_FRAMES = 1_000_000_000_000L;

    private static final int MAX_TIMEOUT_SECONDS = (int) (SessionConfig.MAX_SILENCE_TIMEOUT_MS / 1000);
    private static final int MS_PER_SECOND = 1000;

    /** The heading of a window in which no frame was played. */
    private static final String NO_MATCH = "There is no match";

    @Spec
    private CommandSpec spec;

    @Mixin
    private final SeatOptions seat = new SeatOptions();

    @Option(names = "--transport", paramLabel = "KIND", defaultValue = "aeron",
        description = "What the match is played over, the same at every peer: aeron, or udp, which needs no JVM option "
            + "and runs where Aeron does not (default ${DEFAULT-VALUE}).")
    private String transport;

    @Option(names = "--frames", paramLabel = "N",
        description = "Play frames 0 to N-1, then leave; give it at every peer. Without it: until Ctrl-C.")
    private Long frames;

    @Option(names = "--bot", paramLabel = "SEED",
        description = "What the bot decides by; the player's number if not given.")
    private Long bot;

    @Option(names = "--unpaced", description = "As fast as inputs arrive instead of at the tick rate.")
    private boolean unpaced;

    @Option(names = "--tick-rate", paramLabel = "HZ", defaultValue = "" + SessionConfig.DEFAULT_TICK_RATE,
        description = "Frames a second, the same at every peer (default ${DEFAULT-VALUE}).")
    private int tickRate;

    @Option(names = "--input-delay", paramLabel = "FRAMES",
        description = "Frames from sampling an input to simulating it; without it, as many as the network needs.")
    private Integer inputDelay;

    @Option(names = "--checksum-interval", paramLabel = "FRAMES",
        defaultValue = "" + SessionConfig.DEFAULT_CHECKSUM_INTERVAL,
        description = "Frames from one comparison of states to the next, the same at every peer (default "
            + "${DEFAULT-VALUE}).")
    private int checksumInterval;

    @Option(names = "--timeout", paramLabel = "SECONDS",
        defaultValue = "" + SessionConfig.DEFAULT_SILENCE_TIMEOUT_MS / MS_PER_SECOND,
        description = "How long to wait for the others at the start (default ${DEFAULT-VALUE}).")
    private int timeout;

    @Option(names = "--drop-timeout", paramLabel = "MS", defaultValue = "" + SessionConfig.DEFAULT_DROP_TIMEOUT_MS,
        description = "How long the match waits for a peer that got lost until it goes on without it "
            + "(default ${DEFAULT-VALUE}).")
    private long dropTimeout;

    @Option(names = "--two-peer-policy", paramLabel = "POLICY", defaultValue = "REJOIN",
        description = "What two peers do that lose each other, the same at both: REJOIN, the lower number plays on, "
            + "and the other one waits for a minute and enters the match again when it hears it; CONTINUE_ALL, both "
            + "play on, each in a match of its own; CONTINUE_TIEBREAK, the lower number plays on and the other one "
            + "ends; HALT, neither plays on. With REJOIN, whoever is left out comes back by itself, of any number of "
            + "players (default ${DEFAULT-VALUE}).")
    private String policy;

    @Option(names = "--rejoin", description = "Enter a match that is being played, after this player's process was "
        + "lost. The state comes from the others. If all others are there and have no match either, a new one begins.")
    private boolean rejoin;

    @Option(names = "--token", paramLabel = "N",
        description = "Proves whose seat it is: give the same number at the start and with --rejoin. Without it, it "
            + "follows from match and player, and anybody can take the seat of a lost player.")
    private Long token;

    @Option(names = "--match", paramLabel = "ID", defaultValue = "" + MatchOptions.DEFAULT_MATCH_ID,
        description = "Tells this match from others, the same at every peer (default ${DEFAULT-VALUE}).")
    private long match;

    @Option(names = "--protocol-mode", paramLabel = "MODE", defaultValue = "binary",
        description = "What is sent: binary, or json to read along. Both are understood (default ${DEFAULT-VALUE}).")
    private String mode;

    @Option(names = "--record", paramLabel = "FILE",
        description = "Records the match to a new file; see lockstep replay.")
    private Path record;

    @Option(names = "--snapshot-interval", paramLabel = "FRAMES",
        defaultValue = "" + RecordingWriter.DEFAULT_SNAPSHOT_FRAMES,
        description = "Frames from one state in the recording to the next (default ${DEFAULT-VALUE}).")
    private int snapshotInterval;

    @Option(names = "--desync-dir", paramLabel = "DIR",
        description = "Where a folder with a report goes when the players' states differ; the working directory if "
            + "not given.")
    private Path desyncDir;

    @Option(names = "--desync-policy", paramLabel = "POLICY", defaultValue = "REPAIR",
        description = "What becomes of the match when the players' states differ, the same at every peer: REPAIR, "
            + "whoever is in the minority loads the state of the others; HALT, the match ends; REPORT_ONLY, nothing "
            + "more than the report (default ${DEFAULT-VALUE}).")
    private String desyncPolicy;

    @Mixin
    private final AheadOption ahead = new AheadOption();

    @Mixin
    private final KeyOptions keys = new KeyOptions();

    @Mixin
    private final FeedOptions spectators = new FeedOptions();

    @Mixin
    private final ReportOption report = new ReportOption();

    @Option(names = "--window",
        description = "Open a window and play with the keyboard; a bot flies until you press a key. F3 shows the net "
            + "graph. If the match fails, the window stays and shows the reason.")
    private boolean windowed;

    @Option(names = "--json", description = "Print nothing but the summary, as one line of JSON.")
    private boolean json;

    /** A command to be filled in by the command line. */
    public PeerCommand() {
        // The fields are options.
    }

    @Override
    public Integer call() {
        final Address own = seat.own();
        final Map<Integer, Address> others = seat.others();
        final int player = seat.player();
        final MatchOptions settings = settings(others.size() + 1);
        range("--snapshot-interval", snapshotInterval, 1, RecordingWriter.MAX_SNAPSHOT_FRAMES);
        final DesyncFolder desyncs = desyncFolder();
        report.check();
        try (RecordingFile recording = record == null ? null
            : RecordingFile.create(record, MatchOptions.BUILD, snapshotInterval);
            StopSignal stop = StopSignal.install();
            MatchFeed feed = spectators.open();
            PeerWindow window = windowed ? PeerWindow.open(settings.players(), player, stop::request) : null) {
            int code;
            try (MatchPeer peer = MatchPeer.launch(TransportKind.parse(transport), keys.protection(), settings, player,
                own, others, game -> PeerWindow.pilot(window, new DogfightBot(game, bot == null ? player : bot)),
                FeedOptions.recorder(recording, feed))) {
                peer.onDesync(desyncs);
                code = play(peer, own, others, stop, feed, window);
            } catch (final TransportException failed) {
                code = fail(failed.getMessage());
                if (window != null) {
                    window.keep(NO_MATCH, failed.getMessage(), Advice.ON_TRANSPORT, stop);
                }
            }
            return recording == null || recording.writer().problem() == null ? code
                : Math.max(code, fail(record + ": " + recording.writer().problem()));
        } catch (final TransportException failed) {
            return fail(failed.getMessage());
        } catch (final IllegalArgumentException refused) {
            throw new ParameterException(spec.commandLine(), refused.getMessage());
        }
    }

    private DesyncFolder desyncFolder() {
        try {
            return MatchOptions.desyncFolder(desyncDir);
        } catch (final IllegalArgumentException refused) {
            throw wrong(refused.getMessage());
        }
    }

    private int play(final MatchPeer peer, final Address own, final Map<Integer, Address> others,
                     final StopSignal stop, final MatchFeed feed, final PeerWindow window) {
        final PrintWriter out = spec.commandLine().getOut();
        final MatchRunner runner = new MatchRunner(List.of(peer));
        if (!json) {
            out.println("Player " + peer.player() + " listens on " + own + ", waiting for " + names(others)
                + ". Ctrl-C leaves the match.");
            out.flush();
            peer.onNews(line -> {
                out.println("frame " + peer.session().frame() + ": " + line);
                out.flush();
            });
        }
        final PeerPage page = report.isWanted() ? new PeerPage(report, peer, tickRate) : null;
        runner.everySecond(() -> {
            if (page != null) {
                page.second();
            }
            peer.tellHint();
            if (!json) {
                tell(peer, out);
            }
        });
        FeedOptions.drive(runner, feed);
        PeerWindow.drive(runner, window, peer);
        runner.run(stop);
        peer.close();
        FeedOptions.drain(feed, spec.commandLine().getErr());
        final PeerSummary summary = new PeerSummary(peer, System.nanoTime());
        if (json) {
            out.println(summary.writeTo(new JsonWriter()));
        } else if (summary.frames() > 0) {
            for (final String[] row : summary.rows()) {
                out.printf(Locale.ROOT, "%-34s %s%n", row[0], row[1]);
            }
            if (peer.solitude() != null) {
                out.println(peer.solitude());
            }
        }
        out.flush();
        if (page != null) {
            page.write(summary);
        }
        final String problem = peer.problem();
        if (problem == null) {
            return 0;
        }
        fail(problem);
        if (window != null) {
            window.keep(summary.frames() == 0 ? NO_MATCH : "The match has ended", problem,
                Advice.of(peer.session().endReason()), stop);
        }
        return ExitCode.of(peer.session().endReason());
    }

    private static void tell(final MatchPeer peer, final PrintWriter out) {
        if (peer.session().frame() > 0 && !peer.ended()) {
            out.println(new PeerSummary(peer, System.nanoTime()).line());
            out.flush();
        }
    }

    private static String names(final Map<Integer, Address> others) {
        final List<String> names = new ArrayList<>();
        others.forEach((id, address) -> names.add("player " + id
            + (address.equals(Address.UNKNOWN) ? ", wherever it is" : " at " + address)));
        return String.join(", ", names);
    }

    private int fail(final String why) {
        final PrintWriter err = spec.commandLine().getErr();
        err.println(spec.qualifiedName() + ": " + why);
        err.flush();
        return ExitCode.FAILED;
    }

    private MatchOptions settings(final int players) {
        final long lastFrame = frames == null ? MatchOptions.ENDLESS : frames;
        if (frames != null) {
            range("--frames", frames, 1, MAX_FRAMES);
        }
        range("--tick-rate", tickRate, 1, SessionConfig.MAX_TICK_RATE);
        if (inputDelay != null) {
            range("--input-delay", inputDelay, 0, SessionConfig.MAX_INPUT_DELAY);
        }
        range("--checksum-interval", checksumInterval, 1, SessionConfig.MAX_CHECKSUM_INTERVAL);
        range("--timeout", timeout, 1, MAX_TIMEOUT_SECONDS);
        return new MatchOptions(players, match, tickRate, inputDelay == null ? MatchOptions.ADAPTIVE : inputDelay,
            checksumInterval, lastFrame, (long) timeout * MS_PER_SECOND, protocolMode(), unpaced, lostPeers(),
            policyOfDesyncs(), ahead.frames(), SessionConfig.DEFAULT_MAX_STATE_BYTES);
    }

    private DesyncPolicy policyOfDesyncs() {
        try {
            return MatchOptions.desyncPolicy(desyncPolicy);
        } catch (final IllegalArgumentException refused) {
            throw wrong(refused.getMessage());
        }
    }

    private LostPeers lostPeers() {
        range("--drop-timeout", dropTimeout, SessionConfig.MIN_DROP_TIMEOUT_MS, SessionConfig.MAX_DROP_TIMEOUT_MS);
        final String wanted = policy.toUpperCase(Locale.ROOT).replace('-', '_');
        for (final TwoPeerPolicy known : TwoPeerPolicy.values()) {
            if (known.name().equals(wanted)) {
                return new LostPeers(known, dropTimeout, rejoin, token);
            }
        }
        throw wrong("--two-peer-policy '" + policy + "' is neither REJOIN nor CONTINUE_ALL nor CONTINUE_TIEBREAK nor "
            + "HALT");
    }

    private ProtocolMode protocolMode() {
        return switch (mode.toLowerCase(Locale.ROOT)) {
            case "binary" -> ProtocolMode.BINARY;
            case "json" -> ProtocolMode.JSON;
            default -> throw wrong("--protocol-mode '" + mode + "' is neither binary nor json");
        };
    }

    private void range(final String what, final long value, final long min, final long max) {
        if (value < min || value > max) {
            throw wrong(what + " is " + value + ", allowed is " + min + " to " + max);
        }
    }

    private ParameterException wrong(final String why) {
        return new ParameterException(spec.commandLine(), why);
    }
}

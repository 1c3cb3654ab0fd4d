package io.lockstep.examples.demo;

import io.lockstep.codecs.json.JsonWriter;
import io.lockstep.codecs.replay.DesyncFolder;
import io.lockstep.core.game.DesyncPolicy;
import io.lockstep.core.game.InputSource;
import io.lockstep.core.session.SessionConfig;
import io.lockstep.core.transport.Transport;
import io.lockstep.core.transport.TransportException;
import io.lockstep.examples.dogfight.DogfightBot;
import io.lockstep.examples.peer.Address;
import io.lockstep.examples.peer.AheadOption;
import io.lockstep.examples.peer.LoopbackPorts;
import io.lockstep.examples.peer.MatchPeer;
import io.lockstep.examples.peer.MatchRunner;
import io.lockstep.examples.peer.MatchOptions;
import io.lockstep.examples.peer.PeerSummary;
import io.lockstep.examples.peer.Protection;
import io.lockstep.examples.peer.StopSignal;
import io.lockstep.examples.peer.TransportKind;
import io.lockstep.testkit.ImpairedTransport;
import io.lockstep.testkit.LinkConditions;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code lockstep demo}: two peers in this process, each with a transport of its own, play over UDP loopback. Exit
 * code 0 when both ended on the same frame and in the same state, or the one that was to be left alone played to the
 * end, and no states differed that were not repaired; 1 otherwise, 2 when the arguments are wrong.
 */
@Command(name = "demo", sortOptions = false,
    description = {"Two peers in this process play dogfight over Aeron UDP, or plain UDP.",
        "They use the loopback interface. With a display there is a window, and both ships can be flown with the "
            + "keyboard."},
    exitCodeListHeading = "%nExit code:%n", exitCodeList = {
        " 0:Both peers ended on the same frame and in the same state, or the one left alone played to the end.",
        " 1:They did not.", " 2:Wrong arguments.", "130, 143:Left after Ctrl-C or SIGTERM."})
public final class DemoCommand implements Callable<Integer> {

    private static final int PEERS = 2;
    private static final int DEFAULT_SECONDS = 30;
    /** A day; longer is a soak, not a demo. */
    private static final int MAX_SECONDS = 86_400;
    /** A free port can be taken by somebody else before we do. */
    private static final int LAUNCH_ATTEMPTS = 3;
    private static final int NOBODY = -1;
    /** Who goes when somebody is to go: not the leader, so that nothing but the ship is missing. */
    private static final int GOER = 1;
    /** Bots of these seeds fight well. */
    private static final int BOT_SEED = 20;
    @Spec
    private CommandSpec spec;

    @Option(names = "--seconds", paramLabel = "S", defaultValue = "" + DEFAULT_SECONDS,
        description = "How long the match is; 0 for as long as nobody closes the window or presses Ctrl-C "
            + "(default ${DEFAULT-VALUE}).")
    private int seconds;

    @Option(names = "--kill-after", paramLabel = "S",
        description = "Player 1 stops without a word after so many seconds, like a process that is killed; player 0 "
            + "plays on.")
    private Integer killAfter;

    @Option(names = "--leave-after", paramLabel = "S",
        description = "Player 1 leaves after so many seconds; player 0 plays on.")
    private Integer leaveAfter;

    @Option(names = "--transport", paramLabel = "KIND", defaultValue = "aeron",
        description = "What they play over: aeron or udp (default ${DEFAULT-VALUE}).")
    private String transport;

    @Option(names = "--flip-after", paramLabel = "S",
        description = "One bit of player 1's state flips after so many seconds: both players tell where their states "
            + "differ, and write a folder; what then happens is up to --desync-policy.")
    private Integer flipAfter;

    @Mixin
    private AheadOption ahead;

    @Mixin
    private ImpairmentOptions impairment;

    @Option(names = "--headless", description = "No window, even when there is a display.")
    private boolean headless;

    @Option(names = "--json", description = "Print nothing but the result, as one line of JSON.")
    private boolean json;

    @Option(names = "--picture", paramLabel = "FILE.png",
        description = "Save a picture of both views after the last frame; needs no display.")
    private File picture;

    @Option(names = "--desync-dir", paramLabel = "DIR",
        description = "Where a folder with a report goes when the players' states differ; the working directory if "
            + "not given.")
    private Path desyncDir;

    @Option(names = "--desync-policy", paramLabel = "POLICY", defaultValue = "REPAIR",
        description = "What becomes of the match when the players' states differ: REPAIR, player 1 "
            + "loads the state of player 0; HALT, the match ends; REPORT_ONLY, nothing more than "
            + "the report (default ${DEFAULT-VALUE}).")
    private String desyncPolicy;

    private final DemoViews views = new DemoViews(PEERS, this::ending);
    private LinkConditions conditions;
    private DesyncFolder desyncs;
    private TransportKind kind;
    private DesyncPolicy policy;
    /** What makes each player's network worse; empty when nothing does. */
    private final List<ImpairedTransport> impaired = new ArrayList<>();
    /** Who was taken out on request. */
    private int gone = NOBODY;
    private boolean flipped;

    /** A command to be filled in by the command line. */
    public DemoCommand() {
        // The fields are options.
    }

    @Override
    public Integer call() {
        checkArguments();
        final List<KeyboardInput> keyboards = List.of(KeyboardInput.arrows(), KeyboardInput.wasd());
        final long frames =
            seconds == 0 ? MatchOptions.ENDLESS : (long) seconds * SessionConfig.DEFAULT_TICK_RATE;
        final MatchOptions settings = MatchOptions.paced(PEERS, SessionConfig.DEFAULT_TICK_RATE, frames)
            .with(policy).ahead(ahead.frames());
        List<MatchPeer> peers = List.of();
        try (StopSignal stop = StopSignal.install()) {
            try {
                peers = launch(settings, keyboards);
                play(peers, keyboards, stop);
            } catch (final TransportException failed) {
                return fail(failed.getMessage());
            } finally {
                peers.forEach(MatchPeer::close);
            }
            return report(peers);
        }
    }

    private void checkArguments() {
        if (seconds < 0 || seconds > MAX_SECONDS) {
            throw new ParameterException(spec.commandLine(),
                "--seconds is " + seconds + ", allowed is 0 to " + MAX_SECONDS);
        }
        checkMoment("--kill-after", killAfter);
        checkMoment("--leave-after", leaveAfter);
        checkMoment("--flip-after", flipAfter);
        if (killAfter != null && leaveAfter != null) {
            throw new ParameterException(spec.commandLine(), "--kill-after and --leave-after exclude each other");
        }
        conditions = impairment.conditions();
        try {
            desyncs = MatchOptions.desyncFolder(desyncDir);
            kind = TransportKind.parse(transport);
            policy = MatchOptions.desyncPolicy(desyncPolicy);
        } catch (final IllegalArgumentException refused) {
            throw new ParameterException(spec.commandLine(), refused.getMessage());
        }
        if (picture != null) {
            final File folder = picture.getAbsoluteFile().getParentFile();
            if (folder != null && !folder.exists()) {
                throw new ParameterException(spec.commandLine(), "--picture: there is no directory " + folder);
            }
            if (folder == null || !folder.isDirectory() || !folder.canWrite() || picture.isDirectory()) {
                throw new ParameterException(spec.commandLine(), "--picture: cannot write " + picture);
            }
        }
    }

    /** What is to happen must happen while the match lasts. */
    private void checkMoment(final String option, final Integer after) {
        if (after == null) {
            return;
        }
        if (after < 1 || after > MAX_SECONDS) {
            throw new ParameterException(spec.commandLine(),
                option + " is " + after + ", allowed is 1 to " + MAX_SECONDS);
        }
        if (seconds != 0 && after >= seconds) {
            throw new ParameterException(spec.commandLine(),
                option + " is " + after + ", but the match lasts " + seconds + " s; see --seconds");
        }
    }

    private List<MatchPeer> launch(final MatchOptions settings, final List<KeyboardInput> keyboards) {
        for (int attempt = 1; ; attempt++) {
            final List<Address> addresses = LoopbackPorts.free(PEERS);
            final List<MatchPeer> peers = new ArrayList<>();
            try {
                impaired.clear();
                for (int player = 0; player < PEERS; player++) {
                    peers.add(launch(settings, keyboards.get(player), player, addresses));
                }
                return peers;
            } catch (final TransportException failed) {
                peers.forEach(MatchPeer::close);
                if (attempt == LAUNCH_ATTEMPTS) {
                    throw failed;
                }
            }
        }
    }

    private MatchPeer launch(final MatchOptions settings, final InputSource keyboard, final int player,
                                    final List<Address> addresses) {
        final int other = 1 - player;
        final Map<Integer, Address> others = Map.of(other, addresses.get(other));
        final Transport plain = kind.launch(player, addresses.get(player), others, Protection.NONE);
        return MatchPeer.over(conditions == null ? plain : impair(plain), settings, player, others,
            game -> new Pilot(keyboard, new DogfightBot(game, BOT_SEED + player),
                (long) Pilot.IDLE_SECONDS * settings.tickRate()));
    }

    /** Each player's own end makes worse what it sends, so that the way there and back is as bad as was asked for. */
    private Transport impair(final Transport plain) {
        final ImpairedTransport worse = new ImpairedTransport(plain, BOT_SEED).outbound(conditions);
        impaired.add(worse);
        return worse;
    }

    private void play(final List<MatchPeer> peers, final List<KeyboardInput> keyboards, final StopSignal stop) {
        final PrintWriter out = spec.commandLine().getOut();
        final DemoWindow window = headless ? null : DemoWindow.open(views.panels(), keyboards, stop::request);
        if (!headless && window == null) {
            say(json ? spec.commandLine().getErr() : out, "There is no display to open a window on: running headless.");
        }
        final boolean watched = window != null || picture != null;
        if (watched) {
            peers.forEach(peer -> peer.onCue(cue -> views.show(peer, cue)));
            // The first call loads half of Swing, which must not happen in the middle of a frame.
            peers.forEach(views::present);
            peers.forEach(peer -> peer.afterFrame(() -> views.present(peer)));
        }
        peers.forEach(peer -> peer.onDesync(desyncs));
        final MatchRunner runner = new MatchRunner(peers);
        runner.network(nowNs -> {
            takeOut(peers.get(GOER));
            flip(peers.get(GOER));
            if (watched) {
                peers.forEach(peer -> views.refresh(peer, nowNs));
            }
            return false;
        });
        if (!json) {
            say(out, "Two peers play over " + kind.text() + " on the loopback interface"
                + (conditions == null ? "" : ", made worse: " + ImpairmentOptions.text(conditions) + ",")
                + (seconds == 0 ? "; Ctrl-C ends the match." : " for " + seconds + " s."));
            runner.everySecond(() -> tell(peers, out));
            peers.forEach(peer -> peer.onNews(line -> say(out, "player " + peer.player() + ": " + line)));
        }
        try {
            runner.run(stop);
        } finally {
            if (window != null) {
                window.close();
            }
        }
    }

    /** Kills a peer or makes it leave, when its time has come. */
    private void takeOut(final MatchPeer peer) {
        final Integer after = killAfter != null ? killAfter : leaveAfter;
        if (gone != NOBODY || after == null
            || peer.session().frame() < (long) after * SessionConfig.DEFAULT_TICK_RATE) {
            return;
        }
        gone = peer.player();
        if (killAfter != null) {
            peer.kill();
        } else {
            peer.leave();
        }
        views.close(peer, killAfter != null ? "this player was killed" : "this player has left");
    }

    private void flip(final MatchPeer peer) {
        if (!flipped && flipAfter != null
            && peer.session().frame() >= (long) flipAfter * SessionConfig.DEFAULT_TICK_RATE) {
            flipped = true;
            peer.flipBit();
        }
    }

    private String ending(final int player) {
        return impaired.isEmpty() ? "" : ImpairmentOptions.ending(impaired.get(player), 1 - player);
    }

    private void tell(final List<MatchPeer> peers, final PrintWriter out) {
        for (final MatchPeer peer : peers) {
            if (peer.session().frame() > 0 && !peer.ended()) {
                final long nowNs = System.nanoTime();
                final String waiting = peer.waiting(nowNs);
                say(out, "player " + peer.player() + ": " + new PeerSummary(peer, nowNs).line()
                    + (waiting == null ? "" : ", " + waiting.replace('\n', ' '))
                    + ending(peer.player()));
            }
        }
    }

    private int report(final List<MatchPeer> peers) {
        final long nowNs = System.nanoTime();
        final List<PeerSummary> summaries = peers.stream().map(peer -> new PeerSummary(peer, nowNs)).toList();
        String problem = DemoReport.problem(peers, summaries, gone);
        if (picture != null) {
            try {
                DemoReport.savePicture(views.panels(), picture);
            } catch (final IOException failed) {
                problem = problem == null ? "cannot write " + picture + ": " + failed.getMessage() : problem;
            }
        }
        final PrintWriter out = spec.commandLine().getOut();
        if (json) {
            final JsonWriter writer = new JsonWriter();
            writer.beginObject().name("ok").bool(problem == null).name("peers").beginArray();
            summaries.forEach(summary -> summary.writeTo(writer));
            out.println(writer.endArray().endObject());
        } else {
            DemoReport.table(summaries).forEach(out::println);
            if (problem == null) {
                out.println(String.format(Locale.ROOT, gone == NOBODY
                    ? "Both peers ended on frame %d in the same state." : "Player 0 played on alone to frame %d.",
                    summaries.get(0).frames()));
            }
        }
        out.flush();
        return problem == null ? 0 : fail(problem);
    }

    private int fail(final String why) {
        say(spec.commandLine().getErr(), spec.qualifiedName() + ": " + why);
        return 1;
    }

    private static void say(final PrintWriter to, final String line) {
        to.println(line);
        to.flush();
    }
}

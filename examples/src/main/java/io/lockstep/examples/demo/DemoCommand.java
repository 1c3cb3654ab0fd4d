package io.lockstep.examples.demo;

import io.lockstep.codecs.json.JsonWriter;
import io.lockstep.codecs.replay.DesyncFolder;
import io.lockstep.core.game.DesyncPolicy;
import io.lockstep.core.session.SessionConfig;
import io.lockstep.core.transport.TransportException;
import io.lockstep.examples.internet.FriendPlay;
import io.lockstep.examples.peer.AheadOption;
import io.lockstep.examples.peer.MatchOptions;
import io.lockstep.examples.peer.MatchPeer;
import io.lockstep.examples.peer.MatchRunner;
import io.lockstep.examples.peer.PeerSummary;
import io.lockstep.examples.peer.StopSignal;
import io.lockstep.examples.peer.TransportKind;
import io.lockstep.examples.view.DogfightPanel;
import io.lockstep.examples.view.GameWindow;
import io.lockstep.examples.view.KeyHelp;
import io.lockstep.examples.view.KeyboardInput;
import io.lockstep.testkit.LinkConditions;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code lockstep demo}: two to eight peers in this process, each with a transport of its own, play over UDP loopback.
 * Exit code 0 when all ended on the same frame and in the same state, or those that were to be left behind played to
 * the end, and no states differed that were not repaired; 1 otherwise, 2 when the arguments are wrong.
 */
@Command(name = "demo", sortOptions = false,
    description = {"Two peers or more in this process play dogfight over Aeron UDP, or plain UDP.",
        "They use the loopback interface. With a display there is a window: two ships can be flown with the keyboard, "
            + "sliders make the lines worse, buttons do to a peer what befalls one, F3 shows what it measures, and one "
            + "button ends it for a match with a friend.", ""},
    exitCodeListHeading = "%nExit code:%n", exitCodeList = {
        " 0:All peers ended on the same frame and in the same state, or those left behind played to the end.",
        " 1:They did not.", " 2:Wrong arguments.", "130, 143:Left after Ctrl-C or SIGTERM."})
public final class DemoCommand implements Callable<Integer> {

    private static final int MOST_PLAYERS = 8;
    private static final int DEFAULT_SECONDS = 30;
    /** A day; longer is a soak, not a demo. */
    private static final int MAX_SECONDS = 86_400;
    /** Who goes when somebody is to go: not the leader, so that nothing but the ship is missing. */
    private static final int GOER = 1;
    /** The same datagrams are lost each time, as far as they are the same. */
    private static final long LUCK = 20;

    @Spec
    private CommandSpec spec;

    @Option(names = "--players", paramLabel = "N", defaultValue = "2",
        description = "How many peers play, each with a view, 2 to " + MOST_PLAYERS + " (default ${DEFAULT-VALUE}).")
    private int players;

    @Option(names = "--seconds", paramLabel = "S",
        description = "How long the match is; 0 for as long as nobody closes the window or presses Ctrl-C (default 0 "
            + "with a window, " + DEFAULT_SECONDS + " without).")
    private Integer length;

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

    @Option(names = "--graph", description = "Show the net graph from the start; F3 does it, too.")
    private boolean graph;

    @Option(names = "--headless", description = "No window, even when there is a display.")
    private boolean headless;

    @Option(names = "--json", description = "Print nothing but the result, as one line of JSON.")
    private boolean json;

    @Option(names = "--picture", paramLabel = "FILE.png",
        description = "Save a picture of all views after the last frame; needs no display.")
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

    private final List<KeyboardInput> keyboards = List.of(KeyboardInput.arrows(), KeyboardInput.wasd());
    private LinkConditions conditions;
    private DesyncFolder desyncs;
    private TransportKind kind;
    private DesyncPolicy policy;
    private int seconds;
    private GameWindow window;
    private boolean takenOut;
    private boolean flipped;

    /** A command to be filled in by the command line. */
    public DemoCommand() {
        // The fields are options.
    }

    @Override
    public Integer call() {
        checkArguments();
        final boolean windowed = !headless && GameWindow.isPossible();
        seconds = length != null ? length : windowed ? 0 : DEFAULT_SECONDS;
        checkMoments();
        final long frames = seconds == 0 ? MatchOptions.ENDLESS : (long) seconds * SessionConfig.DEFAULT_TICK_RATE;
        final MatchOptions settings = MatchOptions.paced(players, SessionConfig.DEFAULT_TICK_RATE, frames)
            .with(policy).ahead(ahead.frames());
        final Lines lines = conditions != null ? new Lines(players, LUCK, conditions)
            : windowed ? new Lines(players, LUCK, LinkConditions.PERFECT) : null;
        final FriendPlay friends = new FriendPlay(told(), spec.commandLine().getErr());
        try {
            final int code = play(new DemoMatch(kind, settings, keyboards, lines), lines, friends);
            return friends.isWanted() ? Math.max(code, friends.run()) : code;
        } finally {
            if (window != null) {
                window.close();
            }
        }
    }

    private int play(final DemoMatch match, final Lines lines, final FriendPlay friends) {
        try (StopSignal stop = StopSignal.install()) {
            try {
                match.prepare(this::prepare);
                match.launch();
                play(match, lines, stop, friends);
            } catch (final TransportException failed) {
                return fail(failed.getMessage());
            } finally {
                match.close();
            }
            return report(match, stop.getAsBoolean());
        }
    }

    /** Where a person reads who has not asked for JSON, or for nothing else. */
    private PrintWriter told() {
        return json ? spec.commandLine().getErr() : spec.commandLine().getOut();
    }

    private void checkArguments() {
        range("--players", players, 2, MOST_PLAYERS);
        range("--seconds", length == null ? 0 : length, 0, MAX_SECONDS);
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
            if (!picture.getName().toLowerCase(Locale.ROOT).endsWith(".png")) {
                throw new ParameterException(spec.commandLine(), "--picture: " + picture + " does not end with .png");
            }
            final File folder = picture.getAbsoluteFile().getParentFile();
            if (folder != null && !folder.exists()) {
                throw new ParameterException(spec.commandLine(), "--picture: there is no directory " + folder);
            }
            if (folder == null || !folder.isDirectory() || !folder.canWrite() || picture.isDirectory()) {
                throw new ParameterException(spec.commandLine(), "--picture: cannot write " + picture);
            }
        }
    }

    private void range(final String option, final int value, final int least, final int most) {
        if (value < least || value > most) {
            throw new ParameterException(spec.commandLine(),
                option + " is " + value + ", allowed is " + least + " to " + most);
        }
    }

    private void checkMoments() {
        checkMoment("--kill-after", killAfter);
        checkMoment("--leave-after", leaveAfter);
        checkMoment("--flip-after", flipAfter);
    }

    /** What is to happen must happen while the match lasts. */
    private void checkMoment(final String option, final Integer after) {
        if (after == null) {
            return;
        }
        range(option, after, 1, MAX_SECONDS);
        if (seconds != 0 && after >= seconds) {
            throw new ParameterException(spec.commandLine(),
                option + " is " + after + ", but the match lasts " + seconds + " s; see --seconds");
        }
    }

    /** What each peer is given before it begins, one that comes back included. */
    private void prepare(final MatchPeer peer) {
        peer.onDesync(desyncs);
        if (!json) {
            peer.onNews(line -> say(spec.commandLine().getOut(), "player " + peer.player() + ": " + line));
        }
    }

    private void play(final DemoMatch match, final Lines lines, final StopSignal stop, final FriendPlay friends) {
        final PrintWriter out = spec.commandLine().getOut();
        window = headless ? null : GameWindow.open("Lockstep: " + players + " peers, one match", match.panels(),
            keyboards, help(), frame -> new ControlPanel(players, match, lines, frame::toggleGraph,
                () -> friends.offer(frame, stop::request)), () -> {
                    friends.close();
                    stop.request();
                });
        if (!headless && window == null) {
            say(told(), "There is no display to open a window on: running headless.");
        }
        final boolean watched = window != null || picture != null;
        if (watched) {
            match.show();
        }
        if (graph) {
            match.panels().forEach(DogfightPanel::toggleGraph);
        }
        final MatchRunner runner = new MatchRunner(match.peers());
        runner.network(nowNs -> {
            befall(match);
            if (stop.getAsBoolean()) {
                match.thaw();
            }
            if (watched) {
                match.refresh(nowNs);
            }
            match.drive();
            return false;
        });
        if (!json) {
            say(out, (players == 2 ? "Two" : players) + " peers play over " + kind.text() + " on the loopback interface"
                + (conditions == null ? "" : ", made worse: " + ImpairmentOptions.text(conditions) + ",")
                + (seconds == 0 ? "; Ctrl-C ends the match." : " for " + seconds + " s."));
            runner.everySecond(() -> tell(match, lines, out));
            match.onNews((player, line) -> say(out, "player " + player + ": " + line));
        }
        runner.run(stop);
    }

    private KeyHelp help() {
        return new KeyHelp("Bots fly until you press a key. F3 shows the net graph.",
            "A bot takes over a ship whose keys rest for " + DemoMatch.IDLE_SECONDS + " s. F3 shows the net graph.",
            IntStream.range(0, keyboards.size()).mapToObj(i -> "Player " + i + ": " + keyboards.get(i).help())
                .toList());
    }

    /** What the options have planned, when its time has come. */
    private void befall(final DemoMatch match) {
        final long frame = match.peers().get(GOER).session().frame();
        if (!takenOut && (isTime(killAfter, frame) || isTime(leaveAfter, frame))) {
            takenOut = true;
            if (killAfter != null) {
                match.kill(GOER);
            } else {
                match.leave(GOER);
            }
        }
        if (!flipped && isTime(flipAfter, frame)) {
            flipped = true;
            match.flipBit(GOER);
        }
    }

    private static boolean isTime(final Integer afterSeconds, final long frame) {
        return afterSeconds != null && frame >= (long) afterSeconds * SessionConfig.DEFAULT_TICK_RATE;
    }

    private void tell(final DemoMatch match, final Lines lines, final PrintWriter out) {
        for (final MatchPeer peer : match.peers()) {
            if (peer.session().frame() > 0 && !peer.ended()) {
                say(out, "player " + peer.player() + ": " + new PeerSummary(peer, System.nanoTime()).line()
                    + (conditions == null ? ""
                        : ImpairmentOptions.ending(lines.end(peer.player()), peer.player() == 0 ? 1 : 0)));
            }
        }
    }

    private int report(final DemoMatch match, final boolean stopped) {
        final long nowNs = System.nanoTime();
        final List<PeerSummary> summaries =
            match.peers().stream().map(peer -> new PeerSummary(peer, nowNs)).toList();
        String problem = DemoReport.problem(match.peers(), summaries, match.gone(), stopped);
        if (picture != null) {
            try {
                DemoReport.savePicture(match.panels(), picture);
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
                out.println(DemoReport.ending(summaries, match.gone()));
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

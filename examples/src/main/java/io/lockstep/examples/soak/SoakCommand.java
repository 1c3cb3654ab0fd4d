package io.lockstep.examples.soak;

import io.lockstep.examples.report.ReportOption;
import io.lockstep.examples.terminal.Progress;
import io.lockstep.testkit.Profile;
import io.lockstep.testkit.Scenario;
import io.lockstep.testkit.ScenarioException;
import io.lockstep.testkit.SwarmScenarios;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code lockstep soak}: plays a scenario, a profile or a swarm of drawn scenarios with many seeds. */
@Command(name = "soak",
    description = {"Plays simulated matches on bad networks and checks every promise at every frame.",
        "Faster than real time. One line per seed, then a summary."},
    exitCodeListHeading = "%nExit code:%n", exitCodeList = {
        " 0:Every match kept every promise and came to its end.",
        " 1:One did not, or two runs of the same differ. Some settings of a --table are known not to finish, such as "
            + "--redundancy none.", " 2:Wrong arguments."})
public final class SoakCommand implements Callable<Integer> {

    private final PrintStream out;

    @Spec
    private CommandSpec spec;

    @Option(names = "--scenario", paramLabel = "FILE", description = "Plays a scenario file.")
    private Path scenarioFile;

    @Option(names = "--profile", paramLabel = "NAME", description = "Plays on a network of a kind: lan, wifi_good, "
        + "wifi_average, wifi_congested, mobile_4g, mobile_3g, intercontinental, terrible, heavy_reorder, duplicating, "
        + "bursty.")
    private String profileName;

    @Option(names = "--swarm", description = "Draws a scenario of faults for each seed, and checks that play goes on "
        + "when they end.")
    private boolean swarm;

    @Option(names = "--churn", description = "Draws a scenario for each seed in which peers die, leave, come back or "
        + "are cut off, and checks that play goes on when the faults end.")
    private boolean churn;

    @Option(names = "--divergences", description = "Draws a scenario of faults for each seed in which somebody's copy "
        + "of the game goes wrong, and checks that this is reported.")
    private boolean divergences;

    @Option(names = "--everything", description = "Draws a scenario for each seed in which everything can happen: "
        + "faults, deaths, joins, leaves, pauses, events, divergences, repairs and state syncs in one match. Counts "
        + "what was drawn with what; 500 matches or more fail when two of these were never drawn together.")
    private boolean everything;

    @Option(names = "--calm", description = "Plays an hour without a fault for each seed, 2 to 4 peers, and checks "
        + "that nobody reports one, is lost, or comes to lead.")
    private boolean calm;

    @Mixin
    private LiarOptions liars = new LiarOptions();

    @Option(names = "--peers", paramLabel = "N", description = "Peers of a --profile match, 2 to 32 (default 2).")
    private Integer peers;

    @Option(names = "--frames", paramLabel = "N",
        description = "Frames of a match (default 3600, swarm, churn and everything 1200, divergences 360, "
            + "calm 216000).")
    private Long frames;

    @Option(names = "--game", description = "Game of a --profile: dogfight, stamps, held-stamps.", paramLabel = "NAME")
    private String game;

    @Option(names = "--seeds", paramLabel = "A..B", converter = SeedRange.Converter.class, defaultValue = "1..1",
        description = "First and last seed (default ${DEFAULT-VALUE}). From " + Fleet.FIRST_SHAPED + " on, each seed "
            + "draws the shape of a drawn match as well: players at each peer, tick rate, checksum interval, sizes of "
            + "inputs, events and states, stack, keys and lines.")
    private SeedRange seeds;

    @Option(names = "--threads", paramLabel = "N", description = "Matches at once (default one for each core).")
    private Integer threads;

    @Option(names = "--json", description = "Prints nothing but JSON to standard output.")
    private boolean json;

    @Option(names = "--twice", description = "Plays every seed twice and fails when the traces differ.")
    private boolean twice;

    @Mixin
    private TableOptions table = new TableOptions();

    @Mixin
    private ReportOption html = new ReportOption();

    @Mixin
    private PageOptions pages = new PageOptions();

    @Mixin
    private Overrides overrides = new Overrides();

    @Option(names = "--liveness", description = "Checks, as a --swarm does, that play goes on when the faults end.")
    private boolean liveness;

    @Option(names = "--stats-from-ms", paramLabel = "MS", defaultValue = "0",
        description = "Leaves the first milliseconds of play out of the figures.")
    private long statsFromMs;

    @Option(names = "--failures", paramLabel = "DIR", defaultValue = "soak-failures",
        description = "Where the scenarios of failing seeds are written (default ${DEFAULT-VALUE}).")
    private Path failures;

    /** On standard output. */
    public SoakCommand() {
        this(System.out);
    }

    /**
     * On a stream of the caller.
     *
     * @param out where lines go
     */
    public SoakCommand(final PrintStream out) {
        this.out = out;
    }

    @Override
    public Integer call() {
        final int kinds = (scenarioFile != null ? 1 : 0) + (profileName != null && !table.wanted ? 1 : 0)
            + (swarm ? 1 : 0) + (churn ? 1 : 0) + (divergences ? 1 : 0) + (everything ? 1 : 0) + (calm ? 1 : 0)
            + (table.wanted ? 1 : 0) + (pages.isWanted() ? 1 : 0) + liars.fleets();
        if (kinds != 1) {
            throw bad("one of --scenario, --profile, --swarm, --churn, --divergences, --everything, --calm, --liars, "
                + "--mutes, --table and --page is needed" + (kinds == 0 ? "" : ", not " + kinds));
        }
        if (liars.fault() != null) {
            throw bad(liars.fault());
        }
        if (pages.isAstray()) {
            throw bad("--tables is for a --page");
        }
        if (table.fault() != null) {
            throw bad(table.fault());
        }
        if (threads != null && (threads < 1 || threads > 1024)) {
            throw bad("--threads " + threads + " is not in 1 to 1024");
        }
        if (statsFromMs < 0) {
            throw bad("--stats-from-ms " + statsFromMs + " is below 0");
        }
        if (html.isWanted() && (pages.isWanted() || liars.isWanted())) {
            throw bad("--report is not for --page, --liars or --mutes");
        }
        html.check();
        if (pages.isWanted()) {
            remakePage();
            return 0;
        }
        if (liars.isWanted()) {
            return liars.fleet(out, spec.commandLine().getErr(), overrides.keys(), progress())
                .run(seeds, threads()) ? 0 : 1;
        }
        if (table.wanted) {
            return table.rates != null ? rates() : table();
        }
        final LongFunction<Scenario> scenarios = overrides.ahead(scenarios());
        final Job.Options options = new Job.Options(swarm || churn || everything || liveness, statsFromMs, calm);
        final MatchRunner runner = runner(new Overrides());
        requireRoom(runner, scenarios.apply(seeds.first()));
        final SoakReport report = new SoakReport(out, spec.commandLine().getErr(), json, failures, runner,
            everything ? new Coverage(seeds.last() >= Fleet.FIRST_SHAPED) : null);
        final SoakPage page = page();
        final Fleet fleet = new Fleet(runner, scenarios, options, seeds.first(), seeds.last(), twice ? 1 : 0,
            page == null ? report : report.andThen(outcome -> page.match(outcome, true)));
        final Thread hook = new Thread(() -> {
            fleet.stop();
            sum(report, page);
        }, "soak-summary");
        Runtime.getRuntime().addShutdownHook(hook);
        progress().show(fleet::progress);
        fleet.run(threads());
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
            sum(report, page);
            return report.failed() ? 1 : 0;
        } catch (final IllegalStateException goingDown) {
            return 1;
        }
    }

    private int threads() {
        return threads != null ? threads : Runtime.getRuntime().availableProcessors();
    }

    private int rates() {
        if (profileName != null || peers != null || frames != null || game != null || overrides.any()
            || statsFromMs > 0 || twice || liveness || html.isWanted()) {
            throw bad("of what describes a match, --rates takes its own list and --stack");
        }
        try {
            return new RateTable(out, spec.commandLine().getErr(), json, overrides.speaksUdp(), seeds, progress())
                .print(new RateList(table.rates, seeds.first()), threads()) ? 0 : 1;
        } catch (final IllegalArgumentException wrong) {
            throw bad(wrong.getMessage());
        }
    }

    private int table() {
        final List<ProfilePlay.Way> ways = new ArrayList<>(List.of(way(new Overrides())));
        if (table.versus != null) {
            try {
                ways.add(way(Overrides.parse(table.versus)));
            } catch (final IllegalArgumentException wrong) {
                throw bad(wrong.getMessage());
            }
        }
        final List<Profile> profiles = profileName == null ? List.of(Profile.values()) : List.of(profile());
        ways.forEach(way -> requireRoom(way.runner(), way.scenarios().apply(profiles.get(0))));
        final SoakPage page = page();
        final ProfilePlay play = new ProfilePlay(spec.commandLine().getErr(), seeds,
            new Job.Options(liveness, statsFromMs, false), twice, threads(), progress(), page);
        final boolean finished = table.delays
            ? new DelayTable(out, json, play).print(profiles, ways.get(0),
                ticks -> way(Overrides.parse("--input-delay " + ticks)))
            : new ProfileTable(out, json, play).print(profiles, ways);
        if (page != null) {
            page.write();
        }
        return finished ? 0 : 1;
    }

    /** The way to play that the options describe, with others that come after them. */
    private ProfilePlay.Way way(final Overrides over) {
        final String text = (peers == null ? "" : " --peers " + peers) + (frames == null ? "" : " --frames " + frames)
            + (game == null ? "" : " --game " + game) + overrides.text(over);
        return new ProfilePlay.Way(text, profile -> ofProfile(profile, over), runner(over));
    }

    private MatchRunner runner(final Overrides over) {
        try {
            return overrides.runner(over);
        } catch (final IllegalArgumentException wrong) {
            throw bad(wrong.getMessage());
        }
    }

    private static void sum(final SoakReport report, final SoakPage page) {
        report.summary();
        if (page != null) {
            page.write();
        }
    }

    private void remakePage() {
        try {
            new PageMaker(SoakCommand::new, out, spec.commandLine().getErr(), threads(), progress())
                .make(pages.page, pages.tables);
        } catch (final IOException unusable) {
            throw bad("--page: cannot read or write " + pages.page + ": " + unusable.getMessage());
        } catch (final IllegalArgumentException wrong) {
            throw bad((wrong.getMessage().startsWith("--") ? "" : "--page: ") + wrong.getMessage());
        }
    }

    private SoakPage page() {
        return html.isWanted() ? new SoakPage(html) : null;
    }

    private Progress progress() {
        return Progress.of(spec);
    }

    private LongFunction<Scenario> scenarios() {
        if (scenarioFile != null) {
            if (peers != null || frames != null || game != null || overrides.any()) {
                throw bad("--peers, --frames, --game and what else describes a match are in the scenario file");
            }
            final Scenario scenario = read();
            return seed -> scenario;
        }
        if (frames != null && (frames < 1 || frames > Scenario.MAX_FRAMES)) {
            throw bad("--frames " + frames + " is not in 1 to " + Scenario.MAX_FRAMES);
        }
        if (swarm || churn || divergences || everything || calm) {
            if (peers != null || game != null || overrides.any()) {
                throw bad("--peers, --game and what else describes a match are drawn in a --swarm");
            }
            return calm ? drawn() : Fleet.shaped(drawn());
        }
        final Scenario scenario = ofProfile(profile(), new Overrides());
        return seed -> scenario;
    }

    private Profile profile() {
        final Profile profile = Profile.byKey(profileName);
        if (profile == null) {
            throw bad("--profile " + profileName + " is not known, there are "
                + Arrays.stream(Profile.values()).map(Profile::key).collect(Collectors.joining(", ")));
        }
        return profile;
    }

    private LongFunction<Scenario> drawn() {
        if (calm) {
            return seed -> Fleet.calm(seed, frames != null ? frames : Fleet.HOUR_FRAMES);
        }
        if (divergences) {
            return seed -> SwarmScenarios.drawDivergence(seed,
                frames != null ? frames : SwarmScenarios.DIVERGENCE_FRAMES);
        }
        final long length = frames != null ? frames : SwarmScenarios.DEFAULT_FRAMES;
        if (everything) {
            return seed -> SwarmScenarios.drawEverything(seed, length);
        }
        return churn ? seed -> SwarmScenarios.drawChurn(seed, length) : seed -> SwarmScenarios.draw(seed, length);
    }

    private Scenario ofProfile(final Profile profile, final Overrides over) {
        final int count = peers != null ? peers : 2;
        if (count < 2 || count > 32) {
            throw bad("--peers " + count + " is not in 2 to 32");
        }
        final Scenario scenario = Scenario.of(profile, count, frames != null ? frames : 3600);
        scenario.game = game != null ? game : scenario.game;
        requireGame(scenario);
        try {
            overrides.applyTo(scenario);
            over.applyTo(scenario);
        } catch (final IllegalArgumentException wrong) {
            throw bad(wrong.getMessage());
        }
        return scenario;
    }

    private Scenario read() {
        try {
            final Scenario scenario = Scenario.parse(Files.readAllBytes(scenarioFile));
            requireGame(scenario);
            return scenario;
        } catch (final ScenarioException wrong) {
            throw bad(scenarioFile + ": " + wrong.getMessage());
        } catch (final IOException unreadable) {
            final String why = Files.exists(scenarioFile) ? "cannot read " : "there is no file ";
            throw bad("--scenario: " + why + scenarioFile);
        }
    }

    private void requireRoom(final MatchRunner runner, final Scenario scenario) {
        try {
            runner.requireRoom(scenario);
        } catch (final IllegalArgumentException crowded) {
            throw bad(crowded.getMessage());
        }
    }

    private void requireGame(final Scenario scenario) {
        if (!Games.known(scenario.game)) {
            throw bad("game: \"" + scenario.game + "\" is not known, there are dogfight, stamps and held-stamps");
        }
    }

    private ParameterException bad(final String why) {
        return new ParameterException(spec.commandLine(), why);
    }
}

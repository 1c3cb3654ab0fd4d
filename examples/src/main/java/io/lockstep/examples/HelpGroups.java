package io.lockstep.examples;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.OptionSpec;

/** The options in a long help, under headings. A command without groups lists its options as usual. */
final class HelpGroups {

    /** The groups of each command in order: a heading, and the names of its options. */
    private static final Map<String, Map<String, List<String>>> GROUPS = Map.of("peer", peer(), "soak", soak());

    private HelpGroups() {
    }

    private static Map<String, List<String>> peer() {
        final Map<String, List<String>> groups = new LinkedHashMap<>();
        groups.put("Players", List.of("--player", "--listen", "--peer", "--transport", "--timeout", "--token",
            "--match"));
        groups.put("Play", List.of("--frames", "--tick-rate", "--input-delay", "--prediction",
            "--bot", "--unpaced", "--window"));
        groups.put("Lost players", List.of("--drop-timeout", "--two-peer-policy", "--rejoin"));
        groups.put("Desyncs", List.of("--checksum-interval", "--desync-policy", "--desync-dir"));
        groups.put("Keys", List.of("--key-file", "--identity", "--roster", "--encrypt", "--insecure"));
        groups.put("Recording and watching", List.of("--record", "--snapshot-interval", "--spectators",
            "--spectator-delay"));
        groups.put("Output", List.of("--report", "--json", "--protocol-mode"));
        return groups;
    }

    private static Map<String, List<String>> soak() {
        final Map<String, List<String>> groups = new LinkedHashMap<>();
        groups.put("Matches", List.of("--scenario", "--profile", "--swarm", "--churn", "--divergences",
            "--everything", "--calm", "--liars", "--lie", "--mutes", "--mute", "--truthful", "--game",
            "--peers", "--frames", "--seeds"));
        groups.put("Settings of a --profile match", List.of("--tick-rate", "--input-delay", "--prediction",
            "--batching", "--redundancy", "--delivery", "--poll-ms", "--stack", "--keys"));
        groups.put("Tables", List.of("--table", "--rates", "--tables", "--page", "--delays",
            "--versus", "--stats-from-ms"));
        groups.put("Runs and output", List.of("--liveness", "--twice", "--threads", "--failures", "--report",
            "--json"));
        return groups;
    }

    /** Returns the section of the help that lists the options. */
    static String options(final Help help) {
        final Map<String, List<String>> groups = GROUPS.get(help.commandSpec().name());
        if (groups == null) {
            return help.optionList();
        }
        final List<OptionSpec> rest = new ArrayList<>(help.commandSpec().options());
        rest.removeIf(OptionSpec::hidden);
        final StringBuilder text = new StringBuilder();
        groups.forEach((heading, names) -> {
            final List<OptionSpec> options = names.stream().map(help.commandSpec()::findOption).toList();
            rest.removeAll(options);
            text.append(list(help, heading, options));
        });
        return text.append(rest.isEmpty() ? "" : list(help, "Other", rest)).toString();
    }

    private static String list(final Help help, final String heading, final List<OptionSpec> options) {
        final Help.Layout layout = help.createDefaultLayout();
        layout.addOptions(options, help.parameterLabelRenderer());
        return String.format(Locale.ROOT, "%n%s:%n%s", heading, layout);
    }
}

package io.lockstep.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.NullUnmarked;

/** Writes a scenario file: every key, always in the same order. */
@NullUnmarked
final class ScenarioWriter {

    private final ScenarioValues scenario;
    private final List<String> lines = new ArrayList<>();

    ScenarioWriter(final ScenarioValues scenario) {
        this.scenario = scenario;
    }

    String write() {
        key("name", JsonTree.quote(scenario.name));
        key("peers", scenario.peers);
        key("players", scenario.players);
        key("tickRate", scenario.tickRate);
        key("frames", scenario.frames);
        key("game", JsonTree.quote(scenario.game));
        key("inputDelay", "{ \"policy\": " + JsonTree.quote(ScenarioWords.DELAY_MODES[scenario.delayMode.ordinal()])
            + ", \"ticks\": " + scenario.delayTicks + ", \"min\": " + scenario.resolvedMinDelayTicks()
            + ", \"max\": " + scenario.resolvedMaxDelayTicks() + " }");
        key("prediction", scenario.prediction);
        key("saves", JsonTree.quote(ScenarioWords.SAVES[scenario.sparse ? 1 : 0]));
        list("windows", scenario.windows, window ->
            "{ \"peer\": " + window.peer() + ", \"frames\": " + window.frames() + " }");
        key("batching", JsonTree.quote(ScenarioWords.BATCHING[scenario.batching.ordinal()]));
        key("redundancy", JsonTree.quote(ScenarioWords.REDUNDANCY[scenario.redundancy.ordinal()]));
        key("stack", JsonTree.quote(ScenarioWords.STACKS[scenario.udp ? 1 : 0]));
        key("keys", JsonTree.quote(scenario.keys.toString()));
        key("recordings", JsonTree.quote(ScenarioWords.RECORDINGS[scenario.recordings ? 1 : 0]));
        key("spectators", scenario.spectators);
        key("delivery", JsonTree.quote(scenario.delivery.key()));
        key("startFrame", scenario.startFrame);
        key("twoPeerPolicy", JsonTree.quote(scenario.twoPeerPolicy.name()));
        key("dropTimeoutMs", scenario.dropTimeoutMs);
        key("desyncPolicy", JsonTree.quote(scenario.desyncPolicy.name()));
        key("checksumInterval", scenario.checksumInterval);
        key("stateSyncTicks", scenario.stateSyncTicks);
        key("stateBytes", scenario.stateBytes);
        key("stateChangeFrames", scenario.stateChangeFrames);
        key("eventFrames", scenario.eventFrames);
        key("inputBytes", scenario.inputBytes);
        key("eventBytes", scenario.eventBytes);
        list("polls", scenario.polls, poll ->
            "{ \"peer\": " + poll.peer() + ", \"everyMs\": " + poll.everyMs() + " }");
        list("links", scenario.links, ScenarioWriter::rule);
        list("uplinks", scenario.uplinks, uplink -> "{ \"peer\": " + peer(uplink.peer()) + ", \"bandwidthBps\": "
            + uplink.bandwidthBps() + ", \"queueMs\": " + uplink.queueMs() + " }");
        list("clocks", scenario.clocks, clock -> "{ \"peer\": " + clock.peer() + ", \"driftPpm\": " + clock.driftPpm()
            + ", \"offsetMs\": " + clock.offsetMs() + " }");
        list("events", scenario.events, ScenarioWriter::event);
        return "{\n" + String.join(",\n", lines) + "\n}\n";
    }

    private void key(final String key, final Object json) {
        lines.add("  \"" + key + "\": " + json);
    }

    private <T> void list(final String key, final List<T> entries, final Function<T, String> writer) {
        if (entries.isEmpty()) {
            key(key, "[]");
            return;
        }
        final List<String> written = new ArrayList<>();
        for (final T entry : entries) {
            written.add("    " + writer.apply(entry));
        }
        key(key, "[\n" + String.join(",\n", written) + "\n  ]");
    }

    private static String peer(final int id) {
        return id == LinkRule.ANY ? "\"*\"" : Integer.toString(id);
    }

    private static String ends(final int from, final int to) {
        return "\"from\": " + peer(from) + ", \"to\": " + peer(to);
    }

    private static String rule(final LinkRule rule) {
        final StringBuilder out = new StringBuilder("{ ").append(ends(rule.from(), rule.to()));
        add(out, "latencyMs", rule.latencyMs());
        add(out, "jitterMs", rule.jitterMs());
        add(out, "loss", rule.loss());
        if (rule.burst() != null) {
            out.append(", \"burst\": { \"enter\": ").append(Decimal.of(rule.burst().enter()))
                .append(", \"meanLength\": ").append(Decimal.of(rule.burst().meanLength())).append(" }");
        }
        add(out, "duplicate", rule.duplicate());
        if (rule.reorder() != null) {
            out.append(", \"reorder\": { \"rate\": ").append(Decimal.of(rule.reorder().rate()))
                .append(", \"window\": ").append(rule.reorder().window()).append(" }");
        }
        add(out, "corrupt", rule.corrupt());
        if (rule.bandwidthBps() != null) {
            out.append(", \"bandwidthBps\": ").append(rule.bandwidthBps());
        }
        if (rule.queuePackets() != null) {
            out.append(", \"queuePackets\": ").append(rule.queuePackets());
        }
        return out.append(" }").toString();
    }

    private static void add(final StringBuilder out, final String key, final Double value) {
        if (value != null) {
            out.append(", \"").append(key).append("\": ").append(Decimal.of(value));
        }
    }

    private static String event(final ScenarioEvent event) {
        return "{ \"atMs\": " + event.atMs()
            + (event.forMs() == ScenarioEvent.PERMANENT ? "" : ", \"forMs\": " + event.forMs())
            + ", " + what(event) + " }";
    }

    private static String what(final ScenarioEvent event) {
        if (event instanceof ScenarioEvent.Partition partition) {
            return "\"partition\": " + partition.groups().toString().replace(" ", "");
        } else if (event instanceof ScenarioEvent.Cut cut) {
            return "\"cut\": { " + ends(cut.from(), cut.to()) + " }";
        } else if (event instanceof ScenarioEvent.Pause pause) {
            return "\"pause\": " + pause.peer();
        } else if (event instanceof ScenarioEvent.Link link) {
            return "\"link\": " + rule(link.rule());
        } else if (event instanceof ScenarioEvent.SetDelay delay) {
            return "\"setDelay\": { \"peer\": " + delay.peer() + ", \"ticks\": " + delay.ticks() + " }";
        } else if (event instanceof ScenarioEvent.DropNext drop) {
            return "\"dropNext\": { " + ends(drop.from(), drop.to()) + ", \"count\": " + drop.count() + " }";
        } else if (event instanceof ScenarioEvent.ClockStep step) {
            return "\"clockStep\": { \"peer\": " + step.peer() + ", \"byMs\": " + step.byMs() + " }";
        }
        return whatHappensTo(event);
    }

    private static String whatHappensTo(final ScenarioEvent event) {
        if (event instanceof ScenarioEvent.Move move) {
            return "\"move\": " + move.peer();
        } else if (event instanceof ScenarioEvent.Kill kill) {
            return "\"kill\": " + kill.peer();
        } else if (event instanceof ScenarioEvent.Restart restart) {
            return "\"restart\": " + restart.peer();
        } else if (event instanceof ScenarioEvent.Leave leave) {
            return "\"leave\": " + leave.peer();
        } else if (event instanceof ScenarioEvent.Join join) {
            return "\"join\": " + join.peer();
        } else if (event instanceof ScenarioEvent.KillAt at) {
            return "\"killAt\": { \"peer\": " + at.peer() + ", \"message\": " + JsonTree.quote(at.message())
                + ", \"n\": " + at.n() + " }";
        } else if (event instanceof ScenarioEvent.Diverge diverge) {
            return "\"diverge\": { \"peer\": " + diverge.peer() + ", \"kind\": "
                + JsonTree.quote(diverge.kind().key()) + " }";
        }
        return whatPlayersOrder(event);
    }

    private static String whatPlayersOrder(final ScenarioEvent event) {
        if (event instanceof ScenarioEvent.PauseMatch pause) {
            return "\"pauseMatch\": " + pause.peer();
        } else if (event instanceof ScenarioEvent.ResumeMatch resume) {
            return "\"resumeMatch\": " + resume.peer();
        }
        throw new IllegalStateException("event " + event);
    }
}

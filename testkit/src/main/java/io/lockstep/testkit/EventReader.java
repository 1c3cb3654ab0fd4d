package io.lockstep.testkit;

import io.lockstep.core.session.SessionConfig;
import org.jspecify.annotations.NullUnmarked;

/** Reads one event of a scenario file. */
@NullUnmarked
final class EventReader {

    /** What one ordered loss can take: minutes of datagrams. */
    private static final int MAX_DROPS = 100_000;
    /** How many datagrams of a kind a peer may send before it dies: minutes of them. */
    private static final int MAX_COUNTED = 100_000;
    private static final String[] KINDS = {"partition", "cut", "pause", "link", "setDelay", "dropNext", "clockStep",
        "kill", "restart", "leave", "join", "killAt", "diverge", "corruptState", "pauseMatch", "resumeMatch", "move"};

    private final int peers;
    private final int longestDelay;

    private EventReader(final ScenarioValues scenario) {
        peers = scenario.peers;
        longestDelay = SessionConfig.maxInputDelay(scenario.tickRate);
    }

    static ScenarioEvent read(final ScenarioFields in, final ScenarioValues scenario) {
        return new EventReader(scenario).event(in);
    }

    private ScenarioEvent event(final ScenarioFields in) {
        String found = null;
        for (final String kind : KINDS) {
            if (in.has(kind)) {
                if (found != null) {
                    throw in.wrong(kind, "comes with " + found + ": one event is one thing");
                }
                found = kind;
            }
        }
        final long atMs = in.integer("atMs", 0, ScenarioValues.MAX_MS);
        if (found == null) {
            // Names an unknown key rather than the lack of a known one.
            in.integer("forMs", 1, ScenarioValues.MAX_MS, 0);
            in.finish();
            throw in.wrong("atMs", "is the time of nothing: one of " + String.join(", ", KINDS) + " is missing");
        }
        return event(in, found, atMs);
    }

    private ScenarioEvent event(final ScenarioFields in, final String kind, final long atMs) {
        final ScenarioFields what = switch (kind) {
            case "cut", "link", "setDelay", "dropNext", "clockStep", "killAt", "diverge" -> in.object(kind);
            default -> null;
        };
        final boolean lasts = switch (kind) {
            case "partition", "cut", "pause", "link", "pauseMatch" -> true;
            default -> false;
        };
        if (!lasts && in.has("forMs")) {
            throw in.wrong("forMs", "means nothing for " + kind + ", which is over at once");
        }
        final long forMs = in.integer("forMs", 1, ScenarioValues.MAX_MS, ScenarioEvent.PERMANENT);
        final int from = "cut".equals(kind) || "dropNext".equals(kind) ? what.peerOrAny("from", peers) : 0;
        final ScenarioEvent event = switch (kind) {
            case "partition" -> new ScenarioEvent.Partition(atMs, forMs, in.groups(kind, peers));
            case "pause" -> new ScenarioEvent.Pause(atMs, forMs, in.peer(kind, peers));
            case "link" -> new ScenarioEvent.Link(atMs, forMs, LinkReader.rule(what, peers));
            case "cut" -> new ScenarioEvent.Cut(atMs, forMs, from, LinkReader.receiver(what, from, peers));
            case "setDelay" -> new ScenarioEvent.SetDelay(atMs, what.peer("peer", peers),
                (int) what.integer("ticks", 0, longestDelay));
            case "dropNext" -> new ScenarioEvent.DropNext(atMs, from, LinkReader.receiver(what, from, peers),
                (int) what.integer("count", 1, MAX_DROPS));
            case "kill" -> new ScenarioEvent.Kill(atMs, in.peer(kind, peers));
            case "restart" -> new ScenarioEvent.Restart(atMs, in.peer(kind, peers));
            case "leave" -> new ScenarioEvent.Leave(atMs, in.peer(kind, peers));
            case "join" -> new ScenarioEvent.Join(atMs, in.peer(kind, peers));
            case "pauseMatch" -> new ScenarioEvent.PauseMatch(atMs, forMs, in.peer(kind, peers));
            case "resumeMatch" -> new ScenarioEvent.ResumeMatch(atMs, in.peer(kind, peers));
            case "move" -> new ScenarioEvent.Move(atMs, in.peer(kind, peers));
            case "killAt" -> killAt(what, atMs);
            case "diverge" -> diverge(what, atMs);
            case "corruptState" -> new ScenarioEvent.Diverge(atMs, in.peer(kind, peers), DivergenceKind.FLIP);
            default -> new ScenarioEvent.ClockStep(atMs, what.peer("peer", peers),
                what.integer("byMs", -VirtualClock.MAX_OFFSET_MS, VirtualClock.MAX_OFFSET_MS));
        };
        if (what != null) {
            what.finish();
        }
        return event;
    }

    private ScenarioEvent diverge(final ScenarioFields what, final long atMs) {
        what.require("kind");
        final int kind = what.word("kind", 0, DivergenceKind.keys());
        return new ScenarioEvent.Diverge(atMs, what.peer("peer", peers), DivergenceKind.values()[kind]);
    }

    private ScenarioEvent killAt(final ScenarioFields what, final long atMs) {
        what.require("message");
        final int name = what.word("message", 0, DatagramNames.ALL.toArray(new String[0]));
        return new ScenarioEvent.KillAt(atMs, what.peer("peer", peers), DatagramNames.ALL.get(name),
            (int) what.integer("n", 1, MAX_COUNTED));
    }
}

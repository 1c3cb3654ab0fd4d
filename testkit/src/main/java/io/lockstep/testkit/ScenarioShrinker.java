package io.lockstep.testkit;

import io.lockstep.core.game.Batching;
import io.lockstep.core.session.SessionConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Makes a scenario that breaks a promise smaller while it still breaks it: drops events and rules, plays shorter and
 * with fewer peers, halves values.
 */
public final class ScenarioShrinker {

    /** Fewest frames worth trying. */
    private static final long LEAST_FRAMES = 30;
    /** A value halved so often is as good as gone. */
    private static final double LEAST_MS = 1;

    private final Predicate<Scenario> breaks;
    private final BooleanSupplier outOfTime;
    private Scenario smallest;
    private int runsLeft;

    /**
     * A shrinker that has not started.
     *
     * @param scenario  breaks a promise
     * @param maxRuns   how often a match may be played
     * @param outOfTime says when to stop
     * @param breaks    plays a scenario and says whether it still breaks the promise
     */
    public ScenarioShrinker(final Scenario scenario, final int maxRuns, final BooleanSupplier outOfTime,
                            final Predicate<Scenario> breaks) {
        this.breaks = breaks;
        this.outOfTime = outOfTime;
        smallest = scenario;
        runsLeft = maxRuns;
    }

    /**
     * Shrinks.
     *
     * @return the smallest scenario found
     */
    public Scenario shrink() {
        boolean smaller = true;
        while (smaller && runsLeft > 0) {
            smaller = false;
            for (final Scenario candidate : candidates(smallest)) {
                if (runsLeft-- <= 0 || outOfTime.getAsBoolean()) {
                    return smallest;
                }
                if (breaks.test(candidate)) {
                    smallest = candidate;
                    smaller = true;
                    break;
                }
            }
        }
        return smallest;
    }

    /** The larger steps first. */
    private static List<Scenario> candidates(final Scenario from) {
        final List<Scenario> all = new ArrayList<>();
        if (from.frames / 2 >= LEAST_FRAMES) {
            all.add(shorter(from, from.frames / 2));
            all.add(shorter(from, from.frames * 3 / 4));
        }
        if (from.peers > 2 && fewer(from).seatedAtStart() != 0) {
            all.add(fewer(from));
        }
        if (from.events.size() > 1) {
            final Scenario none = from.copy();
            none.events.clear();
            all.add(none);
        }
        for (int i = 0; i < from.events.size(); i++) {
            final Scenario without = from.copy();
            without.events.remove(i);
            all.add(without);
        }
        for (int i = 0; i < from.clocks.size(); i++) {
            final Scenario without = from.copy();
            without.clocks.remove(i);
            all.add(without);
        }
        for (int i = 0; i < from.polls.size(); i++) {
            final Scenario without = from.copy();
            without.polls.remove(i);
            all.add(without);
        }
        for (int i = 0; i < from.links.size(); i++) {
            if (from.links.size() > 1) {
                final Scenario without = from.copy();
                without.links.remove(i);
                all.add(without);
            }
            for (final LinkRule rule : milder(from.links.get(i))) {
                final Scenario mild = from.copy();
                mild.links.set(i, rule);
                all.add(mild);
            }
        }
        for (int i = 0; i < from.uplinks.size(); i++) {
            final Scenario without = from.copy();
            without.uplinks.remove(i);
            all.add(without);
        }
        plainer(from, all);
        return all;
    }

    private static void plainer(final Scenario from, final List<Scenario> all) {
        add(all, from, from.startFrame != 0, plain -> plain.startFrame = 0);
        add(all, from, from.resolvedPlayers() > from.peers,
            plain -> plain.players = plain.peers + (plain.players - plain.peers) / 2);
        add(all, from, from.inputBytes != SessionConfig.DEFAULT_INPUT_BYTES,
            plain -> plain.inputBytes = SessionConfig.DEFAULT_INPUT_BYTES);
        add(all, from, from.eventBytes != 0, plain -> plain.eventBytes = 0);
        add(all, from, from.checksumInterval != SessionConfig.DEFAULT_CHECKSUM_INTERVAL,
            plain -> plain.checksumInterval = SessionConfig.DEFAULT_CHECKSUM_INTERVAL);
        add(all, from, from.stateSyncTicks != 0, plain -> plain.stateSyncTicks = 0);
        add(all, from, from.stateBytes != 0, plain -> plain.stateBytes /= 2);
        add(all, from, from.stateChangeFrames != 0, plain -> plain.stateChangeFrames = 0);
        add(all, from, from.udp, plain -> plain.udp = false);
        add(all, from, from.recordings, plain -> plain.recordings = false);
        add(all, from, from.spectators != 0, plain -> plain.spectators--);
        add(all, from, from.keys != PeerKeys.NONE, plain -> plain.keys = PeerKeys.NONE);
        add(all, from, from.eventFrames != 0, plain -> plain.eventFrames = 0);
        add(all, from, !from.windows.isEmpty(), plain -> plain.windows.clear());
        add(all, from, from.sparse, plain -> plain.sparse = false);
        add(all, from, from.prediction != 0, plain -> plain.prediction /= 2);
        add(all, from, from.batching != Batching.OFF, plain -> plain.batching = Batching.OFF);
        for (int i = 0; i < from.events.size(); i++) {
            final ScenarioEvent event = from.events.get(i);
            final ScenarioEvent brief = briefer(event);
            if (brief != event) {
                final Scenario plain = from.copy();
                plain.events.set(i, brief);
                all.add(plain);
            }
        }
    }

    /** Adds a copy with a plainer setting, unless that is plain already. */
    private static void add(final List<Scenario> all, final Scenario from, final boolean isUnusual,
                            final Consumer<Scenario> change) {
        if (isUnusual) {
            final Scenario plain = from.copy();
            change.accept(plain);
            all.add(plain);
        }
    }

    private static ScenarioEvent briefer(final ScenarioEvent event) {
        if (event instanceof ScenarioEvent.KillAt it && it.n() > 1) {
            return new ScenarioEvent.KillAt(it.atMs(), it.peer(), it.message(), it.n() / 2);
        }
        final long half = event.forMs() / 2;
        if (half == 0) {
            return event;
        }
        if (event instanceof ScenarioEvent.Partition it) {
            return new ScenarioEvent.Partition(it.atMs(), half, it.groups());
        }
        if (event instanceof ScenarioEvent.Cut it) {
            return new ScenarioEvent.Cut(it.atMs(), half, it.from(), it.to());
        }
        if (event instanceof ScenarioEvent.Pause it) {
            return new ScenarioEvent.Pause(it.atMs(), half, it.peer());
        }
        if (event instanceof ScenarioEvent.Link it) {
            return new ScenarioEvent.Link(it.atMs(), half, it.rule());
        }
        if (event instanceof ScenarioEvent.PauseMatch it) {
            return new ScenarioEvent.PauseMatch(it.atMs(), half, it.peer());
        }
        return event;
    }

    private static Scenario shorter(final Scenario from, final long frames) {
        final Scenario copy = from.copy();
        copy.frames = frames;
        copy.events.removeIf(event -> event.atMs() > copy.nominalMs());
        return copy;
    }

    private static Scenario fewer(final Scenario from) {
        final Scenario copy = from.copy();
        final int gone = --copy.peers;
        copy.links.removeIf(rule -> rule.from() == gone || rule.to() == gone);
        copy.uplinks.removeIf(uplink -> uplink.peer() == gone);
        copy.clocks.removeIf(clock -> clock.peer() == gone);
        copy.polls.removeIf(poll -> poll.peer() == gone);
        copy.windows.removeIf(window -> window.peer() == gone);
        copy.events.removeIf(event -> isAbout(event, gone));
        return copy;
    }

    private static boolean isAbout(final ScenarioEvent event, final int peer) {
        if (event instanceof ScenarioEvent.Partition it) {
            return it.groups().stream().anyMatch(group -> group.contains(peer));
        }
        if (event instanceof ScenarioEvent.Cut it) {
            return it.from() == peer || it.to() == peer;
        }
        if (event instanceof ScenarioEvent.Link it) {
            return it.rule().from() == peer || it.rule().to() == peer;
        }
        if (event instanceof ScenarioEvent.DropNext it) {
            return it.from() == peer || it.to() == peer;
        }
        if (event instanceof ScenarioEvent.Pause it) {
            return it.peer() == peer;
        }
        if (event instanceof ScenarioEvent.SetDelay it) {
            return it.peer() == peer;
        }
        if (event instanceof ScenarioEvent.ClockStep it) {
            return it.peer() == peer;
        }
        return seatOf(event) == peer;
    }

    /** The peer whose process starts, ends, goes wrong or orders something by an event, −1 if none does. */
    private static int seatOf(final ScenarioEvent event) {
        if (event instanceof ScenarioEvent.Move it) {
            return it.peer();
        }
        if (event instanceof ScenarioEvent.Kill it) {
            return it.peer();
        }
        if (event instanceof ScenarioEvent.Restart it) {
            return it.peer();
        }
        if (event instanceof ScenarioEvent.Leave it) {
            return it.peer();
        }
        if (event instanceof ScenarioEvent.Join it) {
            return it.peer();
        }
        if (event instanceof ScenarioEvent.Diverge it) {
            return it.peer();
        }
        if (event instanceof ScenarioEvent.PauseMatch it) {
            return it.peer();
        }
        if (event instanceof ScenarioEvent.ResumeMatch it) {
            return it.peer();
        }
        return event instanceof ScenarioEvent.KillAt it ? it.peer() : LinkRule.ANY;
    }

    private static List<LinkRule> milder(final LinkRule rule) {
        final LinkConditions link = rule.applyTo(LinkConditions.PERFECT);
        final List<LinkConditions> mild = new ArrayList<>();
        if (link.latencyMs() > 0) {
            mild.add(link.withLatency(half(link.latencyMs())));
        }
        if (link.jitterMs() > 0) {
            mild.add(link.withJitter(half(link.jitterMs())));
        }
        if (link.loss() > 0) {
            mild.add(link.withLoss(0));
        }
        if (link.burst().enter() > 0) {
            mild.add(link.withBurst(0, 1));
        }
        if (link.duplicate() > 0) {
            mild.add(link.withDuplicate(0));
        }
        if (link.reorder().rate() > 0) {
            mild.add(link.withReorder(0, 1));
        }
        if (link.corrupt() > 0) {
            mild.add(link.withCorrupt(0));
        }
        if (link.bandwidthBps() > 0) {
            mild.add(link.withBandwidth(0, 0));
        }
        final List<LinkRule> rules = new ArrayList<>();
        for (final LinkConditions conditions : mild) {
            rules.add(LinkRule.of(rule.from(), rule.to(), conditions));
        }
        return rules;
    }

    private static double half(final double milliseconds) {
        return milliseconds < LEAST_MS ? 0 : Math.floor(milliseconds / 2);
    }
}

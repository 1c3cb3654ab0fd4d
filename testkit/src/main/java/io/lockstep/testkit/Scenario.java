package io.lockstep.testkit;

/**
 * A match and everything that goes wrong in it, as written in a scenario file. A scenario and a seed determine a run.
 * Plain values, to be filled in by hand, read by {@link #parse} or drawn at random; {@link #toJson} writes them all,
 * those that were defaults too, so that a run can be repeated when the defaults have changed.
 */
public final class Scenario extends ScenarioValues {

    /** A scenario without a name, a length or a fault. */
    public Scenario() {
    }

    /**
     * A match on a network of a certain kind.
     *
     * @param profile the network
     * @param peers   how many play
     * @param frames  how long
     * @return a scenario of the profile's name
     */
    public static Scenario of(final Profile profile, final int peers, final long frames) {
        final Scenario scenario = new Scenario();
        scenario.name = profile.key();
        scenario.peers = peers;
        scenario.frames = frames;
        scenario.links.add(LinkRule.of(LinkRule.ANY, LinkRule.ANY, profile.conditions()));
        return scenario;
    }

    /**
     * Reads a scenario.
     *
     * @param json a scenario file, UTF-8, at most 1 MiB
     * @return what it says
     * @throws ScenarioException if it is not JSON, or has an unknown key, a wrong type or an impossible value
     */
    public static Scenario parse(final byte[] json) {
        final Scenario scenario = new Scenario();
        ScenarioReader.read(json, scenario);
        return scenario;
    }

    /**
     * Writes the scenario: every key in a fixed order, a line for each and for each entry of a list.
     *
     * @return a scenario file that {@link #parse} reads as this same scenario
     */
    public String toJson() {
        return new ScenarioWriter(this).write();
    }

    /**
     * A scenario that can be changed without changing this one.
     *
     * @return an equal one
     */
    public Scenario copy() {
        final Scenario copy = new Scenario();
        copy.name = name;
        copy.peers = peers;
        copy.players = players;
        copy.tickRate = tickRate;
        copy.frames = frames;
        copy.game = game;
        copy.delayMode = delayMode;
        copy.delayTicks = delayTicks;
        copy.minDelayTicks = minDelayTicks;
        copy.maxDelayTicks = maxDelayTicks;
        copy.prediction = prediction;
        copy.sparse = sparse;
        copy.windows.addAll(windows);
        copy.batching = batching;
        copy.redundancy = redundancy;
        copy.udp = udp;
        copy.keys = keys;
        copy.recordings = recordings;
        copy.spectators = spectators;
        copy.delivery = delivery;
        copy.startFrame = startFrame;
        copy.twoPeerPolicy = twoPeerPolicy;
        copy.dropTimeoutMs = dropTimeoutMs;
        copy.desyncPolicy = desyncPolicy;
        copy.checksumInterval = checksumInterval;
        copy.stateSyncTicks = stateSyncTicks;
        copy.stateBytes = stateBytes;
        copy.stateChangeFrames = stateChangeFrames;
        copy.eventFrames = eventFrames;
        copy.inputBytes = inputBytes;
        copy.eventBytes = eventBytes;
        copy.polls.addAll(polls);
        copy.links.addAll(links);
        copy.uplinks.addAll(uplinks);
        copy.clocks.addAll(clocks);
        copy.events.addAll(events);
        return copy;
    }
}

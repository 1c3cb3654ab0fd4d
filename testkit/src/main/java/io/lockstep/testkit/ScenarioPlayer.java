package io.lockstep.testkit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Puts a scenario into effect: makes its network and its clocks, and lets its events happen when their time has come.
 * Whoever runs the sessions moves the time here instead of at the network, polls each session with the time its
 * {@link #clock} shows, not while that is paused, and not more often than {@link #pollEveryNs} says.
 */
public final class ScenarioPlayer {

    private static final long NS_PER_MS = 1_000_000L;

    private final Scenario scenario;
    private final SimulatedNetwork network;
    private final VirtualClock[] clocks;
    private final long[] pollEveryNs;
    private final List<Action> actions = new ArrayList<>();
    private final List<LinkRule> active = new ArrayList<>();
    private final DelayListener delays;
    private final ArrayDeque<ScenarioEvent> orders = new ArrayDeque<>();
    private int next;

    /** Is told when a peer is to change its input delay. */
    @FunctionalInterface
    public interface DelayListener {

        /**
         * A peer is to change its input delay.
         *
         * @param peer  which
         * @param ticks to how much
         */
        void setDelay(int peer, int ticks);
    }

    /** The beginning or the end of an event. */
    private record Action(long atNs, ScenarioEvent event, boolean begins) {
    }

    /**
     * A scenario at its beginning.
     *
     * @param scenario what is to happen; not to be changed any more
     * @param seed     where all random numbers of the network start
     * @param delays   is told of changes of the input delay
     * @throws IllegalArgumentException if the scenario has impossible values
     */
    public ScenarioPlayer(final Scenario scenario, final long seed, final DelayListener delays) {
        this.scenario = scenario;
        this.delays = delays;
        network = new SimulatedNetwork(scenario.peers, seed).inputDelivery(scenario.delivery);
        clocks = new VirtualClock[scenario.peers];
        pollEveryNs = new long[scenario.peers];
        for (int peer = 0; peer < scenario.peers; peer++) {
            clocks[peer] = new VirtualClock(0, 0);
        }
        for (final Scenario.Clock clock : scenario.clocks) {
            clocks[clock.peer()] = new VirtualClock(clock.driftPpm(), clock.offsetMs());
        }
        for (final Scenario.Poll poll : scenario.polls) {
            pollEveryNs[poll.peer()] = poll.everyMs() * NS_PER_MS;
        }
        for (final ScenarioEvent event : scenario.events) {
            actions.add(new Action(event.atMs() * NS_PER_MS, event, true));
            if (event.forMs() != ScenarioEvent.PERMANENT) {
                actions.add(new Action((event.atMs() + event.forMs()) * NS_PER_MS, event, false));
            }
        }
        // The sort is stable: what happens at the same time happens in the order of the file.
        actions.sort(Comparator.comparingLong(Action::atNs));
        applyRules();
        applyUplinks();
        advanceTo(0);
    }

    /**
     * The network.
     *
     * @return to take the endpoints from; its time is moved by {@link #advanceTo}
     */
    public SimulatedNetwork network() {
        return network;
    }

    /**
     * One peer's clock.
     *
     * @param peer which
     * @return its clock
     */
    public VirtualClock clock(final int peer) {
        return clocks[peer];
    }

    /**
     * How seldom one peer is to be polled.
     *
     * @param peer which
     * @return nanoseconds of virtual time from one poll to the next, 0 for as often as one likes
     */
    public long pollEveryNs(final int peer) {
        return pollEveryNs[peer];
    }

    /**
     * When the next event begins or ends.
     *
     * @return virtual nanoseconds, {@link Long#MAX_VALUE} if none does any more
     */
    public long nextEventNs() {
        return next < actions.size() ? actions.get(next).atNs : Long.MAX_VALUE;
    }

    /**
     * Moves the network's time on and lets happen what is due, each thing at its own time.
     *
     * @param timeNs virtual nanoseconds since the beginning, never less than before
     */
    public void advanceTo(final long timeNs) {
        while (nextEventNs() <= timeNs) {
            final Action action = actions.get(next++);
            network.advanceTo(action.atNs);
            apply(action);
        }
        network.advanceTo(timeNs);
    }

    /**
     * What is to happen to a peer's process: a {@link ScenarioEvent.Kill}, {@link ScenarioEvent.Restart},
     * {@link ScenarioEvent.Leave}, {@link ScenarioEvent.Join}, {@link ScenarioEvent.KillAt},
     * {@link ScenarioEvent.Diverge}, {@link ScenarioEvent.PauseMatch} (whose end is another order) or
     * {@link ScenarioEvent.ResumeMatch} that has come due. To be carried out by whoever runs the sessions.
     *
     * @return the next one, or null if there is none for now
     */
    public ScenarioEvent nextOrder() {
        return orders.poll();
    }

    /**
     * Ends all faults among some peers for good: cuts are mended, pauses end, links keep their latency and bandwidth
     * and lose all other impairments. Between and among the others everything stays as it is now; nothing else
     * happens any more.
     *
     * @param peerMask bit n for peer n; −1 for all
     */
    public void calm(final int peerMask) {
        next = actions.size();
        for (int from = 0; from < scenario.peers; from++) {
            if ((peerMask & 1 << from) == 0) {
                continue;
            }
            clocks[from].resume();
            for (int to = 0; to < scenario.peers; to++) {
                if (to != from && (peerMask & 1 << to) != 0) {
                    network.heal(from, to);
                    network.conditions(from, to, LinkConditions.latency(scenario.conditions(from, to).latencyMs())
                        .withBandwidth(scenario.conditions(from, to).bandwidthBps(),
                            scenario.conditions(from, to).queuePackets()));
                }
            }
        }
    }

    private void applyUplinks() {
        for (final Scenario.Uplink uplink : scenario.uplinks) {
            for (int peer = 0; peer < scenario.peers; peer++) {
                if (uplink.peer() == LinkRule.ANY || uplink.peer() == peer) {
                    network.uplink(peer, uplink.bandwidthBps(), uplink.queueMs());
                }
            }
        }
    }

    private void applyRules() {
        for (int from = 0; from < scenario.peers; from++) {
            for (int to = 0; to < scenario.peers; to++) {
                if (from != to) {
                    LinkConditions conditions = scenario.conditions(from, to);
                    for (final LinkRule rule : active) {
                        conditions = rule.matches(from, to) ? rule.applyTo(conditions) : conditions;
                    }
                    if (!conditions.equals(network.conditions(from, to))) {
                        network.conditions(from, to, conditions);
                    }
                }
            }
        }
    }

    private void apply(final Action action) {
        final ScenarioEvent event = action.event;
        if (event instanceof ScenarioEvent.Link link) {
            if (action.begins) {
                active.add(link.rule());
            } else {
                removeSame(link.rule());
            }
            applyRules();
        } else if (event instanceof ScenarioEvent.Partition partition) {
            partition(partition.groups(), action.begins);
        } else if (event instanceof ScenarioEvent.Cut cut) {
            cut(cut.from(), cut.to(), action.begins);
        } else if (event instanceof ScenarioEvent.Pause pause) {
            if (action.begins) {
                clocks[pause.peer()].pauseUntil(pause.forMs() == ScenarioEvent.PERMANENT ? Long.MAX_VALUE
                    : (pause.atMs() + pause.forMs()) * NS_PER_MS);
            }
        } else if (event instanceof ScenarioEvent.DropNext drop) {
            dropNext(drop);
        } else if (event instanceof ScenarioEvent.SetDelay delay) {
            delays.setDelay(delay.peer(), delay.ticks());
        } else if (event instanceof ScenarioEvent.ClockStep step) {
            clocks[step.peer()].step(step.byMs());
        } else if (event instanceof ScenarioEvent.Move move) {
            network.move(move.peer());
        } else if (event instanceof ScenarioEvent.PauseMatch pause && !action.begins) {
            orders.add(new ScenarioEvent.ResumeMatch(pause.atMs() + pause.forMs(), pause.peer()));
        } else {
            orders.add(event);
        }
    }

    /** Equal rules of two events are two rules. */
    private void removeSame(final LinkRule rule) {
        for (int i = 0; i < active.size(); i++) {
            if (active.get(i) == rule) {
                active.remove(i);
                return;
            }
        }
    }

    private void partition(final List<List<Integer>> groups, final boolean begins) {
        for (final List<Integer> one : groups) {
            for (final List<Integer> other : groups) {
                if (one != other) {
                    for (final int from : one) {
                        for (final int to : other) {
                            cut(from, to, begins);
                        }
                    }
                }
            }
        }
    }

    private void cut(final int from, final int to, final boolean begins) {
        for (int a = 0; a < scenario.peers; a++) {
            for (int b = 0; b < scenario.peers; b++) {
                if (a != b && (from == LinkRule.ANY || from == a) && (to == LinkRule.ANY || to == b)) {
                    if (begins) {
                        network.cut(a, b);
                    } else {
                        network.mend(a, b);
                    }
                }
            }
        }
    }

    private void dropNext(final ScenarioEvent.DropNext drop) {
        for (int a = 0; a < scenario.peers; a++) {
            for (int b = 0; b < scenario.peers; b++) {
                if (a != b && (drop.from() == LinkRule.ANY || drop.from() == a)
                    && (drop.to() == LinkRule.ANY || drop.to() == b)) {
                    network.dropNext(a, b, drop.count());
                }
            }
        }
    }
}

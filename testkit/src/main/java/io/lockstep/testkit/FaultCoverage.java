package io.lockstep.testkit;

import java.util.Comparator;

/** Finds runs that prove nothing: without frames, or without the faults their scenario asks for. */
final class FaultCoverage {

    /** So many faults of a kind expected and none seen: less likely than two in a billion by chance. */
    private static final double EXPECTED = 20;
    /** Datagrams a peer sends another in a second at the least. */
    private static final int TICKS_PER_DATAGRAM = 4;
    private static final double MS_PER_S = 1000;
    /** Until then everybody has done something that can go wrong. */
    private static final long DIVERGENCE_ROOM_MS = 3000;
    /** Time, in milliseconds, in which peers meet once nothing keeps them apart. */
    private static final long MEETING_MS = 2000;

    private final Scenario scenario;
    private final MatchWorld.Faults faults;
    private final Processes processes;
    private final Oracle oracle;

    FaultCoverage(final Scenario scenario, final MatchWorld.Faults faults, final Processes processes) {
        this.scenario = scenario;
        this.faults = faults;
        this.processes = processes;
        oracle = processes.oracle;
    }

    /** Returns whether a line is cut for good at a time at which some peers may not have met yet. */
    private boolean isCutBeforeAllHaveMet() {
        long metMs = MEETING_MS;
        for (final ScenarioEvent event : scenario.events.stream()
            .sorted(Comparator.comparingLong(ScenarioEvent::atMs)).toList()) {
            final boolean isCut = event instanceof ScenarioEvent.Cut || event instanceof ScenarioEvent.Partition;
            if (event.atMs() > metMs || !isCut && !(event instanceof ScenarioEvent.Pause)) {
                continue;
            }
            if (isCut && event.forMs() == ScenarioEvent.PERMANENT) {
                return true;
            }
            metMs = Math.max(metMs, event.atMs() + event.forMs() + MEETING_MS);
        }
        return false;
    }

    /**
     * Looks at what there was.
     *
     * @param plain whether everybody had to stay to the end: who is alone meets no faults
     * @param endMs when the match was over
     */
    void check(final boolean plain, final long endMs) {
        final DivergenceOracle divergences = processes.divergences;
        double sent = 0;
        for (final ObservedPeer peer : processes.peers) {
            sent += peer.transport.datagrams();
        }
        if (scenario.hasChurn()) {
            // A peer that dies before the first frame keeps everybody from it.
            return;
        }
        if (!oracle.hasPlayed()) {
            if (!isCutBeforeAllHaveMet()) {
                oracle.violated("VACUOUS", scenario.startFrame, "no frame was played");
            }
            return;
        }
        if (divergences != null && divergences.all().isEmpty() && hasRoomForADivergence(endMs)) {
            oracle.violated("VACUOUS", scenario.startFrame, "nobody's game ever went wrong");
        }
        if (!plain) {
            return;
        }
        final int links = Math.max(1, scenario.peers * (scenario.peers - 1));
        final double perLink = sent / links;
        double lost = 0;
        double doubled = 0;
        double overtaken = 0;
        double damaged = 0;
        for (int from = 0; from < scenario.peers; from++) {
            for (int to = 0; to < scenario.peers; to++) {
                if (from != to) {
                    final LinkConditions link = scenario.conditions(from, to);
                    lost += perLink * (link.loss() + link.burst().enter());
                    doubled += perLink * link.duplicate() * (1 - link.loss());
                    overtaken += perLink * link.reorder().rate() * (1 - link.loss());
                    damaged += perLink * link.corrupt() * (1 - link.loss());
                }
            }
        }
        // Half of it, because a match may spend much of its time cut off or paused.
        require("loss", lost / 2, faults.dropped());
        require("duplication", doubled / 2, faults.duplicated());
        require("reordering", overtaken / 2, faults.reordered());
        require("corruption", damaged / 2, faults.corrupted());
        require("partitions", partitioned(), faults.partitioned());
    }

    /** Is anybody's game to go wrong long enough before the end? In a pause none does, and one may never end. */
    private boolean hasRoomForADivergence(final long endMs) {
        final long lastMs = Math.min(scenario.nominalMs(), endMs) - DIVERGENCE_ROOM_MS;
        // Who is cut off waits, and where two have agreed to stop then it never plays on.
        final long frames = (long) (DIVERGENCE_ROOM_MS / MS_PER_S * scenario.tickRate);
        return !scenario.hasPauses() && scenario.events.stream().anyMatch(event ->
            event instanceof ScenarioEvent.Diverge it && it.atMs() < lastMs && !processes.isTooLate(it.peer(), frames));
    }

    /** Datagrams that run into cuts, if the events fall into the match. */
    private double partitioned() {
        double expected = 0;
        for (final ScenarioEvent event : scenario.events) {
            final boolean cuts = event instanceof ScenarioEvent.Partition || event instanceof ScenarioEvent.Cut;
            if (cuts && event.atMs() + event.forMs() < scenario.nominalMs() && !meetsAPause(event)) {
                expected += event.forMs() / MS_PER_S * scenario.tickRate / TICKS_PER_DATAGRAM;
            }
        }
        return expected;
    }

    /** Who is paused sends nothing into a cut, and soon nobody else has anything new to send. */
    private boolean meetsAPause(final ScenarioEvent cut) {
        for (final ScenarioEvent event : scenario.events) {
            if (event instanceof ScenarioEvent.Pause && event.atMs() < cut.atMs() + cut.forMs()
                && cut.atMs() < event.atMs() + event.forMs()) {
                return true;
            }
        }
        return false;
    }

    private void require(final String kind, final double expected, final long seen) {
        if (expected >= EXPECTED && seen == 0) {
            oracle.violated("VACUOUS", scenario.startFrame, Math.round(expected) + " faults of the kind " + kind
                + " expected, none seen");
        }
    }
}

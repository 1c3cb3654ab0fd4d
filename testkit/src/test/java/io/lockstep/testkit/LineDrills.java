package io.lockstep.testkit;

import io.lockstep.core.game.PeerStatistics;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import java.nio.ByteBuffer;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Directed fleets about what travels on a line, and what is measured of it. */
final class LineDrills {

    private LineDrills() {
    }

    /** Lines that lose some, and input delays that go up and down: every input and event arrives as it was sampled. */
    static String inputs(final long seed) {
        return new InputsSent(seed).play();
    }

    private static final class InputsSent extends Drill {

        InputsSent(final long seed) {
            super(2 + (int) (seed & 1), 420, seed);
            lines(LinkConditions.latency(between(5, 60)).withLoss(0.1));
            scenario.delayMode = DelayMode.FIXED;
            scenario.delayTicks = 5;
            long atMs = FIRST_MS;
            for (int i = 0; i < 3; i++) {
                atMs += between(300, 1500);
                event(new ScenarioEvent.SetDelay(atMs, draws.below(scenario.peers), (int) between(3, 12)));
            }
        }

        @Override
        void sends(final int peer, final long frame, final ByteBuffer event) {
            if (draws.chance(0.3)) {
                event.put((byte) frame);
            }
        }

        @Override
        String wrong(final MatchResult result) {
            return null;
        }
    }

    /** A delay is told to change by several ticks: it does so by one a second, and leaves no hole. */
    static String delays(final long seed) {
        return new Delays(seed).play();
    }

    private static final class Delays extends Drill {

        private final int peer;

        Delays(final long seed) {
            super(2, 360, seed);
            lines(LinkConditions.latency(between(2, 30)));
            scenario.delayMode = DelayMode.FIXED;
            scenario.delayTicks = 4;
            peer = draws.below(2);
            event(new ScenarioEvent.SetDelay(between(FIRST_MS, FIRST_MS + 1000), peer, (int) between(7, 12)));
        }

        @Override
        String wrong(final MatchResult result) {
            long before = sampled.get(peer).get(0);
            long raisedAt = Long.MIN_VALUE / 2;
            for (final long frame : sampled.get(peer)) {
                final long missing = frame - before - 1;
                if (missing > 1 || missing == 1 && frame - raisedAt < scenario.tickRate - 2) {
                    return "S12: frame " + frame + " was sampled after frame " + before
                        + ", and the delay was last raised in frame " + raisedAt;
                }
                raisedAt = missing == 1 ? frame : raisedAt;
                before = frame;
            }
            return null;
        }
    }

    /** Lines longer than the longest delay: nobody samples further ahead than that. */
    static String limits(final long seed) {
        return new Limits(seed).play();
    }

    private static final class Limits extends Drill {

        Limits(final long seed) {
            super(2, 240, seed);
            lines(LinkConditions.latency(between(40, 120)));
            scenario.maxDelayTicks = 2 + draws.below(2);
        }

        @Override
        String wrong(final MatchResult result) {
            return null;
        }
    }

    /**
     * Two of three or four do not hear each other for a while, on one lane or both, or nobody hears the windows of one
     * alone: others hand on what is lost.
     */
    static String relays(final long seed) {
        return new Relays(seed).play();
    }

    private static final class Relays extends Drill {

        private static final String WINDOW = "InputWindow";

        private final long wayMs;
        private final int one;
        private final int two;
        private final boolean bothWays;
        private final boolean bothLanes;
        private final boolean windowsAlone;
        private final long fromMs;
        private final long untilMs;

        Relays(final long seed) {
            super(3 + (int) (seed & 1), 360, seed);
            wayMs = between(5, 40);
            lines(LinkConditions.latency(wayMs));
            one = draws.below(scenario.peers);
            two = other(one);
            bothWays = draws.chance(0.5);
            bothLanes = draws.chance(0.5);
            fromMs = between(FIRST_MS, FIRST_MS + 1000);
            untilMs = fromMs + between(600, 1500);
            windowsAlone = draws.chance(0.25);
            // The network loses nothing by itself, so that is not known to the oracle: it may cost checksums.
            event(new ScenarioEvent.Cut(fromMs, 1, one, two));
        }

        @Override
        boolean isLost(final int from, final int to, final Lane lane, final ByteBuffer payload) {
            if (world.nowMs() < fromMs || world.nowMs() >= untilMs) {
                return false;
            }
            return windowsAlone ? from == one && WINDOW.equals(DatagramNames.of(payload))
                : (bothLanes || lane == Lane.INPUT)
                && (from == one && to == two || bothWays && from == two && to == one);
        }

        @Override
        String wrong(final MatchResult result) {
            final String stalled = stalled(result, 260 + 6 * wayMs, ALL);
            return stalled != null ? stalled : lost(result, 0);
        }
    }

    /** Lines that never vary, and perhaps somebody who stands still for a moment: the round trip is what it is. */
    static String roundTrips(final long seed) {
        return new RoundTrips(seed).play();
    }

    private static final class RoundTrips extends Drill {

        private static final long TOLERANCE_MS = 6;
        private final Histogram rtt = new Histogram(2);
        private final long wayMs;

        RoundTrips(final long seed) {
            super(2 + (int) (seed & 1), 300, seed);
            wayMs = between(5, 60);
            lines(LinkConditions.latency(wayMs));
            if (draws.chance(0.7)) {
                event(new ScenarioEvent.Pause(between(4700, 5200), between(500, 1500), draws.below(scenario.peers)));
            }
        }

        @Override
        String wrong(final MatchResult result) {
            for (int peer = 0; peer < scenario.peers; peer++) {
                for (int i = 0; i < sessions[peer].statistics().peers(); i++) {
                    final PeerStatistics line = sessions[peer].statistics().peer(i);
                    line.takeRttMicros(rtt);
                    final long most = rtt.getMaxValue() / 1000;
                    if (Math.abs(line.rttNs() / MS - 2 * wayMs) > TOLERANCE_MS || most > 2 * wayMs + 250) {
                        return "FIGURES: peer " + peer + " has a round trip of " + line.rttNs() / MS + " ms, at most "
                            + most + " ms, on a line of " + 2 * wayMs + " ms";
                    }
                }
            }
            return null;
        }
    }

    /** Frames whose lower 16 bits begin anew: nobody waits for anything there. */
    static String wraps(final long seed) {
        return new Wraps(seed).play();
    }

    private static final class Wraps extends Drill {

        private static final int HALF_TICK_MS = 8;

        Wraps(final long seed) {
            super(2 + (int) (seed & 1), 300, seed);
            final long wayMs = between(2, 60);
            lines(LinkConditions.latency(wayMs));
            scenario.delayMode = DelayMode.FIXED;
            scenario.delayTicks = (int) (wayMs + HALF_TICK_MS) * scenario.tickRate / 1000 + 1;
            scenario.startFrame = (1L + draws.below(1 << 20) << Short.SIZE) - between(150, 250);
            statisticsFrom(1800);
        }

        @Override
        String wrong(final MatchResult result) {
            return stalled(result, 3, ALL);
        }
    }

    /** Much is lost for some seconds, and then nothing any more: second copies of everything are over, too. */
    static String copies(final long seed) {
        return new Copies(seed).play();
    }

    private static final class Copies extends Drill {

        private static final int MOST_A_SECOND = 95;

        Copies(final long seed) {
            super(2, 1200, seed);
            lines(LinkConditions.latency(between(5, 40)));
            final LinkConditions worse = scenario.conditions(0, 1).withLoss(0.15 + draws.unit() * 0.1);
            event(new ScenarioEvent.Link(1000, between(4000, 5000), LinkRule.of(LinkRule.ANY, LinkRule.ANY, worse)));
            statisticsFrom(12_000);
        }

        @Override
        String wrong(final MatchResult result) {
            final double most = Math.max(result.datagramsPerSecond[0], result.datagramsPerSecond[1]);
            return most <= MOST_A_SECOND ? null : "S13: " + most + " datagrams a second on a line that loses nothing";
        }
    }

    /** All are cut off from each other for less than four round trips: nobody else comes to lead. */
    static String slowLines(final long seed) {
        return new SlowLines(seed).play();
    }

    private static final class SlowLines extends Drill {

        SlowLines(final long seed) {
            super(2 + (int) (seed % 3), 420, seed);
            final long wayMs = between(130, 250);
            lines(LinkConditions.latency(wayMs).withJitter(5));
            final long trips = (long) (wayMs * 2 * (2.4 + draws.unit()));
            event(new ScenarioEvent.Cut(between(4000, 5000), Math.max(500, Math.min(trips, 1400)), LinkRule.ANY,
                LinkRule.ANY));
        }

        @Override
        String wrong(final MatchResult result) {
            final long terms = result.leaders.stream().mapToLong(MatchResult.Leader::term).max().orElse(0);
            return terms == 0 ? null : "L3: term " + terms + " after an outage of less than four round trips";
        }
    }

    /** Datagrams come back to who has sent them, or by the other lane: nothing changes. */
    static String strays(final long seed) {
        return new Strays(seed).play();
    }

    private static final class Strays extends Drill {

        private static final int EVERY = 7;
        private final boolean back;
        private int count;

        Strays(final long seed) {
            super(2 + (int) (seed & 1), 240, seed);
            lines(LinkConditions.latency(between(5, 40)));
            back = draws.chance(0.5);
        }

        @Override
        Transport.SendResult sent(final Transport transport, final int from, final int to, final Lane lane,
                                  final long tag, final ByteBuffer payload) {
            if (++count % EVERY == 0 && world.nowMs() > 1000) {
                final ByteBuffer copy = ByteBuffer.allocate(payload.remaining()).put(payload.duplicate()).flip();
                if (back) {
                    world.forge(to, from, lane, tag, copy);
                } else {
                    world.forge(from, to, lane == Lane.INPUT ? Lane.CONTROL : Lane.INPUT, tag, copy);
                }
            }
            return transport.send(to, lane, tag, payload);
        }

        @Override
        String wrong(final MatchResult result) {
            for (int peer = 0; peer < scenario.peers; peer++) {
                for (int i = 0; i < sessions[peer].statistics().peers(); i++) {
                    final PeerStatistics line = sessions[peer].statistics().peer(i);
                    if (line.foreign() == 0 || line.replayed() > 0 || line.refused() > 0) {
                        return "S10: of datagrams that strayed peer " + peer + " took " + line.foreign()
                            + " for foreign, " + line.replayed() + " for replayed, refused " + line.refused();
                    }
                }
            }
            final String stalled = stalled(result, 100, ALL);
            return stalled != null ? stalled : lost(result, 0);
        }
    }

    /** One is not heard for a moment: the others know for whom they waited. */
    static String waitedFor(final long seed) {
        return new WaitedFor(seed).play();
    }

    private static final class WaitedFor extends Drill {

        private static final int TRIVIAL = 12;
        private final int slow;

        WaitedFor(final long seed) {
            super(3, 300, seed);
            lines(LinkConditions.latency(between(5, 40)));
            slow = draws.below(3);
            event(new ScenarioEvent.Partition(between(FIRST_MS, FIRST_MS + 1000), between(700, 1300),
                List.of(List.of(slow), List.of((slow + 1) % 3, (slow + 2) % 3))));
        }

        @Override
        String wrong(final MatchResult result) {
            for (int peer = 0; peer < scenario.peers; peer++) {
                for (int i = 0; peer != slow && i < sessions[peer].statistics().peers(); i++) {
                    final PeerStatistics line = sessions[peer].statistics().peer(i);
                    if (line.peer() == slow ? line.stallTicks() < TRIVIAL : line.stallTicks() > TRIVIAL) {
                        return "FIGURES: peer " + peer + " says that it waited " + line.stallTicks() + " ticks for "
                            + line.peer() + ", silent was " + slow;
                    }
                }
            }
            return null;
        }
    }
}

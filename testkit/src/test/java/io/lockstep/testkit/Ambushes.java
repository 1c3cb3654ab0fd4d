package io.lockstep.testkit;

import io.lockstep.core.transport.Lane;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.BiFunction;

/**
 * Matches in which just those datagrams are lost that a rule of the protocol is there for. Each is won by a session
 * that keeps the rule, and found out by the oracle with one that does not.
 */
final class Ambushes {

    private static final long DROP_MS = 2000;
    private static final long KILL_MS = 4000;
    private static final String CUT = "Cut";
    private static final String STATUS = "Status";
    private static final String PREPARE = "Prepare";
    private static final String RELAY = "Relay";

    private Ambushes() {
    }

    private static Scenario match(final String name, final int peers, final ScenarioEvent... events) {
        final Scenario scenario = new Scenario();
        scenario.name = name;
        scenario.peers = peers;
        scenario.frames = 900;
        scenario.game = StampedGame.NAME;
        scenario.dropTimeoutMs = DROP_MS;
        scenario.links.add(LinkRule.of(LinkRule.ANY, LinkRule.ANY, LinkConditions.latency(20)));
        scenario.events.addAll(List.of(events));
        return scenario;
    }

    private static MatchResult play(final Scenario scenario, final long seed,
                                    final BiFunction<Scenario, Long, MatchWorld> world) {
        return new SimulatedMatch(scenario, seed, StampedGame.seats()).world(world.apply(scenario, seed)).run();
    }

    /** Of five, 1 hears nothing of the cut of 4, and stands when the leader has died: nobody may vote for it. */
    static MatchResult missedEpoch(final long seed) {
        return play(match("missed epoch", 5, new ScenarioEvent.Kill(KILL_MS, 4),
            new ScenarioEvent.KillAt(KILL_MS, 0, CUT, 3)), seed, MissedEpoch::new);
    }

    private static final class MissedEpoch extends FilteredWorld {

        private static final long LONG_ENOUGH_MS = 1500;
        private long cutMs = Long.MAX_VALUE / 2;

        MissedEpoch(final Scenario scenario, final long seed) {
            super(scenario, seed);
        }

        @Override
        boolean isLost(final int from, final int to, final Lane lane, final ByteBuffer payload) {
            final String name = DatagramNames.of(payload);
            cutMs = CUT.equals(name) ? Math.min(cutMs, nowMs()) : cutMs;
            return to == 1 && nowMs() - cutMs < LONG_ENOUGH_MS && (CUT.equals(name) || STATUS.equals(name));
        }
    }

    /**
     * Of four, 3 leaves and comes back, and 1 hears nothing of the epoch that admits it for a while: the others wait
     * for that with their orders, and nobody stands still.
     */
    static MatchResult unknownNewcomer(final long seed) {
        return play(match("unknown newcomer", 4, new ScenarioEvent.Leave(KILL_MS, 3),
            new ScenarioEvent.Restart(UnknownNewcomer.BACK_MS, 3)), seed, UnknownNewcomer::new);
    }

    /** The same for longer than they wait: 1 may not come to any other end of these orders than they do. */
    static MatchResult lateLineUp(final long seed) {
        return play(match("late line-up", 4, new ScenarioEvent.Kill(KILL_MS, 3),
            new ScenarioEvent.Restart(UnknownNewcomer.BACK_MS, 3)), seed,
            (scenario, drawn) -> new UnknownNewcomer(scenario, drawn, UnknownNewcomer.TOO_LONG_MS));
    }

    private static final class UnknownNewcomer extends FilteredWorld {

        static final long BACK_MS = 7500;
        /** Longer than a leader waits for the word that a member has the line-up, and shorter than with a drop. */
        static final long TOO_LONG_MS = 3500;
        private static final long LONG_ENOUGH_MS = 1500;
        private final long lostMs;
        private long cutMs = Long.MAX_VALUE / 2;

        UnknownNewcomer(final Scenario scenario, final long seed) {
            this(scenario, seed, LONG_ENOUGH_MS);
        }

        UnknownNewcomer(final Scenario scenario, final long seed, final long lostMs) {
            super(scenario, seed);
            this.lostMs = lostMs;
        }

        @Override
        boolean isLost(final int from, final int to, final Lane lane, final ByteBuffer payload) {
            final String name = DatagramNames.of(payload);
            cutMs = CUT.equals(name) && nowMs() > BACK_MS ? Math.min(cutMs, nowMs()) : cutMs;
            return to == 1 && nowMs() >= cutMs && nowMs() - cutMs < lostMs
                && (CUT.equals(name) || STATUS.equals(name));
        }
    }

    /**
     * Of five, 0 begins to cut 4 off and is not heard, but hears enough to go on leading. When 1 leads, what 0 had to
     * say arrives: nobody may answer.
     */
    static MatchResult deposedLeader(final long seed) {
        return play(match("deposed leader", 5, new ScenarioEvent.Kill(KILL_MS, 4)), seed, DeposedLeader::new);
    }

    private static final class DeposedLeader extends FilteredWorld {

        private static final long LATE_MS = 500;
        private long mutedMs = Long.MAX_VALUE / 2;
        private long succeededMs = Long.MAX_VALUE / 2;

        DeposedLeader(final Scenario scenario, final long seed) {
            super(scenario, seed);
        }

        @Override
        boolean isLost(final int from, final int to, final Lane lane, final ByteBuffer payload) {
            final String name = DatagramNames.of(payload);
            if (PREPARE.equals(name)) {
                mutedMs = Math.min(mutedMs, nowMs());
                succeededMs = from == 0 ? succeededMs : Math.min(succeededMs, nowMs());
            }
            if (nowMs() < mutedMs || nowMs() >= succeededMs + LATE_MS) {
                return false;
            }
            final boolean succeeded = nowMs() >= succeededMs;
            if (from == 0) {
                return !(succeeded && PREPARE.equals(name));
            }
            return PREPARE.equals(name) || to == 0 && (from == 1 || !"InputWindow".equals(name));
        }
    }

    /**
     * Of three, 2 dies, and the leader hears nobody for long enough to step down. Its statuses, which say so, get lost
     * on the way to 1, and its windows do not: 1 may not follow it for them, or nobody leads who could cut 2 off.
     */
    static MatchResult unsaidStepDown(final long seed) {
        return play(match("unsaid step down", 3, new ScenarioEvent.Kill(KILL_MS, 2)), seed, UnsaidStepDown::new);
    }

    private static final class UnsaidStepDown extends FilteredWorld {

        /** Longer than a leader goes on without a quorum, shorter than the drop timeout. */
        private static final long DEAF_MS = 1000;
        private static final long UNSAID_MS = DROP_MS + 3000;

        UnsaidStepDown(final Scenario scenario, final long seed) {
            super(scenario, seed);
        }

        @Override
        boolean isLost(final int from, final int to, final Lane lane, final ByteBuffer payload) {
            final long sinceMs = nowMs() - KILL_MS;
            return sinceMs >= 0 && (to == 0 && sinceMs < DEAF_MS
                || from == 0 && sinceMs < UNSAID_MS && STATUS.equals(DatagramNames.of(payload)));
        }
    }

    /**
     * Of seven, only 1 has the last inputs of 6. When the leader has told everybody of the cut that counts them, it and
     * 1 are lost: the others do not have them, and may not take that cut for theirs.
     */
    static MatchResult inputsLost(final long seed) {
        return play(match("inputs lost", 7, new ScenarioEvent.Kill(KILL_MS, 6),
            new ScenarioEvent.KillAt(KILL_MS, 0, CUT, 6), new ScenarioEvent.Kill(KILL_MS + DROP_MS + 1000, 1)), seed,
            InputsLost::new);
    }

    private static final class InputsLost extends FilteredWorld {

        private static final long LAST_MS = 100;
        private boolean decided;

        InputsLost(final Scenario scenario, final long seed) {
            super(scenario, seed);
        }

        @Override
        boolean isLost(final int from, final int to, final Lane lane, final ByteBuffer payload) {
            final String name = DatagramNames.of(payload);
            decided |= CUT.equals(name);
            return from == 6 && to != 1 && nowMs() >= KILL_MS - LAST_MS
                || decided && from == 1
                || RELAY.equals(name) && from < 2 && to > 1 && nowMs() >= KILL_MS - LAST_MS;
        }
    }

    /**
     * Of five, the leader alone has lost 2, for a little longer than the drop timeout: nobody may be dropped. It has
     * what it asks of the others for a cut, but no relays.
     */
    static MatchResult oneWord(final long seed) {
        return play(match("one word", 5), seed, OneWord::new);
    }

    private static final class OneWord extends FilteredWorld {

        private static final long LOST_MS = DROP_MS + 120;

        OneWord(final Scenario scenario, final long seed) {
            super(scenario, seed);
        }

        @Override
        boolean isLost(final int from, final int to, final Lane lane, final ByteBuffer payload) {
            return nowMs() >= KILL_MS && nowMs() < KILL_MS + LOST_MS && (from == 0 && to == 2 || from == 2 && to == 0
                || to == 0 && lane == Lane.INPUT && RELAY.equals(DatagramNames.of(payload)));
        }
    }

    /**
     * Of three, 0 and 2 go on without 1 and take in a new 3, which 1 does not learn; then both leave. In what 1 knows
     * they decided what lives on with 3: their goodbyes, of epochs that 1 was never in, say nothing there.
     */
    static MatchResult unknownGoodbye(final long seed) {
        final Scenario scenario = match("unknown goodbye", 4, new ScenarioEvent.Kill(KILL_MS, 3),
            new ScenarioEvent.Restart(UnknownGoodbye.LOST_MS + 300, 3),
            new ScenarioEvent.Leave(UnknownGoodbye.LEAVE_MS, 2),
            new ScenarioEvent.Leave(UnknownGoodbye.LEAVE_MS + 1000, 0));
        scenario.frames = 1080;
        return play(scenario, seed, UnknownGoodbye::new);
    }

    private static final class UnknownGoodbye extends FilteredWorld {

        private static final long LOST_MS = KILL_MS + 2 * DROP_MS;
        private static final long LEAVE_MS = LOST_MS + 5000;

        UnknownGoodbye(final Scenario scenario, final long seed) {
            super(scenario, seed);
        }

        @Override
        boolean isLost(final int from, final int to, final Lane lane, final ByteBuffer payload) {
            return nowMs() >= LOST_MS && (from == 1 || to == 1) && !"Goodbye".equals(DatagramNames.of(payload));
        }
    }
}

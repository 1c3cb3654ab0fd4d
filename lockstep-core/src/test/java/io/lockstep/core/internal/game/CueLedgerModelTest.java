package io.lockstep.core.internal.game;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.Cue;
import io.lockstep.core.game.Cues;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Drawn games, played ahead, taken back, paused and loaded: each cue that starts has one end, and those that are
 * settled are the ones of a game that is played alone (S21).
 */
class CueLedgerModelTest {

    private static final int SEEDS = 300;
    private static final int FRAMES = 150;
    /** Cues of this kind may have twins in a frame, so that which of them was moved cannot be told. */
    private static final int TWINS = 0;
    private static final int KINDS = 4;

    /** One cue, as a game emits it. */
    private record Emitted(long frame, int kind, int key, int value) {

        String name() {
            return frame + "/" + kind + "/" + key;
        }
    }

    /** Takes what comes, and checks that it can come. */
    private static final class Listener {
        private final Map<String, Deque<Integer>> alive = new TreeMap<>();
        private final List<Emitted> settled = new ArrayList<>();
        private final Map<Cue.Type, Integer> counts = new EnumMap<>(Cue.Type.class);
        private long settledFrame = Long.MIN_VALUE;

        void take(final Cues cues) {
            for (Cue cue = cues.nextCue(); cue != null; cue = cues.nextCue()) {
                counts.merge(cue.type(), 1, Integer::sum);
                take(cue.type(), new Emitted(cue.frame(), cue.kind(), cue.key(), cue.value()));
            }
        }

        private void take(final Cue.Type type, final Emitted cue) {
            assertTrue(cue.frame > settledFrame || type == Cue.Type.SETTLED && cue.frame == settledFrame,
                () -> type + " " + cue + " after frame " + settledFrame + " was settled");
            final Deque<Integer> values = alive.computeIfAbsent(cue.name(), name -> new ArrayDeque<>());
            assertTrue(type == Cue.Type.START ? values.isEmpty() || cue.kind == TWINS : !values.isEmpty(),
                () -> type + " " + cue + " while there is " + values);
            switch (type) {
                case START -> values.add(cue.value);
                case MOVED -> {
                    assertTrue(values.remove() != cue.value || cue.kind == TWINS,
                        () -> type + " " + cue + " to where it was");
                    values.add(cue.value);
                }
                default -> {
                    assertTrue(values.remove() == cue.value || cue.kind == TWINS,
                        () -> type + " " + cue + " was elsewhere");
                    if (type == Cue.Type.SETTLED) {
                        settled.add(cue);
                        settledFrame = cue.frame;
                    }
                }
            }
            if (values.isEmpty()) {
                alive.remove(cue.name());
            }
        }
    }

    /** A game of drawn cues. */
    private static final class Drawn {
        private final long seed;
        private final int window;
        private final SplittableRandom random;
        private final CueLedger ledger = new CueLedger();
        private final Listener listener = new Listener();
        private final boolean[] right = new boolean[FRAMES + CueLedger.FRAMES];
        private int settles;
        private int plays;

        Drawn(final long seed, final int window) {
            this.seed = seed;
            this.window = window;
            random = new SplittableRandom(seed);
        }

        private boolean standsStill(final int frame) {
            return new SplittableRandom(seed * 31 + frame).nextInt(12) == 0;
        }

        /** What a frame has when it is played with the right inputs. */
        private List<Emitted> truth(final int frame) {
            final SplittableRandom draws = new SplittableRandom(seed + frame * 1_000_003L);
            final int count = draws.nextInt(30) == 0 ? Cues.MAX_PER_FRAME + draws.nextInt(9) : draws.nextInt(6);
            final List<Emitted> cues = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                final int kind = draws.nextInt(KINDS);
                cues.add(new Emitted(frame, kind, kind == TWINS ? draws.nextInt(2) : i, draws.nextInt(3)));
            }
            return cues;
        }

        /** What it has when it is played on guesses. */
        private List<Emitted> guess(final int frame) {
            final List<Emitted> cues = new ArrayList<>();
            for (final Emitted cue : truth(frame)) {
                if (random.nextInt(6) != 0) {
                    cues.add(random.nextInt(4) == 0
                        ? new Emitted(frame, cue.kind, cue.key, random.nextInt(3)) : cue);
                }
                if (random.nextInt(6) == 0) {
                    cues.add(new Emitted(frame, random.nextInt(KINDS), 1000 + cues.size(), random.nextInt(3)));
                }
            }
            if (random.nextInt(4) == 0) {
                Collections.reverse(cues);
            }
            return cues;
        }

        private void play(final int frame, final boolean rightly) {
            ledger.begin(frame);
            (rightly ? truth(frame) : guess(frame)).forEach(cue -> ledger.emit(cue.kind, cue.key, cue.value));
            ledger.end();
            right[frame] = rightly;
            plays = frame + 1;
        }

        private void takeBack(final int from) {
            if (plays > from) {
                ledger.takenBack(from);
                plays = from;
            }
        }

        private void settle() {
            if (standsStill(settles)) {
                takeBack(settles);
                plays = settles + 1;
            } else if (plays == settles || !right[settles] || random.nextInt(10) == 0) {
                takeBack(settles);
                play(settles, true);
            }
            ledger.settled(settles++);
        }

        /** Mostly the state before the frame to be settled next, but maybe an earlier one. */
        private void load() {
            ledger.loaded();
            settles = Math.max(0, settles - random.nextInt(4));
            plays = settles;
        }

        void run() {
            while (settles < FRAMES) {
                final int draw = random.nextInt(100);
                if (draw < 50 && plays < settles + window) {
                    play(plays, random.nextInt(3) == 0);
                } else if (draw < 65) {
                    takeBack(settles + random.nextInt(window));
                } else if (draw < 95) {
                    settle();
                } else if (draw < 96) {
                    load();
                } else {
                    listener.take(ledger);
                }
            }
            ledger.loaded();
            listener.take(ledger);
            assertEquals(Map.of(), listener.alive);
            assertEquals(alone(), listener.settled);
            assertEquals(0, ledger.lost());
        }

        /** The game played in lockstep. */
        private List<Emitted> alone() {
            final CueLedger lockstep = new CueLedger();
            final Listener other = new Listener();
            final List<Emitted> expected = new ArrayList<>();
            for (int frame = 0; frame < FRAMES; frame++) {
                if (!standsStill(frame)) {
                    final List<Emitted> cues = truth(frame);
                    lockstep.begin(frame);
                    cues.forEach(cue -> lockstep.emit(cue.kind, cue.key, cue.value));
                    lockstep.end();
                    expected.addAll(cues.subList(0, Math.min(cues.size(), Cues.MAX_PER_FRAME)));
                }
                lockstep.settled(frame);
                other.take(lockstep);
            }
            assertEquals(expected, other.settled);
            assertEquals(other.counts.get(Cue.Type.START), other.counts.get(Cue.Type.SETTLED));
            assertFalse(other.counts.containsKey(Cue.Type.TAKEN_BACK) || other.counts.containsKey(Cue.Type.MOVED));
            return expected;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 30})
    void shouldEndEachCueOnceAndSettleWhatAGamePlayedAloneDoes(final int window) {
        final Map<Cue.Type, Integer> counts = new EnumMap<>(Cue.Type.class);
        long ignored = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            final Drawn game = new Drawn(seed, window);
            try {
                game.run();
            } catch (final AssertionError | RuntimeException wrong) {
                throw new AssertionError("seed " + seed + ", window " + window, wrong);
            }
            game.listener.counts.forEach((type, count) -> counts.merge(type, count, Integer::sum));
            ignored += game.ledger.ignored();
        }
        for (final Cue.Type type : Cue.Type.values()) {
            assertTrue(counts.getOrDefault(type, 0) > 1000, counts::toString);
        }
        assertEquals(counts.get(Cue.Type.START),
            counts.get(Cue.Type.SETTLED) + counts.get(Cue.Type.TAKEN_BACK), counts::toString);
        assertTrue(ignored > 1000, ignored + " ignored");
    }
}

package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.lockstep.core.game.Phase;
import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.link.Agreement;
import io.lockstep.core.internal.link.InputRequests;
import io.lockstep.core.internal.link.Link;
import io.lockstep.core.internal.link.Links;
import io.lockstep.core.internal.play.FrameClock;
import io.lockstep.core.internal.play.LocalInputs;
import io.lockstep.core.internal.seats.ProgressWatch;
import io.lockstep.testkit.SimulatedNetwork;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Peer 0 of two has played up to a frame for which there is no input of peer 1. */
class ProgressWatchTest {

    private static final long MS = 1_000_000L;
    private static final int DELAY = 3;

    private final SessionConfig config = config();
    private final InputLog log = new InputLog(2, 2, 8, 0);
    private final LocalInputs inputs = new LocalInputs(config.settings(), log);
    private final FrameClock clock = new FrameClock(60, false);
    private final Links links =
        new Links(config.settings(), new Agreement(config.settings()), 1, new SplittableRandom(1));
    private final Link link = links.of(1);
    private final ProgressWatch watch = new ProgressWatch(links, log, inputs, clock,
        new InputRequests(config.settings(), log, links, null, null), 2000 * MS, 2000 * MS);
    private long nowMs;
    private long frame;
    private Phase phase = Phase.PLAYING;

    private static SessionConfig config() {
        final SessionConfig config = Session.builder().simulation(new TestGame()).gameId("test").sessionSeed(1)
            .players(2)
            .localPlayers(0).transport(new SimulatedNetwork(2, 0).endpoint(0))
            .input((frame, player, input) -> input.putShort((short) 0));
        config.build();
        return config;
    }

    @BeforeEach
    void start() {
        inputs.neutral(DELAY, 0);
        link.member(true);
        clock.start(0);
        watch.lost(0, Phase.PLAYING, 0);
        link.out.acknowledge(inputs.next());
    }

    /** Looks on for so long, and says whom it has lost then. */
    private int after(final long ms) {
        int lost = 0;
        for (long end = nowMs + ms; nowMs < end;) {
            nowMs += 10;
            link.heard(nowMs * MS);
            lost = watch.lost(frame, phase, nowMs * MS);
        }
        return lost;
    }

    @Test
    void shouldLoseWhoSendsNoInputThatIsWaitedFor() {
        assertEquals(0, after(1990));
        assertEquals(0b10, after(10));
    }

    /** Who tells of its state after the last frame is not lost, however long that takes. */
    @Test
    void shouldWaitForNoInputsWhenAllFramesAreSimulated() {
        phase = Phase.DRAINING;
        assertEquals(0, after(5000));
        link.out.begin(0);
        assertEquals(0, after(2000));
        assertEquals(0b10, after(10), "our last input counts all the same");
    }

    @Test
    void shouldWaitAnewForInputsOfWhoStoodStillForOthers() {
        assertEquals(0, after(1500));
        watch.opened(1, nowMs * MS);
        assertEquals(0, after(1990));
        assertEquals(0b10, after(10));
    }

    @Test
    void shouldNotForgetWithItsInputsSinceWhenItAcknowledgesNothing() {
        link.out.begin(0);
        assertEquals(0, after(1500));
        watch.opened(1, nowMs * MS);
        assertEquals(0, after(490));
        assertEquals(0b10, after(10));
    }

    @Test
    void shouldWaitAsLongForTheNextInput() {
        assertEquals(0, after(1500));
        log.append(1, new byte[2], 0);
        assertEquals(0, after(10));
        log.append(0, new byte[2], 0);
        frame++;
        assertEquals(0, after(1990));
        assertEquals(0b10, after(10));
    }

    @Test
    void shouldWaitAsLongForTheNextAcknowledgement() {
        phase = Phase.DRAINING;
        link.out.begin(0);
        assertEquals(0, after(1500));
        link.out.acknowledge(1);
        assertEquals(0, after(2000));
        assertEquals(0b10, after(10));
    }

    /** Nobody could send anything meanwhile that would have been seen here. */
    @Test
    void shouldNotCountTheTimeOfItsOwnHitch() {
        link.out.begin(0);
        assertEquals(0, after(1000));
        nowMs += 3000;
        assertEquals(0, after(990));
        assertEquals(0b10, after(20));
    }

    @Test
    void shouldWaitAnewForInputsOfAMemberInTheNextEpoch() {
        assertEquals(0, after(1500));
        watch.settle(0, nowMs * MS);
        assertEquals(0, after(1990));
        assertEquals(0b10, after(10));
    }

    @Test
    void shouldWaitAnewForEverythingOfWhoIsTakenIn() {
        link.out.begin(0);
        assertEquals(0, after(1500));
        watch.settle(0b10, nowMs * MS);
        assertEquals(0, after(1990));
        assertEquals(0b10, after(10));
    }

    /** The time before the first frame belongs to the start of the match. */
    @Test
    void shouldWaitAnewWhenTheFirstFrameIsDue() {
        final FrameClock late = new FrameClock(60, false);
        final ProgressWatch before = new ProgressWatch(links, log, inputs, late,
            new InputRequests(config.settings(), log, links, null, null), 2000 * MS, 9000 * MS);
        link.heard(8000 * MS);
        assertEquals(0, before.lost(0, phase, 8000 * MS));
        late.start(8000 * MS);
        assertEquals(0, before.lost(0, phase, 8000 * MS));
    }

    /** A silent peer sends no input and acknowledges nothing; both are to come behind its first word. */
    @Test
    void shouldWaitAnewForInputsOfAPeerThatIsHeardAgain() {
        for (; nowMs < 2500; nowMs += 10) {
            watch.lost(0, phase, nowMs * MS);
        }
        assertEquals(0b10, watch.lost(0, phase, nowMs * MS), "it is silent");
        assertEquals(0, after(2000));
        assertEquals(0b10, after(10));
    }
}

package io.lockstep.core.session;

import io.lockstep.core.game.Phase;
import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.internal.desync.HaltOrder;
import io.lockstep.core.internal.game.EventQueue;
import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.link.InputSampler;
import io.lockstep.core.internal.link.LinkSurvey;
import io.lockstep.core.internal.link.StallWatch;
import io.lockstep.core.internal.play.FrameClock;
import io.lockstep.core.internal.play.LocalInputs;
import io.lockstep.core.internal.play.MatchState;
import io.lockstep.core.internal.seats.Lineup;

/**
 * The frame that is due next: local input is sampled for it once. It waits for the others' inputs, or for those of a
 * frame before it where the game is played ahead.
 */
final class DueFrame {

    private static final long NEVER_NS = Long.MAX_VALUE;

    private final MatchState state;
    private final InputLog log;
    private final LocalInputs localInputs;
    private final FrameClock clock;
    private final InputSampler sampler;
    private final LinkSurvey survey;
    private final StallWatch stallWatch;
    private final Lineup lineup;
    private final HaltOrder halt;
    private final EventQueue events;
    private long playingNs;

    DueFrame(final MatchState state, final InputLog log, final LocalInputs localInputs, final FrameClock clock,
             final InputSampler sampler, final LinkSurvey survey, final StallWatch stallWatch, final Lineup lineup,
             final HaltOrder halt, final EventQueue events) {
        this.state = state;
        this.log = log;
        this.localInputs = localInputs;
        this.clock = clock;
        this.sampler = sampler;
        this.survey = survey;
        this.stallWatch = stallWatch;
        this.lineup = lineup;
        this.halt = halt;
        this.events = events;
    }

    /** Everybody is linked to us: inputs are sampled from now on. */
    void begin(final long frame, final long nowNs) {
        sampler.begin(frame, nowNs);
        playingNs = nowNs;
    }

    /** Samples local input for the frame if it is due, and sends it; counts the ticks for which it waits. */
    void open() {
        if (!clock.running()) {
            start(state.frame(), state.nowNs());
        }
        if (state.head() == state.endFrame() || !clock.due(state.nowNs())) {
            return;
        }
        sampler.sample(state.head(), state.frame(), state.nowNs());
        if (!state.mayBeAhead() && !isReady(state.frame())) {
            stallWatch.count(state.frame(), clock.stalled(state.nowNs()));
        }
    }

    /** When something is to be done about a frame, unless a datagram comes: now, if one may be played. */
    long nextNs() {
        if (!clock.running()) {
            return log.complete(state.frame()) ? Math.max(state.nowNs(), playingNs + survey.maxRttNs() / 2) : NEVER_NS;
        }
        if (state.head() != state.endFrame() && !clock.due(state.nowNs())) {
            return clock.dueNs();
        }
        return mayPass() || isAhead() && maySettle() ? state.nowNs() : NEVER_NS;
    }

    /**
     * Returns how long the match has stood still here, in nanoseconds: how long the frame that is due waits for an
     * input, and before the first frame how long everybody has been linked.
     */
    long standstillNs() {
        final boolean isBeforeFirst = !clock.running() && state.phase() == Phase.PLAYING;
        return isBeforeFirst ? state.nowNs() - playingNs : clock.stalledNs(state.nowNs());
    }

    /** Is a frame due? With none left, those that were played ahead are settled at once. */
    boolean isDue() {
        return state.head() == state.endFrame() || clock.due(state.nowNs());
    }

    /** May the next frame be executed, and so be settled? */
    boolean maySettle() {
        return state.phase() == Phase.PLAYING && isReady(state.frame());
    }

    /** Are there frames that were played ahead of being settled? */
    boolean isAhead() {
        return state.frame() < state.head();
    }

    /** May the frame that is due be played, settled or ahead? */
    boolean mayPass() {
        return state.phase() == Phase.PLAYING && state.head() < state.endFrame()
            && (state.mayBeAhead() || !isAhead() && isReady(state.frame()));
    }

    /** It is played now. */
    void passes(final long frame) {
        localInputs.simulated(frame, state.nowNs());
    }

    /** It was played, and the next one is due a tick later. */
    void passed() {
        clock.simulated(state.nowNs(), survey.aheadNs(0));
    }

    /** Starts the clock once everybody's first inputs are here. */
    private void start(final long frame, final long nowNs) {
        if (log.complete(frame) && nowNs - playingNs >= survey.maxRttNs() / 2) {
            // Ours reach the others half a round trip after they left: whoever hears the others first waits that long.
            clock.start(nowNs);
            events.tell(SessionEvent.Type.STARTED, -1, frame);
        }
    }

    /** Is everybody's input of the frame here, and does no promise keep us from simulating it? */
    private boolean isReady(final long frame) {
        return log.complete(frame) && frame < lineup.fence() && !halt.isOpen() && lineup.mayObey(frame);
    }
}

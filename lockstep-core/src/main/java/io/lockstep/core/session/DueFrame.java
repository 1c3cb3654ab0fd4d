package io.lockstep.core.session;

import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.internal.desync.HaltOrder;
import io.lockstep.core.internal.game.EventQueue;
import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.link.InputSampler;
import io.lockstep.core.internal.link.LinkSurvey;
import io.lockstep.core.internal.link.StallWatch;
import io.lockstep.core.internal.play.FrameClock;
import io.lockstep.core.internal.seats.Lineup;

/** The frame that is simulated next: local input is sampled for it once, and then it waits for the others'. */
final class DueFrame {

    private final InputLog log;
    private final FrameClock clock;
    private final InputSampler sampler;
    private final LinkSurvey survey;
    private final StallWatch stallWatch;
    private final Lineup lineup;
    private final HaltOrder halt;
    private final EventQueue events;
    private long playingNs;

    DueFrame(final InputLog log, final FrameClock clock, final InputSampler sampler, final LinkSurvey survey,
             final StallWatch stallWatch, final Lineup lineup, final HaltOrder halt, final EventQueue events) {
        this.log = log;
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
    void open(final long frame, final long endFrame, final long nowNs) {
        if (!clock.running()) {
            start(frame, nowNs);
        }
        if (frame == endFrame || !clock.due(nowNs)) {
            return;
        }
        sampler.sample(frame, nowNs);
        if (!isReady(frame)) {
            stallWatch.count(frame, clock.stalled(nowNs));
        }
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
    boolean isReady(final long frame) {
        return log.complete(frame) && frame < lineup.fence() && !halt.isOpen();
    }
}

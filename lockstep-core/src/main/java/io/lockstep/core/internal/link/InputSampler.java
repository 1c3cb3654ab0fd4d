package io.lockstep.core.internal.link;

import io.lockstep.core.input.DelayObservation;
import io.lockstep.core.input.InputDelayController;
import io.lockstep.core.internal.game.DelaySettings;
import io.lockstep.core.internal.game.EventQueue;
import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.play.LocalInputs;

/** Samples local input once for each frame, as far ahead as the input delay says, and sends it. */
public final class InputSampler {

    /**
     * A rehearsal is too short to tell how much is lost: with a tick to spare what is lost once is still in time. It is
     * given up when the seconds after have shown that it is not needed.
     */
    private static final int SPARE_TICKS = 1;

    /** Play has told enough for a first value after so long, and for a better one after as long again. */
    private static final long SETTLE_NS = 475_000_000L;
    private static final int SETTLES = 2;

    /** After so long the clocks of who joined and of the others have come together: what is early stays early. */
    private static final long TOGETHER_NS = 4_000_000_000L;

    private final MatchSettings settings;
    private final Link[] links;
    private final LocalInputs localInputs;
    private final InputDelayController delays;
    private final WindowExchange windows;
    private final LinkSurvey survey;
    private final WindowSender sender;
    private final EventQueue events;
    private final int mostUnacknowledged;
    private long lookedAtFrame = -1;
    private long playedSinceNs = Link.NEVER;
    private int settles;
    private long rehearsed = -1;

    public InputSampler(final MatchSettings settings, final Link[] links, final LocalInputs localInputs,
             final InputDelayController delays, final WindowExchange windows, final LinkSurvey survey,
             final WindowSender sender, final EventQueue events) {
        this.settings = settings;
        this.links = links;
        this.localInputs = localInputs;
        this.delays = delays;
        this.windows = windows;
        this.survey = survey;
        this.sender = sender;
        this.events = events;
        mostUnacknowledged = DelaySettings.mostUnacknowledged(settings.rules().tickRate());
    }

    /** Before the first frame: as many neutral inputs as the delay is long. */
    public void begin(final long frame, final long nowNs) {
        final int ticks = delays.start(survey.observe(delays.ticks()), 0, nowNs);
        // Even without delay the first frame is neutral: it is what the others wait for before their clocks start.
        localInputs.neutral(Math.min(Math.max(ticks, 1), settings.rules().endFrame() - frame), nowNs);
        sender.sampled(frame, nowNs);
    }

    /**
     * A frame is due while nothing of ours counts. The others are told now that it is, as if without input delay; how
     * early that is there shows the delay it takes, which may change at once: no input is under way.
     */
    public void rehearse(final long frame, final long nowNs) {
        if (frame > rehearsed) {
            rehearsed = frame;
            delays.start(survey.rehearsal(), SPARE_TICKS, nowNs);
            windows.rehearse(frame);
            sender.sampled(frame, nowNs);
        }
    }

    /**
     * A frame is due.
     *
     * @param frame   which
     * @param settled the frame that is to be settled next, the same or one before
     * @param nowNs   monotonic nanoseconds
     */
    public void sample(final long frame, final long settled, final long nowNs) {
        final long target = Math.min(frame + chooseInputDelay(frame, settled, nowNs), settings.rules().endFrame() - 1);
        if (localInputs.next() <= target && maySample()) {
            localInputs.sampleFor(target, nowNs);
            sender.sampled(settled, nowNs);
        }
    }

    /**
     * Returns whether another input may be sampled. Inputs that a member has not acknowledged must stay in the log, or
     * the member never gets them. Learners do not count. A single member that acknowledges nothing does not count if
     * two others do, or the third one of three does: it can ask them, see {@link InputRequests}, and could otherwise
     * make the others wait for us.
     */
    private boolean maySample() {
        int behind = 0;
        int abreast = 0;
        for (final Link link : links) {
            if (link.isMember() && link.flows()) {
                final boolean isBehind = localInputs.next() - link.out.acked() >= mostUnacknowledged;
                behind += isBehind ? 1 : 0;
                abreast += isBehind ? 0 : 1;
            }
        }
        return behind == 0 || behind == 1 && abreast > 0
            && abreast >= Math.min(InputRequests.LEAST_WITNESSES, behind + abreast - 1);
    }

    private int chooseInputDelay(final long frame, final long settled, final long nowNs) {
        final int before = delays.ticks();
        if (frame == lookedAtFrame) {
            return before;
        }
        lookedAtFrame = frame;
        final int after = follow(survey.observe(before), nowNs);
        if (after != before) {
            events.delay(settled, after);
        }
        return after;
    }

    private int follow(final DelayObservation observed, final long nowNs) {
        if (playedSinceNs == Link.NEVER) {
            playedSinceNs = nowNs;
        }
        if (rehearsed >= 0 && nowNs - playedSinceNs < TOGETHER_NS) {
            return delays.rise(observed, nowNs);
        }
        // Who has rehearsed has found its delay before.
        if (rehearsed < 0 && settles < SETTLES && nowNs - playedSinceNs >= (settles + 1) * SETTLE_NS) {
            settles++;
            return delays.start(observed, 0, nowNs);
        }
        return delays.update(observed, nowNs);
    }
}

package io.lockstep.examples.bandwidth;

import java.util.List;
import java.util.Locale;

/**
 * What a format was designed for, and what is true here.
 *
 * @param what     what it is about
 * @param document what it was designed for
 * @param here     what was counted
 * @param holds    whether it is true
 * @param why      why not, or what else is to be said
 */
record Claim(String what, String document, String here, boolean holds, String why) {

    private static final int FRAME_INPUT_BYTES = 6;
    private static final int FRAME_INPUT_JSON_BYTES = 120;
    private static final double FRAME_INPUT_SAVED = 95;
    private static final int HEARTBEAT_BYTES = 6;
    private static final double HEARTBEAT_SAVED = 93;
    private static final double STATE_SYNC_SAVED = 70;
    private static final int BYTES_PER_SECOND = 360;
    private static final int JSON_BYTES_PER_SECOND = 7200;
    private static final int MARIO_BYTES = 14;
    /** Two players at 30 Hz. */
    private static final int MESSAGES_PER_SECOND = 2 * 30;

    static List<Claim> of(final List<Sample> samples) {
        final Sample input = find(samples, SessionSamples.FRAME_INPUT);
        final Sample heartbeat = find(samples, SessionSamples.HEARTBEAT);
        final Sample state = find(samples, SessionSamples.STATE_SYNC);
        final int mario = find(samples, GameSamples.MARIO).binary();
        final int perSecond = input.binary() * MESSAGES_PER_SECOND;
        final int jsonPerSecond = input.json() * MESSAGES_PER_SECOND;
        return List.of(
            new Claim("FrameInput", FRAME_INPUT_BYTES + " B", input.binary() + " B",
                input.binary() == FRAME_INPUT_BYTES, ""),
            saving("FrameInput saves", FRAME_INPUT_SAVED, input, "of about " + FRAME_INPUT_JSON_BYTES + " B",
                String.format(Locale.ROOT, "the JSON here has the buttons as one number; of %d B it is %.1f %%",
                    FRAME_INPUT_JSON_BYTES, 100 - 100.0 * input.binary() / FRAME_INPUT_JSON_BYTES)),
            new Claim("Heartbeat", HEARTBEAT_BYTES + " B", heartbeat.binary() + " B",
                heartbeat.binary() == HEARTBEAT_BYTES, ""),
            saving("Heartbeat saves", HEARTBEAT_SAVED, heartbeat, "of about 80 B", ""),
            saving("StateSync saves", STATE_SYNC_SAVED, state, "of about 10 KB", "depends on the state"),
            new Claim("2 players at 30 Hz", BYTES_PER_SECOND + " B/s", perSecond + " B/s",
                perSecond == BYTES_PER_SECOND, "payload; the table has what is on the wire"),
            new Claim("the same as JSON", JSON_BYTES_PER_SECOND + " B/s", jsonPerSecond + " B/s",
                jsonPerSecond == JSON_BYTES_PER_SECOND, "the JSON here is shorter"),
            new Claim("schema, its example", MARIO_BYTES + " B", mario + " B", mario == MARIO_BYTES, ""));
    }

    private static Claim saving(final String what, final double claimed, final Sample sample, final String document,
                                final String why) {
        return new Claim(what, String.format(Locale.ROOT, "%.0f %% %s", claimed, document),
            String.format(Locale.ROOT, "%.1f %% of %d B", sample.saved(), sample.json()),
            Math.round(sample.saved()) >= claimed, why);
    }

    private static Sample find(final List<Sample> samples, final String message) {
        return samples.stream().filter(sample -> sample.message().equals(message)).findFirst().orElseThrow();
    }
}

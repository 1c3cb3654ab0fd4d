package io.lockstep.testkit;

import org.jspecify.annotations.Nullable;

/**
 * What an entry of a scenario says about some links; null where it says nothing, so that an earlier entry stands.
 *
 * @param from         the sender, or {@link #ANY}
 * @param to           the receiver, or {@link #ANY}
 * @param latencyMs    see {@link LinkConditions}, as all that follow
 * @param jitterMs     half-width of the jitter, milliseconds
 * @param loss         probability
 * @param burst        runs of losses
 * @param duplicate    probability
 * @param reorder      datagrams overtaken
 * @param corrupt      probability
 * @param bandwidthBps bits per second
 * @param queuePackets datagrams that may wait
 */
public record LinkRule(int from, int to, @Nullable Double latencyMs, @Nullable Double jitterMs, @Nullable Double loss,
                       @Nullable Burst burst, @Nullable Double duplicate, @Nullable Reorder reorder,
                       @Nullable Double corrupt, @Nullable Long bandwidthBps, @Nullable Integer queuePackets) {

    /** Matches every peer. */
    public static final int ANY = -1;

    /**
     * A rule that says everything.
     *
     * @param from       the sender, or {@link #ANY}
     * @param to         the receiver, or {@link #ANY}
     * @param conditions what such links are like
     * @return the rule
     */
    public static LinkRule of(final int from, final int to, final LinkConditions conditions) {
        return new LinkRule(from, to, conditions.latencyMs(), conditions.jitterMs(), conditions.loss(),
            conditions.burst(), conditions.duplicate(), conditions.reorder(), conditions.corrupt(),
            conditions.bandwidthBps(), conditions.queuePackets());
    }

    /**
     * Is this rule about a link?
     *
     * @param sender   its sender
     * @param receiver its receiver
     * @return true if both match
     */
    public boolean matches(final int sender, final int receiver) {
        return (from == ANY || from == sender) && (to == ANY || to == receiver);
    }

    /**
     * Applies the rule.
     *
     * @param before what the link is like without it
     * @return what it is like with it
     * @throws IllegalArgumentException if a value is out of range
     */
    public LinkConditions applyTo(final LinkConditions before) {
        return new LinkConditions(
            latencyMs == null ? before.latencyMs() : latencyMs,
            jitterMs == null ? before.jitterMs() : jitterMs,
            loss == null ? before.loss() : loss,
            burst == null ? before.burst() : burst,
            duplicate == null ? before.duplicate() : duplicate,
            reorder == null ? before.reorder() : reorder,
            corrupt == null ? before.corrupt() : corrupt,
            bandwidthBps == null ? before.bandwidthBps() : bandwidthBps,
            queuePackets == null ? before.queuePackets() : queuePackets);
    }
}

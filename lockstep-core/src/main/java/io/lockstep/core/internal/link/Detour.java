package io.lockstep.core.internal.link;

/** Whether one peer and we hear each other straight; and if not, how windows for it have fared by way of others. */
public final class Detour {

    /**
     * A peer not heard straight for so long is reached by others: a little longer than windows on a full line are apart
     * ({@link InFlight}). A longer silence is felt, as half a round trip to say so and a whole one by way of others
     * come on top of it, and the input delay makes up for 200 ms at most.
     */
    private static final long SILENT_NS = 110_000_000L;
    /** So many ticks of silence at least, where windows are rare: one that is lost is none yet. */
    private static final int SILENT_TICKS = 3;

    /** How long it stands without being repeated that a peer does not hear us; that it does, until it is silent. */
    private static final long WORD_HOLDS_NS = 500_000_000L;
    /** Who says nothing at all is probably gone: so often it is tried whether it can be reached. */
    private static final long PROBE_NS = 100_000_000L;
    /** Without an acknowledgement for so long one carrier more is taken. */
    private static final long WIDEN_NS = 250_000_000L;
    /** One of them may withhold what it is given, and a burst of loss may meet it on the ways of others. */
    private static final int LEAST_CARRIERS = 4;

    private static final long NEVER = Long.MIN_VALUE;
    private static final long NS_PER_S = 1_000_000_000L;
    /** As often as windows and their second copies leave. */
    private static final int PER_TICK = 2;

    private final long spacingNs;
    private final long silentNs;
    private boolean deaf;
    private long wordNs = NEVER;
    private long newest;
    private long sentNs = NEVER;
    private int carriers = LEAST_CARRIERS;
    /** Carriers were added since the peer last acknowledged something. */
    private boolean inVain;
    private long acked;
    private long progressNs;

    Detour(final int tickRate) {
        spacingNs = spacingNs(tickRate);
        silentNs = silentNs(tickRate);
    }

    /** A peer not heard straight for longer is reached by others. */
    static long silentNs(final int tickRate) {
        return Math.max(SILENT_NS, SILENT_TICKS * NS_PER_S / tickRate);
    }

    /** How often windows, and their second copies, leave. */
    static long spacingNs(final int tickRate) {
        return NS_PER_S / tickRate / PER_TICK;
    }

    /** Another process is there. */
    void restart() {
        wordNs = NEVER;
        newest = 0;
        sentNs = NEVER;
    }

    /** A window of the peer came, by whichever way, and says whether the peer hears us. */
    void word(final boolean peerIsDeaf, final long nowNs) {
        deaf = peerIsDeaf;
        wordNs = nowNs;
    }

    /** A window came by a detour; is it the newest that did? */
    boolean came(final long sequence) {
        final boolean isNewest = sequence > newest;
        newest = Math.max(newest, sequence);
        return isNewest;
    }

    /**
     * Is a window for the peer to take a detour now? It is, as often as windows leave, when the peer says that it does
     * not hear us, and now and then when nothing is known of that and we do not hear the peer. The more carriers are
     * tried in vain, the more seldom, but with each number of them once: where several peers are lost at once, all of
     * this would fill the lines of the others.
     */
    boolean isDue(final boolean silent, final long nowNs) {
        final boolean known = wordNs != NEVER && nowNs - wordNs <= (deaf ? WORD_HOLDS_NS : silentNs);
        final long alwaysNs = known ? spacingNs : PROBE_NS;
        final long apartNs = inVain ? Math.min(alwaysNs * carriers / LEAST_CARRIERS, WIDEN_NS) : alwaysNs;
        return (known ? deaf : silent) && (sentNs == NEVER || nowNs - sentNs >= apartNs);
    }

    /** Returns whether a window has just taken a detour. */
    boolean isUsed(final long nowNs) {
        return sentNs != NEVER && nowNs - sentNs < WORD_HOLDS_NS;
    }

    /** A window takes a detour now; by how many carriers? */
    int carriers(final long ackedNow, final boolean owes, final long nowNs) {
        if (sentNs == NEVER || nowNs - sentNs >= WORD_HOLDS_NS) {
            carriers = LEAST_CARRIERS;
            inVain = false;
            progressNs = nowNs;
        }
        sentNs = nowNs;
        if (ackedNow != acked || !owes) {
            acked = ackedNow;
            inVain = false;
            progressNs = nowNs;
        } else if (nowNs - progressNs >= WIDEN_NS) {
            carriers++;
            inVain = true;
            progressNs = nowNs;
        }
        return carriers;
    }
}

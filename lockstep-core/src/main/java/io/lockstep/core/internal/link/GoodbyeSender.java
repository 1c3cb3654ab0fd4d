package io.lockstep.core.internal.link;

import io.lockstep.core.game.EndReason;
import io.lockstep.core.internal.protocol.Goodbye;
import io.lockstep.core.internal.protocol.GoodbyeReason;
import io.lockstep.core.transport.Lane;

/** Says goodbye on every link, several times because it may be lost, and knows when that is enough. */
public final class GoodbyeSender {

    /** Between two goodbyes: longer than most bursts of loss at this spacing matter, short enough to leave at once. */
    private static final long REPEAT_NS = 50_000_000L;

    /** A peer that is not waiting for us needs no proof that it heard: three copies are enough. */
    private static final int GOODBYES = 3;

    /**
     * Who leaves keeps its say until its goodbye is heard: half a second of copies outlasts a run of lost datagrams,
     * and no player minds it.
     */
    private static final int LEAVER_GOODBYES = 10;

    /**
     * At the end of a match the other side may still wait for what only this goodbye tells it, so it is repeated for up
     * to two seconds until the other says goodbye too.
     */
    private static final int FINISHED_GOODBYES = 40;

    private final Link[] links;
    private final Wire wire;
    private final Goodbye goodbye = new Goodbye();
    private Link refused;
    private boolean refusedOpen;
    private int refusedField;
    private String refusedValue;
    private long nextNs = Long.MIN_VALUE;
    private int rounds;

    public GoodbyeSender(final Link[] links, final Wire wire) {
        this.links = links;
        this.wire = wire;
    }

    /**
     * This link is to hear in which field our configuration differs.
     *
     * @param open whether the other end takes it for open
     */
    public void refuse(final Link link, final int field, final String ours, final boolean open) {
        refused = link;
        refusedOpen = open;
        refusedField = field;
        refusedValue = ours.substring(0, Math.min(ours.length(), Goodbye.MAX_VALUE_LENGTH));
    }

    /** Sends the goodbyes that are due, with the epoch that this peer applied last; returns true after the last one. */
    public boolean done(final EndReason end, final long epochId, final long frame, final long nowNs) {
        final GoodbyeReason reason = reasonOf(end);
        final int wanted = reason == GoodbyeReason.FINISHED ? FINISHED_GOODBYES
            : end == EndReason.LEFT ? LEAVER_GOODBYES : GOODBYES;
        if (rounds > 0 && rounds >= wanted || rounds > 0 && allLeft()) {
            return true;
        }
        if (nowNs < nextNs) {
            return false;
        }
        nextNs = nowNs + REPEAT_NS;
        rounds++;
        for (final Link link : links) {
            if (link == refused) {
                goodbye.mismatch(link.handshake().salt(), frame, refusedField, refusedValue);
                if (refusedOpen) {
                    wire.send(link, Lane.CONTROL, goodbye, nowNs);
                } else {
                    wire.sendHandshake(link, Lane.CONTROL, goodbye, nowNs);
                }
            } else if (link.handshake().isOpen()) {
                wire.send(link, Lane.CONTROL, goodbye.set(reason, epochId, frame), nowNs);
            }
        }
        return false;
    }

    /** What the others are told: whoever came to the end of the match needs nothing more and owes nothing. */
    private static GoodbyeReason reasonOf(final EndReason end) {
        return end == EndReason.FINISHED || end == EndReason.DESYNC ? GoodbyeReason.FINISHED : GoodbyeReason.LEFT;
    }

    private boolean allLeft() {
        for (final Link link : links) {
            if (link == refused || link.handshake().isOpen() && !link.hasLeft()) {
                return false;
            }
        }
        return true;
    }
}

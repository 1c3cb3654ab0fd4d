package io.lockstep.core.internal.game;

import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.membership.Lie;
import io.lockstep.core.sync.DesyncReport;

/** An event in a place of the queue, which is filled again and again. */
final class QueuedEvent implements SessionEvent {

    private static final int NOBODY = -1;

    private Type type;
    private int peer;
    private int player;
    private long frame;
    private int inputDelay;
    private long count;
    private int localChecksum;
    private int remoteChecksum;
    private DesyncReport report;
    private Lie lie;

    QueuedEvent set(final Type newType, final int newPeer, final long newFrame) {
        type = newType;
        peer = newPeer;
        player = NOBODY;
        inputDelay = 0;
        count = 0;
        frame = newFrame;
        localChecksum = 0;
        remoteChecksum = 0;
        report = null;
        lie = null;
        return this;
    }

    QueuedEvent report(final DesyncReport newReport) {
        report = newReport;
        return this;
    }

    QueuedEvent lie(final Lie newLie) {
        lie = newLie;
        return this;
    }

    QueuedEvent player(final int newPlayer) {
        player = newPlayer;
        return this;
    }

    QueuedEvent inputDelay(final int ticks) {
        inputDelay = ticks;
        return this;
    }

    QueuedEvent count(final long events) {
        count = events;
        return this;
    }

    QueuedEvent checksums(final int local, final int remote) {
        localChecksum = local;
        remoteChecksum = remote;
        return this;
    }

    @Override
    public Type type() {
        return type;
    }

    @Override
    public int peer() {
        return peer;
    }

    @Override
    public int player() {
        return player;
    }

    @Override
    public long frame() {
        return frame;
    }

    @Override
    public int inputDelay() {
        return inputDelay;
    }

    @Override
    public long count() {
        return count;
    }

    @Override
    public int localChecksum() {
        return localChecksum;
    }

    @Override
    public int remoteChecksum() {
        return remoteChecksum;
    }

    @Override
    public Lie lie() {
        return lie;
    }

    @Override
    public DesyncReport report() {
        return report;
    }

    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder(type.name()).append(" frame=").append(frame);
        if (peer != NOBODY) {
            text.append(" peer=").append(peer);
        }
        if (player != NOBODY) {
            text.append(" player=").append(player);
        }
        if (type == Type.DELAY_CHANGED) {
            text.append(" inputDelay=").append(inputDelay);
        }
        if (type == Type.EVENTS_LOST || type == Type.DATAGRAMS_REFUSED) {
            text.append(" count=").append(count);
        }
        if (type == Type.DESYNC) {
            text.append(" local=").append(Integer.toHexString(localChecksum))
                .append(" remote=").append(Integer.toHexString(remoteChecksum));
        }
        if (lie != null) {
            text.append(' ').append(lie);
        }
        if (report != null) {
            text.append(' ').append(report.line());
        }
        return text.toString();
    }
}

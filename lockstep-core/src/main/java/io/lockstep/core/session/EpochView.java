package io.lockstep.core.session;

import io.lockstep.core.input.IdSet;
import io.lockstep.core.internal.membership.EpochRecord;
import io.lockstep.core.membership.Epoch;

/** A session's newest epoch as its application sees it. */
final class EpochView implements Epoch {

    private final EpochRecord record;
    private final IdSet members;
    private final IdSet closed;

    EpochView(final EpochRecord record) {
        this.record = record;
        members = IdSet.peers(record::members);
        closed = IdSet.peers(record::closed);
    }

    @Override
    public long number() {
        return record.number();
    }

    @Override
    public long id() {
        return record.id();
    }

    @Override
    public long term() {
        return record.term();
    }

    @Override
    public IdSet members() {
        return members;
    }

    @Override
    public boolean has(final int peer) {
        return record.has(peer);
    }

    @Override
    public IdSet closed() {
        return closed;
    }

    @Override
    public long closedAt(final int peer) {
        return record.closedAt(peer);
    }

    @Override
    public int incarnation(final int peer) {
        return record.incarnation(peer);
    }

    @Override
    public boolean isEstablished() {
        return record.isEstablished();
    }

    @Override
    public boolean isBranch() {
        return record.isBranch();
    }
}

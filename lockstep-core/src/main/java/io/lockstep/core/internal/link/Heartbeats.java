package io.lockstep.core.internal.link;

import io.lockstep.core.internal.protocol.Heartbeat;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.MessageType;
import io.lockstep.core.transport.Lane;
import java.util.Arrays;

/** Says on idle links that we are there, answers who says so, and takes the RTT from the answers. */
public final class Heartbeats {

    private static final long NS_PER_MS = 1_000_000L;
    private static final long NONE = -1;

    private final int self;
    private final Wire wire;
    private final Heartbeat heartbeat = new Heartbeat(MessageType.HEARTBEAT);
    private final Heartbeat answer = new Heartbeat(MessageType.HEARTBEAT_ACK);
    /** For each peer the heartbeat that waits for its answer: the timestamp it carried and when it left. */
    private final long[] timestamp = new long[Message.MAX_PLAYERS];
    private final long[] leftNs = new long[Message.MAX_PLAYERS];

    public Heartbeats(final int self, final Wire wire) {
        this.self = self;
        this.wire = wire;
        forget();
    }

    public void send(final Link link, final long term, final long frame, final long nowNs) {
        timestamp[link.peer] = nowNs / NS_PER_MS & Heartbeat.MAX_TIMESTAMP;
        leftNs[link.peer] = nowNs;
        heartbeat.player(self).term(term).frame(frame).timestamp(timestamp[link.peer]);
        wire.send(link, Lane.INPUT, heartbeat, nowNs);
    }

    public void answer(final Link link, final Heartbeat theirs, final long term, final long frame, final long nowNs) {
        if (!link.takeAnswer()) {
            return;
        }
        answer.player(self).term(term).frame(frame).noTimestamp();
        if (theirs.hasTimestamp()) {
            answer.timestamp(theirs.timestamp());
        }
        wire.send(link, Lane.INPUT, answer, nowNs);
    }

    public void answered(final Link link, final Heartbeat ack, final long nowNs) {
        if (ack.hasTimestamp() && ack.timestamp() == timestamp[link.peer]) {
            link.rtt.sample(nowNs - leftNs[link.peer]);
            timestamp[link.peer] = NONE;
        }
    }

    /** What was sent before this process slept measures the sleep, not the line. */
    public void forget() {
        Arrays.fill(timestamp, NONE);
    }
}

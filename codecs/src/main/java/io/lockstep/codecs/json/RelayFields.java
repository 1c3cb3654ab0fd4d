package io.lockstep.codecs.json;

import io.lockstep.core.internal.protocol.Relay;
import io.lockstep.core.internal.protocol.WireLimits;

/** The fields of a relay. */
final class RelayFields {

    private static final int NONE = -1;

    private final FrameList frames;
    private int peer;
    private int first;
    private long ack;

    RelayFields(final WireLimits limits) {
        frames = new FrameList(limits);
    }

    MessageFields<Relay> fields() {
        return new MessageFields<>(Relay.class)
            .begin(message -> {
                frames.clear();
                ack = NONE;
            })
            .player("peer", Relay::peer, (message, v) -> peer = v)
            .field("players", (message, out) -> out.unsigned(message.frames().players()),
                (message, in) -> frames.readPlayers(in))
            .integer("first", Short.SIZE, Relay::firstFrame, (message, v) -> first = v)
            .numberOrNull("ack", Short.SIZE, Relay::hasAck, Relay::ack, (message, v) -> ack = v)
            .field("inputs", (message, out) -> FrameList.writeInputs(message.frames(), out),
                (message, in) -> frames.readInputs(in))
            .fieldOrNull("events", message -> message.frames().hasEvents(),
                (message, out) -> FrameList.writeEvents(message.frames(), out),
                (message, in) -> frames.readEvents(in))
            .end(this::complete);
    }

    private void complete(final Relay message, final JsonInput in) {
        message.reset(peer, frames.players(), first);
        if (ack != NONE) {
            message.acknowledge(ack);
        }
        frames.fill(message.frames(), message::endFrame, in);
    }
}

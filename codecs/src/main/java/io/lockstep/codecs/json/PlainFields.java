package io.lockstep.codecs.json;

import io.lockstep.core.internal.protocol.Challenge;
import io.lockstep.core.internal.protocol.FrameInput;
import io.lockstep.core.internal.protocol.Heartbeat;
import io.lockstep.core.internal.protocol.RequestVote;
import io.lockstep.core.internal.protocol.StateSync;
import io.lockstep.core.internal.protocol.VoteResponse;
import io.lockstep.core.internal.protocol.WireCode;

/** The fields of the messages in which each field stands for itself. */
final class PlainFields {

    private static final byte[] NOTHING = {};
    private static final int TIMESTAMP_BITS = 48;

    private PlainFields() {
    }

    static MessageFields<FrameInput> frameInput() {
        return new MessageFields<>(FrameInput.class)
            .begin(message -> message.noChecksum().events(NOTHING, 0, 0))
            .player("player", FrameInput::player, FrameInput::player)
            .integer("inputs", Short.SIZE, FrameInput::inputs, FrameInput::inputs)
            .integer("frame", Short.SIZE, FrameInput::frame, FrameInput::frame)
            .numberOrNull("checksum", Integer.SIZE, FrameInput::hasChecksum, FrameInput::checksum,
                (message, crc) -> message.checksum((int) crc))
            .fieldOrNull("events", message -> message.eventLength() > 0,
                (message, out) -> out.hex(message.events(), 0, message.eventLength()), PlainFields::readEvents);
    }

    private static void readEvents(final FrameInput message, final JsonInput in) {
        final byte[] events = in.hex(FrameInput.MAX_EVENT_BYTES);
        if (events.length == 0) {
            // Also when it was no hexadecimal text: the first failure stands.
            in.fail(WireCode.RANGE);
        }
        message.events(events, 0, events.length);
    }

    /** The length is that of the compressed state, which JSON does not hold: it is written for people. */
    static MessageFields<StateSync> stateSync(final int maxStateBytes) {
        return new MessageFields<>(StateSync.class)
            .number("frame", Integer.SIZE, StateSync::frame, StateSync::frame)
            .integer("checksum", Integer.SIZE, StateSync::checksum, StateSync::checksum)
            .number("term", Integer.SIZE, StateSync::term, StateSync::term)
            .field("length", (message, out) -> out.unsigned(message.compressedLength()), (message, in) -> in.skip())
            .orMissing()
            .field("payload", (message, out) -> out.hex(message.payload(), 0, message.payloadLength()),
                (message, in) -> {
                    final byte[] state = in.hex(maxStateBytes);
                    message.payload(state, 0, state.length);
                });
    }

    static MessageFields<RequestVote> requestVote() {
        return new MessageFields<>(RequestVote.class)
            .player("candidate", RequestVote::candidate, RequestVote::candidate)
            .integer("term", Short.SIZE, RequestVote::term, RequestVote::term)
            .integer("lastFrame", Short.SIZE, RequestVote::lastFrame, RequestVote::lastFrame)
            .bool("preVote", RequestVote::isPreVote, RequestVote::preVote);
    }

    static MessageFields<VoteResponse> voteResponse() {
        return new MessageFields<>(VoteResponse.class)
            .player("voter", VoteResponse::voter, VoteResponse::voter)
            .integer("term", Short.SIZE, VoteResponse::term, VoteResponse::term)
            .bool("granted", VoteResponse::granted, VoteResponse::granted)
            .bool("preVote", VoteResponse::isPreVote, VoteResponse::preVote);
    }

    static MessageFields<Heartbeat> heartbeat() {
        return new MessageFields<>(Heartbeat.class)
            .begin(Heartbeat::noTimestamp)
            .player("player", Heartbeat::player, Heartbeat::player)
            .integer("term", Short.SIZE, Heartbeat::term, Heartbeat::term)
            .integer("frame", Short.SIZE, Heartbeat::frame, Heartbeat::frame)
            .numberOrNull("timestamp", TIMESTAMP_BITS, Heartbeat::hasTimestamp, Heartbeat::timestamp,
                Heartbeat::timestamp);
    }

    static MessageFields<Challenge> challenge() {
        return new MessageFields<>(Challenge.class)
            .integer("salt", Integer.SIZE, Challenge::salt, Challenge::salt)
            .number("pepper", Long.SIZE, Challenge::pepper, Challenge::pepper);
    }
}

package io.lockstep.codecs.json;

import io.lockstep.core.internal.protocol.Relay;
import io.lockstep.core.internal.protocol.Relay.Kind;
import io.lockstep.core.internal.protocol.WireCode;
import io.lockstep.core.internal.protocol.WireLimits;
import java.nio.ByteBuffer;

/** The fields of a relay: those of the kinds that it is not are null. */
final class RelayFields {

    private static final Kind[] KINDS = Kind.values();
    private static final int SEALED_FIELDS = 2;
    private static final int INPUTS_FIELDS = 3;

    private final FrameList frames;
    private final int maxLength;
    @SuppressWarnings("NullAway.Init") // given before it is used
    private Kind kind;
    private int peer;
    private int first;
    private long tag;
    @SuppressWarnings("NullAway.Init") // given before it is used
    private byte[] sealed;
    private int sealedFields;
    private int inputsFields;
    private boolean events;

    RelayFields(final WireLimits limits) {
        frames = new FrameList(limits);
        maxLength = new Relay(limits.inputBytes(), limits.maxLinkPlayers(), limits.maxEventBytes()).maxLength();
    }

    MessageFields<Relay> fields() {
        return new MessageFields<>(Relay.class)
            .begin(message -> {
                frames.clear();
                sealedFields = 0;
                inputsFields = 0;
                events = false;
            })
            .field("kind", (message, out) -> out.string(message.kind().name()),
                (message, in) -> kind = in.constant(KINDS))
            .player("peer", Relay::peer, (message, v) -> peer = v)
            .fieldOrNull("tag", RelayFields::isSealed, (message, out) -> out.unsigned(message.tag()),
                (message, in) -> tag = sealed(in).unsigned(Long.SIZE))
            .fieldOrNull("sealed", RelayFields::isSealed,
                (message, out) -> out.hex(message.sealed(), 0, message.length()),
                (message, in) -> sealed = sealed(in).hex(maxLength))
            .fieldOrNull("players", RelayFields::hasInputs,
                (message, out) -> out.unsigned(message.frames().players()),
                (message, in) -> frames.readPlayers(inputs(in)))
            .fieldOrNull("first", RelayFields::hasInputs, (message, out) -> out.unsigned(message.firstFrame()),
                (message, in) -> first = inputs(in).u16())
            .fieldOrNull("inputs", RelayFields::hasInputs,
                (message, out) -> FrameList.writeInputs(message.frames(), out),
                (message, in) -> frames.readInputs(inputs(in)))
            .fieldOrNull("events", message -> message.frames().hasEvents(),
                (message, out) -> FrameList.writeEvents(message.frames(), out), (message, in) -> {
                    events = true;
                    frames.readEvents(in);
                })
            .end(this::complete);
    }

    private static boolean isSealed(final Relay message) {
        return message.kind() != Kind.INPUTS;
    }

    private static boolean hasInputs(final Relay message) {
        return message.kind() == Kind.INPUTS;
    }

    private JsonInput sealed(final JsonInput in) {
        sealedFields++;
        return in;
    }

    private JsonInput inputs(final JsonInput in) {
        inputsFields++;
        return in;
    }

    private void complete(final Relay message, final JsonInput in) {
        final boolean isInputs = kind == Kind.INPUTS;
        if (sealedFields != (isInputs ? 0 : SEALED_FIELDS) || inputsFields != (isInputs ? INPUTS_FIELDS : 0)
            || events && !isInputs) {
            in.fail(WireCode.NOT_CANONICAL);
        } else if (isInputs) {
            message.inputs(peer, frames.players(), first);
            frames.fill(message.frames(), message::endFrame, in);
        } else if (sealed.length == 0) {
            in.fail(WireCode.RANGE);
        } else {
            message.carry(peer, tag, ByteBuffer.wrap(sealed));
            if (kind == Kind.CARRIED) {
                message.carriedFrom(peer);
            }
        }
    }
}

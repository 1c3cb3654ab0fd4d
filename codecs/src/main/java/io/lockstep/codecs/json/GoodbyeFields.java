package io.lockstep.codecs.json;

import io.lockstep.core.internal.protocol.Goodbye;
import io.lockstep.core.internal.protocol.GoodbyeReason;
import io.lockstep.core.internal.protocol.WireCode;

/** The fields of a goodbye, of which a mismatch has two more than any other. */
final class GoodbyeFields {

    private static final GoodbyeReason[] REASONS = GoodbyeReason.values();

    @SuppressWarnings("NullAway.Init") // given before it is used
    private GoodbyeReason reason;
    private int salt;
    private long epochId;
    private long frame;
    private int differing;
    @SuppressWarnings("NullAway.Init") // given before it is used
    private String value;

    MessageFields<Goodbye> fields() {
        return new MessageFields<>(Goodbye.class)
            .field("reason", (message, out) -> out.string(message.reason().name()),
                (message, in) -> reason = in.constant(REASONS))
            .integer("salt", Integer.SIZE, Goodbye::salt, (message, v) -> salt = v)
            .number("epochId", Long.SIZE, Goodbye::epochId, (message, v) -> epochId = v)
            .number("frame", Long.SIZE, Goodbye::frame, (message, v) -> frame = v)
            .integer("field", Byte.SIZE, Goodbye::field, (message, v) -> differing = v)
            .field("value", (message, out) -> out.string(message.value()), (message, in) -> readValue(in))
            .end(this::complete);
    }

    private void readValue(final JsonInput in) {
        value = in.text();
        if (!value.isEmpty() && !Goodbye.isValue(value)) {
            in.fail(WireCode.RANGE);
        }
    }

    private void complete(final Goodbye message, final JsonInput in) {
        final boolean mismatch = reason == GoodbyeReason.MISMATCH;
        if (mismatch != differing > 0 || mismatch == value.isEmpty() || (mismatch ? epochId : salt) != 0) {
            in.fail(WireCode.NOT_CANONICAL);
        } else if (mismatch) {
            message.mismatch(salt, frame, differing, value);
        } else {
            message.set(reason, epochId, frame);
        }
    }
}

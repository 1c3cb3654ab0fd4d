package io.lockstep.core.protocol;

import io.lockstep.core.codec.JsonWriter;
import java.nio.ByteBuffer;

/** Stands for a message whose number is taken and whose layout this version does not know: always refused. */
final class UnreadMessage extends Message {

    private static final String[] JSON_FIELDS = {};

    private final MessageType type;

    UnreadMessage(final MessageType type) {
        this.type = type;
    }

    @Override
    public MessageType type() {
        return type;
    }

    @Override
    WireCode decodeBody(final ByteBuffer buffer) {
        return WireCode.TYPE;
    }

    @Override
    void encodeBody(final ByteBuffer buffer) {
        throw new UnsupportedOperationException(type + " has no layout");
    }

    @Override
    String[] jsonFields() {
        return JSON_FIELDS;
    }

    @Override
    void writeField(final int field, final JsonWriter out) {
        throw new UnsupportedOperationException(type + " has no fields");
    }

    @Override
    void readField(final int field, final JsonInput in) {
        in.fail(WireCode.TYPE);
    }

    @Override
    WireCode check() {
        return WireCode.TYPE;
    }
}

package io.lockstep.examples.catalogue;

import io.lockstep.codecs.rabbit.RabbitFields;
import io.lockstep.codecs.rabbit.RabbitMessage;
import java.util.List;
import java.util.StringJoiner;

/** Fields as text, {@code u1=0 u32=7}: fills a message from such a line, or makes the line of a message. */
final class FieldText implements RabbitFields {

    private final List<String> given;
    private final StringJoiner made = new StringJoiner(" ");
    private int next;

    private FieldText(final List<String> given) {
        this.given = given;
    }

    static String of(final RabbitMessage message) {
        final FieldText text = new FieldText(null);
        message.visit(text);
        return text.made.toString();
    }

    static void fill(final RabbitMessage message, final String line) {
        final FieldText text = new FieldText(line.isEmpty() ? List.of() : List.of(line.split(" ")));
        message.visit(text);
        if (text.next != text.given.size()) {
            throw new AssertionError(text.given.size() - text.next + " fields too many in " + line);
        }
    }

    private String field(final String type, final String value) {
        if (given == null) {
            made.add(type + '=' + value);
            return value;
        }
        final String[] parts = given.get(next++).split("=");
        if (!parts[0].equals(type)) {
            throw new AssertionError(type + " wanted, " + parts[0] + " given as field " + next);
        }
        return parts[1];
    }

    @Override
    public int unsigned(final int value, final int bits) {
        return Integer.parseUnsignedInt(field("u" + bits, Integer.toUnsignedString(value)));
    }

    @Override
    public int signed(final int value, final int bits) {
        return Integer.parseInt(field("i" + bits, Integer.toString(value)));
    }

    @Override
    public long varUnsigned(final long value, final int bytes) {
        return Long.parseUnsignedLong(field("u" + bytes * Byte.SIZE, Long.toUnsignedString(value)));
    }

    @Override
    public float f32(final float value) {
        return Float.parseFloat(field("f32", Float.toString(value)));
    }

    @Override
    public int below(final int value, final int bound) {
        return value;
    }

    @Override
    public int count(final int value, final int most, final int itemBits) {
        return u32(value);
    }

    @Override
    public void bytes(final byte[] array, final int length) {
        for (int i = 0; i < length; i++) {
            array[i] = (byte) unsigned(array[i] & 0xFF, Byte.SIZE);
        }
    }

    @Override
    public void require(final boolean holds) {
        if (!holds) {
            throw new AssertionError("impossible message after field " + next);
        }
    }

    @Override
    public boolean failed() {
        return false;
    }
}

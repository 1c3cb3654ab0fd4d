package io.lockstep.examples.catalogue;

import io.lockstep.codecs.rabbit.RabbitFields;
import io.lockstep.codecs.rabbit.RabbitMessage;

/** A number that any two different messages almost never share, made of the fields and not of their bytes. */
final class FieldHash implements RabbitFields {

    private static final long FACTOR = 0x9E37_79B9_7F4A_7C15L;

    private long hash;

    long of(final RabbitMessage message) {
        hash = 1;
        message.visit(this);
        return hash;
    }

    private void add(final long value) {
        hash = Long.rotateLeft((hash ^ value) * FACTOR, 29) + 1;
    }

    @Override
    public int unsigned(final int value, final int bits) {
        add(value);
        return value;
    }

    @Override
    public int signed(final int value, final int bits) {
        add(value);
        return value;
    }

    @Override
    public long varUnsigned(final long value, final int bytes) {
        add(value);
        return value;
    }

    @Override
    public int below(final int value, final int bound) {
        return value;
    }

    @Override
    public int count(final int value, final int most, final int itemBits) {
        add(value);
        return value;
    }

    @Override
    public void bytes(final byte[] array, final int length) {
        for (int i = 0; i < length; i++) {
            add(array[i]);
        }
    }

    @Override
    public void require(final boolean holds) {
        add(holds ? 1 : 0);
    }

    @Override
    public boolean failed() {
        return false;
    }
}

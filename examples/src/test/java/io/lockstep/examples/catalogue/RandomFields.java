package io.lockstep.examples.catalogue;

import io.lockstep.codecs.rabbit.RabbitFields;
import java.util.SplittableRandom;

/** Fills a message with random values that have a form on the wire, of every length alike. */
final class RandomFields implements RabbitFields {

    private static final int MOST_ITEMS = 6;

    private final SplittableRandom random;

    RandomFields(final SplittableRandom random) {
        this.random = random;
    }

    @Override
    public int unsigned(final int value, final int bits) {
        return random.nextInt() >>> Integer.SIZE - bits;
    }

    @Override
    public int signed(final int value, final int bits) {
        return random.nextInt() >> Integer.SIZE - bits;
    }

    @Override
    public long varUnsigned(final long value, final int bytes) {
        return random.nextLong() >>> Long.SIZE - 1 - random.nextInt(bytes * Byte.SIZE);
    }

    @Override
    public int below(final int value, final int bound) {
        return (value & Integer.MAX_VALUE) % bound;
    }

    @Override
    public int count(final int value, final int most, final int itemBits) {
        return random.nextInt(MOST_ITEMS);
    }

    @Override
    public void bytes(final byte[] array, final int length) {
        for (int i = 0; i < length; i++) {
            array[i] = (byte) random.nextInt(Byte.MAX_VALUE + 1);
        }
    }

    @Override
    public void require(final boolean holds) {
        if (!holds) {
            throw new AssertionError("ASCII is UTF-8");
        }
    }

    @Override
    public boolean failed() {
        return false;
    }
}

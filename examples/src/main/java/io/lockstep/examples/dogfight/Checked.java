package io.lockstep.examples.dogfight;

/** Values of a loaded state, refused when the rules could not have produced them. */
final class Checked {

    private Checked() {
    }

    static int range(final String field, final int value, final int min, final int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(field + " is " + value + ", must be " + min + " to " + max);
        }
        return value;
    }
}

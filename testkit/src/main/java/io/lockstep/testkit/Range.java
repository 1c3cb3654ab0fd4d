package io.lockstep.testkit;

/** Checks of what a program asks for. */
final class Range {

    private Range() {
    }

    /** Also refuses NaN, which is in no range. */
    static void require(final String what, final double value, final double min, final double max) {
        if (!(value >= min && value <= max)) {
            throw new IllegalArgumentException(what + " is " + Decimal.of(value) + ", allowed is " + Decimal.of(min)
                + " to " + Decimal.of(max));
        }
    }
}

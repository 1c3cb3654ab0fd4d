package io.lockstep.testkit;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Numbers as text: the shortest that reads back as the same, without an exponent, and the same on every Java. */
final class Decimal {

    /** So many significant digits tell any two doubles apart. */
    private static final int MAX_DIGITS = 17;

    private Decimal() {
    }

    static String of(final double value) {
        if (!Double.isFinite(value)) {
            return Double.toString(value);
        }
        for (int digits = 1; digits < MAX_DIGITS; digits++) {
            final BigDecimal rounded = rounded(value, digits);
            if (rounded.doubleValue() == value) {
                return text(rounded);
            }
        }
        return text(rounded(value, MAX_DIGITS));
    }

    private static BigDecimal rounded(final double value, final int digits) {
        return new BigDecimal(value).round(new MathContext(digits, RoundingMode.HALF_EVEN));
    }

    private static String text(final BigDecimal value) {
        return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
    }
}

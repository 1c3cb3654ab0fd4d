package io.lockstep.examples.soak;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Seeds from the first to the last, both included.
 *
 * @param first the first
 * @param last  the last, not below
 */
record SeedRange(long first, long last) {

    /** Reads {@code A..B} or {@code A}. */
    static final class Converter implements ITypeConverter<SeedRange> {
        @Override
        public SeedRange convert(final String text) {
            final int dots = text.indexOf("..");
            try {
                final long first = Long.parseLong(dots < 0 ? text : text.substring(0, dots));
                final long last = dots < 0 ? first : Long.parseLong(text.substring(dots + 2));
                if (first >= 0 && last >= first) {
                    return new SeedRange(first, last);
                }
            } catch (final NumberFormatException wrong) {
                // The same answer as for numbers in the wrong order.
            }
            throw new TypeConversionException("'" + text + "' is no range A..B with 0 <= A <= B");
        }
    }
}

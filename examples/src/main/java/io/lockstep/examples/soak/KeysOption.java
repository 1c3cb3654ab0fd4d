package io.lockstep.examples.soak;

import io.lockstep.testkit.PeerKeys;
import picocli.CommandLine;

/** A kind of keys as it is typed: read from the command line, and written for whoever plays a match again. */
final class KeysOption implements CommandLine.ITypeConverter<PeerKeys> {

    static final String NAME = "--keys";

    @Override
    public PeerKeys convert(final String word) {
        try {
            return PeerKeys.parse(word);
        } catch (final IllegalArgumentException unknown) {
            throw new CommandLine.TypeConversionException(unknown.getMessage());
        }
    }

    /** What is to be typed for a kind of keys, with a space before it. */
    static String text(final PeerKeys kind) {
        return kind == PeerKeys.NONE ? "" : " " + NAME + " " + kind;
    }
}

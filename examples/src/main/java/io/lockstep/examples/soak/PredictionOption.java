package io.lockstep.examples.soak;

import io.lockstep.core.game.PredictionOptions;
import io.lockstep.testkit.Scenario;
import java.util.function.LongFunction;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** By how many frames matches are played ahead, whatever else they are. */
final class PredictionOption {

    private static final String NAME = "--prediction";
    private static final int UNSAID = -1;
    private static final int MIXED = -2;
    private static final String MIXED_WORD = "mixed";

    @Option(names = NAME, paramLabel = "FRAMES", converter = Frames.class, defaultValue = "" + UNSAID,
        showDefaultValue = CommandLine.Help.Visibility.NEVER,
        description = "Frames by which each game is played ahead of missing inputs, 0 to "
            + PredictionOptions.MAX_FRAMES + "; or mixed, each peer by another number that the seed draws (default: as "
            + "the match says, which is 0, lockstep).")
    private int frames = UNSAID;

    PredictionOption() {
    }

    /** Refuses what no session takes, in one line. */
    static final class Frames implements CommandLine.ITypeConverter<Integer> {

        @Override
        public Integer convert(final String word) {
            if (word.equals(String.valueOf(UNSAID)) || word.equals(MIXED_WORD)) {
                return word.equals(MIXED_WORD) ? MIXED : UNSAID;
            }
            try {
                final int typed = Integer.parseInt(word);
                if (typed >= 0 && typed <= PredictionOptions.MAX_FRAMES) {
                    return typed;
                }
            } catch (final NumberFormatException wrong) {
                // Said below.
            }
            throw new CommandLine.TypeConversionException("'" + word + "' is neither 0 to "
                + PredictionOptions.MAX_FRAMES + " nor " + MIXED_WORD);
        }
    }

    /** Matches played ahead as was said. */
    LongFunction<Scenario> over(final LongFunction<Scenario> matches) {
        return seed -> {
            final Scenario match = matches.apply(seed).copy();
            applyTo(match);
            if (frames == MIXED) {
                match.mixWindows(seed);
            }
            return match;
        };
    }

    void applyTo(final Scenario match) {
        match.prediction = frames < 0 ? match.prediction : frames;
    }

    /** What is to be typed for it, with a space before it; what another one says comes first. */
    String text(final PredictionOption over) {
        final int said = over.frames == UNSAID ? frames : over.frames;
        return said == UNSAID ? "" : " " + NAME + " " + (said == MIXED ? MIXED_WORD : said);
    }
}

package io.lockstep.examples.peer;

import io.lockstep.core.game.PredictionOptions;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The option that has a match played ahead of missing inputs. */
public final class AheadOption {

    private static final String NAME = "--prediction";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = NAME, paramLabel = "FRAMES", defaultValue = "0",
        description = "Frames by which the game is played ahead of missing inputs and taken back where a guess was "
            + "wrong, 0 to " + PredictionOptions.MAX_FRAMES + "; 0 is lockstep (default ${DEFAULT-VALUE}).")
    private int frames;

    /** An option to be filled in by the command line. */
    public AheadOption() {
        // The field is an option.
    }

    /**
     * What was asked for.
     *
     * @return 0 to 30 frames
     * @throws ParameterException with one line for a person when it is none of these
     */
    public int frames() {
        if (frames < 0 || frames > PredictionOptions.MAX_FRAMES) {
            throw new ParameterException(spec.commandLine(),
                NAME + " is " + frames + ", allowed is 0 to " + PredictionOptions.MAX_FRAMES);
        }
        return frames;
    }
}

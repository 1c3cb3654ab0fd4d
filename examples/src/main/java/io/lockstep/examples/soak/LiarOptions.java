package io.lockstep.examples.soak;

import io.lockstep.examples.terminal.Progress;
import io.lockstep.testkit.PeerKeys;
import io.lockstep.testkit.liars.Deception;
import java.io.PrintStream;
import java.io.PrintWriter;
import picocli.CommandLine.Option;

/** What the command line can say about a fleet of liars. */
final class LiarOptions {

    @Option(names = "--liars", description = "Plays a match of four to six for each seed in which one member lies to "
        + "the others, and checks that the honest end equal, lose nobody, and name the liar where it harmed.")
    private boolean liars;

    @Option(names = "--lie", paramLabel = "NAME", description = "How the liar of --liars lies, drawn by default: "
        + "${COMPLETION-CANDIDATES}.")
    private Deception lie;

    @Option(names = "--truthful", description = "Lets the liar of --liars tell the truth: what fails then is not "
        + "because of it.")
    private boolean truthful;

    boolean isWanted() {
        return liars;
    }

    /** Is anything said that has no meaning without liars? */
    boolean isDescribed() {
        return lie != null || truthful;
    }

    LiarFleet fleet(final PrintStream out, final PrintWriter err, final PeerKeys keys, final Progress progress) {
        return new LiarFleet(out, err, lie, truthful, keys, progress);
    }
}

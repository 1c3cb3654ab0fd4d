package io.lockstep.examples.soak;

import io.lockstep.examples.terminal.Progress;
import io.lockstep.testkit.PeerKeys;
import io.lockstep.testkit.liars.Deception;
import io.lockstep.testkit.liars.LiarMatch;
import io.lockstep.testkit.liars.MuteMatch;
import io.lockstep.testkit.liars.Unsaid;
import java.io.PrintStream;
import java.io.PrintWriter;
import picocli.CommandLine.Option;

/** The options of the command line for a fleet of liars or of mute members. */
final class LiarOptions {

    @Option(names = "--liars", description = "Plays for each seed a match of four to six peers in which one member "
        + "lies to the others. Checks that the honest peers end with equal states, lose no other honest peer, and name "
        + "a liar that harmed them.")
    private boolean liars;

    @Option(names = "--lie", paramLabel = "NAME", description = "The kind of lie of --liars, drawn by default: "
        + "${COMPLETION-CANDIDATES}.")
    private Deception lie;

    @Option(names = "--mutes", description = "Plays for each seed a match of three to six peers in which one member "
        + "never sends one kind of message. Checks that the others continue in time, end with equal states, and lose "
        + "no other peer.")
    private boolean mutes;

    @Option(names = "--mute", paramLabel = "NAME", description = "The kind of message that the mute member of --mutes "
        + "never sends, drawn by default: ${COMPLETION-CANDIDATES}.")
    private Unsaid mute;

    @Option(names = "--truthful", description = "Lets the liar of --liars tell the truth, and the mute member of "
        + "--mutes send everything: a failure then has another cause.")
    private boolean truthful;

    boolean isWanted() {
        return liars || mutes;
    }

    /** Returns the number of requested fleets. */
    int fleets() {
        return (liars ? 1 : 0) + (mutes ? 1 : 0);
    }

    /** Returns the name of an option that has no meaning here, or null. */
    String fault() {
        if (lie != null && !liars) {
            return "--lie is for --liars";
        }
        if (mute != null && !mutes) {
            return "--mute is for --mutes";
        }
        return truthful && !isWanted() ? "--truthful is for --liars and --mutes" : null;
    }

    LiarFleet fleet(final PrintStream out, final PrintWriter err, final PeerKeys keys, final Progress progress) {
        final String options = (truthful ? " --truthful" : "") + KeysOption.text(keys);
        return mutes ? new LiarFleet(out, err, "mute", seed -> playMute(seed, keys), options, progress)
            : new LiarFleet(out, err, "liar", seed -> playLiar(seed, keys), options, progress);
    }

    private LiarVerdict playMute(final long seed, final PeerKeys keys) {
        final MuteMatch match = new MuteMatch(seed, mute).keys(keys);
        return LiarVerdict.of((truthful ? match.truthful() : match).play());
    }

    private LiarVerdict playLiar(final long seed, final PeerKeys keys) {
        final LiarMatch match = new LiarMatch(seed, lie).keys(keys);
        return LiarVerdict.of((truthful ? match.truthful() : match).play());
    }
}

package io.lockstep.testkit.liars;

/** Matches in which somebody lies, for planted faults; run in class loaders that hold a mutant. */
public final class LiarFleetProbe {

    private static final Deception[] LIES = {Deception.LAG_SWITCH, Deception.STALLED_DONOR, Deception.FORGED_CUT,
        Deception.FORGED_PREPARE, Deception.ENDLESS_PAUSES, Deception.HALT, Deception.FALSE_STATES,
        Deception.FALSE_VOUCH,
        Deception.FORGED_REPORT, Deception.NEXT_TERMS, Deception.EQUIVOCATED_INPUTS,
        Deception.FALSE_CLAIMS,
        Deception.RELAYED_INPUTS, Deception.RELAYED_ACKNOWLEDGEMENTS, Deception.INPUTS_OF_THE_DEAD,
        Deception.MISQUOTED_REPORTS, Deception.ACTIVATED_EARLY};
    private static final int SEEDS = 5;

    private LiarFleetProbe() {
    }

    /**
     * Plays until something is wrong.
     *
     * @return what, or "green"
     */
    public static String run() {
        return play(1, LIES);
    }

    /**
     * Plays until a match is wrong, all matches of one lie first.
     *
     * @param first its name, or "never" and the kind of message that a mute member never sends; after a space, the only
     *              seed to play, if the fault is rare
     * @return what is wrong, or "green"
     */
    public static String run(final String first) {
        final String[] words = first.split(" ");
        if (words[0].equals("never")) {
            final MuteOutcome outcome = new MuteMatch(Long.parseLong(words[2]), Unsaid.valueOf(words[1])).play();
            return outcome.ok() ? "green" : outcome.toString();
        }
        final Deception lie = Deception.valueOf(words[0]);
        final String wrong = words.length > 1 ? play(Integer.parseInt(words[1]), lie) : play(1, lie);
        return wrong.equals("green") ? run() : wrong;
    }

    /**
     * Plays what {@link LiarMatchTest} does not play, of a library that is as it should be.
     *
     * @return what is wrong, or "green"
     */
    public static String rest() {
        return play(LiarMatchTest.SEEDS + 1, LIES);
    }

    private static String play(final int from, final Deception... lies) {
        for (int seed = from; seed <= Math.max(from, SEEDS); seed++) {
            for (final Deception lie : lies) {
                final LiarOutcome outcome = new LiarMatch(seed, lie).play();
                if (!outcome.ok()) {
                    return outcome.toString();
                }
            }
        }
        return "green";
    }
}

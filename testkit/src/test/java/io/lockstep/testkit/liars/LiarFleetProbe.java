package io.lockstep.testkit.liars;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Matches in which somebody lies, for planted faults; run in class loaders that hold a mutant. */
public final class LiarFleetProbe {

    private static final List<Deception> LIES = List.of(Deception.LAG_SWITCH, Deception.STALLED_DONOR,
        Deception.FORGED_CUT, Deception.FORGED_PREPARE, Deception.ENDLESS_PAUSES, Deception.HALT,
        Deception.FALSE_STATES, Deception.FALSE_VOUCH, Deception.FORGED_REPORT, Deception.NEXT_TERMS,
        Deception.EQUIVOCATED_INPUTS, Deception.FALSE_CLAIMS, Deception.RELAYED_INPUTS,
        Deception.RELAYED_ACKNOWLEDGEMENTS, Deception.INPUTS_OF_THE_DEAD, Deception.MISQUOTED_REPORTS,
        Deception.ACTIVATED_EARLY);
    private static final int SEEDS = 5;
    /** Matches that find what few others do. */
    private static final List<String> RARE = List.of("CLAIMED_LEAD 101001529", "FORGED_PREPARE 16",
        "INPUTS_OF_THE_DEAD 57", "INPUTS_OF_THE_DEAD 92", "MISQUOTED_REPORTS 97003939", "STARVED_MOST 7",
        "STARVED_PEER 1", "STARVED_MOST 1", "SHORT_LAG_SWITCH 1", "TWO_FACED 3", "WITHHELD_PATTERN 76",
        "WITHHELD_PATTERN 79", "WITHHELD_PATTERN 97004047", "never PREPARE 2", "never CUT 5");

    private LiarFleetProbe() {
    }

    /**
     * What there is to play: a lie and a seed, or "never", the kind of message that a mute member does not send, and a
     * seed.
     *
     * @return matches by name, each of which says what is wrong, or null
     */
    public static Map<String, Supplier<String>> matches() {
        final Map<String, Supplier<String>> matches = new LinkedHashMap<>();
        IntStream.rangeClosed(1, SEEDS).boxed().flatMap(seed -> LIES.stream().map(lie -> lie + " " + seed))
            .forEach(name -> matches.put(name, () -> play(name)));
        RARE.forEach(name -> matches.put(name, () -> play(name)));
        return matches;
    }

    private static String play(final String name) {
        final String[] words = name.split(" ");
        if (words[0].equals("never")) {
            final MuteOutcome outcome = new MuteMatch(Long.parseLong(words[2]), Unsaid.valueOf(words[1])).play();
            return outcome.ok() ? null : outcome.toString();
        }
        final LiarOutcome outcome = new LiarMatch(Long.parseLong(words[1]), Deception.valueOf(words[0])).play();
        return outcome.ok() ? null : outcome.toString();
    }
}

package io.lockstep.core.transport.udp;

import java.util.LinkedHashMap;
import java.util.Map;

/** The tests of the transport that a planted fault has to trip over. Also run in class loaders that hold a mutant. */
public final class DatagramProbe {

    private DatagramProbe() {
    }

    /**
     * Runs them until one fails.
     *
     * @return its name and what it found, or "green"
     */
    public static String run() {
        final ConnectingTest connecting = new ConnectingTest();
        final DatagramTransportTest carrying = new DatagramTransportTest();
        final Map<String, Runnable> tests = new LinkedHashMap<>();
        tests.put("no answer is larger", connecting::shouldNeverAnswerMoreThanWasAsked);
        tests.put("half-open connections", connecting::shouldHoldAFloodOfInitsWithinBoundsAndStillConnect);
        tests.put("forged ends", connecting::shouldNotBeEndedByAnybodyElse);
        tests.put("replays", connecting::shouldIgnoreEverythingThatIsReplayed);
        tests.put("unreliable", carrying::shouldHandOverUnreliableMessagesAtMostOnceWholeAndNewerOnesOnly);
        tests.put("silence", carrying::shouldCloseAfterFifteenSecondsOfSilence);
        for (final Map.Entry<String, Runnable> test : tests.entrySet()) {
            try {
                test.getValue().run();
            } catch (final AssertionError found) {
                return test.getKey() + ": " + found.getMessage();
            }
        }
        return "green";
    }
}

package io.lockstep.core.transport.udp;

import java.util.LinkedHashMap;
import java.util.Map;

/** The tests of the transport that a planted fault has to trip over. Also run in class loaders that hold a mutant. */
public final class DatagramProbe {

    private DatagramProbe() {
    }

    private static MovedPeersTest moved() {
        return new MovedPeersTest();
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
        tests.put("a flood", connecting::shouldConnectInTheMidstOfAFloodOfInits);
        tests.put("forged ends", connecting::shouldNotBeEndedByAnybodyElse);
        tests.put("repeated packets", connecting::shouldIgnoreEverythingThatIsReplayed);
        for (final ForgedPacketsTest.Forger forger : ForgedPacketsTest.Forger.values()) {
            tests.put("forged inputs, " + forger,
                () -> new ForgedPacketsTest().shouldNotLetForgedInputsMoveTheWindow(forger));
            tests.put("forged packets, " + forger,
                () -> new ForgedPacketsTest().shouldNotTakeForgedPacketsOfAnyKind(forger));
            tests.put("kept alive, " + forger, () -> new ForgedPacketsTest().shouldNotBeKeptAliveByAnybodyElse(forger));
        }
        tests.put("greetings", () -> new ForgedPacketsTest().shouldNotLetGreetingsMoveTheWindow());
        tests.put("seats", () -> new ForgedPacketsTest().shouldKeepASeatForItsOwner());
        tests.put("replays", () -> new ReplayedPacketsTest().shouldTakeNothingTwiceInTheSameConnection(false));
        tests.put("reflections", () -> new ReplayedPacketsTest().shouldTakeNothingTwiceInTheSameConnection(true));
        tests.put("old packets", () -> new ReplayedPacketsTest().shouldTakeNothingOfAnEarlierConnection(false));
        tests.put("the same proof", () -> new ForgedPacketsTest().shouldTakeAProofOnce());
        tests.put("proofs before", () -> new ForgedPacketsTest().shouldTakeNoProofOfAConnectionBefore());
        tests.put("wrapped sequences", () -> new ReplayedPacketsTest().shouldTakeNothingThatWas65536SequencesBefore());
        tests.put("flipped bits", () -> new ReplayedPacketsTest().shouldRefuseEveryPacketWithAFlippedBit(true));
        tests.put("unreliable", carrying::shouldHandOverUnreliableMessagesAtMostOnceWholeAndNewerOnesOnly);
        tests.put("silence", carrying::shouldCloseAfterFifteenSecondsOfSilence);
        tests.put("a peer that moves",
            () -> moved().shouldFollowAPeerToAnotherAddressWithinARoundTrip(MovedPeersTest.Keys.MATCH_KEY, 1));
        tests.put("repeated from elsewhere",
            () -> moved().shouldNotFollowWhatIsRepeatedFromElsewhere(MovedPeersTest.Keys.MATCH_KEY));
        tests.put("an attacker that is faster",
            () -> moved().shouldPlayOnWhileAFasterAttackerRepeatsEveryPacket(MovedPeersTest.Keys.MATCH_KEY, 1));
        tests.put("a relay that stops",
            () -> moved().shouldConnectWhenARelayStopsBeforeTheAnswer(MovedPeersTest.Keys.MATCH_KEY));
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

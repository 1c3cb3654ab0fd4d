package io.lockstep.core.transport.udp;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** The tests of the transport that a planted fault has to trip over. Also run in class loaders that hold a mutant. */
public final class DatagramProbe {

    private DatagramProbe() {
    }

    private static MovedPeersTest moved() {
        return new MovedPeersTest();
    }

    /**
     * What there is to run.
     *
     * @return tests by name, each of which says what it found, or null
     */
    public static Map<String, Supplier<String>> matches() {
        final Map<String, Supplier<String>> tests = new LinkedHashMap<>();
        put(tests, "no answer is larger", () -> new ConnectingTest().shouldNeverAnswerMoreThanWasAsked());
        put(tests, "a flood", () -> new ConnectingTest().shouldConnectInTheMidstOfAFloodOfInits());
        put(tests, "forged ends", () -> new ConnectingTest().shouldNotBeEndedByAnybodyElse());
        put(tests, "repeated packets", () -> new ConnectingTest().shouldIgnoreEverythingThatIsReplayed());
        for (final ForgedPacketsTest.Forger forger : ForgedPacketsTest.Forger.values()) {
            put(tests, "forged inputs, " + forger,
                () -> new ForgedPacketsTest().shouldNotLetForgedInputsMoveTheWindow(forger));
            put(tests, "forged packets, " + forger,
                () -> new ForgedPacketsTest().shouldNotTakeForgedPacketsOfAnyKind(forger));
            put(tests, "kept alive, " + forger,
                () -> new ForgedPacketsTest().shouldNotBeKeptAliveByAnybodyElse(forger));
        }
        put(tests, "greetings", () -> new ForgedPacketsTest().shouldNotLetGreetingsMoveTheWindow());
        put(tests, "seats", () -> new ForgedPacketsTest().shouldKeepASeatForItsOwner());
        put(tests, "replays", () -> new ReplayedPacketsTest().shouldTakeNothingTwiceInTheSameConnection(false));
        put(tests, "reflections", () -> new ReplayedPacketsTest().shouldTakeNothingTwiceInTheSameConnection(true));
        put(tests, "old packets", () -> new ReplayedPacketsTest().shouldTakeNothingOfAnEarlierConnection(false));
        put(tests, "the same proof", () -> new ForgedPacketsTest().shouldTakeAProofOnce());
        put(tests, "proofs before", () -> new ForgedPacketsTest().shouldTakeNoProofOfAConnectionBefore());
        put(tests, "wrapped sequences", () -> new ReplayedPacketsTest().shouldTakeNothingThatWas65536SequencesBefore());
        put(tests, "flipped bits", () -> new ReplayedPacketsTest().shouldRefuseEveryPacketWithAFlippedBit(true));
        put(tests, "unreliable",
            () -> new DatagramTransportTest().shouldHandOverUnreliableMessagesAtMostOnceWholeAndNewerOnesOnly());
        put(tests, "silence", () -> new DatagramTransportTest().shouldCloseAfterFifteenSecondsOfSilence());
        put(tests, "a peer that moves",
            () -> moved().shouldFollowAPeerToAnotherAddressWithinARoundTrip(MovedPeersTest.Keys.MATCH_KEY, 1));
        put(tests, "repeated from elsewhere",
            () -> moved().shouldNotFollowWhatIsRepeatedFromElsewhere(MovedPeersTest.Keys.MATCH_KEY));
        put(tests, "an attacker that is faster",
            () -> moved().shouldPlayOnWhileAFasterAttackerRepeatsEveryPacket(MovedPeersTest.Keys.MATCH_KEY, 1));
        put(tests, "a relay that stops",
            () -> moved().shouldConnectWhenARelayStopsBeforeTheAnswer(MovedPeersTest.Keys.MATCH_KEY));
        put(tests, "its own proof", () -> new ConnectingTest().shouldOpenOnlyByTheAnswerToItsOwnProof());
        put(tests, "a false challenge", () -> new ConnectingTest().shouldAskAnewWhenNobodyAcceptsItsProof());
        put(tests, "handshakes that cross",
            () -> new ConnectingTest().shouldGoOnWithTheHandshakeOfTheHigherNumberWhenBothCross());
        put(tests, "lost ends",
            () -> new ConnectingTest().shouldHearOfTheEndThoughAllWordsOfItButOneAreLost());
        put(tests, "a socket that takes nothing", () -> new DatagramTransportTest()
            .shouldKeepTheConnectionAliveOnlyWhileTheSocketTakesNothingElse(false));
        return tests;
    }

    private static void put(final Map<String, Supplier<String>> tests, final String name, final Runnable test) {
        tests.put(name, () -> {
            try {
                test.run();
                return null;
            } catch (final AssertionError found) {
                return String.valueOf(found.getMessage());
            }
        });
    }
}

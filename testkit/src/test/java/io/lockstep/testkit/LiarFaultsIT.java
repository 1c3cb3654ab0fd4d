package io.lockstep.testkit;

import io.lockstep.core.session.FuzzProbe;
import java.util.List;

/** As {@link PlantedFaultsIT}, for what keeps a message that no honest peer sends from throwing out of a session. */
class LiarFaultsIT extends FaultsToFind {

    LiarFaultsIT() {
        super(FuzzProbe.class, mutants());
    }

    static List<Mutant> mutants() {
        return List.of(
            new Mutant("take an epoch of nobody in the chain of a cut").foundBy("148")
                .in("internal/protocol/MemberChain.java", "if (masks[i] == 0) {", "if (length < 0) {")
                .in("internal/protocol/MemberChain.java", "if (mask == 0) {", "if (count < 0) {")
                .in("internal/membership/CutAcceptor.java", "\n            || !check.allows(from, message)) {",
                    ") {"),
            new Mutant("take in a member whom the match has not").foundBy("119")
                .in("session/MemberInbound.java", "return (named & ~seats.lineup().seats()) != 0;",
                    "return named == 0;"),
            new Mutant("send as text whatever its length").foundBy("169")
                .in("internal/link/Wire.java",
                    "codec.toJson(message).length() <= transport.maxPayloadBytes();",
                    "codec.toJson(message).length() >= 0;"),
            new Mutant("take a command that there is not").foundBy("68")
                .in("internal/protocol/Command.java", "return code >= 1 && code <= Kind.VALUES.length && seat(packed)",
                    "return code >= 1 && seat(packed)"),
            new Mutant("trust the length of a history").foundBy("1782")
                .in("internal/desync/DesyncExchange.java", "if (length < 1 || length > HistoryExtract.MAX_BYTES) {",
                    "if (length == 0) {"));
    }
}

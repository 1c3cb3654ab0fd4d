package io.lockstep.testkit;

import io.lockstep.core.session.VersionProbe;
import java.util.List;

/** As {@link PlantedFaultsIT}, for what lets peers of different versions play together, or say why not. */
class VersionFaultsIT extends FaultsToFind {

    private static final String SUPPORT = "internal/protocol/WireSupport.java";
    private static final String INBOUND = "session/Inbound.java";

    VersionFaultsIT() {
        super(VersionProbe.class, mutants());
    }

    static List<Mutant> mutants() {
        return List.of(
            new Mutant("agree on the lowest version").foundBy("versions")
                .in(SUPPORT, "final int candidate = Math.min(highest, other.highest);",
                    "final int candidate = Math.max(lowest, other.lowest);"),
            new Mutant("agree on a version that only one speaks").foundBy("later versions alone")
                .in(SUPPORT, "return candidate >= Math.max(lowest, other.lowest) ? candidate : 0;",
                    "return candidate;"),
            new Mutant("use a capability that only one has").foundBy("json")
                .in(SUPPORT, "return capabilities() & other.capabilities();",
                    "return capabilities() | other.capabilities();"),
            new Mutant("play without what the other one requires").foundBy("unknown capability")
                .in(SUPPORT, "return other.required & ~capabilities();", "return 0;"),
            new Mutant("take an optional capability for a required one").foundBy("all capabilities")
                .in(SUPPORT, "return other.required & ~capabilities();",
                    "return other.capabilities() & ~capabilities();"),
            new Mutant("read the greeting of a later version to its last byte").foundBy("later versions")
                .in("internal/protocol/GreetingRest.java", "gameId.decode(buffer, more);",
                    "gameId.decode(buffer, false);"),
            new Mutant("take an unknown extended message for a malformed one").foundBy("extended")
                .in(INBOUND, "if (code != WireCode.EXTENDED) {", "if (code != WireCode.OK) {"),
            new Mutant("take an unknown extended message for a lost one").foundBy("extended")
                .in(INBOUND, "            heard(link, lane, sequence, false);\n", ""));
    }
}

package io.lockstep.testkit;

import java.util.List;

/** Planted faults that change no history: too much is sent, too little is compared, or something else is measured. */
final class CostMutants {

    private static final String WINDOWS = "internal/link/WindowExchange.java";
    private static final String REMARKS = "internal/link/Remarks.java";
    private static final String CARRIED = "        if (link.detour.came(sequence) && detours.isSilent(link, nowNs)) {\n"
        + "            checksums.file(link, message, currentFrame);\n        }\n";
    private static final String BESIDE_WINDOWS = "        if (lane == Lane.CONTROL"
        + " || message instanceof io.lockstep.core.internal.protocol.Heartbeat) {\n"
        + "            link.sent(nowNs);\n        }\n";

    private CostMutants() {
    }

    static List<Mutant> all() {
        return List.of(
            new Mutant("only windows with an echo acknowledge inputs").foundBy("long way 1")
                .in(WINDOWS, "        hear(link, message, ack, nowNs);\n        if (link.windowCame(",
                    "        if (message.hasEcho()) {\n            hear(link, message, ack, nowNs);\n        }\n"
                        + "        if (link.windowCame("),
            new Mutant("copies last as long as a line has ever lost anything").foundBy("rest 1")
                .in("internal/link/CopyRule.java", "loss < LOSSY_BELOW", "loss <= 0"),
            new Mutant("what was carried tells the round trip").foundBy("one way 1")
                .in(WINDOWS, CARRIED, CARRIED + "        if (message.hasEcho()) {\n"
                    + "            link.onEcho(message.echoSequence(),\n"
                    + "                (long) message.echoHold() * InputWindow.ECHO_HOLD_UNIT_NS, nowNs);\n"
                    + "        }\n"),
            new Mutant("an echo that was held for long measures the round trip").foundBy("deaf 1")
                .in("internal/link/Link.java", "heldNs <= MAX_HELD_NS", "heldNs <= Long.MAX_VALUE"),
            new Mutant("a round trip is the mean of the last minute").foundBy("spike 1")
                .in("internal/link/RttEstimator.java", "MEAN_GAIN = 8", "MEAN_GAIN = 512"),
            new Mutant("an exchange of states is kept for the rest of the match").foundBy("difference 1")
                .in("internal/desync/DesyncWatch.java",
                    "with.exchange = with.exchange.isOver(nowNs) ? null : with.exchange;", ""),
            new Mutant("states that were held for a report are held for ever").foundBy("difference 1")
                .in("internal/desync/DesyncWatch.java", "if (!open) {", "if (!open && nowNs < 0) {"),
            new Mutant("a newcomer keeps the stream that brought its state").foundBy("newcomer 1")
                .in("internal/seats/JoinProcess.java", "receiver.release();", "receiver.stage();"),
            new Mutant("a state is sent to a newcomer that died").foundBy("lost newcomer 1")
                .in("internal/seats/SnapshotSender.java",
                    "\n            || to.isGone(settings.timeouts().dropNs(), now)", ""),
            new Mutant("a state is sent to a member that died").foundBy("lost target 1")
                .in("internal/desync/RepairDonor.java",
                    " || links.of(peer).isGone(settings.timeouts().dropNs(), now)", ""),
            new Mutant("reports of a dead peer's inputs are kept for the rest of the match").foundBy("newcomer 1")
                .in("internal/link/Testimony.java", "words[owner] = null;", "continue;"),
            new Mutant("the next repair gets what is left of the time of the one before").foundBy("second repair 1")
                .in("internal/desync/RepairTarget.java", "        chunkNs = nowNs;\n        timer",
                    "        chunkNs = outcome == Outcome.NONE ? nowNs : chunkNs;\n        timer"),
            new Mutant("checksums of what was carried are left out").foundBy("one way 1").in(WINDOWS, CARRIED, ""),
            new Mutant("a status leaves four times a second").foundBy("slow ticks 1")
                .in("internal/membership/StatusSender.java", "STATUS_NS = 500_000_000L", "STATUS_NS = 250_000_000L"),
            new Mutant("every window has a report").foundBy("long way 1")
                .in(REMARKS, "arrival.known() && (due || changed)", "arrival.known()"),
            new Mutant("every window has an echo").foundBy("spike 1")
                .in(REMARKS, "(due || isKept || cameBytes >= ECHO_AFTER_BYTES)", "echoNs <= nowNs"),
            new Mutant("a checksum is sent again after it was acknowledged").foundBy("long way 1")
                .in("internal/link/ChecksumExchange.java", "slice.acked = Math.max(slice.acked, acked + 1);", ""),
            new Mutant("heartbeats leave beside windows").foundBy("long way 1")
                .in("internal/link/Wire.java", "        link.sent(nowNs);\n", BESIDE_WINDOWS),
            new Mutant("large inputs are repeated in each window").foundBy("large inputs 1")
                .in("internal/link/Repeats.java", "spares = !isWhole || !isCheap;", "spares = !isWhole;"));
    }
}

package io.lockstep.testkit;

import java.util.ArrayList;
import java.util.List;

/** Planted faults of the kind that slips in when code is changed: something one too few, too late, or never ended. */
final class SlipMutants {

    private static final String LOCAL_INPUTS = "internal/play/LocalInputs.java";
    private static final String DETOURS = "internal/link/Detours.java";
    private static final String WINDOWS = "internal/link/WindowExchange.java";
    private static final String SEAL = "internal/link/LinkSeal.java";
    private static final String CLOCK = "internal/play/FrameClock.java";

    private SlipMutants() {
    }

    static List<Mutant> all() {
        final List<Mutant> all = new ArrayList<>(ofInputs());
        all.addAll(ofLinks());
        all.addAll(ofTiming());
        all.addAll(ofSeats());
        return all;
    }

    private static Mutant fault(final DirectedFleet fleet, final int match, final String name, final String file,
                                final String piece, final String replacement) {
        return new Mutant(name).foundBy(fleet + " " + match);
    }

    private static List<Mutant> ofInputs() {
        return List.of(
            fault(DirectedFleet.INPUTS, 1, "an event is sent twice", "internal/play/OutgoingEvents.java",
                "            head = (head + 1) % QUEUE;\n            size--;\n        }\n    }",
                "            if (size > 1 || log.next(player) % 2 == 0) {\n                head = (head + 1) % QUEUE;\n"
                    + "                size--;\n            }\n        }\n    }"),
            fault(DirectedFleet.INPUTS, 23, "an input repeated for a longer delay takes the event before along",
                LOCAL_INPUTS, "known ? log.inputOffset(player, frame - 1) : log.neutralOffset());",
                "known ? log.inputOffset(player, frame - 1) : log.neutralOffset());\n"
                    + "            if (known) {\n"
                    + "                log.attachEvent(player, log.events(), log.eventOffset(player, frame - 1),\n"
                    + "                    log.eventLength(player, frame - 1));\n            }"),
            fault(DirectedFleet.WRAPS, 4, "a window has one input too few where frames wrap", WINDOWS,
                "for (long frame = first; frame < end; frame++) {",
                "for (long frame = first; frame < ((end & 0xFFFF) == 1 ? end - 1 : end); frame++) {"),
            fault(DirectedFleet.LIMITS, 1, "the input delay has no upper bound",
                "input/InputDelayController.java", "Math.max(minTicks, Math.min(target, upper));",
                "Math.max(minTicks, target);"));
    }

    private static List<Mutant> ofLinks() {
        return List.of(
            fault(DirectedFleet.RELAYS, 4, "a relay hands nothing on", DETOURS,
                "        message.carriedFrom(from.peer);\n        put(to, message, nowNs);\n", ""),
            fault(DirectedFleet.RELAYS, 4, "who carries says that it comes from another", DETOURS,
                "message.carriedFrom(from.peer);", "message.carriedFrom(to.peer);"),
            fault(DirectedFleet.RELAYS, 4, "who does not hear a peer does not say so", WINDOWS,
                "window.deaf(detours.isSilent(link, nowNs));", "window.deaf(false);"),
            fault(DirectedFleet.RELAYS, 7, "who is heard in any way is not reached by others",
                "session/Inbound.java", "if (window) {", "if (window || lane != null) {"),
            fault(DirectedFleet.STRAYS, 5, "the seal leaves out the direction", SEAL,
                "checksum(match, ours, theirs, localPeer, peer, lane)", "checksum(match, ours ^ theirs, 0, 0, 0, lane)"),
            fault(DirectedFleet.STRAYS, 1, "the seal leaves out the lane", SEAL,
                "checksum(match, ours, theirs, localPeer, peer, lane)",
                "checksum(match, ours, theirs, localPeer, peer, 0)"),
            fault(DirectedFleet.COPIES, 1, "second copies go on when nothing is lost any more",
                "internal/link/CopyRule.java", "            copying = false;", ""));
    }

    private static List<Mutant> ofTiming() {
        return List.of(
            fault(DirectedFleet.ROUND_TRIPS, 1, "an echo is taken for that of the datagram before",
                "internal/link/Remarks.java", "window.echo(echoSequence, nowNs",
                "window.echo(echoSequence - 1, nowNs"),
            fault(DirectedFleet.ROUND_TRIPS, 2, "what one sleeps counts as round trip", "internal/link/Link.java",
                "        Arrays.fill(sendTimes, NEVER);\n", ""),
            fault(DirectedFleet.CLOCK, 1, "the pace has no bound", CLOCK,
                "return within(error + hurry, limit);", "return error;"),
            fault(DirectedFleet.CLOCK, 1, "all that a hitch took is made up for", CLOCK,
                "dueNs = nowNs - MAX_DEBT_NS;", "dueNs += 0;"),
            fault(DirectedFleet.WAITED_FOR, 1, "stalls are counted for those whose inputs are there",
                "internal/link/StallWatch.java", "if (log.next(links[i].players) <= frame &&",
                "if (log.next(links[i].players) > frame &&"));
    }

    private static List<Mutant> ofSeats() {
        return List.of(
            fault(DirectedFleet.LEAVERS, 1, "the game is told a frame late who is gone",
                "internal/game/SourceInputs.java",
                "    @Override\n    public boolean present(final int player) {\n        return frame.present(player);",
                "    private int there = -1;\n\n    @Override\n    public boolean present(final int player) {\n"
                    + "        final boolean before = (there & 1 << player) != 0;\n"
                    + "        there = frame.present(player) ? there | 1 << player : there & ~(1 << player);\n"
                    + "        return before;"),
            fault(DirectedFleet.LEAVERS, 6, "who was dropped is said to be gone a frame later",
                "internal/seats/Departures.java", "SessionEvent.Type.PEER_DROPPED, peer, frame);",
                "SessionEvent.Type.PEER_DROPPED, peer, frame + 1);"),
            fault(DirectedFleet.VOTES, 1, "one vote is enough to drop a peer",
                "internal/membership/FailureDetector.java",
                "            if (!views.votesOut(Integer.numberOfTrailingZeros(rest), peer)) {",
                "            if (rest == 0) {"),
            fault(DirectedFleet.STUCK_GAME, 1, "who is heard and has no inputs is not lost",
                "internal/seats/ProgressWatch.java", " || nowNs - inputNs[link.peer] >= limitNs", ""),
            fault(DirectedFleet.STREAMS, 1, "a chunk that comes twice is taken twice",
                "internal/transfer/StreamReceiver.java",
                "final boolean known = distance < 0 || distance < StreamSender.WINDOW_CHUNKS &&",
                "final boolean known = distance < -1 || distance >= 0 && distance < StreamSender.WINDOW_CHUNKS &&"),
            fault(DirectedFleet.RETURNS, 1, "a snapshot is of the frame after",
                "internal/seats/SnapshotSender.java", "        } else if (simulated == captureAt) {",
                "        } else if (captureAt >= 0 && simulated == captureAt + 1) {"),
            fault(DirectedFleet.RETURNS, 1, "a donor never ends",
                "internal/seats/SnapshotSender.java", " || !log.isClosed(to.players[0])\n", "\n"));
    }
}

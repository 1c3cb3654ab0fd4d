package io.lockstep.testkit;

import java.util.List;

/** Planted faults that hundreds of matches drawn from everything did not show: each has a fleet of its own. */
final class HiddenFaults {

    private static final String ACCEPTOR = "internal/membership/CutAcceptor.java";
    private static final String PAUSES = "internal/play/Pauses.java";
    private static final String ORDERS = "internal/play/FrameOrders.java";

    private HiddenFaults() {
    }

    static List<Mutant> all() {
        return List.of(
            new Mutant("a leaver does not wait until its last input has arrived").foundBy("leaving 2")
                .in("internal/link/Participation.java", "if (!localInputs.left() ||",
                    "if (owing || !localInputs.left() ||"),
            new Mutant("a pause never ends by itself").foundBy("paused 1")
                .in(PAUSES, "if (isPaused() && frame - pausedFrom >=",
                    "if (isPaused() && frame < 0 && frame - pausedFrom >="),
            new Mutant("a player may pause as often as it likes").foundBy("pausing 1")
                .in(PAUSES, "!isPaused() && pauses[player] < MatchRules.PAUSES", "!isPaused()"),
            new Mutant("ACTIVATE counts after half of the frames that it names").foundBy("arriving 1")
                .in(ORDERS, "frame + ahead)", "frame + ahead / 2)"),
            new Mutant("what takes a detour acknowledges nothing").foundBy("detour 1")
                .in("internal/link/WindowExchange.java",
                    "        hear(link, message, ack, nowNs);\n        if (link.detour.came(",
                    "        if (link.detour.came("),
            new Mutant("an older cut than the promise is applied").foundBy("late cut 1")
                .in(ACCEPTOR, "if (message.ballot() < promise.ballot() || offer &&", "if (offer &&")
                .in(ACCEPTOR, "if (offered.ballot() < promise.ballot() ||", "if (")
                .in("internal/membership/CutCheck.java", "        if (cut.ballot() != ballot ||",
                    "        if (cut.ballot() < ballot) {\n            return true;\n        }\n"
                        + "        if (cut.ballot() != ballot ||"),
            new Mutant("a newer promise lifts the fence of an older one").foundBy("fence 1")
                .in("internal/membership/Promise.java", "        fenced |= suspects;\n",
                    "        fenced |= suspects;\n        fence = Long.MAX_VALUE;\n"),
            new Mutant("who joins answers a round but forgets its promise").foundBy("orphan 1")
                .in(ACCEPTOR, "        promise.attend(message.ballot());\n", ""),
            new Mutant("when all attend by their statuses no promise of theirs is needed").foundBy("orphan 1")
                .in("internal/membership/CutProposer.java", "(round.attendants() & witnesses) == witnesses",
                    "(round.attendants() & witnesses) >= 0"),
            new Mutant("a state that was refused after loading stays").foundBy("refused 1")
                .in("internal/desync/GameRunner.java",
                    "            takes(before.array(), before.length(), before.crc32());\n", ""),
            new Mutant("repairs every second without rest").foundBy("again 1")
                .in("internal/desync/RepairJudge.java",
                    "nowNs + (REST_NS << strikes[peer])", "nowNs + REST_NS"),
            new Mutant("a round of a cut goes on although another process took a seat").foundBy("stranger 1")
                .in("internal/membership/Membership.java", "            proposer.abandon();\n", ""),
            new Mutant("who joins waits for a stream that its donor has dropped for another").foundBy("orphan 1")
                .in("internal/seats/SnapshotReceiver.java",
                    "from == donor ? frame == snapshotFrame\n            : stage == Stage.REPLAYING && !isStalled() &&",
                    "from == donor && frame == snapshotFrame\n            || stage == Stage.REPLAYING &&"));
    }
}

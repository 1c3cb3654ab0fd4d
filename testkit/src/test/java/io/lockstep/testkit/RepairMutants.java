package io.lockstep.testkit;

import java.util.List;

/** The planted faults in how a state that differs is replaced. */
final class RepairMutants {

    private static final String REPAIR = "internal/desync/Repair.java";
    private static final String TARGET = "internal/desync/RepairTarget.java";
    private static final String RUNNER = "internal/desync/GameRunner.java";
    private static final String MAJORITY = "internal/desync/Majority.java";

    private RepairMutants() {
    }

    static List<Mutant> all() {
        return List.of(
            new Mutant("obey who does not lead").foundBy("usurpers")
                .in(REPAIR, "|| seats.leader() != from.peer", "")
                .in(TARGET, "leads == leader && leadsTerm == term", "leadsTerm == term"),
            new Mutant("load what came, whatever the others have").foundBy("wrong donor")
                .in(TARGET, "receiver.checksum() == majority.winner()", "majority.winners() != 0")
                .in(TARGET, "&& confirmed() == Outcome.RIGHT\n", "\n")
                .in(TARGET, "confirmed() == Outcome.PENDING", "receiver == null")
                .in(TARGET, "runner.load(frame, receiver.array(), receiver.length(), majority.winner(), then)",
                    "runner.load(frame, receiver.array(), receiver.length(), receiver.checksum(), then)"),
            new Mutant("replay from a frame too late on").foundBy("one of two")
                .in(RUNNER, "            play(history.frame(), replayed.isPaused(), history.inputs());\n",
                    "            if (count > 0 || most == Integer.MAX_VALUE) {\n"
                        + "                play(history.frame(), replayed.isPaused(), history.inputs());\n"
                        + "            }\n"),
            new Mutant("the leader has the majority repaired").foundBy("one of two")
                .in(MAJORITY, "return members & known & ~winners;", "return members & known & winners;"),
            new Mutant("what fewest have is right").foundBy("one of three")
                .in(MAJORITY, "if (more > 0 || more == 0 &&", "if (more < 0 || winners == 0 || more == 0 &&"),
            new Mutant("the loaded state counts as that of the frame executed last").foundBy("one of two")
                .in(RUNNER, "            desyncs.begin(frame + 1);\n",
                    "            history.begin(history.end());\n            desyncs.begin(history.end());\n"),
            new Mutant("of frames executed before the order came none is replayed").foundBy("late order")
                .in(RUNNER, "        history.begin(frame + 1);\n", "        history.begin(executed + 1);\n")
                .in(RUNNER, "for (long past = frame + 1; keeping", "for (long past = executed + 1; keeping"));
    }
}

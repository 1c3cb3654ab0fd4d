package io.lockstep.testkit;

import java.util.List;

/** Planted faults that hundreds of matches drawn from everything did not show: each has a trap of its own. */
enum HiddenFaults {

    LEAVES_AT_ONCE("a leaver does not wait until its last input has arrived", Trap.LEAVING) {
        @Override
        Mutant plant(final Mutant mutant) {
            return mutant.in("internal/link/Participation.java", "if (!localInputs.left() ||",
                "if (owing || !localInputs.left() ||");
        }
    },
    PAUSES_FOR_EVER("a pause never ends by itself", Trap.PAUSED) {
        @Override
        Mutant plant(final Mutant mutant) {
            return mutant.in(PAUSES, "if (isPaused() && frame - pausedFrom >=",
                "if (isPaused() && frame < 0 && frame - pausedFrom >=");
        }
    },
    PAUSES_AGAIN("a player may pause as often as it likes", Trap.PAUSING) {
        @Override
        Mutant plant(final Mutant mutant) {
            return mutant.in(PAUSES, "!isPaused() && pauses[player] < MatchRules.PAUSES", "!isPaused()");
        }
    },
    COUNTS_EARLY("ACTIVATE counts after half of the frames that it names", Trap.ARRIVING) {
        @Override
        Mutant plant(final Mutant mutant) {
            return mutant.in(ORDERS, "frame + ahead)", "frame + ahead / 2)");
        }
    },
    DETOURS_ACKNOWLEDGE_NOTHING("what takes a detour acknowledges nothing", Trap.DETOUR) {
        @Override
        Mutant plant(final Mutant mutant) {
            return mutant.in("internal/link/WindowExchange.java",
                "        hear(link, message, ack, nowNs);\n        if (link.detour.came(",
                "        if (link.detour.came(");
        }
    },
    APPLIES_OLDER("an older cut than the promise is applied", Trap.LATE_CUT) {
        @Override
        Mutant plant(final Mutant mutant) {
            return mutant.in(ACCEPTOR, "if (message.ballot() < promise.ballot() || offer &&", "if (offer &&")
                .in(ACCEPTOR, "if (offered.ballot() < promise.ballot() ||", "if (")
                .in("internal/membership/CutCheck.java", "        if (cut.ballot() != ballot ||",
                    "        if (cut.ballot() < ballot) {\n            return true;\n        }\n"
                        + "        if (cut.ballot() != ballot ||");
        }
    },
    LIFTS_FENCE("a newer promise lifts the fence of an older one", Trap.FENCE) {
        @Override
        Mutant plant(final Mutant mutant) {
            return mutant.in("internal/membership/Promise.java", "        fenced |= suspects;\n",
                "        fenced |= suspects;\n        fence = Long.MAX_VALUE;\n");
        }
    },
    JOINER_FORGETS("who joins answers a round but forgets its promise", Trap.ORPHAN) {
        @Override
        Mutant plant(final Mutant mutant) {
            return mutant.in(ACCEPTOR, "        promise.attend(message.ballot());\n", "");
        }
    },
    ATTENDS_UNASKED("when all attend by their statuses no promise of theirs is needed", Trap.ORPHAN) {
        @Override
        Mutant plant(final Mutant mutant) {
            return mutant.in("internal/membership/CutProposer.java", "(round.attendants() & witnesses) == witnesses",
                "(round.attendants() & witnesses) >= 0");
        }
    },
    KEEPS_REFUSED("a state that was refused after loading stays", Trap.REFUSED) {
        @Override
        Mutant plant(final Mutant mutant) {
            return mutant.in("internal/desync/GameRunner.java",
                "            takes(before.array(), before.length(), before.crc32());\n", "");
        }
    },
    NEVER_RESTS("repairs every second without rest", Trap.AGAIN) {
        @Override
        Mutant plant(final Mutant mutant) {
            return mutant.in("internal/desync/RepairJudge.java",
                    "nowNs + (REST_NS << strikes[peer])", "nowNs + REST_NS");
        }
    },
    ROUND_GOES_ON("a round of a cut goes on although another process took a seat", Trap.STRANGER) {
        @Override
        Mutant plant(final Mutant mutant) {
            return mutant.in("internal/membership/Membership.java", "            proposer.abandon();\n", "");
        }
    },
    WAITS_IN_VAIN("who joins waits for a stream that its donor has dropped for another", Trap.ORPHAN) {
        @Override
        Mutant plant(final Mutant mutant) {
            return mutant.in("internal/seats/SnapshotReceiver.java",
                "from == donor ? frame == snapshotFrame\n            : stage == Stage.REPLAYING && !isStalled() &&",
                "from == donor && frame == snapshotFrame\n            || stage == Stage.REPLAYING &&");
        }
    };

    private static final String ACCEPTOR = "internal/membership/CutAcceptor.java";
    private static final String PAUSES = "internal/play/Pauses.java";
    private static final String ORDERS = "internal/play/FrameOrders.java";

    final String says;
    final Trap trap;

    HiddenFaults(final String says, final Trap trap) {
        this.says = says;
        this.trap = trap;
    }

    abstract Mutant plant(Mutant mutant);

    final Mutant mutant() {
        return plant(new Mutant(says));
    }

    static List<HiddenFaults> all() {
        return List.of(values());
    }

    @Override
    public String toString() {
        return says;
    }
}

package io.lockstep.testkit;

import java.util.List;

/** Planted faults that leave the match as it is, and spoil what spectators see of it. */
final class SpectatorMutants {

    private static final String NODE = "internal/feed/FeedNode.java";
    private static final String UPSTREAM = "internal/feed/Upstream.java";

    private SpectatorMutants() {
    }

    static List<Mutant> all() {
        return List.of(
            new Mutant("a state at another frame is not said to begin anew").foundBy("deaths 1")
                .in(NODE, "viewer.block(begins ? BlockView.asLoaded(block) : block);", "viewer.block(block);")
                .in(UPSTREAM, ".putLong(watcher.wanted())", ".putLong(-1)"),
            new Mutant("spectators play on in a pause").foundBy("pause 1")
                .in("session/RecorderFeed.java", "public boolean paused() {\n        return orders.isPaused();",
                    "public boolean paused() {\n        return false;"),
            new Mutant("only the first player is asked").foundBy("pause 1")
                .in("internal/feed/Candidates.java", "roots.get((firstRoot + i) % roots.size())", "roots.get(0)"));
    }
}

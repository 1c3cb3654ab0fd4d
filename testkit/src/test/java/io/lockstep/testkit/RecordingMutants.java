package io.lockstep.testkit;

import java.util.List;

/** Planted faults that leave the match as it is, and spoil what is recorded of it. */
final class RecordingMutants {

    private static final String WRITER = "replay/RecordingWriter.java";
    private static final String LOOP = "session/MatchLoop.java";

    private RecordingMutants() {
    }

    static List<Mutant> all() {
        return List.of(
            new Mutant("a recording loses its last second").foundBy("leave 1")
                .in(WRITER, "        flush();\n        final byte[] name", "        final byte[] name"),
            new Mutant("a recording plays on in a pause").foundBy("pause 1")
                .in("session/RecorderFeed.java", "public boolean paused() {\n        return orders.isPaused();",
                    "public boolean paused() {\n        return false;"),
            new Mutant("a loaded state is recorded as that of the frame after").foundBy("repair 1")
                .in(LOOP, "if (repair.tick(runner.isBehind())) {\n            recording.begin(state.frame());\n",
                    "if (repair.tick(runner.isBehind())) {\n            recording.begin(state.frame() + 1);\n"),
            new Mutant("who comes late records no state before its first frame").foundBy("return 1")
                .in(LOOP, "            desyncs.begin(state.frame());\n            recording.begin(state.frame());\n"
                    + "        }\n        seats.comeIn", "            desyncs.begin(state.frame());\n"
                    + "        }\n        seats.comeIn"),
            new Mutant("a recorded state is said to be that before the last frame").foundBy("leave 1")
                .in(WRITER, "            snapshot(frame.frame() + 1, frame.paused()",
                    "            snapshot(frame.frame(), frame.paused()"));
    }
}

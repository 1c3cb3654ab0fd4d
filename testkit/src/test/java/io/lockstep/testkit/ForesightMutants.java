package io.lockstep.testkit;

import java.util.List;
import java.util.stream.Stream;

/** The planted faults in how a game is played ahead and taken back. */
final class ForesightMutants {

    private static final String FORESIGHT = "internal/foresight/Foresight.java";
    private static final String PLAYED = "internal/foresight/PlayedFrames.java";
    private static final String SHOWN = "internal/foresight/ShownInputs.java";
    private static final String LOOP = "session/MatchLoop.java";
    private static final String DUE = "session/DueFrame.java";
    private static final String INBOUND = "session/WindowInbound.java";
    private static final String STATE = "internal/play/MatchState.java";
    private static final String RUNNER = "internal/desync/GameRunner.java";
    private static final String SURVEY = "internal/link/LinkSurvey.java";

    private ForesightMutants() {
    }

    static List<Mutant> all() {
        return Stream.of(compared(), kept(), played(), told()).flatMap(List::stream).toList();
    }

    private static List<Mutant> compared() {
        return List.of(
            new Mutant("a correction is lost when the window is full").foundBy("half the way 2")
                .in(FORESIGHT, "        long wrong = settles;\n",
                    "        long wrong = head - settles >= window ? plays : settles;\n")
                .in(FORESIGHT, "            final boolean right = played.isRight(frame);\n",
                    "            final boolean right = plays - frame >= window || played.isRight(frame);\n"),
            new Mutant("presence is not compared").foundBy("fence 3")
                .in(PLAYED, "        if (takesPart != ((present[at] & 1 << player) != 0)) {",
                    "        if (player < 0) {"),
            new Mutant("events are not compared").foundBy("half the way 2")
                .in(PLAYED, "return log.eventLength(player, frame) == 0 && ", "return "),
            new Mutant("the last of three players is not compared").foundBy("mixed 2")
                .in(PLAYED, "            if (!isRight(frame, player)) {\n",
                    "            if (player < 2 && !isRight(frame, player)) {\n"),
            new Mutant("a guess counts as known").foundBy("half the way 2")
                .in(PLAYED, "                    guesses++;\n",
                    "                    guesses++;\n                    known[row] |= 1 << player;\n"),
            new Mutant("who was compared once is known for good").foundBy("narrow 1")
                .in(PLAYED, "        known[at] |= 1 << player;\n", "        known[at] = -1;\n"),
            new Mutant("an event of another frame is left in the row").foundBy("mixed 3")
                .in(PLAYED, "            eventLengths[cell] = 0;\n", ""),
            new Mutant("who is absent plays on").foundBy("deaths 3")
                .in(PLAYED, "                Arrays.fill(inputs, from, from + inputBytes, (byte) 0);\n",
                    "                \n"));
    }

    private static List<Mutant> kept() {
        return List.of(
            new Mutant("a slot too few").foundBy("half the way 2")
                .in(FORESIGHT, "sparse ? Math.min(1, window) : window", "Math.max(Math.min(1, window), window - 1)")
                .in(FORESIGHT, "        if (!from.isOf(frame)) {", "        if (frame < 0) {"),
            new Mutant("the state after a frame is kept as that before it").foundBy("half the way 2")
                .in(FORESIGHT, "!played.isToStandStill(plays) && keep()) {", "!played.isToStandStill(plays)) {")
                .in(FORESIGHT, "            play(shown.ahead(ahead, plays < fresh));\n",
                    "            play(shown.ahead(ahead, plays < fresh));\n            plays--;\n            keep();\n"
                        + "            plays++;\n"),
            new Mutant("one load of sixteen is forgotten").foundBy("half the way 2")
                .in(FORESIGHT, "        StateLoader.load(game, from.read());\n",
                    "        if (counters.loads % 16 != 15) {\n            StateLoader.load(game, from.read());\n"
                        + "        }\n"),
            new Mutant("the state ahead is handed to who asks").foundBy("half the way 2")
                .in(FORESIGHT, "        if (adrift || plays == settles) {\n", "        if (adrift || frame() >= 0) {\n")
                .in(FORESIGHT, "    private SavedState state(",
                    "    private long frame() {\n        return settles;\n    }\n\n    private SavedState state("),
            new Mutant("a state that was loaded leaves what is ahead").foundBy("repairs 2")
                .in(FORESIGHT, "        adrift = true;\n", ""));
    }

    private static List<Mutant> played() {
        return List.of(
            new Mutant("a pause does not take back what is ahead").foundBy("pauses 2")
                .in(FORESIGHT, "        begin(frame);\n        takeBack(frame, true);\n", "        begin(frame);\n"),
            new Mutant("played ahead in a pause").foundBy("pauses 2")
                .in(LOOP, " && !runner.isBehind() && !orders.isPaused()) {", " && !runner.isBehind()) {"),
            new Mutant("frames that pass in a pause are not settled").foundBy("pauses 2")
                .in(RUNNER, "            game.stoodStill(frame);\n", ""),
            new Mutant("frames are settled beyond the fence").foundBy("fence 3")
                .in(DUE, "log.complete(frame) && frame < lineup.fence()", "log.complete(frame)"),
            new Mutant("the end takes nothing back").foundBy("deaths 3")
                .in(FORESIGHT, "            takeBack(settles, false);\n", "            plays = settles;\n"),
            new Mutant("a frame further ahead than the window").foundBy("half the way 2")
                .in(FORESIGHT, "Math.min(head, settles + window);", "Math.min(head, settles + window + 1);")
                .in(STATE, "return head - frame < window;", "return head - frame <= window;"),
            new Mutant("frames ahead are settled one a tick").foundBy("half the way 2")
                .in(LOOP, "        while (due.isAhead() && due.maySettle()",
                    "        if (due.isAhead() && due.maySettle()"));
    }

    private static List<Mutant> told() {
        return List.of(
            new Mutant("peers are told of the settled frame where the due one is meant").foundBy("half the way 2")
                .in(INBOUND, "window, sequence, state.frame(), state.head(),",
                    "window, sequence, state.frame(), state.frame(),"),
            new Mutant("the input delay is begun with as in lockstep").foundBy("figures 2")
                .in(SURVEY, "        foreseenNs = 2 * window * tickNs;", "        foreseenNs = 0;"),
            new Mutant("a replay is not told from the first time").foundBy("half the way 2")
                .in(FORESIGHT, "play(shown.ahead(ahead, plays < fresh));", "play(shown.ahead(ahead, false));"),
            new Mutant("a guess is said to be no guess").foundBy("half the way 2")
                .in(SHOWN, "return settled || played.isKnown(player);", "return player >= 0;"),
            new Mutant("a settled frame is not told to the game").foundBy("half the way 2")
                .in(FORESIGHT, "        game.settled(frame, settled);\n", ""));
    }
}

package io.lockstep.testkit;

import java.util.ArrayList;
import java.util.List;

/** The planted faults: each one a bug that a lockstep library could have. */
final class Mutants {

    private static final String SESSION = "session/MatchLoop.java";
    private static final String WINDOWS = "internal/link/WindowExchange.java";
    private static final String DESYNCS = "internal/desync/DesyncWatch.java";
    private static final String CHECKSUMS = "internal/link/ChecksumExchange.java";
    private static final String SAMPLING = "internal/link/InputSampler.java";
    private static final String SENDER = "internal/link/WindowSender.java";
    private static final String INPUTS = "internal/play/LocalInputs.java";
    private static final String EVENTS = "internal/play/OutgoingEvents.java";

    private Mutants() {
    }

    static List<Mutant> all() {
        final List<Mutant> all = new ArrayList<>(ofWindows());
        all.addAll(ofInputs());
        all.addAll(ofFrames());
        all.addAll(ofTiming());
        return all;
    }

    /** Faults in what travels. */
    private static List<Mutant> ofWindows() {
        return List.of(
            new Mutant("drop the acknowledgement").foundBy("batches 2")
                .in(WINDOWS, "link.out.acknowledge(ack);", ""),
            new Mutant("acknowledge a frame that was not received").foundBy("batches 2")
                .in(WINDOWS, "log.next(link.players), first);", "log.next(link.players) + 1, first);"),
            new Mutant("never send an input again").foundBy("batches 2")
                .in(WINDOWS, "again ? link.out.acked() : Math.max(link.out.unsent(), link.out.acked())",
                    "Math.max(link.out.unsent(), link.out.acked())"),
            new Mutant("start the window one frame late").foundBy("batches 2")
                .in(WINDOWS, "for (long frame = first; frame < end; frame++)",
                    "for (long frame = first + 1; frame < end; frame++)"),
            new Mutant("end the window one frame early").foundBy("plain 2")
                .in(WINDOWS, "for (long frame = first; frame < end; frame++)",
                    "for (long frame = first; frame < end - 1; frame++)"),
            new Mutant("take 16-bit frames as they are").foundBy("wrap 2")
                .in("internal/protocol/SerialNumber.java", "OUTSIDE : local + distance", "OUTSIDE : wire16 & 0xFFFF"));
    }

    /** Faults in what is sampled and attached. */
    private static List<Mutant> ofInputs() {
        return List.of(
            new Mutant("sample again while stalled").foundBy("batches 2")
                .in(SESSION, "            due.open();\n            stallWatch",
                    "            due.open();\n"
                        + "        if (state.frame() != state.endFrame() && clock.due(state.nowNs())\n"
                        + "            && !log.complete(state.frame())) {\n"
                        + "            localInputs.sampleFor(state.frame() + delays.ticks(), state.nowNs());\n"
                        + "            sender.sampled(state.frame(), state.nowNs());\n"
                        + "        }\n            stallWatch")
                .in(INPUTS, "while (next() < frame) {",
                    "if (next() > frame) { source.sample(frame, players[0], sampleView.clear()); }\n"
                        + "        while (next() < frame) {"),
            new Mutant("fill the gap of a raised delay with nothing").foundBy("batches 2")
                .in(INPUTS, "repeatLast(nowNs);\n        }", "neutral(1, nowNs);\n        }"),
            new Mutant("close the gap of a raised delay up").foundBy("batches 2")
                .in(INPUTS, "while (next() < frame) {", "while (frame < 0) {")
                .in(INPUTS, "if (next() == frame) {", "if (next() <= frame) {"),
            new Mutant("sample twice when the delay is lowered").foundBy("batches 2")
                .in(SAMPLING, "if (localInputs.next() <= target && maySample()) {", "if (true) {")
                .in(INPUTS, "if (next() == frame) {", "if (true) {"));
    }

    /** Faults in what is believed, compared and simulated. */
    private static List<Mutant> ofFrames() {
        return List.of(
            new Mutant("believe damaged datagrams").foundBy("damage 2")
                .in("internal/link/LinkSeal.java", "if (LinkTag.isProvenBy(tag, proof)) {",
                    "if (sequence != HANDSHAKE || LinkTag.isProvenBy(tag, proof)) {"),
            new Mutant("forget to acknowledge checksums").foundBy("batches 2")
                .in(CHECKSUMS, "if (slice.toAck >= 0 &&", "if (slice.toAck < -1 &&"),
            new Mutant("compare checksums of different frames").foundBy("batches 2")
                .in(DESYNCS, "final int ours = checksums.checksum(frame);",
                    "final int ours = checksums.checksum(frame - 1);"),
            new Mutant("send the checksum of the frame before").foundBy("batches 2")
                .in(CHECKSUMS, "add(frame, checksums.checksum(frame))", "add(frame, checksums.checksum(frame - 1))"),
            new Mutant("see no difference").foundBy("desync 2")
                .in(DESYNCS, "if (ours != theirs)", "if (ours != theirs && frame < 0)"),
            new Mutant("see a difference where there is none").foundBy("batches 2")
                .in(DESYNCS, "if (ours != theirs)", "if (ours != theirs || frame % 600 == 299)"),
            new Mutant("play without the inputs that are missing").foundBy("batches 2")
                .in("session/DueFrame.java", "return log.complete(frame) && frame < lineup.fence() &&",
                    "return frame < lineup.fence() &&"),
            new Mutant("play a frame twice").foundBy("batches 2")
                .in("internal/foresight/Foresight.java", "        game.step(plays, inputs);\n",
                    "        game.step(plays, inputs);\n"
                        + "        if (plays % 400 == 123) { game.step(plays, inputs); }\n"),
            new Mutant("leave a frame out").foundBy("batches 2")
                .in(SESSION, "        state.frame(state.frame() + 1);\n",
                    "        state.frame(state.frame() + (state.frame() % 400 == 123 ? 2 : 1));\n"));
    }

    /** Faults in when things happen. */
    private static List<Mutant> ofTiming() {
        return List.of(
            new Mutant("measure round trips with the time they were held").foundBy("round trips 2")
                .in("internal/link/Link.java", " - heldNs);", ");"),
            new Mutant("attach events a frame late").foundBy("spike 1")
                .in(EVENTS, "} else if (size > 0) {", "} else if (size > 1) {"),
            new Mutant("keep a reference instead of an event's bytes").foundBy("batches 2")
                .in(EVENTS, "event.get(event.position(), bytes, tail * maxBytes, event.remaining());", ""),
            new Mutant("lose short events on the way").foundBy("batches 2")
                .in("internal/play/FrameCopy.java", "if (eventLength > 0) {\n            frames.event",
                    "if (eventLength > 6) {\n            frames.event"),
            new Mutant("send no second copies").foundBy("figures 2")
                .in(SENDER, "redundant && link.copies()", "redundant && link.peer < 0"),
            new Mutant("send with every poll").foundBy("batches 2")
                .in(SENDER, "nowNs - sentNs >= repeatNs(nowNs)) {", "nowNs - sentNs >= 0) {"),
            new Mutant("hold batches without a timer").foundBy("batches 2")
                .in("internal/input/InputBatcher.java", "return held > 0 && nowNs - oldestNs >= MAX_HOLD_NS;",
                    "return held < 0;"),
            new Mutant("keep no pace").foundBy("figures 1")
                .in("internal/play/FrameClock.java", "catchUpNs(paceNs(aheadNs), nowNs);", "catchUpNs(0, nowNs);"),
            new Mutant("never lower the delay").foundBy("spike 2")
                .in("input/ArrivalDelay.java",
                    "return observed.ticks() - (int) Math.max(0, Math.floorDiv(spare, tick));",
                    "return observed.ticks();"),
            new Mutant("leave as soon as one's own part is done").foundBy("plain 2")
                .in(SESSION, "&& drain.isDone(seats.lineup().followsTheOther())", ""));
    }
}

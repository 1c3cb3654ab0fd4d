package io.lockstep.testkit;

import java.util.ArrayList;
import java.util.List;

/** The planted faults: each one a bug that a lockstep library could have. */
final class Mutants {

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
            new Mutant("drop the acknowledgement").foundBy("batches 2"),
            new Mutant("acknowledge a frame that was not received").foundBy("batches 2"),
            new Mutant("never send an input again").foundBy("batches 2"),
            new Mutant("start the window one frame late").foundBy("batches 2"),
            new Mutant("end the window one frame early").foundBy("plain 2"),
            new Mutant("take 16-bit frames as they are").foundBy("wrap 2"));
    }

    /** Faults in what is sampled and attached. */
    private static List<Mutant> ofInputs() {
        return List.of(
            new Mutant("sample again while stalled").foundBy("batches 2"),
            new Mutant("fill the gap of a raised delay with nothing").foundBy("batches 2"),
            new Mutant("close the gap of a raised delay up").foundBy("batches 2"),
            new Mutant("sample twice when the delay is lowered").foundBy("batches 2"));
    }

    /** Faults in what is believed, compared and simulated. */
    private static List<Mutant> ofFrames() {
        return List.of(
            new Mutant("believe damaged datagrams").foundBy("damage 2"),
            new Mutant("forget to acknowledge checksums").foundBy("batches 2"),
            new Mutant("compare checksums of different frames").foundBy("batches 2"),
            new Mutant("send the checksum of the frame before").foundBy("batches 2"),
            new Mutant("see no difference").foundBy("desync 2"),
            new Mutant("see a difference where there is none").foundBy("batches 2"),
            new Mutant("play without the inputs that are missing").foundBy("batches 2"),
            new Mutant("play a frame twice").foundBy("batches 2"),
            new Mutant("leave a frame out").foundBy("batches 2"));
    }

    /** Faults in when things happen. */
    private static List<Mutant> ofTiming() {
        return List.of(
            new Mutant("measure round trips with the time they were held").foundBy("round trips 2"),
            new Mutant("attach events a frame late").foundBy("spike 1"),
            new Mutant("keep a reference instead of an event's bytes").foundBy("batches 2"),
            new Mutant("lose short events on the way").foundBy("batches 2"),
            new Mutant("send no second copies").foundBy("figures 2"),
            new Mutant("send with every poll").foundBy("batches 2"),
            new Mutant("hold batches without a timer").foundBy("batches 2"),
            new Mutant("keep no pace").foundBy("figures 1"),
            new Mutant("never lower the delay").foundBy("spike 2"),
            new Mutant("leave as soon as one's own part is done").foundBy("plain 2"));
    }
}

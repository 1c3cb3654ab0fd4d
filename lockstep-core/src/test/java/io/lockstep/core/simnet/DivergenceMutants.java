package io.lockstep.core.simnet;

import java.util.ArrayList;
import java.util.List;

/** The planted faults in how a difference between two peers' states is noticed. */
final class DivergenceMutants {

    private static final String WATCH = "session/DesyncWatch.java";
    private static final String SUM = "sync/ChecksumWriter.java";
    private static final String WINDOWS = "session/WindowExchange.java";

    private DivergenceMutants() {
    }

    static List<Mutant> all() {
        final List<Mutant> all = new ArrayList<>(ofChecksums());
        all.addAll(ofComparing());
        return all;
    }

    private static List<Mutant> ofChecksums() {
        return List.of(
            new Mutant("the checksum ends before the last section")
                .in(SUM, "        return sums[current];\n    }\n\n    /**\n     * How many",
                    "        return sums[Math.max(0, current - 1)];\n    }\n\n    /**\n     * How many"),
            new Mutant("the checksum leaves plain bytes out")
                .in(SUM, "        flush();\n        take(source, offset, length);", "        flush();"),
            new Mutant("the checksum leaves the sign of a long out")
                .in(SUM, "put((int) (value >>> Integer.SIZE));", "put((int) (value >>> Integer.SIZE) << 1);"),
            new Mutant("the checksum leaves the lowest bit of a byte out")
                .in(SUM, "        reserve(Byte.BYTES);\n        buffer[position++] = (byte) value;",
                    "        reserve(Byte.BYTES);\n        buffer[position++] = (byte) (value >> 1);"),
            new Mutant("the checksum is of the state before the frame")
                .in(WATCH, "checksums.record(frame, history.checksum(frame));",
                    "checksums.record(frame, history.checksum(frame - 1));"));
    }

    private static List<Mutant> ofComparing() {
        return List.of(
            new Mutant("compare an interval late")
                .in(WATCH, "while (frame < currentFrame && checksums.has(frame)",
                    "while (frame + config.checksumInterval < currentFrame && checksums.has(frame)"),
            new Mutant("only the first peer looks")
                .in(WATCH, "            if (ours != theirs) {",
                    "            if (ours != theirs && config.localPeer == 0) {"),
            new Mutant("nobody looks at the last peer")
                .in(WATCH, "            if (ours != theirs) {",
                    "            if (ours != theirs && (config.players == 2 || link.peer != config.players - 1)) {"),
            new Mutant("take a checksum for acknowledged when it was sent")
                .in(WINDOWS, "link.checksumToSend = fits ? oldest : frame;",
                    "link.checksumToSend = fits ? oldest : frame;\n"
                        + "        link.checksumsAcked = Math.max(link.checksumsAcked, frame);"),
            new Mutant("compare with a checksum that was not heard")
                .in(WATCH, "checksums.has(frame) && checksums.has(link.peer, frame)) {",
                    "checksums.has(frame)) {"));
    }
}

package io.lockstep.testkit;

import java.util.ArrayList;
import java.util.List;

/** The planted faults in how a difference between two peers' states is noticed. */
final class DivergenceMutants {

    private static final String JUDGE = "internal/desync/RepairJudge.java";
    private static final String WATCH = "internal/desync/DesyncWatch.java";
    private static final String SUM = "internal/sync/ChecksumWriter.java";
    private static final String ONSET = "internal/sync/HistoryExtract.java";
    private static final String FIELDS = "internal/sync/StateComparison.java";
    private static final String NAMES = "internal/sync/FieldNames.java";
    private static final String VERDICT = "internal/sync/ChecksumVote.java";
    private static final String CHECKSUMS = "internal/link/ChecksumExchange.java";

    private DivergenceMutants() {
    }

    static List<Mutant> all() {
        final List<Mutant> all = new ArrayList<>(ofChecksums());
        all.addAll(ofComparing());
        all.addAll(ofReports());
        all.addAll(ofRepairs());
        return all;
    }

    private static List<Mutant> ofChecksums() {
        return List.of(
            new Mutant("the checksum ends before the last section").foundBy("single 48")
                .in(SUM, "        return sums[current];\n    }\n\n    /**\n     * How many",
                    "        return sums[Math.max(0, current - 1)];\n    }\n\n    /**\n     * How many"),
            new Mutant("the checksum leaves plain bytes out").foundBy("single 48")
                .in(SUM, "        flush();\n        take(source, offset, length);", "        flush();"),
            new Mutant("the checksum leaves the sign of a long out").foundBy("single 48")
                .in(SUM, "put((int) (value >>> Integer.SIZE));", "put((int) (value >>> Integer.SIZE) << 1);"),
            new Mutant("the checksum leaves the lowest bit of a byte out").foundBy("single 48")
                .in(SUM, "        reserve(Byte.BYTES);\n        buffer[position++] = (byte) value;",
                    "        reserve(Byte.BYTES);\n        buffer[position++] = (byte) (value >> 1);"),
            new Mutant("the checksum is of the state before the frame").foundBy("single 48")
                .in(WATCH, "checksums.record(frame, history.checksum(frame));",
                    "checksums.record(frame, history.checksum(frame - 1));"));
    }

    private static List<Mutant> ofReports() {
        return List.of(
            new Mutant("name the frame before").foundBy("single 48")
                .in(ONSET, "FirstDifference(frame == from ? agreed : frame - 1, frame,",
                    "FirstDifference(agreed, frame - 1,"),
            new Mutant("name the last frame that differs").foundBy("single 48")
                .in(ONSET, "for (long frame = from; frame <= to; frame++) {",
                    "for (long frame = to; frame <= to; frame++) {"),
            new Mutant("take a difference of states for one of inputs").foundBy("single 48")
                .in(ONSET, "local.inputHash(frame) != remote.inputHash(frame)",
                    "local.checksum(frame) != remote.checksum(frame)"),
            new Mutant("overlook the last section").foundBy("single 12")
                .in(FIELDS, "    private void field(final String name, final int length) {\n",
                    "    private void field(final String name, final int length) {\n"
                        + "        if (names.section().equals(\"world\")) {\n            at += length;\n"
                        + "            return;\n        }\n"),
            new Mutant("name the field behind").foundBy("single 48")
                .in(NAMES, "'[' + count(name) + ']'", "'[' + (count(name) + 1) + ']'"),
            new Mutant("name the last field that differs").foundBy("lossy, dropInput 3")
                .in(FIELDS, "if (differs && first == null) {", "if (differs) {"),
            new Mutant("swap the values").foundBy("single 48")
                .in(FIELDS, "first = new FieldDifference(names.section(), field, ours, theirs);",
                    "first = new FieldDifference(names.section(), field, theirs, ours);"),
            new Mutant("the first peer is always right").foundBy("single 48")
                .in(VERDICT, "majority == 0 ? 0 : known & ~majority", "majority == 0 ? known & ~1 : known & ~majority"),
            new Mutant("half is a majority").foundBy("single 48")
                .in(VERDICT, "Quorum.isMajority(Integer.bitCount(same), Integer.bitCount(members))",
                    "2 * Integer.bitCount(same) >= Integer.bitCount(members)"),
            new Mutant("simulate again with the inputs of the frame before").foundBy("single 18")
                .in("internal/desync/DesyncReplay.java", "skipped < next; skipped++", "skipped + 1 < next; skipped++"),
            new Mutant("send no state when the peer's has come").foundBy("single 48")
                .in("internal/desync/DesyncExchange.java", "final boolean follows = !refused && ours",
                    "final boolean follows = stage != Stage.OVER && ours"));
    }

    private static List<Mutant> ofRepairs() {
        return List.of(
            new Mutant("repair nobody").foundBy("repaired 20")
                .in(JUDGE, "        if (due != 0) {", "        if (due < 0) {"),
            new Mutant("repair only what is three intervals old").foundBy("repaired 2")
                .in(JUDGE, "        while (check < next) {",
                    "        while (check + 3 * settings.state().checksumInterval() < next) {"),
            new Mutant("take what differs after a repair for the same difference").foundBy("repaired 5")
                .in(WATCH, "with.rightFrom = Math.max(with.rightFrom, rightFrom);", ""),
            new Mutant("the verdict is of the state that was loaded, the rest of the one before").foundBy("synced 9")
                .in("internal/desync/DesyncFindings.java",
                    "            || !replaced && now", "            || now"));
    }

    private static List<Mutant> ofComparing() {
        return List.of(
            new Mutant("compare an interval late").foundBy("single 39")
                .in(WATCH, "while (frame < currentFrame && checksums.has(frame)",
                    "while (frame + settings.state().checksumInterval() < currentFrame && checksums.has(frame)"),
            new Mutant("only the first peer looks").foundBy("single 48")
                .in(WATCH, "            if (ours != theirs) {",
                    "            if (ours != theirs && settings.self() == 0) {"),
            new Mutant("nobody looks at the last peer").foundBy("single 55")
                .in(WATCH, "            if (ours != theirs) {",
                    "            if (ours != theirs && (settings.players() == 2\n"
                        + "                || link.peer != settings.players() - 1)) {"),
            new Mutant("take a checksum for acknowledged when it was sent").foundBy("repaired 21")
                .in(CHECKSUMS, "slice.next = fits ? oldest : frame;",
                    "slice.next = fits ? oldest : frame;\n"
                        + "        slice.acked = Math.max(slice.acked, frame);"),
            new Mutant("compare with a checksum that was not heard").foundBy("single 39")
                .in(WATCH, "while (frame < currentFrame && checksums.has(frame) && checksums.has(link.peer, frame)) {",
                    "while (frame < currentFrame && checksums.has(frame)) {"));
    }
}

package io.lockstep.codecs.json;

import io.lockstep.core.internal.protocol.ArrivalReport;
import io.lockstep.core.internal.protocol.ChecksumList;
import io.lockstep.core.internal.protocol.InputWindow;
import io.lockstep.core.internal.protocol.WireCode;
import io.lockstep.core.internal.protocol.WireLimits;

/** The fields of an input window. */
final class WindowFields {

    private static final String[] ECHO = {"sequence", "hold"};
    private static final String[] CHECKSUMS = {"frame", "each", "oldest", "values"};
    private static final String[] REPORT = {"slack", "spare", "loss", "delay"};
    private static final int U16 = 0xFFFF;

    private final FrameList frames;
    private final int[] checksums = new int[ChecksumList.MAX_ENTRIES];
    private int checksumCount;
    private int checksumFrame;
    private boolean eachFrame;
    private boolean isOldestFirst;
    private int ack;
    private int first;

    /** What was read last of an echo or a report, by the order of its names. */
    private final int[] numbers = new int[REPORT.length];

    WindowFields(final WireLimits limits) {
        frames = new FrameList(limits);
    }

    MessageFields<InputWindow> fields() {
        return new MessageFields<>(InputWindow.class)
            .begin(message -> {
                frames.clear();
                message.reset(1, 0, 0);
            })
            .field("players", (message, out) -> out.unsigned(message.frames().players()),
                (message, in) -> frames.readPlayers(in))
            .integer("ack", Short.SIZE, InputWindow::ack, (message, v) -> ack = v)
            .integer("first", Short.SIZE, InputWindow::firstFrame, (message, v) -> first = v)
            .bool("repeat", InputWindow::isRepeat, InputWindow::repeat)
            .fieldOrNull("echo", InputWindow::hasEcho, WindowFields::writeEcho, this::readEcho)
            .numberOrNull("checksumAck", Short.SIZE, InputWindow::hasChecksumAck, InputWindow::checksumAck,
                InputWindow::acknowledgeChecksum)
            .fieldOrNull("checksums", message -> message.checksums().count() > 0,
                (message, out) -> writeChecksums(message.checksums(), out),
                (message, in) -> readChecksums(message.checksums(), in))
            .fieldOrNull("report", message -> message.report().present(),
                (message, out) -> writeReport(message.report(), out),
                (message, in) -> readReport(message.report(), in))
            .bool("deaf", InputWindow::isDeaf, InputWindow::deaf)
            .bool("leads", InputWindow::isLeading, InputWindow::leading)
            .numberOrNull("term", Short.SIZE, InputWindow::namesTerm, InputWindow::leaderTerm, InputWindow::nameTerm)
            .bool("follows", message -> message.frames().follows(), (message, v) -> message.frames().follows(v))
            .field("inputs", (message, out) -> FrameList.writeInputs(message.frames(), out),
                (message, in) -> frames.readInputs(in))
            .fieldOrNull("events", message -> message.frames().hasEvents(),
                (message, out) -> FrameList.writeEvents(message.frames(), out),
                (message, in) -> frames.readEvents(in))
            .end(this::complete);
    }

    private void complete(final InputWindow message, final JsonInput in) {
        if (message.namesTerm() && !message.isLeading()) {
            in.fail(WireCode.NOT_CANONICAL);
        }
        message.start(frames.players(), ack, first);
        frames.fill(message.frames(), message::endFrame, in);
        if (message.frames().follows() && message.frames().count() == 0) {
            in.fail(WireCode.NOT_CANONICAL);
        }
    }

    private static void writeEcho(final InputWindow message, final JsonWriter out) {
        out.beginObject().name(ECHO[0]).unsigned(message.echoSequence()).name(ECHO[1]).unsigned(message.echoHold())
            .endObject();
    }

    private void readEcho(final InputWindow message, final JsonInput in) {
        in.object(ECHO, 0, (field, value) -> numbers[field] = value.u16());
        message.echo(numbers[0], (long) numbers[1] * InputWindow.ECHO_HOLD_UNIT_NS);
    }

    private static void writeChecksums(final ChecksumList list, final JsonWriter out) {
        out.beginObject().name(CHECKSUMS[0]).unsigned(list.frame()).name(CHECKSUMS[1]).bool(list.isEachFrame())
            .name(CHECKSUMS[2]).bool(list.isOldestFirst()).name(CHECKSUMS[3]).beginArray();
        for (int i = 0; i < list.count(); i++) {
            out.unsigned(Integer.toUnsignedLong(list.value(i)));
        }
        out.endArray().endObject();
    }

    private void readChecksums(final ChecksumList list, final JsonInput in) {
        checksumCount = 0;
        in.object(CHECKSUMS, 0, (field, value) -> {
            switch (field) {
                case 0 -> checksumFrame = value.u16();
                case 1 -> eachFrame = value.bool();
                case 2 -> isOldestFirst = value.bool();
                default -> value.array(this::readChecksum);
            }
        });
        if (checksumCount == 0 || eachFrame && isOldestFirst) {
            in.fail(WireCode.RANGE);
        }
        for (int i = 0; i < checksumCount; i++) {
            list.add(checksumFrame, checksums[i]);
        }
        if (eachFrame) {
            list.eachFrame();
        }
        if (isOldestFirst) {
            list.beginsWithOldest();
        }
    }

    private void readChecksum(final JsonInput in) {
        final int crc = in.u32();
        if (checksumCount == ChecksumList.MAX_ENTRIES) {
            in.fail(WireCode.RANGE);
        } else {
            checksums[checksumCount++] = crc;
        }
    }

    /** Both slacks are 16 bits in two's complement, written as an unsigned number. */
    private static void writeReport(final ArrivalReport report, final JsonWriter out) {
        out.beginObject().name(REPORT[0]).unsigned(units(report.slackNs()))
            .name(REPORT[1]).unsigned(units(report.spareNs()))
            .name(REPORT[2]).unsigned(Math.round(report.loss() * ArrivalReport.MAX_LOSS))
            .name(REPORT[3]).unsigned(report.delay()).endObject();
    }

    private static long units(final long slackNs) {
        return slackNs / ArrivalReport.SLACK_UNIT_NS & U16;
    }

    private void readReport(final ArrivalReport report, final JsonInput in) {
        in.object(REPORT, 0, (field, value) -> numbers[field] = field < 2 ? value.u16() : value.u8());
        report.set(slackNs(numbers[0]), slackNs(numbers[1]), (double) numbers[2] / ArrivalReport.MAX_LOSS, numbers[3]);
    }

    private static long slackNs(final int units) {
        return (long) (short) units * ArrivalReport.SLACK_UNIT_NS;
    }
}

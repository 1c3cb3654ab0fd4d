package io.lockstep.codecs.json;

import io.lockstep.core.internal.protocol.Command;
import io.lockstep.core.internal.protocol.InputFrames;
import io.lockstep.core.internal.protocol.InputWindow;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.WireCode;
import io.lockstep.core.internal.protocol.WireLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * The frames of a window or a relay: one list of inputs and one of what stands beside them. They are kept until the
 * number of players is known, which may stand behind them.
 */
final class FrameList {

    private static final String[] COMMAND = {"command", "seat", "frames"};
    private static final Command.Kind[] COMMANDS = Command.Kind.values();
    private static final byte[] NO_EVENT = {};
    private static final Beside NOTHING = new Beside(Command.NONE, NO_EVENT);

    /** More than any frames take: JSON is not cut to a datagram. */
    private static final int NO_LIMIT_BYTES = 1 << 24;

    /** What stands beside an input: a command, an event, or neither. */
    private record Beside(int command, byte[] event) {
    }

    private final WireLimits limits;
    private final List<byte[]> inputs = new ArrayList<>();
    private final List<Beside> events = new ArrayList<>();
    private boolean withEvents;
    private int players;
    @SuppressWarnings("NullAway.Init") // given before it is used
    private Command.Kind kind;
    private int seat;
    private int delay;

    FrameList(final WireLimits limits) {
        this.limits = limits;
    }

    static void writeInputs(final InputFrames frames, final JsonWriter out) {
        out.beginArray();
        for (int frame = 0; frame < frames.count(); frame++) {
            for (int player = 0; player < frames.players(); player++) {
                out.hex(frames.inputs(), frames.inputOffset(frame, player), frames.inputBytes());
            }
        }
        out.endArray();
    }

    static void writeEvents(final InputFrames frames, final JsonWriter out) {
        out.beginArray();
        for (int frame = 0; frame < frames.count(); frame++) {
            for (int player = 0; player < frames.players(); player++) {
                writeEvent(frames, frame, player, out);
            }
        }
        out.endArray();
    }

    private static void writeEvent(final InputFrames frames, final int frame, final int player, final JsonWriter out) {
        final int command = frames.commandOf(frame, player);
        if (command == Command.NONE) {
            out.hex(frames.events(), frames.eventOffset(frame, player), frames.eventLength(frame, player));
        } else {
            out.beginObject().name(COMMAND[0]).string(Command.kind(command).name())
                .name(COMMAND[1]).unsigned(Command.seat(command))
                .name(COMMAND[2]).unsigned(Command.frames(command)).endObject();
        }
    }

    void clear() {
        inputs.clear();
        events.clear();
        withEvents = false;
    }

    void readPlayers(final JsonInput in) {
        players = in.u8();
        if (players < 1 || players > Message.MAX_PLAYERS) {
            in.fail(WireCode.RANGE);
        } else if (players > limits.maxLinkPlayers()) {
            in.fail(WireCode.TOO_LARGE);
        }
    }

    int players() {
        return players;
    }

    void readInputs(final JsonInput in) {
        in.array(this::readInput);
    }

    private void readInput(final JsonInput in) {
        final byte[] input = in.hex(WireLimits.MAX_INPUT_BYTES);
        if (isFull(inputs)) {
            in.fail(WireCode.TOO_LARGE);
        } else if (input.length != limits.inputBytes()) {
            in.fail(WireCode.RANGE);
        } else {
            inputs.add(input);
        }
    }

    private boolean isFull(final List<?> list) {
        return list.size() == InputWindow.MAX_FRAMES * limits.maxLinkPlayers();
    }

    void readEvents(final JsonInput in) {
        withEvents = true;
        in.array(this::readEvent);
    }

    private void readEvent(final JsonInput in) {
        if (isFull(events)) {
            in.fail(WireCode.TOO_LARGE);
        } else if (in.isObject()) {
            in.object(COMMAND, 0, this::readCommand);
            if (in.code() == WireCode.OK) {
                events.add(new Beside(Command.of(kind, seat, delay), NO_EVENT));
            }
        } else {
            events.add(new Beside(Command.NONE, in.hex(limits.maxEventBytes())));
        }
    }

    private void readCommand(final int field, final JsonInput in) {
        switch (field) {
            case 0 -> kind = in.constant(COMMANDS);
            case 1 -> seat = in.player();
            default -> delay = in.u16();
        }
    }

    /**
     * Puts what was read into a message.
     *
     * @param frames   empty, for the players that were read
     * @param endFrame adds the frame whose inputs were set, if it fits so many bytes
     * @param in       told if the lists do not make whole frames
     */
    void fill(final InputFrames frames, final IntPredicate endFrame, final JsonInput in) {
        final int count = inputs.size() / players;
        if (inputs.size() % players != 0 || count > InputWindow.MAX_FRAMES
            || withEvents && events.size() != inputs.size()) {
            in.fail(WireCode.RANGE);
            return;
        }
        for (int frame = 0; frame < count; frame++) {
            for (int player = 0; player < players; player++) {
                fill(frames, player, frame * players + player);
            }
            endFrame.test(NO_LIMIT_BYTES);
        }
        if (withEvents && !frames.hasEvents()) {
            in.fail(WireCode.NOT_CANONICAL);
        }
    }

    private void fill(final InputFrames frames, final int player, final int slot) {
        frames.input(player, inputs.get(slot), 0);
        final Beside beside = withEvents ? events.get(slot) : NOTHING;
        if (beside.command != Command.NONE) {
            frames.command(player, beside.command);
        } else if (beside.event.length > 0) {
            frames.event(player, beside.event, 0, beside.event.length);
        }
    }
}

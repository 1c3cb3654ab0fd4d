package io.lockstep.core.internal.protocol;

/** {@link InputFrames} as the text form of a message writes and reads them: one value for each input and event. */
final class InputFramesText {

    private static final int NO_EVENTS = -1;
    private static final String[] COMMAND = {"command", "seat", "frames"};

    private final InputFrames frames;
    private int inputs;
    private int events;
    private Command.Kind kind;
    private int seat;
    private int delay;

    InputFramesText(final InputFrames frames) {
        this.frames = frames;
    }

    void writeInputs(final FieldWriter out) {
        out.beginArray();
        for (int frame = 0; frame < frames.count(); frame++) {
            for (int player = 0; player < frames.players(); player++) {
                out.hex(frames.inputs(), frames.inputOffset(frame, player), frames.inputBytes());
            }
        }
        out.endArray();
    }

    void writeEvents(final FieldWriter out) {
        if (!frames.hasEvents()) {
            out.nothing();
            return;
        }
        out.beginArray();
        for (int frame = 0; frame < frames.count(); frame++) {
            for (int player = 0; player < frames.players(); player++) {
                writeEvent(frame, player, out);
            }
        }
        out.endArray();
    }

    private void writeEvent(final int frame, final int player, final FieldWriter out) {
        final int packed = frames.commandOf(frame, player);
        if (packed == Command.NONE) {
            out.hex(frames.events(), frames.eventOffset(frame, player), frames.eventLength(frame, player));
        } else {
            out.beginObject().name(COMMAND[0]).string(Command.kind(packed).name())
                .name(COMMAND[1]).unsigned(Command.seat(packed))
                .name(COMMAND[2]).unsigned(Command.frames(packed)).endObject();
        }
    }

    void readPlayers(final FieldReader in, final int maxPlayers) {
        final int given = in.u8();
        if (given < 1 || given > Message.MAX_PLAYERS) {
            in.fail(WireCode.RANGE);
        } else if (given > maxPlayers) {
            in.fail(WireCode.TOO_LARGE);
        } else {
            frames.players(given);
        }
    }

    void readInputs(final FieldReader in) {
        inputs = 0;
        in.array(this::readInput);
    }

    private void readInput(final FieldReader in) {
        final int length = in.hexLength(WireLimits.MAX_INPUT_BYTES);
        if (inputs == frames.maxSlots()) {
            in.fail(WireCode.TOO_LARGE);
        } else if (length != frames.inputBytes()) {
            in.fail(WireCode.RANGE);
        } else {
            in.hex(frames.inputs(), frames.offsetOf(inputs++));
        }
    }

    void readEvents(final FieldReader in) {
        events = NO_EVENTS;
        frames.clearEvents();
        if (!in.isNull()) {
            events = 0;
            in.array(this::readEvent);
        }
    }

    private void readEvent(final FieldReader in) {
        if (events == frames.maxSlots()) {
            in.fail(WireCode.TOO_LARGE);
            return;
        }
        int packed = Command.NONE;
        int length = 0;
        if (in.isObject()) {
            packed = readCommand(in);
        } else {
            length = in.hexLength(frames.maxEventBytes());
        }
        if (in.code() == WireCode.OK) {
            if (length > 0) {
                in.hex(frames.events(), events * frames.maxEventBytes());
            }
            frames.beside(events++, length, packed);
        }
    }

    private int readCommand(final FieldReader in) {
        in.object(COMMAND, 0, (field, value) -> {
            switch (field) {
                case 0 -> kind = Command.Kind.byName(value.text());
                case 1 -> seat = value.u8();
                default -> delay = value.u16();
            }
        });
        if (in.code() != WireCode.OK) {
            return Command.NONE;
        }
        if (kind == null || seat >= Message.MAX_PLAYERS) {
            in.fail(WireCode.RANGE);
            return Command.NONE;
        }
        return Command.of(kind, seat, delay);
    }

    /** Checks the frames that were read as a whole, and completes them. */
    WireCode check() {
        frames.count(0);
        final int read = inputs / frames.players();
        if (inputs % frames.players() != 0 || read > InputWindow.MAX_FRAMES) {
            return WireCode.RANGE;
        }
        if (events == NO_EVENTS) {
            for (int slot = 0; slot < inputs; slot++) {
                frames.beside(slot, 0, Command.NONE);
            }
        } else if (events != inputs) {
            return WireCode.RANGE;
        } else if (!frames.hasEvents()) {
            return WireCode.NOT_CANONICAL;
        }
        frames.count(read);
        return WireCode.OK;
    }
}

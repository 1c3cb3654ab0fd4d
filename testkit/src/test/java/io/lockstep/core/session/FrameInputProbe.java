package io.lockstep.core.session;

import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.Redundancy;
import io.lockstep.core.internal.protocol.FrameInput;
import io.lockstep.core.internal.protocol.InputWindow;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.MessageType;
import io.lockstep.core.internal.protocol.StateSync;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/** Matches whose inputs travel once each, as FrameInput; each says what is wrong with it, or nothing. */
public final class FrameInputProbe {

    private static final int END = 200;
    private static final int LIMIT_MS = 10_000;
    private static final int ROOM = 2048;

    private FrameInputProbe() {
    }

    /**
     * What there is to play.
     *
     * @return matches by name, each of which says what is wrong, or null
     */
    public static Map<String, Supplier<String>> matches() {
        final Map<String, Supplier<String>> matches = new LinkedHashMap<>();
        matches.put("one byte", () -> plays(1));
        matches.put("two bytes", () -> plays(2));
        matches.put("pauses", FrameInputProbe::pauses);
        matches.put("gap", FrameInputProbe::gap);
        matches.put("wide inputs", FrameInputProbe::wideInputs);
        matches.put("one-sided", FrameInputProbe::oneSided);
        matches.put("whole state", FrameInputProbe::wholeState);
        matches.put("handed on, two players", () -> HandedOnInputs.whole(0));
        matches.put("handed on, two witnesses", () -> HandedOnInputs.agreed(0));
        return matches;
    }

    /** What one peer sent. */
    private static final class Sent {
        int inputs;
        int events;
        int heartbeats;
        int windowed;
    }

    private static Match match(final BiConsumer<Integer, SessionConfig> adjust) {
        final Match match = new Match(2, 10, (peer, config) -> {
            config.endFrame(END).redundancy(Redundancy.NONE);
            adjust.accept(peer, config);
        });
        match.stepNs = 2 * Match.MS;
        return match;
    }

    private static Sent count(final Match match) {
        final Sent sent = new Sent();
        final FrameInput input = new FrameInput();
        final InputWindow window = new InputWindow(2, 1, 64);
        match.transports.get(0).outgoing = datagram -> {
            switch (MessageType.byCode(datagram.type())) {
                case FRAME_INPUT -> {
                    input.decode(ByteBuffer.wrap(datagram.bytes));
                    sent.inputs++;
                    sent.events += input.eventLength() > 0 ? 1 : 0;
                }
                case INPUT_WINDOW -> {
                    window.decode(ByteBuffer.wrap(datagram.bytes));
                    sent.windowed += window.frames().count();
                }
                case HEARTBEAT -> sent.heartbeats++;
                default -> { }
            }
            return true;
        };
        return sent;
    }

    private static String finished(final Match match) {
        final boolean ended = match.runUntilEnded(LIMIT_MS);
        return ended && match.sessions.get(0).endReason() == EndReason.FINISHED
            && match.games.get(0).hash == match.games.get(1).hash
            && match.sessions.get(0).statistics().desyncs() == 0 ? null : "not finished alike: " + match;
    }

    /** Two play to the end, with an event; after the first frames, which leave together, no input travels otherwise. */
    static String plays(final int inputBytes) {
        final Match match = match((peer, config) -> config.inputBytes(inputBytes)
            .input((frame, player, input) -> input.put((byte) (frame / 7 * (player + 3)))));
        final Sent sent = count(match);
        match.runUntil(LIMIT_MS, () -> match.everybodyPast(50));
        final boolean taken = match.sessions.get(0).sendEvent(0, ByteBuffer.wrap(new byte[] {4, 5, 6}));
        final String wrong = finished(match);
        if (wrong != null) {
            return wrong;
        }
        return taken && sent.events == 1 && sent.windowed < 5 && sent.inputs >= END - 5 ? null
            : sent.inputs + " FrameInputs, " + sent.events + " events, " + sent.windowed + " frames in windows";
    }

    /** A pause has no place in a FrameInput: its frame travels in a window, and those after it as before. */
    static String pauses() {
        final Match match = match((peer, config) -> { });
        match.games.forEach(game -> game.pauses = true);
        final Sent sent = count(match);
        match.runUntil(LIMIT_MS, () -> match.everybodyPast(50));
        match.sessions.get(0).pause();
        match.run(300);
        match.sessions.get(0).resume();
        final String wrong = finished(match);
        final long played = match.games.get(1).frames;
        return wrong != null || sent.windowed > 0 && sent.inputs > END / 2 && played < END ? wrong
            : played + " frames of play, " + sent.inputs + " FrameInputs, " + sent.windowed + " frames in windows";
    }

    /** What is lost never comes again, and what comes after it is no use without it. */
    static String gap() {
        final Match match = match((peer, config) -> { });
        final FrameInput input = new FrameInput();
        match.transports.get(0).outgoing = datagram -> datagram.type() != MessageType.FRAME_INPUT.code()
            || input.decode(ByteBuffer.wrap(datagram.bytes)) == null || input.frame() != 100;
        match.run(4000);
        final long frame = match.sessions.get(1).frame();
        return frame == 100 ? null : "came to frame " + frame + " without the input of frame 100";
    }

    /** A FrameInput has two bytes of input: who needs more sends windows, each frame once. */
    static String wideInputs() {
        final Match match = match((peer, config) -> config.inputBytes(3));
        final Sent sent = new Sent();
        match.transports.get(0).outgoing = datagram -> {
            sent.inputs += datagram.type() == MessageType.FRAME_INPUT.code() ? 1 : 0;
            return true;
        };
        final String wrong = finished(match);
        return wrong != null || sent.inputs == 0 ? wrong : sent.inputs + " FrameInputs";
    }

    /** Who repeats its inputs is sent windows, and reads no FrameInput. */
    static String oneSided() {
        final Match match = match((peer, config) -> {
            if (peer == 1) {
                config.redundancy(Redundancy.UNACKED);
            }
        });
        final Sent sent = count(match);
        match.runUntil(LIMIT_MS, () -> match.everybodyPast(50));
        replace(match, new FrameInput().player(1).frame(match.sessions.get(0).frame() + 2).inputs(9), ROOM);
        final long refused = match.sessions.get(0).statistics().peer(0).refused();
        final String wrong = finished(match);
        return wrong != null || sent.inputs == 0 && refused == 1 ? wrong
            : sent.inputs + " FrameInputs sent, " + refused + " refused";
    }

    /** A state that comes whole is refused before it is inflated: one that is broken is not even malformed. */
    static String wholeState() {
        final Match match = match((peer, config) -> { });
        match.runUntil(LIMIT_MS, () -> match.everybodyPast(50));
        final StateSync state = new StateSync(ROOM).frame(60).payload(new byte[ROOM], 0, ROOM);
        replace(match, state, ROOM);
        replace(match, state, StateSync.HEAD_BYTES + 1);
        final long refused = match.sessions.get(0).statistics().peer(0).refused();
        final long malformed = match.sessions.get(0).statistics().peer(0).malformed();
        final String wrong = finished(match);
        return wrong != null || refused == 2 && malformed == 0 ? wrong
            : refused + " refused, " + malformed + " malformed: " + match;
    }

    /** Sends a message, or its first bytes, in the place of a window of peer 1, which loses nothing by that. */
    private static void replace(final Match match, final Message message, final int most) {
        final ByteBuffer buffer = ByteBuffer.allocate(2 * ROOM);
        final byte[] bytes = Arrays.copyOf(buffer.array(), Math.min(message.encode(buffer), most));
        final TestTransport transport = match.transports.get(1);
        transport.outgoing = datagram -> {
            if (datagram.type() == MessageType.INPUT_WINDOW.code()) {
                datagram.reseal(bytes);
                transport.outgoing = TestTransport.Hook.PASS;
            }
            return true;
        };
        match.run(100);
    }
}

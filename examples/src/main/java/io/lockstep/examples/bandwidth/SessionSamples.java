package io.lockstep.examples.bandwidth;

import io.lockstep.core.internal.protocol.InputWindow;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.MessageCodec;
import io.lockstep.core.internal.protocol.WireLimits;
import io.lockstep.core.sync.StateBuffer;
import io.lockstep.examples.dogfight.Dogfight;
import io.lockstep.examples.formats.LockstepFormat;
import java.nio.ByteBuffer;
import java.util.List;

/** The session's own messages: the types 0 to 5, and the one that carries inputs. */
final class SessionSamples {

    static final String DOCUMENT = "lockstep";
    static final String FRAME_INPUT = "FrameInput";
    static final String HEARTBEAT = "Heartbeat";
    static final String STATE_SYNC = "StateSync, dogfight of 32";

    private static final int BUFFER_BYTES = 64 << 10;
    private static final int CHECKSUM = 0x1234ABCD;
    private static final int INPUTS = 0b10_0001;
    private static final int FRAME = 1234;
    private static final int TERM = 3;
    /** 2026, in milliseconds. */
    private static final long TIMESTAMP = 1_767_225_600_000L;
    /** Frames in a window at 30 Hz and some 100 ms from end to end. */
    private static final int WINDOW_FRAMES = 4;

    private final MessageCodec codec = new MessageCodec(WireLimits.DEFAULT);
    private final LockstepFormat format = new LockstepFormat(WireLimits.DEFAULT_INPUT_BYTES);
    private final List<Sample> samples;

    SessionSamples(final List<Sample> samples) {
        this.samples = samples;
    }

    private void add(final String name, final Message message) {
        final ByteBuffer bytes = ByteBuffer.allocate(BUFFER_BYTES);
        codec.encode(message, bytes);
        samples.add(Sample.of(DOCUMENT, name, bytes.flip(), format));
    }

    void addAll(final Dogfight game) {
        add(FRAME_INPUT, codec.frameInput().player(1).inputs(INPUTS).frame(FRAME));
        add("FrameInput with checksum", codec.frameInput().checksum(CHECKSUM));
        add("FrameInput with 8 bytes of events", codec.frameInput().noChecksum().events(new byte[8], 0, 8));
        add("RequestVote", codec.requestVote().candidate(1).term(TERM).lastFrame(FRAME));
        add("VoteResponse", codec.voteResponse().voter(1).term(TERM).granted(true));
        add(HEARTBEAT, codec.heartbeat().player(1).term(TERM).frame(FRAME));
        add("Heartbeat with timestamp", codec.heartbeat().timestamp(TIMESTAMP));
        add("HeartbeatAck with timestamp", codec.heartbeatAck().player(1).term(TERM).frame(FRAME)
            .timestamp(TIMESTAMP));
        final StateBuffer state = new StateBuffer(BUFFER_BYTES);
        game.save(state);
        add(STATE_SYNC, codec.stateSync().frame(game.frame()).checksum(state.crc32()).term(TERM)
            .payload(state.array(), 0, state.length()));
        add("InputWindow of " + WINDOW_FRAMES + " frames, what a session sends", window());
    }

    private Message window() {
        final byte[] inputs = new byte[WINDOW_FRAMES * WireLimits.DEFAULT_INPUT_BYTES];
        inputs[inputs.length - WireLimits.DEFAULT_INPUT_BYTES] = INPUTS;
        final InputWindow window = codec.inputWindow();
        window.reset(1, FRAME, FRAME);
        window.echo(FRAME, TIMESTAMP % 1_000_000);
        for (int i = 0; i < WINDOW_FRAMES; i++) {
            window.frames().input(0, inputs, i * WireLimits.DEFAULT_INPUT_BYTES);
            window.endFrame(BUFFER_BYTES);
        }
        return window;
    }
}

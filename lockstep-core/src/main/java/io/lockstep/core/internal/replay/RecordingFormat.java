package io.lockstep.core.internal.replay;

import io.lockstep.core.sync.StateBuffer;

/**
 * The layout of a recording, little-endian. After the header of the file (see {@link HeaderFormat}) come blocks:
 *
 * <pre>
 *  0      kind: 1 frames, 2 snapshot, 3 end, 64 rollbacks; who does not know a kind from 64 on goes past the block
 *  1      flags: bit 0 paused, at the first frame; bit 1 loaded, a snapshot that came from elsewhere
 *  2-3    how many frames or rollbacks, 0 in the other kinds
 *  4-7    length of the body
 *  8-15   frame: the first one, or the one to be simulated next
 *  16-19  CRC32 of the body
 *  20-23  CRC32 of bytes 0 to 19
 *  24-    body
 *
 * frames:
 *  0-3    length of the stream
 *  4-7    how many notes
 *  8-11   number of the epoch at the first frame, its lowest 32 bits
 *  12-15  members of that epoch, bit n for peer n
 *  16-    stream: the frames as a FrameStreamWriter writes them, from its start
 *         for each frame the lower 16 bits of the state's CRC32 after it (2)
 *         for each check frame all of it (4)
 *         for each note: how many frames after the first (2), kind (1), 0 (1), number (4), value (4)
 * snapshot: the state; its CRC32 is that of the body
 * end: why the session ended, in ASCII
 * rollbacks, each: the frame to which the game went back (8), players guessed wrong (4), by how many frames (4)
 * </pre>
 */
public final class RecordingFormat {

    public static final int BLOCK_HEAD_BYTES = 24;
    public static final int AT_FLAGS = 1;
    public static final int AT_COUNT = 2;
    public static final int AT_LENGTH = 4;
    public static final int AT_FRAME = 8;
    public static final int AT_BODY_CRC = 16;
    public static final int AT_HEAD_CRC = 20;

    public static final int FRAMES = 1;
    public static final int SNAPSHOT = 2;
    public static final int END = 3;
    /** From here on kinds are of no use for playing: a reader that does not know one does without. */
    public static final int FIRST_OPTIONAL = 64;
    public static final int ROLLBACKS = FIRST_OPTIONAL;

    public static final int PAUSED = 1;
    public static final int LOADED = 2;

    public static final int FRAMES_HEAD_BYTES = 16;
    public static final int SHORT_BYTES = 2;
    public static final int CHECK_BYTES = 4;
    public static final int NOTE_BYTES = 12;

    /** The line-up changed: number and value are the epoch's number and members. */
    public static final int NOTE_MEMBERS = 1;
    /** The match is paused from this frame on. */
    public static final int NOTE_PAUSED = 2;
    /** It goes on with this frame. */
    public static final int NOTE_RESUMED = 3;

    /** A second at the highest tick rate; a block is written once a second. */
    public static final int MAX_FRAMES = 1000;
    /** Two of the longest frames and more; a block with so much in it is written before its second is over. */
    public static final int FULL_STREAM_BYTES = 32 << 10;
    public static final int MAX_STREAM_BYTES = FULL_STREAM_BYTES + (16 << 10);
    /** More changes than a block can hold end it early. */
    public static final int MAX_NOTES = 64;
    public static final int MAX_FRAMES_BODY = FRAMES_HEAD_BYTES + MAX_STREAM_BYTES
        + MAX_FRAMES * (SHORT_BYTES + CHECK_BYTES) + MAX_NOTES * NOTE_BYTES;
    public static final int MAX_STATE_BYTES = StateBuffer.DEFAULT_CAPACITY_BYTES;
    public static final int ROLLBACK_BYTES = 16;
    /** Four a frame of a second at 60 Hz; more than that end a block early. */
    public static final int MAX_ROLLBACKS = 256;
    /** Room for the longest name of a reason. */
    public static final int MAX_END_BYTES = 32;

    private RecordingFormat() {
    }

    public static boolean isCheckFrame(final long frame, final int interval) {
        return (frame + 1) % interval == 0;
    }

    /** How many check frames there are among these. */
    public static int checkFrames(final long first, final int count, final int interval) {
        return (int) ((first + count) / interval - first / interval);
    }
}

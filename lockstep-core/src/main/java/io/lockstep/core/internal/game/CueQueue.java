package io.lockstep.core.internal.game;

import io.lockstep.core.game.Cue;
import io.lockstep.core.game.Cues;

/** What came of cues, waiting to be taken; in a ring, whose oldest gives way. */
final class CueQueue implements Cue {

    private static final Type[] TYPES = Type.values();

    /** Without length until the first one comes: most games emit none. */
    private byte[] types = {};
    private long[] frames = {};
    private int[] kinds = {};
    private int[] keys = {};
    private int[] values = {};
    private int head;
    private int size;
    private long lost;
    /** The one that was handed out, which this is the view of: copied, as its place may be taken meanwhile. */
    private Type type;
    private long frame;
    private int kind;
    private int key;
    private int value;

    /** Something came of a cue of a frame. */
    void add(final Type what, final FrameCues cues, final int index) {
        if (types.length == 0) {
            types = new byte[Cues.MAX_WAITING];
            frames = new long[Cues.MAX_WAITING];
            kinds = new int[Cues.MAX_WAITING];
            keys = new int[Cues.MAX_WAITING];
            values = new int[Cues.MAX_WAITING];
        }
        if (size == Cues.MAX_WAITING) {
            head = (head + 1) % Cues.MAX_WAITING;
            size--;
            lost++;
        }
        final int place = (head + size++) % Cues.MAX_WAITING;
        types[place] = (byte) what.ordinal();
        frames[place] = cues.frame();
        kinds[place] = cues.kind(index);
        keys[place] = cues.key(index);
        values[place] = cues.value(index);
    }

    Cue poll() {
        if (size == 0) {
            return null;
        }
        type = TYPES[types[head]];
        frame = frames[head];
        kind = kinds[head];
        key = keys[head];
        value = values[head];
        head = (head + 1) % Cues.MAX_WAITING;
        size--;
        return this;
    }

    long lost() {
        return lost;
    }

    @Override
    public Type type() {
        return type;
    }

    @Override
    public long frame() {
        return frame;
    }

    @Override
    public int kind() {
        return kind;
    }

    @Override
    public int key() {
        return key;
    }

    @Override
    public int value() {
        return value;
    }

    @Override
    public String toString() {
        return type + " frame=" + frame + " kind=" + kind + " key=" + key + " value=" + value;
    }
}

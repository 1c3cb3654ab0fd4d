package io.lockstep.core.internal.game;

import io.lockstep.core.game.Cues;

/** What was emitted when a frame was played last. */
final class FrameCues {

    private static final int NONE = -1;

    /** Without length until the first one is emitted: most games emit none. */
    private int[] kinds = {};
    private int[] keys = {};
    private int[] values = {};
    /** Which of them were emitted again. */
    private boolean[] again = {};
    private int size;
    /** All before this one were emitted again: mostly it is the next. */
    private int open;
    private long frame;
    private boolean thrownAway;

    /** A frame is played. */
    FrameCues begin(final long played) {
        size = 0;
        open = 0;
        frame = played;
        thrownAway = false;
        return this;
    }

    /** It is over and done with. */
    void clear() {
        size = 0;
    }

    /** What was played of the frame does not stand; whether it is played again is not known. */
    void throwAway() {
        thrownAway = true;
    }

    boolean isThrownAway() {
        return thrownAway;
    }

    boolean isEmpty() {
        return size == 0;
    }

    boolean isFull() {
        return size == Cues.MAX_PER_FRAME;
    }

    /** Adds one, and tells at which index. */
    int add(final int kind, final int key, final int value) {
        if (kinds.length == 0) {
            kinds = new int[Cues.MAX_PER_FRAME];
            keys = new int[Cues.MAX_PER_FRAME];
            values = new int[Cues.MAX_PER_FRAME];
            again = new boolean[Cues.MAX_PER_FRAME];
        }
        kinds[size] = kind;
        keys[size] = key;
        values[size] = value;
        again[size] = false;
        return size++;
    }

    /** The index of the first of these that was not emitted again until now; −1 if there is none. */
    int emitAgain(final int kind, final int key) {
        for (int i = open; i < size; i++) {
            if (!again[i] && kinds[i] == kind && keys[i] == key) {
                again[i] = true;
                while (open < size && again[open]) {
                    open++;
                }
                return i;
            }
        }
        return NONE;
    }

    boolean isEmittedAgain(final int index) {
        return again[index];
    }

    int size() {
        return size;
    }

    long frame() {
        return frame;
    }

    int kind(final int index) {
        return kinds[index];
    }

    int key(final int index) {
        return keys[index];
    }

    int value(final int index) {
        return values[index];
    }
}

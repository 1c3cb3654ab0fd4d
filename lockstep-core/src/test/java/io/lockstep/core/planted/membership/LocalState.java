package io.lockstep.core.planted.membership;

/** What parts are to read only. */
final class LocalState {

    private int frame;

    void frame(final int next) {
        frame = next;
    }

    int frame() {
        return frame;
    }
}

package io.lockstep.core.planted.membership;

/** Calls back who made it, and writes what it should read; that it calls its own nested class is no circle. */
public final class BadPart {

    private final BadOwner owner;
    private final LocalState state = new LocalState();
    private final Counter counter = new Counter();

    BadPart(final BadOwner owner) {
        this.owner = owner;
    }

    int ticks() {
        state.frame(owner.frame());
        return counter.next(this) + state.frame();
    }

    private static final class Counter {

        int next(final BadPart part) {
            return part.counter == this ? 1 : 0;
        }
    }
}

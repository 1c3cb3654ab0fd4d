package io.lockstep.core.planted.membership;

/** Calls back who made it; that it calls its own nested class is no circle. */
public final class BadPart {

    private final BadOwner owner;
    private final Counter counter = new Counter();

    BadPart(final BadOwner owner) {
        this.owner = owner;
    }

    int ticks() {
        return counter.next(this) + owner.frame();
    }

    private static final class Counter {

        int next(final BadPart part) {
            return part.counter == this ? 1 : 0;
        }
    }
}

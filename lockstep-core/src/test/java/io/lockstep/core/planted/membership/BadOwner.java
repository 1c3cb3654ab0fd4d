package io.lockstep.core.planted.membership;

/** Hands itself to its part. */
public final class BadOwner {

    private final BadPart part = new BadPart(this);

    int ticks() {
        return part.ticks();
    }

    int frame() {
        return 0;
    }
}

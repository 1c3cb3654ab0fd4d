package io.lockstep.core.internal.transport;

import org.jspecify.annotations.Nullable;

/** The thread that owns an object: the first one that calls it after construction or {@link #release}. */
@SuppressForbidden("here, and only here, the core asks which thread calls")
public final class CallerThread {

    private @Nullable Thread owner;

    /** Binds to the calling thread if there is no owner yet. */
    public void bind() {
        if (owner == null) {
            owner = Thread.currentThread();
        }
    }

    /** Returns whether another thread is the owner. */
    public boolean isForeign() {
        return owner != null && owner != Thread.currentThread();
    }

    /** Lets the next caller of {@link #bind} become the owner. */
    public void release() {
        owner = null;
    }

    /** Returns a text that names the calling thread and the owner. */
    public String describe() {
        return "by the thread \"" + Thread.currentThread().getName() + "\", but it belongs to \""
            + (owner == null ? "" : owner.getName()) + "\"";
    }
}

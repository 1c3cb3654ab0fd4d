package io.lockstep.examples.benchmarks.peers;

/** What {@link KryoPeer} sends before the match; see {@link HandMatch#greeted}. */
public final class KryoGreeting {

    /** When it was sent. */
    public long sentNs;
    /** When the greeting was sent that it answers. */
    public long echoNs;
    /** How long that has lain here. */
    public long heldNs;

    /** A message that is filled in. */
    public KryoGreeting() {
    }

    KryoGreeting(final long sentNs, final long echoNs, final long heldNs) {
        this.sentNs = sentNs;
        this.echoNs = echoNs;
        this.heldNs = heldNs;
    }
}

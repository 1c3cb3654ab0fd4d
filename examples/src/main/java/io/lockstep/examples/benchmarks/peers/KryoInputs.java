package io.lockstep.examples.benchmarks.peers;

/** What {@link KryoPeer} sends. Kryo writes small numbers in few bytes, and makes only what all may make. */
public final class KryoInputs {

    /** The sender has the other's inputs before this frame. */
    public int acked;
    /** The frame of the first input. */
    public int first;
    /** One after the other. */
    public short[] inputs;

    /** A message that is filled in. */
    public KryoInputs() {
    }
}

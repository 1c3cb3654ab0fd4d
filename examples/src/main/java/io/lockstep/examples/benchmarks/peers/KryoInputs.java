package io.lockstep.examples.benchmarks.peers;

/** What {@link KryoPeer} sends; Kryo writes small numbers in few bytes. */
final class KryoInputs {

    /** The sender has the other's inputs before this frame. */
    int acked;
    /** The frame of the first input. */
    int first;
    short[] inputs;
}

package io.lockstep.core.internal.play;

import io.lockstep.core.input.FrameSource;

/**
 * Stands for everything that was executed in a frame: who was present, with which input, event and command. Of each
 * frame alone, without those before it: whatever of an earlier frame still matters is in the state.
 */
public final class InputHash {

    private static final int PRIME = 0x9E3779B1;
    private static final int SHIFT = 15;

    private InputHash() {
    }

    public static int of(final FrameSource frame, final int inputBytes) {
        int hash = 0;
        for (int player = 0; player < frame.players(); player++) {
            hash = mix(hash, frame.present(player) ? 1 : 0);
            final byte[] inputs = frame.inputs();
            final int from = frame.inputOffset(player);
            for (int i = 0; i < inputBytes; i++) {
                hash = mix(hash, inputs[from + i]);
            }
            final int length = frame.eventLength(player);
            hash = mix(hash, length);
            for (int i = 0; i < length; i++) {
                hash = mix(hash, frame.events()[frame.eventOffset(player) + i]);
            }
            hash = mix(hash, frame.command(player));
        }
        return hash;
    }

    private static int mix(final int hash, final int value) {
        final int mixed = (hash ^ value) * PRIME;
        return mixed ^ mixed >>> SHIFT;
    }
}

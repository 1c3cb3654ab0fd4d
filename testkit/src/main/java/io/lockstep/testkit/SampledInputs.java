package io.lockstep.testkit;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** The inputs that one peer has sampled: when, and how many bits each frame of them takes in a window, with events. */
final class SampledInputs {

    private static final int FRAMES = FrameWindow.FRAMES;
    private static final int MASK = FrameWindow.MASK;

    private final int inputBytes;
    private final byte[] newest;
    private final int players;
    /** Bits of all frames up to each one, where each is compared with the frame before. */
    private final long[] bits = new long[FRAMES];
    /** Bits of each frame compared with zeros. */
    private final int[] whole = new int[FRAMES];
    /** Bits of the events and commands of each frame, as far as a window has shown them. */
    private final int[] events = new int[FRAMES];
    private final long[] sampledNs = new long[FRAMES];
    private long first = FrameWindow.NEVER;
    private long next = FrameWindow.NEVER;
    private long samples;

    SampledInputs(final int players, final int inputBytes) {
        this.players = players;
        this.inputBytes = inputBytes;
        newest = new byte[players * inputBytes];
    }

    /** The first of the peer's players submits the input of a frame; {@link #add} takes it and those of the others. */
    void begin(final long frame, final long nowNs) {
        if (next == FrameWindow.NEVER || frame < next || frame - next >= FRAMES) {
            first = frame;
            next = frame;
            Arrays.fill(newest, (byte) 0);
        }
        // The frames in between repeat the input before.
        while (next < frame) {
            put(players, nowNs);
            for (int player = 0; player < players; player++) {
                whole[(int) (next - 1) & MASK] += wholeBits(player) - 1;
            }
        }
        put(0, nowNs);
        samples++;
    }

    private void put(final int frameBits, final long nowNs) {
        final int slot = (int) next & MASK;
        bits[slot] = (next == first ? 0 : bits[slot - 1 & MASK]) + frameBits;
        whole[slot] = frameBits;
        events[slot] = 0;
        sampledNs[slot] = nowNs;
        next++;
    }

    /** Takes the input of one player, counted from 0, of the frame that was begun. */
    void add(final int player, final ByteBuffer input) {
        final int slot = (int) (next - 1) & MASK;
        final int offset = player * inputBytes;
        int changed = 0;
        for (int i = 0; i < inputBytes; i++) {
            final byte now = input.get(input.position() + i);
            changed += now == newest[offset + i] ? 0 : 1;
            newest[offset + i] = now;
        }
        bits[slot] += bitsOf(changed);
        whole[slot] += wholeBits(player);
    }

    private int wholeBits(final int player) {
        int set = 0;
        for (int i = 0; i < inputBytes; i++) {
            set += newest[player * inputBytes + i] == 0 ? 0 : 1;
        }
        return bitsOf(set);
    }

    /** Returns the bits of an input that differs in some bytes: see WIRE.md. */
    private int bitsOf(final int otherBytes) {
        return otherBytes == 0 ? 1 : 1 + inputBytes + Byte.SIZE * otherBytes;
    }

    /** Returns the frame after the newest one. */
    long next() {
        return next;
    }

    /** Returns how often inputs were sampled. A sample may have brought several frames, most of them repeated. */
    long samples() {
        return samples;
    }

    /** Returns the first frame from one on that was sampled after a time, and at most the newest one. */
    long firstAfter(final long from, final long timeNs) {
        long frame = Math.max(from, Math.max(first, next - FRAMES));
        while (frame < next - 1 && sampledNs[(int) frame & MASK] <= timeNs) {
            frame++;
        }
        return Math.min(frame, next - 1);
    }

    /** Returns the bits of the frames from one on to the newest one, compared with the frame before. */
    long bitsFrom(final long frame) {
        final long before = frame <= first ? 0 : bits[(int) (frame - 1) & MASK];
        return bits[(int) (next - 1) & MASK] - before;
    }

    /** A window shows what the events and commands of a frame take; the lower 16 bits of its number suffice. */
    void events(final long frame, final int eventBits) {
        events[(int) frame & MASK] = eventBits;
    }

    /** Returns the bits of the events of the frames from one on; if one has any, each frame says how many. */
    long eventBitsFrom(final long frame) {
        long sum = 0;
        for (long at = frame; at < next; at++) {
            sum += events[(int) at & MASK];
        }
        return sum == 0 ? 0 : sum + players * (next - frame);
    }

    /** Returns the bits by which a frame takes more where it is compared with zeros. */
    long wholeMore(final long frame) {
        final int slot = (int) frame & MASK;
        return whole[slot] - (bits[slot] - (frame <= first ? 0 : bits[slot - 1 & MASK]));
    }

    /** Returns the bits of the largest frame that is known. */
    long mostBits() {
        long most = 0;
        for (long frame = Math.max(first + 1, next - FRAMES + 1); frame < next; frame++) {
            final int slot = (int) frame & MASK;
            most = Math.max(most, Math.max(whole[slot], bits[slot] - bits[slot - 1 & MASK]));
        }
        return most;
    }
}

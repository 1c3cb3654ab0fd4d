package io.lockstep.core.internal.play;

import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.sync.StateHash;
import io.lockstep.core.internal.sync.StateHistory;
import io.lockstep.core.sync.KeptState;
import io.lockstep.core.sync.StateBuffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Knows the hash of this peer's state after the frames that somebody is to load. It is computed when such a frame is
 * executed, or of the state that is kept where the order came later; no other frame costs anything.
 */
public final class StateWitness {

    /** One frame for a newcomer and one for a repair at a time, and some before that others still speak of. */
    private static final int FRAMES = 8;
    private static final long NONE = -1;

    private final MatchSettings settings;
    private final FrameOrders orders;
    private final StateHistory states;
    private final long[] frames = new long[FRAMES];
    private final StateHash[] hashes = new StateHash[FRAMES];
    /** CRC32 of each state, kept as long as its hash: a VOUCH may be due long after the frame. */
    private final int[] checksums = new int[FRAMES];
    private int turn;

    public StateWitness(final MatchSettings settings, final FrameOrders orders, final StateHistory states) {
        this.settings = settings;
        this.orders = orders;
        this.states = states;
        Arrays.fill(frames, NONE);
    }

    /** The hash of the state after this frame will be asked for. */
    public void want(final long frame) {
        if (find(frame) >= 0) {
            return;
        }
        turn = (turn + 1) % FRAMES;
        frames[turn] = frame;
        hashes[turn] = null;
        if (states.has(frame) && orders.standing().heldAfter(frame)) {
            final KeptState kept = states.state(frame, states.checksum(frame));
            hashes[turn] = kept == null ? null : hash(frame, orders.standing(), kept.bytes(), kept.bytes().length);
            checksums[turn] = kept == null ? 0 : states.checksum(frame);
        }
    }

    private int find(final long frame) {
        for (int slot = 0; slot < FRAMES; slot++) {
            if (frames[slot] == frame) {
                return slot;
            }
        }
        return -1;
    }

    /** A frame was simulated, and the game's state is that after it; so is what orders have come to. */
    public void executed(final long frame, final StandingOrders standing) {
        for (int slot = 0; slot < FRAMES; slot++) {
            if (frames[slot] == frame) {
                final StateBuffer state = new StateBuffer(settings.state().maxBytes());
                settings.game().save(state);
                hashes[slot] = state.overflowed() ? null : hash(frame, standing, state.array(), state.length());
                checksums[slot] = state.crc32();
            }
        }
    }

    /** The hash of the state after a frame; null while it is not known. */
    public StateHash hash(final long frame) {
        final int slot = find(frame);
        return slot < 0 ? null : hashes[slot];
    }

    /** Returns the CRC32 of the state after a frame whose {@link #hash} is known. */
    public int checksum(final long frame) {
        return checksums[find(frame)];
    }

    /** Forgets the frames that are to be simulated again. */
    public void forgetFrom(final long from) {
        for (int slot = 0; slot < FRAMES; slot++) {
            hashes[slot] = frames[slot] >= from ? null : hashes[slot];
        }
    }

    private StateHash hash(final long frame, final StandingOrders standing, final byte[] state, final int length) {
        final ByteBuffer beside = ByteBuffer.allocate(StandingOrders.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        standing.save(beside);
        return StateHash.of(settings.rules().matchId(), frame, beside.array(), state, length);
    }
}

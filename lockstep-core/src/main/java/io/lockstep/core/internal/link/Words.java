package io.lockstep.core.internal.link;

import io.lockstep.core.internal.crypto.KeyedTag;
import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.protocol.InputFrames;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.WireLimits;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The reports of witnesses about one peer's inputs. Each report of a frame is kept as a MAC under a key that only this
 * process has, so that no witness can find other inputs with the same MAC.
 */
final class Words {

    /** Number of frames kept for each witness: at least as many as a peer may send beyond the current frame. */
    private static final int FRAMES = InputLog.REACH;

    private final KeyedTag tag;
    private final long[][] said = new long[Message.MAX_PLAYERS][];
    private final long[][] ofFrame = new long[Message.MAX_PLAYERS][];
    /** The witnesses that reported two different inputs for one frame, bit n for peer n: an input never changes. */
    private int liars;
    /** The witnesses that contradicted inputs which we received from their owner, bit n for peer n. */
    private int doubted;
    private boolean lived;
    private final long[] begins = new long[Message.MAX_PLAYERS];
    private ByteBuffer scratch = ByteBuffer.allocate(0);
    private long sinceNs = Link.NEVER;
    private long heardNs = Link.NEVER;

    /** Creates an empty record with a key that only this process has; zeroes the array. */
    Words(final byte[] key) {
        tag = new KeyedTag(key);
        Arrays.fill(key, (byte) 0);
    }

    /**
     * Notes that a report arrives, and forgets old ones.
     *
     * @param lives whether the peer is not being cut. When that changes, the wait for witnesses starts anew.
     */
    void listen(final boolean lives, final long holdsNs, final long nowNs) {
        final boolean isForgotten = isForgotten(holdsNs, nowNs);
        if (isForgotten) {
            Arrays.fill(said, null);
            liars = 0;
            doubted = 0;
            Arrays.fill(begins, Link.NEVER);
        }
        if (isForgotten || lives != lived) {
            sinceNs = nowNs;
        }
        lived = lives;
        heardNs = nowNs;
    }

    /** Returns whether no report came for this time. */
    boolean isForgotten(final long holdsNs, final long nowNs) {
        return heardNs == Link.NEVER || nowNs - heardNs >= holdsNs;
    }

    /** Notes that a witness contradicts an input that we received from its owner: one of the two lies. */
    void doubt(final int witness) {
        doubted |= 1 << witness;
    }

    /** Returns the time since the first report of this cut, in nanoseconds. */
    long ageNs(final long nowNs) {
        return nowNs - sinceNs;
    }

    /** Records the frame in which a witness says the inputs begin; returns whether another one reported the same. */
    boolean begin(final int witness, final long frame, final int witnesses) {
        begins[witness] = frame;
        for (int rest = witnesses & ~(1 << witness); rest != 0; rest &= rest - 1) {
            if (begins[Integer.numberOfTrailingZeros(rest)] == frame) {
                return true;
            }
        }
        return false;
    }

    /** Records a witness's report of a frame's inputs; returns whether another one reported the same. */
    boolean add(final int witness, final long frame, final InputFrames frames, final int index, final int witnesses) {
        final long word = wordOf(frame, frames, index);
        final int slot = (int) (frame & FRAMES - 1);
        if (said[witness] == null) {
            said[witness] = new long[FRAMES];
            ofFrame[witness] = new long[FRAMES];
            Arrays.fill(ofFrame[witness], Link.NEVER);
        } else if (ofFrame[witness][slot] == frame && said[witness][slot] != word) {
            liars |= 1 << witness;
        }
        said[witness][slot] = word;
        ofFrame[witness][slot] = frame;
        for (int rest = witnesses & ~liars & ~(1 << witness); rest != 0; rest &= rest - 1) {
            final int other = Integer.numberOfTrailingZeros(rest);
            if (said[other] != null && said[other][slot] == word && !isLiar(witness)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a witness reported two different inputs for one frame. */
    boolean isLiar(final int witness) {
        return (liars & 1 << witness) != 0;
    }

    /**
     * Returns whether a preferred witness reported other inputs for a frame. A witness that agrees with the inputs that
     * we received from the owner is preferred. Otherwise the lower peer is, so that all peers choose the same.
     */
    boolean isContradicted(final int witness, final long frame, final int witnesses) {
        final int slot = (int) (frame & FRAMES - 1);
        final int lower = (1 << witness) - 1;
        final int preferred = (doubted & 1 << witness) == 0 ? lower & ~doubted : lower | ~doubted;
        for (int rest = witnesses & ~liars & ~(1 << witness) & preferred; rest != 0; rest &= rest - 1) {
            final int other = Integer.numberOfTrailingZeros(rest);
            if (said[other] != null && ofFrame[other][slot] == frame && said[other][slot] != said[witness][slot]) {
                return true;
            }
        }
        return false;
    }

    private long wordOf(final long frame, final InputFrames frames, final int index) {
        final int most = frames.players() * (frames.inputBytes() + 2 * Integer.BYTES + WireLimits.MAX_EVENT_BYTES);
        if (scratch.capacity() < most) {
            scratch = ByteBuffer.allocate(most);
        }
        scratch.clear();
        for (int player = 0; player < frames.players(); player++) {
            final int length = frames.eventLength(index, player);
            scratch.put(frames.inputs(), frames.inputOffset(index, player), frames.inputBytes());
            scratch.putInt(frames.commandOf(index, player));
            scratch.putInt(length);
            scratch.put(frames.events(), frames.eventOffset(index, player), length);
        }
        return tag.of(frame, 0, 0, 0, scratch.flip());
    }
}

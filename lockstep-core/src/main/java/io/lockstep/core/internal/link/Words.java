package io.lockstep.core.internal.link;

import io.lockstep.core.internal.crypto.KeyedTag;
import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.protocol.InputFrames;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.WireLimits;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * What witnesses have said of one peer's inputs: of each frame a MAC, with a key that nobody else has, so that nobody
 * can say something else that looks the same.
 */
final class Words {

    /** No fewer than a peer may have sent beyond the current frame. */
    private static final int FRAMES = InputLog.REACH;

    private final KeyedTag tag;
    private final long[][] said = new long[Message.MAX_PLAYERS][];
    private final long[][] ofFrame = new long[Message.MAX_PLAYERS][];
    /** Who has said two things of one frame: an input, once there, never changes. */
    private int liars;
    /** Who has said of frames that their owner gave us itself that they were others. */
    private int doubted;
    private boolean lived;
    private final long[] begins = new long[Message.MAX_PLAYERS];
    private ByteBuffer scratch = ByteBuffer.allocate(0);
    private long sinceNs = Link.NEVER;
    private long heardNs = Link.NEVER;

    /** With a key that only this process has; zeroed. */
    Words(final byte[] key) {
        tag = new KeyedTag(key);
        Arrays.fill(key, (byte) 0);
    }

    /**
     * Somebody speaks.
     *
     * @param lives whether the peer is not being cut: who has spoken of it while it lived has to be waited for again
     */
    void listen(final boolean lives, final long holdsNs, final long nowNs) {
        final boolean isForgotten = heardNs == Link.NEVER || nowNs - heardNs >= holdsNs;
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

    /** A witness says of a frame that we have from its owner itself that it was another: one of those two lies. */
    void doubt(final int witness) {
        doubted |= 1 << witness;
    }

    /** How long ago the first one spoke, since the peer is being cut. */
    long ageNs(final long nowNs) {
        return nowNs - sinceNs;
    }

    /** A witness says in which frame the inputs begin; has another one said the same? */
    boolean begin(final int witness, final long frame, final int witnesses) {
        begins[witness] = frame;
        for (int rest = witnesses & ~(1 << witness); rest != 0; rest &= rest - 1) {
            if (begins[Integer.numberOfTrailingZeros(rest)] == frame) {
                return true;
            }
        }
        return false;
    }

    /** A witness says what the inputs of a frame were; has another one said the same? */
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

    /** Has it said two things of one frame? */
    boolean isLiar(final int witness) {
        return (liars & 1 << witness) != 0;
    }

    /**
     * Has one who is to be preferred said something else of a frame? Who agrees with what we have ourselves is, and of
     * two who do, or do not, the lower one: those who lack the frame are to choose the same.
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

package io.lockstep.core.internal.seats;

import io.lockstep.core.internal.play.StateWitness;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.sync.StateHash;
import io.lockstep.election.Quorum;
import java.util.Arrays;

/**
 * Whether a newcomer has come to the state of the others. Its first state was vouched for by most of them; the frames
 * behind that are one donor's word. So it asks all members for the hash of their state after one more frame, which they
 * are about to simulate.
 */
final class ReplayCheck {

    /** A hash that is not known by then never will be: somebody heard of the frame too late, or was busy. */
    private static final long PATIENCE_NS = 1_000_000_000L;
    private static final long NONE = -1;

    private final StateWitness witness;
    private final StateHash[] told = new StateHash[Message.MAX_PLAYERS];
    private long asked = NONE;
    private long askedNs;
    private long confirmed = NONE;
    /** Donors whose frames did not lead to where the others are. */
    private int refuted;

    ReplayCheck(final StateWitness witness) {
        this.witness = witness;
    }

    /** Another state was loaded: nothing is known of the frames behind it. */
    void restart() {
        asked = NONE;
        confirmed = NONE;
    }

    /** The frame after which the members are to tell their state; 0 when nothing is asked. */
    long asked() {
        return asked <= confirmed ? 0 : asked;
    }

    /** Is everything right that was taken in up to a frame? */
    boolean reaches(final long frame) {
        return confirmed >= frame;
    }

    /** Asks about a frame that nobody has simulated, unless there is a question that may still be answered. */
    void ask(final long frame, final long patienceNs, final long nowNs) {
        if (asked == NONE || asked <= confirmed || nowNs - askedNs >= PATIENCE_NS + patienceNs) {
            asked = frame;
            askedNs = nowNs;
            Arrays.fill(told, null);
            witness.want(frame);
        }
    }

    /** A member says what its state was. */
    void told(final int from, final long frame, final StateHash hash) {
        if (frame == asked) {
            told[from] = hash;
        }
    }

    /**
     * Goes by what more than half of the members have said; true when that is another state than a donor's frames have
     * led to. Where those of two donors do not it is this game that goes wrong, and that is for a repair to mend.
     */
    boolean isRefuted(final int members, final int donor) {
        final StateHash ours = asked() == 0 ? null : witness.hash(asked);
        int agree = 0;
        int differ = 0;
        for (int rest = ours == null ? 0 : members; rest != 0; rest &= rest - 1) {
            final StateHash theirs = told[Integer.numberOfTrailingZeros(rest)];
            agree += ours.equals(theirs) ? 1 : 0;
            differ += theirs != null && !ours.equals(theirs) ? 1 : 0;
        }
        if (Quorum.isMajority(agree, Integer.bitCount(members))) {
            confirmed = Math.max(confirmed, asked);
        }
        final boolean differs = Quorum.isMajority(differ, Integer.bitCount(members));
        refuted |= differs ? 1 << donor : 0;
        if (differs && Integer.bitCount(refuted) > 1) {
            confirmed = Long.MAX_VALUE;
        }
        return differs && confirmed != Long.MAX_VALUE;
    }
}

package io.lockstep.testkit.liars;

import io.lockstep.core.internal.protocol.InputWindow;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.Relay;
import io.lockstep.core.session.SessionConfig;
import io.lockstep.core.transport.Lane;
import java.util.SplittableRandom;
import org.jspecify.annotations.NullUnmarked;

/**
 * Withholds a kind of datagram from some peers for a part of each period. The seed draws the period, the part, the
 * kind, the peers, and whether each peer has its own phase. It also draws whether the receiver sees gaps in the
 * sequence, and whether the liar claims that it waits for an honest peer.
 */
@NullUnmarked
final class WithheldPattern extends Deceiver {

    /** Part of a period in which the liar sends everything, in milliseconds: from less than two ticks on. */
    private static final int[] HEARD_MS = {20, 30, 60, 100, 200, 400};
    /** Part of a period in which the liar withholds, in milliseconds: from a long latency to just below the timeout. */
    private static final int[] SILENT_MS = {150, 250, 400, 600, 900, 1900, 4900};
    /** Number of turns between two claims: a session asks every 33 ms. */
    private static final int CLAIM_TURNS = 8;

    /** A kind of datagram that is withheld. */
    enum Kind {
        /** Input windows on the direct path. */
        WINDOWS,
        /** Input windows on the direct path, and every datagram that the liar relays or lets others relay. */
        WINDOWS_AND_RELAYS,
        /** Everything on the input lane. */
        INPUT_LANE,
        /** Everything on the control lane. */
        CONTROL_LANE,
        /** Everything. */
        ALL;

        boolean covers(final LiarView view, final Lane lane, final byte[] payload) {
            return switch (this) {
                case ALL -> true;
                case INPUT_LANE -> lane == Lane.INPUT;
                case CONTROL_LANE -> lane == Lane.CONTROL;
                case WINDOWS -> view.decoded(payload) instanceof InputWindow;
                case WINDOWS_AND_RELAYS -> {
                    final Message message = view.decoded(payload);
                    yield message instanceof InputWindow || message instanceof Relay;
                }
            };
        }
    }

    private final Kind kind;
    private final int heardMs;
    private final int periodMs;
    /** The peers from which the liar withholds, bit n for peer n. */
    private final int starved;
    private final boolean hasOwnPhases;
    private final boolean hasGaps;
    private final boolean claims;
    private final Relay question = new Relay(SessionConfig.DEFAULT_INPUT_BYTES, 1, SessionConfig.DEFAULT_EVENT_BYTES);
    private int turns;

    WithheldPattern(final LiarView view) {
        super(view);
        final SplittableRandom random = view.random;
        kind = Kind.values()[random.nextInt(Kind.values().length)];
        heardMs = HEARD_MS[random.nextInt(HEARD_MS.length)];
        periodMs = heardMs + SILENT_MS[random.nextInt(SILENT_MS.length)];
        starved = switch (random.nextInt(3)) {
            case 0 -> 1 << view.victim;
            case 1 -> view.fooled | 1 << view.victim;
            default -> view.others;
        };
        hasOwnPhases = random.nextInt(3) == 0;
        hasGaps = random.nextBoolean();
        claims = random.nextInt(3) == 0;
    }

    private boolean isSilent(final int to) {
        final long phaseMs = hasOwnPhases ? (long) to * periodMs / Integer.bitCount(view.others) : 0;
        return (starved & 1 << to) != 0 && (view.nowMs + phaseMs) % periodMs >= heardMs;
    }

    @Override
    byte[] said(final int to, final Lane lane, final byte[] payload) {
        if (!isSilent(to) || !kind.covers(view, lane, payload)) {
            return payload;
        }
        if (hasGaps) {
            view.transport.skip(to, lane, 1);
        }
        return null;
    }

    @Override
    void turn() {
        if (claims && ++turns % CLAIM_TURNS == 0) {
            question.inputs(view.victim, 1, view.session.frame());
            for (int rest = view.others & ~(1 << view.victim); rest != 0; rest &= rest - 1) {
                view.tell(Integer.numberOfTrailingZeros(rest), question);
            }
        }
    }

    @Override
    public String toString() {
        return "withholds " + kind + " for " + (periodMs - heardMs) + " of " + periodMs + " ms from "
            + Integer.toBinaryString(starved) + (hasOwnPhases ? " by turns" : "") + (hasGaps ? " with gaps" : "")
            + (claims ? " and claims to wait for " + view.victim : "");
    }
}

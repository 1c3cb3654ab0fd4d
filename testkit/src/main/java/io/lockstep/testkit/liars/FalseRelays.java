package io.lockstep.testkit.liars;

import io.lockstep.core.internal.protocol.InputWindow;
import io.lockstep.core.internal.protocol.Relay;
import io.lockstep.core.session.SessionConfig;
import io.lockstep.core.transport.Lane;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.NullUnmarked;

/** Lies about what a third one has sent, or has received. */
@NullUnmarked
final class FalseRelays {

    private static final int MOST_BYTES = 1184;
    private static final int FRAMES = 20;
    private static final int TURNS = 4;
    /** As if the victim had all that its owner can have sent. */
    private static final int AHEAD = 60;
    /** So many datagrams of others are kept, to be handed on once more. */
    private static final int KEPT = 64;
    private static final int WAYS = 4;

    private FalseRelays() {
    }

    private static Relay relay() {
        return new Relay(SessionConfig.DEFAULT_INPUT_BYTES, 1, SessionConfig.DEFAULT_EVENT_BYTES);
    }

    /** Says of one whose inputs are all there, or come, that they were others: from this frame on they were nothing. */
    private static void invent(final LiarView view, final Relay relay, final long first, final int bits) {
        relay.inputs(view.victim, 1, first);
        final byte[] input = new byte[SessionConfig.DEFAULT_INPUT_BYTES];
        input[0] = (byte) bits;
        for (int i = 0; i < FRAMES; i++) {
            relay.frames().input(0, input, 0);
            relay.endFrame(MOST_BYTES);
        }
        for (int rest = view.others & ~(1 << view.victim); rest != 0; rest &= rest - 1) {
            view.tell(Integer.numberOfTrailingZeros(rest), relay);
            view.transport.inject(Integer.numberOfTrailingZeros(rest), Lane.CONTROL, view.encoded(relay));
        }
    }

    /** Changes, holds back and repeats what it carries, and hands on neutral inputs as the victim's. */
    static final class Inputs extends Deceiver {

        private final Relay relay = relay();
        private final Deque<byte[]> kept = new ArrayDeque<>();
        private int turns;

        Inputs(final LiarView view) {
            super(view);
        }

        @Override
        byte[] said(final int to, final Lane lane, final byte[] payload) {
            if (!(view.decoded(payload) instanceof Relay carried) || carried.kind() != Relay.Kind.CARRIED) {
                return payload;
            }
            kept.add(payload);
            if (kept.size() > KEPT) {
                kept.remove();
            }
            return switch (view.random.nextInt(WAYS)) {
                case 0 -> null;
                case 1 -> kept.peek();
                case 2 -> flipped(payload);
                default -> payload;
            };
        }

        private byte[] flipped(final byte[] payload) {
            final byte[] other = payload.clone();
            other[view.random.nextInt(other.length)] ^= (byte) (1 << view.random.nextInt(Byte.SIZE));
            return other;
        }

        @Override
        void turn() {
            if (++turns % TURNS == 0) {
                invent(view, relay, view.session.frame(), 0);
            }
        }
    }

    /** Tells everybody that the victim has all their inputs, so that they send it none again; and carries nothing. */
    static final class Acknowledgements extends Deceiver {

        private final Relay relay = relay();
        private final InputWindow window = new InputWindow(SessionConfig.DEFAULT_INPUT_BYTES, 1,
            SessionConfig.DEFAULT_EVENT_BYTES);
        private int turns;
        private long tag;

        Acknowledgements(final LiarView view) {
            super(view);
        }

        @Override
        byte[] said(final int to, final Lane lane, final byte[] payload) {
            if (!(view.decoded(payload) instanceof Relay carried) || carried.kind() != Relay.Kind.CARRIED) {
                return payload;
            }
            tag = carried.tag();
            return null;
        }

        @Override
        void turn() {
            if (++turns % TURNS != 0) {
                return;
            }
            window.reset(1, view.session.frame() + AHEAD, view.session.frame());
            for (int rest = view.others & ~(1 << view.victim); rest != 0; rest &= rest - 1) {
                relay.carry(view.victim, tag + turns, ByteBuffer.wrap(view.encoded(window)));
                relay.carriedFrom(view.victim);
                view.tell(Integer.numberOfTrailingZeros(rest), relay);
            }
        }
    }

    /** Says of one who has died that its last inputs were others, and that there were more of them. */
    static final class OfTheDead extends Deceiver {

        private final Relay relay = relay();
        /** Who says now this and now that is found out by whoever hears both. */
        private final int bits;
        private int turns;

        OfTheDead(final LiarView view) {
            super(view);
            bits = 1 + view.random.nextInt(2);
        }

        @Override
        byte[] said(final int to, final Lane lane, final byte[] payload) {
            return view.decoded(payload) instanceof Relay said && said.kind() == Relay.Kind.INPUTS ? null : payload;
        }

        @Override
        void turn() {
            if (++turns % TURNS == 0) {
                invent(view, relay, Math.max(0, view.session.frame() - FRAMES / 2), bits);
            }
        }
    }
}

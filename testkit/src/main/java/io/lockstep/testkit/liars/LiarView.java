package io.lockstep.testkit.liars;

import io.lockstep.core.game.Phase;
import io.lockstep.core.internal.link.Link;
import io.lockstep.core.internal.link.Links;
import io.lockstep.core.internal.play.LocalInputs;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.MessageCodec;
import io.lockstep.core.internal.protocol.MessageType;
import io.lockstep.core.internal.protocol.WireCode;
import io.lockstep.core.internal.protocol.WireLimits;
import io.lockstep.core.session.Session;
import io.lockstep.core.session.SessionConfig;
import io.lockstep.core.transport.Lane;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** What a liar has to lie with: its seat, its own session, the others, and the time. */
final class LiarView {

    private static final int BUFFER_BYTES = 16 << 10;

    final int self;
    /** Bit n for peer n. */
    final int others;
    /** The one it lies about. */
    final int victim;
    /** Those of the others whom it tells something else than the rest: one at least, not all. */
    final int fooled;
    final SplittableRandom random;
    /** One link carries one player here. */
    final WireLimits limits = new WireLimits(SessionConfig.DEFAULT_INPUT_BYTES, 1, SessionConfig.DEFAULT_EVENT_BYTES,
        WireLimits.DEFAULT_STATE_BYTES);
    final long untilMs;
    @Nullable Session session;
    @SuppressWarnings("NullAway.Init") // given before it is used
    LyingTransport transport;
    /** Milliseconds since the match began. */
    long nowMs;
    private final long fromMs;
    private final MessageCodec codec = new MessageCodec(limits);
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);

    LiarView(final int self, final int peers, final long fromMs, final long untilMs, final SplittableRandom random) {
        this.self = self;
        this.random = random;
        this.fromMs = fromMs;
        this.untilMs = untilMs;
        others = (1 << peers) - 1 & ~(1 << self);
        victim = (self + 1 + random.nextInt(peers - 1)) % peers;
        int drawn = others & random.nextInt(1 << peers) & ~(1 << victim);
        if (drawn == 0) {
            drawn = 1 << victim;
        }
        fooled = drawn;
    }

    /** Is it time to lie? */
    boolean lies() {
        return nowMs >= fromMs && nowMs < untilMs && session != null && session.phase() == Phase.PLAYING;
    }

    boolean isFooled(final int peer) {
        return (fooled & 1 << peer) != 0;
    }

    /** Reads what the real session says or hears; null if it is no message. Valid until the next one of its type. */
    @Nullable Message decoded(final byte[] payload) {
        return codec.decode(ByteBuffer.wrap(payload)) == WireCode.OK ? codec.decoded() : null;
    }

    byte[] encoded(final Message message) {
        buffer.clear();
        codec.encode(message, buffer);
        return Arrays.copyOf(buffer.array(), buffer.position());
    }

    /** Has the real session give a command with its next input that no session gives: its program was changed. */
    void orderNext(final int command) {
        final LocalInputs inputs = (LocalInputs) inside("localInputs");
        if (!inputs.ordersWait()) {
            inputs.command(command);
        }
    }

    /** The process that the real session knows at a peer, 0 if none. */
    int incarnation(final int peer) {
        final Link link = ((Links) inside("links")).of(peer);
        return link.handshake().isOpen() ? link.handshake().theirs().incarnation() : 0;
    }

    private Object inside(final String part) {
        try {
            final Field whole = Session.class.getDeclaredField("loop");
            whole.setAccessible(true);
            final Object loop = whole.get(session);
            final Field field = loop.getClass().getDeclaredField(part);
            field.setAccessible(true);
            return field.get(loop);
        } catch (final ReflectiveOperationException gone) {
            throw new IllegalStateException("a session has no such part any more", gone);
        }
    }

    /** Sends a message beside those of the real session, by the lane that its type travels on. */
    void tell(final int peer, final Message message) {
        final MessageType type = message.type();
        final boolean input = type == MessageType.INPUT_WINDOW || type == MessageType.RELAY
            || type == MessageType.HEARTBEAT;
        transport.inject(peer, input ? Lane.INPUT : Lane.CONTROL, encoded(message));
    }

    void tellAll(final Message message) {
        for (int rest = others; rest != 0; rest &= rest - 1) {
            tell(Integer.numberOfTrailingZeros(rest), message);
        }
    }
}

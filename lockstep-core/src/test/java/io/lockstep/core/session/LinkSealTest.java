package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.lockstep.core.internal.link.LinkSeal;
import io.lockstep.core.internal.link.LinkSeal.Check;
import io.lockstep.core.internal.protocol.Integrity;
import io.lockstep.core.transport.Lane;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Only what this link's peer sealed for us, and only once, gets through. */
class LinkSealTest {

    private static final long MATCH = 0x1122334455667788L;
    private static final int OURS = 0x0A0B0C0D;
    private static final int THEIRS = 0x51525354;

    private final byte[] payload = new byte[40];
    private final LinkSeal sender = new LinkSeal(1, 0);
    private final LinkSeal receiver = new LinkSeal(0, 1);

    @BeforeEach
    void open() {
        for (int i = 0; i < payload.length; i++) {
            payload[i] = (byte) (i * 37);
        }
        sender.open(MATCH, 0, THEIRS, OURS);
        receiver.open(MATCH, 0, OURS, THEIRS);
    }

    private long sealed() {
        return sender.seal(Lane.INPUT, ByteBuffer.wrap(payload), false);
    }

    private Check check(final long tag) {
        return receiver.check(Lane.INPUT, tag, ByteBuffer.wrap(payload));
    }

    /** A tag of the link with any sequence. */
    private long tagOf(final int sequence) {
        final int seed = Integrity.seed(MATCH, 0, THEIRS, OURS, 1, 0, Lane.INPUT.ordinal());
        return Integrity.tag(sequence, new Integrity().seal(ByteBuffer.wrap(payload), sequence, seed));
    }

    @Test
    void shouldTakeWhatThePeerSealedAndLeaveTheBufferAsItWas() {
        final ByteBuffer buffer = ByteBuffer.wrap(payload, 3, 20);
        final long tag = sender.seal(Lane.INPUT, buffer, false);
        assertEquals(3, buffer.position());
        assertEquals(Check.LINK, receiver.check(Lane.INPUT, tag, buffer));
        assertEquals(3, buffer.position());
        assertEquals(23, buffer.limit());
        assertEquals(1, Integrity.sequenceOf(tag));
        assertEquals(1, sender.sent(Lane.INPUT));
        assertEquals(1, receiver.newest(Lane.INPUT));
        assertEquals(1, receiver.received(Lane.INPUT));
        assertEquals(0, receiver.received(Lane.CONTROL));
    }

    @Test
    void shouldRefuseEveryFlippedBitAndStillTakeTheOriginal() {
        final long tag = sealed();
        for (int bit = 0; bit < payload.length * 8; bit++) {
            payload[bit / 8] ^= (byte) (1 << bit % 8);
            assertEquals(Check.FOREIGN, check(tag), "payload bit " + bit);
            payload[bit / 8] ^= (byte) (1 << bit % 8);
        }
        for (int bit = 0; bit < 64; bit++) {
            assertEquals(Check.FOREIGN, check(tag ^ 1L << bit), "tag bit " + bit);
        }
        assertEquals(0, receiver.received(Lane.INPUT));
        assertEquals(Check.LINK, check(tag));
    }

    @Test
    void shouldRefuseEveryTruncation() {
        final long tag = sealed();
        for (int length = 0; length < payload.length; length++) {
            assertEquals(Check.FOREIGN, receiver.check(Lane.INPUT, tag, ByteBuffer.wrap(payload, 0, length)),
                "length " + length);
        }
    }

    @Test
    void shouldRefuseAnotherMatchEpochIncarnationPeerLaneAndDirection() {
        final int lane = Lane.INPUT.ordinal();
        final int[] seeds = {
            Integrity.seed(MATCH + 1, 0, THEIRS, OURS, 1, 0, lane),
            Integrity.seed(MATCH, 1, THEIRS, OURS, 1, 0, lane),
            Integrity.seed(MATCH, 0, THEIRS + 1, OURS, 1, 0, lane),
            Integrity.seed(MATCH, 0, THEIRS, OURS + 1, 1, 0, lane),
            Integrity.seed(MATCH, 0, OURS, THEIRS, 0, 1, lane),
            Integrity.seed(MATCH, 0, THEIRS, OURS, 0, 1, lane),
            Integrity.seed(MATCH, 0, THEIRS, OURS, 2, 0, lane),
            Integrity.seed(MATCH, 0, THEIRS, OURS, 1, 0, Lane.CONTROL.ordinal()),
        };
        for (int i = 0; i < seeds.length; i++) {
            final int crc = new Integrity().seal(ByteBuffer.wrap(payload), 1, seeds[i]);
            assertEquals(Check.FOREIGN, check(Integrity.tag(1, crc)), "seed " + i);
        }
        assertEquals(Check.FOREIGN, receiver.check(Lane.CONTROL, sealed(), ByteBuffer.wrap(payload)));
        assertEquals(Check.FOREIGN, sender.check(Lane.INPUT, sealed(), ByteBuffer.wrap(payload)), "reflected");
        assertEquals(0, receiver.received(Lane.INPUT));
        assertEquals(0, receiver.newest(Lane.INPUT));
    }

    @Test
    void shouldTakeLinkDatagramsOnlyOnceOpenAndHandshakesAlways() {
        final LinkSeal closed = new LinkSeal(0, 1);
        assertEquals(Check.FOREIGN, closed.check(Lane.INPUT, sealed(), ByteBuffer.wrap(payload)));
        final long handshake = sender.seal(Lane.CONTROL, ByteBuffer.wrap(payload), true);
        assertEquals(0, Integrity.sequenceOf(handshake));
        for (int i = 0; i < 2; i++) {
            assertEquals(Check.HANDSHAKE, closed.check(Lane.CONTROL, handshake, ByteBuffer.wrap(payload)));
            assertEquals(Check.HANDSHAKE, receiver.check(Lane.CONTROL, handshake, ByteBuffer.wrap(payload)));
        }
        assertEquals(Check.FOREIGN, receiver.check(Lane.INPUT, handshake, ByteBuffer.wrap(payload)));
    }

    @Test
    void shouldTakeEveryDatagramOnceWhateverTheOrderWithinTheWindow() {
        final long[] tags = new long[64];
        for (int i = 0; i < tags.length; i++) {
            tags[i] = sealed();
        }
        for (int i = tags.length - 1; i >= 0; i--) {
            assertEquals(Check.LINK, check(tags[i]), "sequence " + (i + 1));
            assertEquals(Check.REPLAYED, check(tags[i]), "again " + (i + 1));
        }
        for (final long tag : tags) {
            assertEquals(Check.REPLAYED, check(tag));
        }
        assertEquals(64, receiver.received(Lane.INPUT));
        assertEquals(64, receiver.newest(Lane.INPUT));
    }

    @Test
    void shouldRefuseWhatIsOlderThanTheWindow() {
        assertEquals(Check.LINK, check(tagOf(100)));
        assertEquals(Check.LINK, check(tagOf(37)), "63 behind");
        assertEquals(Check.REPLAYED, check(tagOf(36)), "64 behind");
        assertEquals(Check.REPLAYED, check(tagOf(1)));
        assertEquals(Check.LINK, check(tagOf(1000)), "a jump empties the window");
        assertEquals(Check.LINK, check(tagOf(999)));
        assertEquals(Check.REPLAYED, check(tagOf(1000)));
    }

    @Test
    void shouldGoOnWhenTheSequenceWraps() {
        for (final int sequence : new int[] {0x7000_0000, 0x7FFF_FFFF, 0x8000_0000, 0xE000_0000, 0xFFFF_FFF0}) {
            assertEquals(Check.LINK, check(tagOf(sequence)), Integer.toHexString(sequence));
            assertEquals(Check.REPLAYED, check(tagOf(sequence)), Integer.toHexString(sequence));
        }
        for (int sequence = 0xFFFF_FFF1; sequence != 20; sequence++) {
            assertEquals(Check.LINK, check(tagOf(sequence)), Integer.toHexString(sequence));
        }
        for (int sequence = 0xFFFF_FFF1; sequence != 20; sequence++) {
            assertEquals(Check.REPLAYED, check(tagOf(sequence)), Integer.toHexString(sequence));
        }
        assertEquals(19, receiver.newest(Lane.INPUT));
    }

    @Test
    void shouldKeepTheLanesApart() {
        final long input = sealed();
        final long control = sender.seal(Lane.CONTROL, ByteBuffer.wrap(payload), false);
        assertEquals(1, Integrity.sequenceOf(input));
        assertEquals(1, Integrity.sequenceOf(control));
        assertEquals(Check.LINK, check(input));
        assertEquals(Check.LINK, receiver.check(Lane.CONTROL, control, ByteBuffer.wrap(payload)));
    }

    @Test
    void shouldReuseTheSequenceOfWhatWasNotSent() {
        sealed();
        final long refused = sealed();
        sender.unsent(Lane.INPUT);
        assertEquals(Integrity.sequenceOf(refused), Integrity.sequenceOf(sealed()));
        assertEquals(2, sender.sent(Lane.INPUT));
    }
}

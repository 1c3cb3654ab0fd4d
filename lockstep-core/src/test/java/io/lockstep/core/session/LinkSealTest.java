package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.link.LinkSeal;
import io.lockstep.core.internal.link.LinkSeal.Check;
import io.lockstep.core.internal.crypto.Integrity;
import io.lockstep.core.internal.crypto.LinkTag;
import io.lockstep.core.transport.DatagramSeal;
import io.lockstep.core.transport.Lane;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Only what this link's peer sealed for us, and only once, gets through. */
class LinkSealTest {

    private static final long MATCH = 0x1122334455667788L;
    private static final int OURS = 0x0A0B0C0D;
    private static final int THEIRS = 0x51525354;

    private final byte[] payload = new byte[40];
    private final LinkSeal sender = new LinkSeal(null, 1, 0);
    private final LinkSeal receiver = new LinkSeal(null, 0, 1);

    @BeforeEach
    void open() {
        for (int i = 0; i < payload.length; i++) {
            payload[i] = (byte) (i * 37);
        }
        sender.open(MATCH, THEIRS, OURS, null, false);
        receiver.open(MATCH, OURS, THEIRS, null, false);
    }

    private static long sealed(final LinkSeal seal, final Lane lane, final boolean handshake, final ByteBuffer bytes) {
        return seal.seal(lane, seal.next(lane, handshake), 0, 0, bytes);
    }

    private long sealed() {
        return sealed(sender, Lane.INPUT, false, ByteBuffer.wrap(payload));
    }

    /** What it is; null if it is foreign. */
    private static Check check(final LinkSeal seal, final Lane lane, final long tag, final ByteBuffer bytes) {
        final long sequence = seal.open(lane, tag, 0, 0, bytes);
        return sequence == DatagramSeal.REFUSED ? null : seal.check(lane, sequence);
    }

    private Check check(final long tag) {
        return check(receiver, Lane.INPUT, tag, ByteBuffer.wrap(payload));
    }

    /** A tag of the link with any sequence. */
    private long tagOf(final long sequence) {
        return sender.seal(Lane.INPUT, sequence, 0, 0, ByteBuffer.wrap(payload));
    }

    @Test
    void shouldTakeWhatThePeerSealedAndLeaveTheBufferAsItWas() {
        final ByteBuffer buffer = ByteBuffer.wrap(payload, 3, 20);
        final long tag = sealed(sender, Lane.INPUT, false, buffer);
        assertEquals(3, buffer.position());
        assertEquals(Check.LINK, check(receiver, Lane.INPUT, tag, buffer));
        assertEquals(3, buffer.position());
        assertEquals(23, buffer.limit());
        assertEquals(1, LinkTag.sequenceOf(tag));
        assertEquals(1, sender.sent(Lane.INPUT));
        assertEquals(1, receiver.newest(Lane.INPUT));
        assertEquals(1, receiver.received(Lane.INPUT));
        assertEquals(0, receiver.received(Lane.CONTROL));
    }

    @Test
    void shouldTakeWhatSomebodyCarriedOnceAndOnlyAsItIs() {
        final long tag = sender.sealDetour(ByteBuffer.wrap(payload));
        assertEquals(DatagramSeal.REFUSED, receiver.openDetour(tag ^ 1, ByteBuffer.wrap(payload)));
        payload[3] ^= 4;
        assertEquals(DatagramSeal.REFUSED, receiver.openDetour(tag, ByteBuffer.wrap(payload)));
        payload[3] ^= 4;
        assertEquals(1, receiver.openDetour(tag, ByteBuffer.wrap(payload)));
        assertEquals(0, receiver.openDetour(tag, ByteBuffer.wrap(payload)), "it came before");
        assertEquals(0, receiver.foreign(), "who carried it may have made it up");
    }

    @Test
    void shouldTellADetourFromTheStraightWay() {
        assertNull(check(sender.sealDetour(ByteBuffer.wrap(payload))));
        assertEquals(DatagramSeal.REFUSED, receiver.openDetour(sealed(), ByteBuffer.wrap(payload)));
        assertEquals(1, sender.sent(Lane.INPUT), "a detour takes none of its sequences");
    }

    @Test
    void shouldRefuseADetourOfAnotherEpoch() {
        sender.epoch(7);
        assertEquals(DatagramSeal.REFUSED,
            receiver.openDetour(sender.sealDetour(ByteBuffer.wrap(payload)), ByteBuffer.wrap(payload)));
    }

    @Test
    void shouldOpenWhatIsStraightHoweverMuchACarrierForges() {
        for (int i = 0; i < 3000; i++) {
            receiver.openDetour(i << 8 | 1, ByteBuffer.wrap(payload));
        }
        assertEquals(Check.LINK, check(tagOf(5000)));
    }

    @Test
    void shouldRefuseEveryFlippedBitAndStillTakeTheOriginal() {
        final long tag = sealed();
        for (int bit = 0; bit < payload.length * 8; bit++) {
            payload[bit / 8] ^= (byte) (1 << bit % 8);
            assertNull(check(tag), "payload bit " + bit);
            payload[bit / 8] ^= (byte) (1 << bit % 8);
        }
        for (int bit = 0; bit < 64; bit++) {
            assertNull(check(tag ^ 1L << bit), "tag bit " + bit);
        }
        assertEquals(0, receiver.received(Lane.INPUT));
        assertEquals(payload.length * 8 + 64, receiver.foreign());
        assertEquals(Check.LINK, check(tag));
    }

    @Test
    void shouldRefuseEveryTruncation() {
        final long tag = sealed();
        for (int length = 0; length < payload.length; length++) {
            assertNull(check(receiver, Lane.INPUT, tag, ByteBuffer.wrap(payload, 0, length)), "length " + length);
        }
    }

    @Test
    void shouldRefuseAnotherPathAndPlace() {
        final ByteBuffer bytes = ByteBuffer.wrap(payload);
        final long tag = sender.seal(Lane.INPUT, 1, 5, 6, bytes);
        assertEquals(DatagramSeal.REFUSED, receiver.open(Lane.INPUT, tag, 4, 6, bytes));
        assertEquals(DatagramSeal.REFUSED, receiver.open(Lane.INPUT, tag, 5, 7, bytes));
        assertEquals(1, receiver.open(Lane.INPUT, tag, 5, 6, bytes));
    }

    @Test
    void shouldRefuseAnotherMatchEpochIncarnationPeerLaneAndDirection() {
        final int lane = Lane.INPUT.ordinal();
        final int[] seeds = {
            Integrity.seed(MATCH + 1, THEIRS, OURS, 1, 0, lane),
            Integrity.seed(MATCH, THEIRS + 1, OURS, 1, 0, lane),
            Integrity.seed(MATCH, THEIRS, OURS + 1, 1, 0, lane),
            Integrity.seed(MATCH, OURS, THEIRS, 0, 1, lane),
            Integrity.seed(MATCH, THEIRS, OURS, 0, 1, lane),
            Integrity.seed(MATCH, THEIRS, OURS, 2, 0, lane),
            Integrity.seed(MATCH, THEIRS, OURS, 1, 0, Lane.CONTROL.ordinal()),
        };
        for (int i = 0; i < seeds.length; i++) {
            final long proof = new Integrity(seeds[i]).of(1, 0, 0, 0, ByteBuffer.wrap(payload));
            assertNull(check(LinkTag.of(1, proof)), "seed " + i);
        }
        sender.epoch(1);
        assertNull(check(tagOf(1)), "another epoch");
        sender.epoch(0);
        assertNull(check(receiver, Lane.CONTROL, sealed(), ByteBuffer.wrap(payload)));
        assertNull(check(sender, Lane.INPUT, sealed(), ByteBuffer.wrap(payload)), "reflected");
        assertEquals(0, receiver.received(Lane.INPUT));
        assertEquals(0, receiver.newest(Lane.INPUT));
    }

    @Test
    void shouldTakeLinkDatagramsOnlyOnceOpenAndHandshakesAlways() {
        final LinkSeal closed = new LinkSeal(null, 0, 1);
        assertNull(check(closed, Lane.INPUT, sealed(), ByteBuffer.wrap(payload)));
        final long handshake = sealed(sender, Lane.CONTROL, true, ByteBuffer.wrap(payload));
        assertEquals(0, LinkTag.sequenceOf(handshake));
        for (int i = 0; i < 2; i++) {
            assertEquals(Check.HANDSHAKE, check(closed, Lane.CONTROL, handshake, ByteBuffer.wrap(payload)));
            assertEquals(Check.HANDSHAKE, check(receiver, Lane.CONTROL, handshake, ByteBuffer.wrap(payload)));
        }
        assertNull(check(receiver, Lane.INPUT, handshake, ByteBuffer.wrap(payload)));
    }

    @Test
    void shouldTakeEveryDatagramOnceWhateverTheOrderWithinTheWindow() {
        final long[] tags = new long[1024];
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
        assertEquals(1024, receiver.received(Lane.INPUT));
        assertEquals(1024, receiver.newest(Lane.INPUT));
        assertEquals(2048, receiver.replayed());
    }

    @Test
    void shouldRefuseWhatIsOlderThanTheWindow() {
        assertEquals(Check.LINK, check(tagOf(2000)));
        assertEquals(Check.LINK, check(tagOf(977)), "1023 behind");
        assertEquals(Check.REPLAYED, check(tagOf(976)), "1024 behind");
        assertEquals(Check.REPLAYED, check(tagOf(1)));
        assertEquals(Check.LINK, check(tagOf(9000)), "a jump empties the window");
        assertEquals(Check.LINK, check(tagOf(8999)));
        assertEquals(Check.LINK, check(tagOf(9001 - 1024)), "the oldest, whose place the newest but one had");
        assertEquals(Check.REPLAYED, check(tagOf(9000)));
    }

    @Test
    void shouldTakeTheSameAsAListOfAllThatCame() {
        final long seed = 0x5EED_0015L;
        final SplittableRandom random = new SplittableRandom(seed);
        final Set<Long> came = new HashSet<>();
        long newest = 0;
        for (int i = 0; i < 20_000; i++) {
            final long sequence = Math.max(1, newest + random.nextInt(random.nextInt(10) == 0 ? 3000 : 20)
                - random.nextInt(random.nextInt(5) == 0 ? 1500 : 10));
            if (sequence % 65_536 == 0) {
                continue;
            }
            final boolean isNew = sequence > newest - 1024 && came.add(sequence);
            newest = isNew ? Math.max(newest, sequence) : newest;
            assertEquals(isNew ? Check.LINK : Check.REPLAYED, check(tagOf(sequence)), "seed " + seed + ", " + i);
        }
    }

    @Test
    void shouldGoOnWhenTheSequenceWraps() {
        for (int i = 0; i < 200_000; i++) {
            final long tag = sealed();
            assertNotEquals(0, LinkTag.sequenceOf(tag), "that of a handshake");
            if (i % 3 == 0) {
                assertEquals(Check.LINK, check(tag), "datagram " + i);
                assertEquals(Check.REPLAYED, check(tag), "datagram " + i);
            }
        }
        assertEquals(200_003, sender.sent(Lane.INPUT), "three are left out");
    }

    /** More datagrams were lost in a row than the 16 bits that travel tell apart. */
    @Test
    void shouldFindTheSequenceAfterALongOutage() {
        assertEquals(Check.LINK, check(sealed()));
        assertNull(check(tagOf(40_000)), "no peer sends as much at once");
        receiver.now(60_000_000_000L);
        final int most = 60 * 4096 / 65_536;
        int lost = 0;
        while (lost <= most && check(tagOf(200_000 + lost)) == null) {
            lost++;
        }
        assertTrue(lost <= most, "one for each that it may be");
        assertEquals(Check.REPLAYED, check(tagOf(200_000 + lost)));
        assertEquals(Check.LINK, check(tagOf(200_001 + lost)), "no more are lost");
    }

    @Test
    void shouldFindTheSequenceOfWhatIsCarriedAfterALongOutage() {
        for (int lost = 0; lost < 40_000; lost++) {
            sender.sealDetour(ByteBuffer.wrap(payload));
        }
        receiver.now(30_000_000_000L);
        assertEquals(DatagramSeal.REFUSED, openCarried());
        assertEquals(40_002, openCarried());
        assertEquals(40_003, openCarried());
    }

    private long openCarried() {
        return receiver.openDetour(sender.sealDetour(ByteBuffer.wrap(payload)), ByteBuffer.wrap(payload));
    }

    @Test
    void shouldRefuseAReplayOf65536SequencesAgo() {
        final long old = tagOf(7);
        for (long sequence = 1; sequence <= 65_536 + 6; sequence += 1000) {
            assertEquals(Check.LINK, check(tagOf(sequence)));
        }
        assertEquals(Check.LINK, check(tagOf(65_536 + 6)));
        assertNull(check(old), "its lower bits are those of the next one");
    }

    /** Forgeries with every sequence there is, but that of a handshake. */
    private void forge(final int count) {
        for (int i = 0; i < count; i++) {
            assertNull(check(LinkTag.of(1 + i % 65_535, 0xBAD + i)));
        }
    }

    @Test
    void shouldLookOnlyAtSequencesNearTheNewestAfterTwoThousandFailuresInASecond() {
        receiver.now(0);
        assertEquals(Check.LINK, check(tagOf(100)));
        forge(1999);
        assertEquals(Check.LINK, check(tagOf(300)));
        forge(1);
        assertNull(check(tagOf(365)), "65 ahead");
        assertNull(check(tagOf(235)), "65 behind");
        assertEquals(Check.LINK, check(tagOf(236)));
        assertEquals(Check.LINK, check(tagOf(364)));
        receiver.now(999_000_000L);
        forge(1);
        assertEquals(Check.LINK, check(tagOf(364 + 4000)), "after a second without any");
        assertNull(check(tagOf(364 + 4065)));
        receiver.now(1_000_000_000L);
        assertEquals(Check.LINK, check(tagOf(364 + 4065)), "the next second");
    }

    /** A thousand times as many forgeries as datagrams, losses and breaks among them. */
    @Test
    void shouldTakeEveryDatagramOfThePeerDuringAFlood() {
        final SplittableRandom random = new SplittableRandom(8);
        long sequence = 0;
        long nowNs = 0;
        for (int i = 0; i < 300; i++) {
            final long passedNs = (random.nextInt(20) == 0 ? random.nextInt(7_000) : 4) * 1_000_000L;
            nowNs += passedNs;
            // Up to four a millisecond were sent, of which the last two arrive, in any order.
            sequence += Math.max(2, passedNs / 1_000_000L * random.nextInt(1, 5));
            sequence += sequence % 65_536 < 2 ? 2 : 0;
            receiver.now(nowNs);
            forge(4_000);
            final long first = sequence - random.nextInt(2);
            assertEquals(Check.LINK, check(tagOf(first)), "datagram " + i);
            assertEquals(Check.LINK, check(tagOf(2 * sequence - 1 - first)), "datagram " + i);
        }
    }

    @Test
    void shouldAlwaysLookAtAHandshake() {
        forge(5000);
        final long handshake = sealed(sender, Lane.INPUT, true, ByteBuffer.wrap(payload));
        assertEquals(Check.HANDSHAKE, check(handshake));
    }

    @Test
    void shouldKeepTheLanesApart() {
        final long input = sealed();
        final long control = sealed(sender, Lane.CONTROL, false, ByteBuffer.wrap(payload));
        assertEquals(1, LinkTag.sequenceOf(input));
        assertEquals(1, LinkTag.sequenceOf(control));
        assertEquals(Check.LINK, check(input));
        assertEquals(Check.LINK, check(receiver, Lane.CONTROL, control, ByteBuffer.wrap(payload)));
    }

    @Test
    void shouldReuseTheSequenceOfWhatWasNotSent() {
        sealed();
        final long refused = sealed();
        sender.unsent(Lane.INPUT);
        assertEquals(LinkTag.sequenceOf(refused), LinkTag.sequenceOf(sealed()));
        assertEquals(2, sender.sent(Lane.INPUT));
    }
}

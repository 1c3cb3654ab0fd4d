package io.lockstep.examples.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.fail;

import io.lockstep.codecs.CodecCode;
import io.lockstep.codecs.rabbit.RabbitCodec;
import io.lockstep.codecs.rabbit.RabbitMessage;
import io.lockstep.core.Allocations;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RabbitRoundTripTest {

    private static final long SEED = 0x5EED_0601L;
    private static final int ROUND_TRIPS = 1_000_000;
    private static final int ENTITIES = 64;

    private final RabbitCodec<RabbitMessage> codec = new RabbitCodec<>();
    private final ByteBuffer buffer = ByteBuffer.allocate(1 << 16);

    @Test
    void shouldReadAMillionRandomMessagesAsTheyWereWritten() {
        final List<RabbitMessage> messages = Catalogue.NAMES.stream().map(Catalogue::message).toList();
        final List<RabbitMessage> copies = Catalogue.NAMES.stream().map(Catalogue::message).toList();
        final RandomFields random = new RandomFields(new SplittableRandom(SEED));
        final FieldHash hash = new FieldHash();
        for (int i = 0; i < ROUND_TRIPS; i++) {
            final RabbitMessage message = messages.get(i % messages.size());
            final RabbitMessage copy = copies.get(i % copies.size());
            message.visit(random);
            codec.encode(message, buffer.clear());
            final CodecCode code = codec.decode(buffer.flip(), copy);
            if (code != CodecCode.OK || hash.of(message) != hash.of(copy)) {
                fail("seed " + SEED + " round " + i + ": " + code + ' ' + FieldText.of(message));
            }
        }
    }

    @Test
    void shouldNotAllocateOnceItHasSeenAsMuch() {
        final Snapshot snapshot = snapshot();
        final Snapshot copy = new Snapshot();
        assertEquals(0, Allocations.least(() -> roundTrips(snapshot, copy, 10_000)));
        assertEquals(FieldText.of(snapshot), FieldText.of(copy));
    }

    private void roundTrips(final Snapshot snapshot, final Snapshot copy, final int rounds) {
        for (int i = 0; i < rounds; i++) {
            codec.encode(snapshot, buffer.clear());
            if (codec.decode(buffer.flip(), copy) != CodecCode.OK) {
                fail("round " + i);
            }
        }
    }

    private static Snapshot snapshot() {
        final RandomFields random = new RandomFields(new SplittableRandom(SEED));
        final Snapshot snapshot = new Snapshot();
        for (int i = 0; i < ENTITIES; i++) {
            final Entity entity = snapshot.add();
            entity.visit(random);
            entity.id = i;
        }
        return snapshot;
    }

    @Test
    void shouldKeepEntitiesForTheNextSnapshot() {
        final Snapshot snapshot = snapshot();
        final Entity first = snapshot.entity(0);
        snapshot.clear();
        assertEquals(0, snapshot.count());
        assertThrows(IndexOutOfBoundsException.class, () -> snapshot.entity(0));
        assertEquals(first, snapshot.add());
    }

    @Test
    void shouldLeaveAMessageAloneThatFindsNoRoom() {
        final Snapshot snapshot = snapshot();
        final String fields = FieldText.of(snapshot);
        assertThrows(BufferOverflowException.class, () -> codec.encode(snapshot, ByteBuffer.allocate(9)));
        assertEquals(fields, FieldText.of(snapshot));
    }

    @Test
    void shouldKeepTheLimits() {
        final Snapshot two = new Snapshot(2);
        two.add();
        two.add();
        assertThrows(IllegalStateException.class, two::add);
        assertThrows(IllegalArgumentException.class, () -> new Snapshot(-1));
        assertEquals(CodecCode.TOO_LARGE, codec.decode(encoded(snapshot()), two));
        final ErrorText text = new ErrorText();
        text.text("ä".repeat(ErrorText.MAX_BYTES / 2));
        assertEquals(CodecCode.OK, codec.decode(encoded(text), new ErrorText()));
        assertThrows(IllegalArgumentException.class, () -> text.text("a".repeat(ErrorText.MAX_BYTES + 1)));
        final Direction direction = new Direction();
        direction.bits = 16;
        assertThrows(IllegalArgumentException.class, () -> encoded(direction));
        final EntityKind kind = new EntityKind();
        kind.variant = 3;
        assertThrows(IllegalArgumentException.class, () -> encoded(kind));
    }

    @Test
    void shouldCarryTextOfEveryLength() {
        final ErrorText text = new ErrorText();
        final ErrorText copy = new ErrorText();
        text.text("€ und 😀 und é");
        assertEquals(CodecCode.OK, codec.decode(encoded(text), copy));
        assertEquals("€ und 😀 und é", copy.text());
        assertEquals(text.length(), copy.length());
    }

    private ByteBuffer encoded(final RabbitMessage message) {
        codec.encode(message, buffer.clear());
        return buffer.flip();
    }
}

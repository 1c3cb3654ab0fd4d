package io.lockstep.codecs.ecs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.Allocations;
import io.lockstep.core.internal.protocol.MessageCodec;
import io.lockstep.core.internal.protocol.StateSync;
import io.lockstep.core.internal.protocol.WireCode;
import io.lockstep.core.internal.protocol.WireLimits;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A state, and what has changed in it, from one peer to another in the session's own message. */
class EcsStateSyncTest {

    private static final long SEED = 0x5EED_0611L;
    private static final int ENTITIES = 64;
    private static final int MAX_BYTES = 4096;
    private static final int POSITION = 0;
    private static final int POSITION_BYTES = 8;
    private static final int HEALTH = 1;
    private static final ComponentTable TABLE = ComponentTable.builder().add("Position", POSITION_BYTES)
        .add("Health", new byte[] {100}).build();

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final EcsStateSync sender = new EcsStateSync(TABLE, MAX_BYTES);
    private final EcsStateSync receiver = new EcsStateSync(TABLE, MAX_BYTES);
    private final MessageCodec codec = new MessageCodec(WireLimits.DEFAULT);
    private final ByteBuffer datagram = ByteBuffer.allocate(8 << 10);
    private final EcsState older = new EcsState(TABLE, ENTITIES);
    private final EcsState newer = new EcsState(TABLE, ENTITIES);
    private final EcsState base = new EcsState(TABLE, ENTITIES);
    private final EcsState state = new EcsState(TABLE, ENTITIES);
    private final StateSync message = new StateSync(MAX_BYTES);

    EcsStateSyncTest() {
        for (int entity = 0; entity < ENTITIES / 2; entity++) {
            older.create(2 * entity);
            older.attach(2 * entity, POSITION);
            older.attach(2 * entity, HEALTH);
        }
        base.copyFrom(older);
    }

    /** A tick of a game in which some things move, come and go. */
    private void change() {
        newer.copyFrom(older);
        final ByteBuffer data = ByteBuffer.allocate(POSITION_BYTES);
        for (int i = 0; i < 4; i++) {
            newer.update(2 * random.nextInt(ENTITIES / 2), POSITION, data.putLong(0, random.nextLong()), 0);
        }
        final int entity = random.nextInt(ENTITIES);
        if (newer.contains(entity)) {
            newer.delete(entity);
        } else {
            newer.create(entity);
            newer.attach(entity, HEALTH);
        }
    }

    /** Over the wire, zlib and all. */
    private StateSync travelled() {
        codec.encode(message.term(1), datagram.clear());
        assertEquals(WireCode.OK, codec.decode(datagram.flip()));
        return codec.stateSync();
    }

    @Test
    void shouldBringTheOtherToTheNewStateByWhatHasChanged() {
        long whole = 0;
        long differences = 0;
        for (int frame = 1; frame <= 2_000; frame++) {
            change();
            sender.write(newer, frame, message);
            whole += message.payloadLength();
            assertTrue(sender.write(older, frame - 1, newer, frame, message), "seed " + SEED + " frame " + frame);
            differences += message.payloadLength();
            final StateSync arrived = travelled();
            assertEquals(EcsStateSync.Result.OK, receiver.read(arrived, base, frame - 1, state),
                "seed " + SEED + " frame " + frame);
            assertTrue(state.sameAs(newer), "seed " + SEED + " frame " + frame);
            assertEquals(frame, arrived.frame());
            older.copyFrom(newer);
            base.copyFrom(state);
        }
        assertTrue(5 * differences < whole, differences + " bytes instead of " + whole);
    }

    @Test
    void shouldCarryAWholeStateToWhoeverHasNone() {
        change();
        sender.write(newer, 7, message);
        base.clear();
        assertEquals(EcsStateSync.Result.OK, receiver.read(travelled(), base, 0, state));
        assertTrue(state.sameAs(newer));
    }

    @Test
    void shouldSendTheWholeStateWhenThatIsShorter() {
        newer.create(1);
        assertFalse(sender.write(older, 6, newer, 7, message));
        base.clear();
        assertEquals(EcsStateSync.Result.OK, receiver.read(travelled(), base, 0, state));
        assertTrue(state.sameAs(newer));
    }

    @Test
    void shouldApplyADifferenceToNoOtherState() {
        change();
        assertTrue(sender.write(older, 6, newer, 7, message));
        assertEquals(EcsStateSync.Result.BASE, receiver.read(message, base, 5, state));
        base.update(0, HEALTH, ByteBuffer.wrap(new byte[] {1}), 0);
        assertEquals(EcsStateSync.Result.BASE, receiver.read(message, base, 6, state));
        assertEquals(0, state.count());
    }

    @Test
    void shouldRefuseAStateThatIsNotTheOneSent() {
        change();
        sender.write(older, 6, newer, 7, message);
        message.checksum(message.checksum() + 1);
        assertEquals(EcsStateSync.Result.CHECKSUM, receiver.read(message, base, 6, state));
        assertEquals(0, state.count());
        message.payload(new byte[0], 0, 0);
        assertEquals(EcsStateSync.Result.FORM, receiver.read(message, base, 6, state));
        message.payload(new byte[] {2}, 0, 1);
        assertEquals(EcsStateSync.Result.FORM, receiver.read(message, base, 6, state));
        message.payload(new byte[] {0, 9}, 0, 2);
        assertEquals(EcsStateSync.Result.INSTRUCTIONS, receiver.read(message, base, 6, state));
    }

    @Test
    void shouldSurviveEveryTruncationAndBitFlip() {
        change();
        sender.write(older, 6, newer, 7, message);
        final byte[] payload = Arrays.copyOf(message.payload(), message.payloadLength());
        for (int length = 0; length < payload.length; length++) {
            message.payload(payload, 0, length);
            assertNotEquals(EcsStateSync.Result.OK, receiver.read(message, base, 6, state), "cut to " + length);
            assertEquals(0, state.count());
            for (int bit = 0; bit < Byte.SIZE; bit++) {
                payload[length] ^= (byte) (1 << bit);
                message.payload(payload, 0, payload.length);
                assertNotEquals(EcsStateSync.Result.OK, receiver.read(message, base, 6, state),
                    "bit " + bit + " of " + length);
                payload[length] ^= (byte) (1 << bit);
            }
        }
    }

    @Test
    void shouldRefuseAStateThatIsLongerThanTheLongest() {
        change();
        final EcsStateSync small = new EcsStateSync(TABLE, 100);
        assertThrows(BufferOverflowException.class, () -> small.write(newer, 7, message));
        sender.write(newer, 7, message);
        assertEquals(EcsStateSync.Result.FORM, small.read(message, base, 6, state));
    }

    @Test
    void shouldNotAllocate() {
        change();
        assertEquals(0, Allocations.least(() -> rounds(5_000)));
    }

    private void rounds(final int count) {
        for (int i = 0; i < count; i++) {
            sender.write(older, 6, newer, 7, message);
            if (receiver.read(message, base, 6, state) != EcsStateSync.Result.OK) {
                throw new AssertionError("round " + i);
            }
        }
    }
}

package io.lockstep.codecs.ecs;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** What must hold for whatever bytes arrive: no throw, nothing read outside, and a difference leads to one state. */
public final class EcsFuzz {

    private static final int GUARD_BYTES = 3;
    private static final int TABLE = 0;
    private static final int KEYS = 1;
    private static final int KINDS = 3;

    private EcsFuzz() {
    }

    /**
     * The first byte chooses between table, keys and instructions; the rest is what came.
     *
     * @param input any bytes
     */
    public static void fuzz(final byte[] input) {
        if (input.length == 0) {
            return;
        }
        final Probe probe = new Probe();
        final int kind = (input[0] & 0xFF) % KINDS;
        if (kind == TABLE) {
            probe.table(input, 1, input.length - 1);
        } else if (kind == KEYS) {
            probe.keys(input, 1, input.length - 1);
        } else {
            probe.stream(input, 1, input.length - 1);
        }
    }

    /** Readers and states, for many inputs. */
    static final class Probe {

        private final ComponentTableReader tables = new ComponentTableReader(ComponentTable.builder()
            .add("Health", 1).add("Position", 8).add("a", 2).add(".-_", 0).add("a.Z", 3).add("0b9", 4)
            .add("Velocity", 4).build());
        private final EcsDelta delta = new EcsDelta(EcsGolden.TABLE);
        private final EcsState older = new EcsState(EcsGolden.TABLE, 4);
        private final EcsState newer = new EcsState(EcsGolden.TABLE, 4);
        private final EcsState again = new EcsState(EcsGolden.TABLE, 4);
        private final ByteBuffer buffer = ByteBuffer.allocate(512);

        Probe() {
            older.create(0);
            older.create(258);
            for (int component = 0; component < EcsGolden.TABLE.count(); component += 2) {
                older.attach(258, component);
            }
        }

        EcsCode table(final byte[] bytes, final int offset, final int length) {
            final EcsCode code = tables.decode(ByteBuffer.wrap(bytes, offset, length));
            require((tables.table() != null) == (code == EcsCode.OK), "a table without being OK");
            if (code == EcsCode.OK) {
                tables.table().encode(buffer.clear());
                require(Arrays.equals(buffer.array(), 0, buffer.position(), bytes, offset, offset + length),
                    "not canonical");
            }
            return code;
        }

        EcsCode stream(final byte[] bytes, final int offset, final int length) {
            final EcsCode code = delta.apply(ByteBuffer.wrap(bytes, offset, length), older, newer);
            if (code == EcsCode.OK) {
                EcsDelta.write(older, newer, buffer.clear());
                require(delta.apply(buffer.flip(), older, again) == EcsCode.OK && again.sameAs(newer),
                    "its own difference leads elsewhere");
            } else {
                require(newer.count() == 0, "a refused difference left something");
            }
            return code;
        }

        int keys(final byte[] bytes, final int offset, final int length) {
            final int held = 0b11_1010_0101;
            final int after = KeyStream.apply(held, ByteBuffer.wrap(bytes, offset, length));
            if (after != KeyStream.BROKEN) {
                require(KeyStream.write(held, after, buffer.clear()) == KeyStream.size(held, after), "size");
                require(KeyStream.apply(held, buffer.flip()) == after, "its own instructions lead elsewhere");
            }
            return after;
        }

        /** Tries all three readers in the midst of other bytes, and again with those changed. */
        void guarded(final byte[] bytes, final int length) {
            final byte[] guarded = new byte[GUARD_BYTES + length + GUARD_BYTES];
            System.arraycopy(bytes, 0, guarded, GUARD_BYTES, length);
            final EcsCode table = table(guarded, GUARD_BYTES, length);
            final EcsCode stream = stream(guarded, GUARD_BYTES, length);
            final int keys = keys(guarded, GUARD_BYTES, length);
            Arrays.fill(guarded, 0, GUARD_BYTES, (byte) -1);
            Arrays.fill(guarded, GUARD_BYTES + length, guarded.length, (byte) -1);
            require(table == table(guarded, GUARD_BYTES, length) && stream == stream(guarded, GUARD_BYTES, length)
                && keys == keys(guarded, GUARD_BYTES, length), "depends on what is beside it");
        }

        private static void require(final boolean holds, final String what) {
            if (!holds) {
                throw new AssertionError(what);
            }
        }
    }
}

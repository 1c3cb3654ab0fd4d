package io.lockstep.codecs.schema;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * What must hold for whatever bytes arrive: no throw, nothing read outside, one form only, and the state is untouched
 * unless all is well.
 */
public final class SchemaFuzz {

    private static final int GUARD_BYTES = 3;

    private SchemaFuzz() {
    }

    /**
     * The first byte chooses the schema and the form, the rest is the message.
     *
     * @param input any bytes
     */
    public static void fuzz(final byte[] input) {
        if (input.length == 0) {
            return;
        }
        final Schema schema = SchemaGolden.SCHEMAS.get((input[0] & 0x7F) % SchemaGolden.SCHEMAS.size());
        final SchemaForm form = input[0] < 0 ? SchemaForm.JSON : SchemaForm.BINARY;
        new Probe(schema, form).probe(input, 1, input.length - 1);
    }

    /** A codec and what it needs, for many inputs. */
    static final class Probe {

        private final SchemaCodec codec;
        private final boolean binary;
        private final SchemaValue value;
        private final SchemaValue state;
        private final SchemaValue empty;
        private byte[] again = new byte[64];

        Probe(final Schema schema, final SchemaForm form) {
            codec = new SchemaCodec(schema, form);
            binary = form == SchemaForm.BINARY;
            value = new SchemaValue(schema);
            state = new SchemaValue(schema);
            empty = new SchemaValue(schema);
        }

        SchemaCode probe(final byte[] bytes, final int offset, final int length) {
            final SchemaCode code = codec.decode(ByteBuffer.wrap(bytes, offset, length), value);
            if (code != SchemaCode.OK) {
                require(value.sameAs(empty), "a refused message left something");
                return code;
            }
            final int size = codec.size(value);
            if (again.length < size) {
                again = new byte[2 * size];
            }
            codec.encode(value, ByteBuffer.wrap(again));
            if (binary) {
                require(Arrays.equals(again, 0, size, bytes, offset, offset + length), "not canonical");
            }
            state.clear();
            require(codec.apply(value, state) == SchemaCode.OK, "does not fit an empty state");
            return code;
        }

        /** Puts the bytes among others; what is beside them must not matter. */
        SchemaCode probeGuarded(final byte[] bytes, final int length) {
            final byte[] guarded = new byte[GUARD_BYTES + length + GUARD_BYTES];
            System.arraycopy(bytes, 0, guarded, GUARD_BYTES, length);
            final SchemaCode zeros = probe(guarded, GUARD_BYTES, length);
            Arrays.fill(guarded, 0, GUARD_BYTES, (byte) -1);
            Arrays.fill(guarded, GUARD_BYTES + length, guarded.length, (byte) -1);
            require(probe(guarded, GUARD_BYTES, length) == zeros, "depends on what is beside it");
            return zeros;
        }

        private static void require(final boolean holds, final String what) {
            if (!holds) {
                throw new AssertionError(what);
            }
        }
    }
}

package io.lockstep.codecs.schema;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.Tier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every eighth input of three bytes, with -Pfleet all 16 million. {@link SchemaMalformedTest} has shorter ones. */
class SchemaShortInputsIT {

    private static final int THREE_BYTES = 3;
    /** From one value of the last byte to the next. */
    private static final int STEP = Tier.of(8, 1);

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void shouldSurviveInputsOfThreeBytes(final int schema) {
        final SchemaFuzz.Probe probe = new SchemaFuzz.Probe(SchemaGolden.SCHEMAS.get(schema), SchemaForm.BINARY);
        final byte[] bytes = new byte[THREE_BYTES];
        int accepted = 0;
        for (int value = 0; value < 1 << THREE_BYTES * Byte.SIZE; value += STEP) {
            bytes[0] = (byte) (value >>> 2 * Byte.SIZE);
            bytes[1] = (byte) (value >>> Byte.SIZE);
            bytes[2] = (byte) value;
            accepted += probe.probe(bytes, 0, THREE_BYTES) == SchemaCode.OK ? 1 : 0;
        }
        // Nothing but switches has no message of three bytes.
        assertTrue(accepted > 0 || schema == SchemaGolden.SCHEMAS.indexOf(SchemaGolden.SWITCHES),
            "nothing was accepted: no test");
    }
}

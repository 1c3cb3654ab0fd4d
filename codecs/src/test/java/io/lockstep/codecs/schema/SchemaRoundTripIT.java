package io.lockstep.codecs.schema;

import static org.junit.jupiter.api.Assertions.fail;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Takes seconds: a million messages, a million changes. */
class SchemaRoundTripIT {

    private static final int ROUNDS = 1_000_000;
    private static final int JSON_EVERY = 50;
    private static final long SEED = 0x5EED_0202L;
    private static final String LETTERS = "abcXYZ019é€ß";
    private static final int MAX_LETTERS = 3;

    private final ByteBuffer buffer = ByteBuffer.allocate(4096);

    /** Sets or changes about half of everything that may be set. */
    private static void change(final SchemaValue value, final SplittableRandom random) {
        final Schema schema = value.schema();
        for (int i = 0; i < schema.properties().size(); i++) {
            final Schema.Property property = schema.properties().get(i);
            if (property.kind() == SchemaKind.BOOLEAN) {
                value.setBool(i, random.nextBoolean());
            } else if (random.nextBoolean()) {
                switch (property.kind()) {
                    case NUMBER -> value.setNumber(i, number(property, random));
                    case STRING -> {
                        final int from = random.nextInt(LETTERS.length());
                        value.setString(i, LETTERS.substring(from,
                            Math.min(from + random.nextInt(MAX_LETTERS + 1), LETTERS.length())));
                    }
                    case ARRAY -> change(value.editArray(i), property, random);
                    case MAP -> change(value.editMap(i), property, random);
                    default -> change(value.editObject(i), random);
                }
            }
        }
    }

    private static long number(final Schema.Property property, final SplittableRandom random) {
        return property.extend(random.nextLong() & -1L >>> Long.SIZE - property.bytes() * Byte.SIZE);
    }

    private static void change(final SchemaArray<SchemaValue> array, final Schema.Property property,
                               final SplittableRandom random) {
        array.clear();
        for (int count = random.nextInt(4); count > 0; count--) {
            if (property.schema() == null) {
                array.addNumber(number(property, random));
            } else {
                change(array.addObject(), random);
            }
        }
    }

    private static void change(final SchemaMap<SchemaValue> map, final Schema.Property property,
                               final SplittableRandom random) {
        final long key = random.nextInt(8);
        if (map.get(key) != null && random.nextBoolean()) {
            map.remove(key);
        } else if (map.get(key) != null || map.count() < property.max()) {
            change(map.put(key), random);
        }
    }

    @Test
    void shouldReadAMillionRandomMessagesBack() {
        final SplittableRandom random = new SplittableRandom(SEED);
        final int schemas = SchemaGolden.SCHEMAS.size();
        for (int which = 0; which < schemas; which++) {
            final Schema schema = SchemaGolden.SCHEMAS.get(which);
            final SchemaCodec codec = new SchemaCodec(schema, SchemaForm.BINARY);
            final SchemaCodec json = new SchemaCodec(schema, SchemaForm.JSON);
            final SchemaValue sent = new SchemaValue(schema);
            final SchemaValue received = new SchemaValue(schema);
            for (int round = 0; round < ROUNDS / schemas; round++) {
                sent.clear();
                change(sent, random);
                roundTrip(codec, sent, received, round);
                if (round % JSON_EVERY == 0) {
                    roundTrip(json, sent, received, round);
                }
            }
        }
    }

    private void roundTrip(final SchemaCodec codec, final SchemaValue sent, final SchemaValue received,
                           final int round) {
        final int size = codec.size(sent);
        final int written = codec.encode(sent, buffer.clear());
        final SchemaCode code = codec.decode(buffer.flip(), received);
        if (code != SchemaCode.OK || !received.sameAs(sent) || size != written || buffer.limit() != size) {
            fail("seed " + SEED + " round " + round + ": " + code + ' ' + sent + " became " + received);
        }
    }

    @Test
    void shouldFollowAMillionRandomChanges() {
        final SplittableRandom random = new SplittableRandom(SEED);
        final int schemas = SchemaGolden.SCHEMAS.size();
        for (int which = 0; which < schemas; which++) {
            final Schema schema = SchemaGolden.SCHEMAS.get(which);
            final SchemaCodec codec = new SchemaCodec(schema, SchemaForm.BINARY);
            final SchemaValue older = new SchemaValue(schema);
            final SchemaValue newer = new SchemaValue(schema);
            final SchemaValue follower = new SchemaValue(schema);
            for (int round = 0; round < ROUNDS / schemas; round++) {
                change(newer, random);
                codec.encodeChanges(older, newer, buffer.clear());
                final SchemaCode code = codec.decodeChanges(buffer.flip(), follower);
                if (code != SchemaCode.OK || !follower.sameAs(newer)) {
                    fail("seed " + SEED + " round " + round + ": " + code + ' ' + newer + " became " + follower);
                }
                older.copyFrom(newer);
            }
        }
    }
}

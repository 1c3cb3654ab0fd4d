package io.lockstep.core.internal.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The known answers are those that implementations of the framework share: the same keys, prologue and payloads. */
class NoiseTest {

    private static final byte[] PROLOGUE = "John Galt".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] PSK = "This is my Austrian perspective!".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] FIRST = "Ludwig von Mises".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] SECOND = "Murray Rothbard".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] INITIATOR = hex("893e28b9dc6ca8d611ab664754b8ceb7bac5117349a4439a6b0569da977c464a");
    private static final byte[] RESPONDER = hex("bbdb4cdbd309f1a1f2e1456967fe288cadd6f712d65dc7b7793d5e63da6b375b");
    private static final byte[] STATIC_I = hex("e61ef9919cde45dd5f82166404bd08e38bceb5dfdfded0a34c8df7ed542214d1");
    private static final byte[] STATIC_R = hex("4a3acbfdb163dec651dfa3194dece676d437029c62a408b4c5ea9114246e4893");

    private static byte[] hex(final String digits) {
        return HexFormat.of().parseHex(digits);
    }

    /** What each side of KK knows. */
    private record Statics(byte[] secret, byte[] theirs) implements Noise.StaticKeys {
        @Override
        public byte[] own() {
            return Curve.agreementKey(secret);
        }

        @Override
        public byte[] agree(final byte[] publicKey) {
            return Curve.agree(secret, publicKey);
        }
    }

    private static Noise initiator(final boolean known, final byte[] psk) {
        final Statics statics = known ? new Statics(STATIC_I, Curve.agreementKey(STATIC_R)) : null;
        return new Noise(true, statics, psk, PROLOGUE, INITIATOR);
    }

    private static Noise responder(final boolean known) {
        final Statics statics = known ? new Statics(STATIC_R, Curve.agreementKey(STATIC_I)) : null;
        return new Noise(false, statics, PSK, PROLOGUE, RESPONDER);
    }

    private static void assertAnswers(final boolean known, final String first, final String second, final String hash) {
        final Noise ours = initiator(known, PSK);
        final Noise theirs = responder(known);
        final byte[] asked = ours.writeFirst(FIRST);
        assertArrayEquals(hex(first), asked);
        assertArrayEquals(FIRST, theirs.readFirst(asked));
        final byte[] answered = theirs.writeSecond(SECOND);
        assertArrayEquals(hex(second), answered);
        assertArrayEquals(SECOND, ours.readSecond(answered));
        assertArrayEquals(hex(hash), ours.hash());
        assertArrayEquals(hex(hash), theirs.hash());
        final byte[][] keys = ours.split();
        final byte[][] same = theirs.split();
        assertArrayEquals(keys[0], same[0]);
        assertArrayEquals(keys[1], same[1]);
    }

    @Test
    void shouldGiveTheKnownAnswersWithASharedKey() {
        assertAnswers(false, "ca35def5ae56cec33dc2036731ab14896bc4c75dbb07a61f879f8e3afa4c7944"
            + "7c37a89fc17813788d30df2d59501d6066f5f8aecc3406bbd9829f2d24a531b1",
            "95ebc60d2b1fa672c1f46a8aa265ef51bfe38e7ccb39ec5be34069f144808843"
            + "2f29d79368ef9de4e1ae7a362fb05bf0ad668e026bf5714554497b3a720461",
            "9f3b1f9afd7767767b5b9d1069844a6154fdbdcc36dfb3e31c0fffc5c973d530");
    }

    @Test
    void shouldGiveTheKnownAnswersWithStaticKeys() {
        assertAnswers(true, "ca35def5ae56cec33dc2036731ab14896bc4c75dbb07a61f879f8e3afa4c7944"
            + "1f33bde990995eea7167375d6b68e2a7fa07887dd4f0f21023317d7b04fb0a67",
            "95ebc60d2b1fa672c1f46a8aa265ef51bfe38e7ccb39ec5be34069f144808843"
            + "e3502578269a63176a4e59632b20df3393996180e261048266e49c0c0d9240",
            "574508da75f9e5a1c25707190adc49e63c754ec27a4183d9e6acc312e076613a");
    }

    @Test
    void shouldRefuseWhatWasChanged() {
        for (int at = 0; at < 64; at += 7) {
            final byte[] asked = initiator(true, PSK).writeFirst(FIRST);
            asked[at] ^= 4;
            assertNull(responder(true).readFirst(asked), "byte " + at);
        }
        assertNull(responder(true).readFirst(new byte[0]));
        assertNull(responder(true).readFirst(new byte[48]));
    }

    @Test
    void shouldTakeTheRightAnswerAfterAWrongOne() {
        final Noise ours = initiator(true, PSK);
        final Noise theirs = responder(true);
        theirs.readFirst(ours.writeFirst(FIRST));
        final byte[] answered = theirs.writeSecond(SECOND);
        final byte[] wrong = answered.clone();
        wrong[40] ^= 1;
        assertNull(ours.readSecond(wrong));
        assertNull(ours.readSecond(new byte[60]));
        assertArrayEquals(SECOND, ours.readSecond(answered));
    }

    @Test
    void shouldRefuseAnotherKey() {
        final byte[] other = PSK.clone();
        other[0]++;
        assertNull(responder(false).readFirst(initiator(false, other).writeFirst(FIRST)));
    }

    /** Every shared secret is zeroed once it is mixed in. */
    @Test
    void shouldZeroEverySharedSecret() {
        final List<byte[]> agreed = new ArrayList<>();
        final Noise.StaticKeys statics = new Noise.StaticKeys() {
            @Override
            public byte[] own() {
                return Curve.agreementKey(STATIC_R);
            }

            @Override
            public byte[] theirs() {
                return Curve.agreementKey(STATIC_I);
            }

            @Override
            public byte[] agree(final byte[] publicKey) {
                agreed.add(Curve.agree(STATIC_R, publicKey));
                return agreed.get(agreed.size() - 1);
            }
        };
        final Noise theirs = new Noise(false, statics, PSK, PROLOGUE, RESPONDER);
        assertArrayEquals(FIRST, theirs.readFirst(initiator(true, PSK).writeFirst(FIRST)));
        assertEquals(2, agreed.size());
        agreed.forEach(secret -> assertArrayEquals(new byte[32], secret));
    }

    @Test
    void shouldRefuseAMemberInThePlaceOfAnother() {
        final Statics liar = new Statics(hex("11".repeat(32)), Curve.agreementKey(STATIC_R));
        final byte[] asked = new Noise(true, liar, PSK, PROLOGUE, INITIATOR).writeFirst(FIRST);
        assertNull(responder(true).readFirst(asked));
    }
}

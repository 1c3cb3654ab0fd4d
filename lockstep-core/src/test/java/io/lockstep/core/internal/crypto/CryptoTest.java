package io.lockstep.core.internal.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.Allocations;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is made of the JDK's primitives gives what the RFCs say, or what the JDK's own classes do. */
class CryptoTest {

    private static byte[] bytes(final String hex) {
        return HexFormat.of().parseHex(hex);
    }

    @Test
    void shouldComputeTheHmacOfTheJdk() throws Exception {
        final SplittableRandom random = new SplittableRandom(15);
        for (int length = 0; length < 200; length++) {
            final byte[] key = new byte[1 + random.nextInt(64)];
            final byte[] message = new byte[length];
            random.nextBytes(key);
            random.nextBytes(message);
            final Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            final Hmac hmac = new Hmac(key);
            hmac.update(message);
            assertArrayEquals(mac.doFinal(message), hmac.take());
            hmac.update(ByteBuffer.wrap(message));
            assertArrayEquals(mac.doFinal(message), hmac.take(), "a second one");
        }
    }

    @Test
    void shouldComputeTheHkdfOfRfc5869() {
        final byte[] key = Hkdf.extract(bytes("000102030405060708090a0b0c"), bytes("0b".repeat(22)));
        assertArrayEquals(bytes("077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5"), key);
        assertArrayEquals(bytes("3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf"),
            Hkdf.expand(key, bytes("f0f1f2f3f4f5f6f7f8f9")));
    }

    @Test
    void shouldAgreeAsInRfc7748() {
        final byte[] alicePublic = bytes("8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a");
        final byte[] bob = bytes("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb");
        assertArrayEquals(bytes("de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f"),
            Curve.agreementKey(bob));
        assertArrayEquals(bytes("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742"),
            Curve.agree(bob, alicePublic));
    }

    /** The second vector of section 5.2: the highest bit of the public key does not count. */
    @Test
    void shouldMaskTheHighestBitAsInRfc7748() {
        final byte[] secret = bytes("4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d");
        final byte[] shared = bytes("95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957");
        assertArrayEquals(shared,
            Curve.agree(secret, bytes("e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493")));
        assertArrayEquals(shared,
            Curve.agree(secret, bytes("e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a413")));
    }

    /** All encodings of the eight points whose order divides 8, and two numbers that are no point. */
    @ParameterizedTest
    @ValueSource(strings = {
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0000000000000000000000000000000000000000000000000000000000000080",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000080",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
        "0200000000000000000000000000000000000000000000000000000000000000",
        "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"})
    void shouldRefuseASignatureKeyOfSmallOrder(final String key) {
        assertFalse(Curve.isSignatureKey(bytes(key)));
    }

    @Test
    void shouldTakeSignatureKeysOfPeers() {
        for (int i = 0; i < 20; i++) {
            assertTrue(Curve.isSignatureKey(Arrays.copyOfRange(Curve.signatureKeys(), 32, 64)));
        }
    }

    @Test
    void shouldAgreeOnNothingWithAPointOfSmallOrder() {
        assertNull(Curve.agree(bytes("01".repeat(32)), new byte[32]));
    }

    @Test
    void shouldSignAsInRfc8032() {
        final byte[] key = bytes("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60");
        final byte[] publicKey = bytes("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a");
        final byte[] signature = Curve.sign(key, new byte[0]);
        assertArrayEquals(bytes("e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bac"
            + "c61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"), signature);
        assertTrue(Curve.verify(publicKey, new byte[0], signature));
        assertFalse(Curve.verify(publicKey, new byte[1], signature));
        signature[3] ^= 1;
        assertFalse(Curve.verify(publicKey, new byte[0], signature));
    }

    @Test
    void shouldMakeSignatureKeysThatBelongTogether() {
        final byte[] both = Curve.signatureKeys();
        final byte[] signature = Curve.sign(Arrays.copyOf(both, 32), new byte[5]);
        assertTrue(Curve.verify(Arrays.copyOfRange(both, 32, 64), new byte[5], signature));
    }

    @Test
    void shouldDeriveAnotherKeyForEachPurposeAndDirection() {
        final byte[] key = bytes("07".repeat(32));
        final String first = HexFormat.of().formatHex(Hkdf.expand(key, "a", 0, 1));
        assertNotEquals(first, HexFormat.of().formatHex(Hkdf.expand(key, "a", 1, 0)));
        assertNotEquals(first, HexFormat.of().formatHex(Hkdf.expand(key, "b", 0, 1)));
    }

    @Test
    void shouldCoverEverythingThatIsGivenToATag() {
        for (final Tag tag : new Tag[] {new KeyedTag(bytes("05".repeat(32))), new Integrity(5)}) {
            final ByteBuffer payload = ByteBuffer.wrap("payload".getBytes(StandardCharsets.US_ASCII));
            final long value = tag.of(1, 2, 3, 4, payload);
            assertEquals(value, tag.of(1, 2, 3, 4, payload));
            assertEquals(0, payload.position());
            assertNotEquals(value, tag.of(9, 2, 3, 4, payload));
            assertNotEquals(value, tag.of(1, 9, 3, 4, payload));
            assertNotEquals(value, tag.of(1, 2, 9, 4, payload));
            assertNotEquals(value, tag.of(1, 2, 3, 9, payload));
            assertNotEquals(value, tag.of(1, 2, 3, 4, payload.duplicate().limit(6)));
        }
    }

    @Test
    void shouldEncryptAsTheCounterModeOfTheJdk() throws Exception {
        final byte[] key = bytes("03".repeat(32));
        final Keystream ours = new Keystream(key);
        for (int length = 0; length < 400; length++) {
            final byte[] text = new byte[length];
            Arrays.fill(text, (byte) 'x');
            final Cipher jdk = Cipher.getInstance("AES/CTR/NoPadding");
            jdk.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"),
                new IvParameterSpec(ByteBuffer.allocate(16).putLong(length).array()));
            final byte[] wanted = jdk.doFinal(text);
            ours.apply(length, ByteBuffer.wrap(text));
            assertArrayEquals(wanted, text);
        }
    }

    @Test
    void shouldAllocateNothingForAnEncryption() {
        final Keystream keystream = new Keystream(bytes("03".repeat(32)));
        final ByteBuffer payload = ByteBuffer.allocate(200);
        assertEquals(0, Allocations.least(() -> {
            for (int i = 0; i < 2_000; i++) {
                keystream.apply(i, payload);
            }
        }));
    }

    @Test
    void shouldAllocateNothingForATag() {
        final Tag tag = new KeyedTag(bytes("05".repeat(32)));
        final ByteBuffer heap = ByteBuffer.allocate(40);
        final ByteBuffer direct = ByteBuffer.allocateDirect(40);
        for (final ByteBuffer payload : new ByteBuffer[] {heap, direct}) {
            assertEquals(0, Allocations.least(() -> {
                for (int i = 0; i < 2_000; i++) {
                    tag.of(i, 2, 3, 4, payload);
                }
            }));
        }
    }
}

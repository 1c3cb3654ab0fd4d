package io.lockstep.core.internal.crypto;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.EdECPrivateKey;
import java.security.interfaces.EdECPublicKey;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.XECPrivateKeySpec;
import java.security.spec.XECPublicKeySpec;
import java.util.Arrays;
import java.util.List;
import javax.crypto.KeyAgreement;

/**
 * X25519 (RFC 7748) and Ed25519 (RFC 8032) of the JDK, on keys of 32 bytes as they travel: little-endian. For
 * handshakes and keys, not for packets: each call takes a good part of a millisecond and makes garbage.
 */
public final class Curve {

    /** Length of every key and of a shared secret. */
    public static final int BYTES = 32;
    /** Length of a signature. */
    public static final int SIGNATURE_BYTES = 64;

    private static final int LAST = BYTES - 1;
    private static final int SIGN = 0x80;
    /** RFC 7748, 4.1. */
    private static final byte BASE_POINT = 9;
    /** The prime of the field, RFC 7748, 4.1. */
    private static final BigInteger PRIME = BigInteger.ONE.shiftLeft(255).subtract(BigInteger.valueOf(19));
    /** The y of the Ed25519 points whose order divides 8. With such a key, any party can make signatures. */
    private static final List<BigInteger> SMALL_ORDER = List.of(BigInteger.ZERO, BigInteger.ONE,
        PRIME.subtract(BigInteger.ONE),
        new BigInteger("05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826", 16),
        new BigInteger("7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7", 16));

    private Curve() {
    }

    /** The X25519 public key of a private one, which may be any 32 bytes: what it shares with the base point. */
    public static byte[] agreementKey(final byte[] privateKey) {
        final byte[] base = new byte[BYTES];
        base[0] = BASE_POINT;
        return agree(privateKey, base);
    }

    /** A new Ed25519 key: the private part, then the public one; the JDK does not make one from the other. */
    public static byte[] signatureKeys() {
        try {
            final KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
            final byte[] privateKey = ((EdECPrivateKey) pair.getPrivate()).getBytes().orElseThrow();
            final EdECPoint point = ((EdECPublicKey) pair.getPublic()).getPoint();
            final byte[] publicKey = bytesOf(point.getY());
            publicKey[LAST] |= (byte) (point.isXOdd() ? SIGN : 0);
            final byte[] both = Arrays.copyOf(privateKey, 2 * BYTES);
            System.arraycopy(publicKey, 0, both, BYTES, BYTES);
            Arrays.fill(privateKey, (byte) 0);
            return both;
        } catch (final GeneralSecurityException missing) {
            throw new IllegalStateException("every JDK has Ed25519", missing);
        }
    }

    /**
     * Returns the shared secret, or null if no honest peer has the other key (RFC 7748, 6.1). The highest bit of the
     * public key does not count (RFC 7748, 5).
     */
    public static byte[] agree(final byte[] privateKey, final byte[] publicKey) {
        try {
            final KeyFactory factory = KeyFactory.getInstance("X25519");
            final KeyAgreement agreement = KeyAgreement.getInstance("X25519");
            agreement.init(factory.generatePrivate(new XECPrivateKeySpec(NamedParameterSpec.X25519, privateKey)));
            agreement.doPhase(factory.generatePublic(
                new XECPublicKeySpec(NamedParameterSpec.X25519, numberOf(publicKey))), true);
            return agreement.generateSecret();
        } catch (final GeneralSecurityException refused) {
            return null;
        }
    }

    /** An Ed25519 signature. */
    public static byte[] sign(final byte[] privateKey, final byte[] message) {
        try {
            final PrivateKey key = KeyFactory.getInstance("Ed25519")
                .generatePrivate(new EdECPrivateKeySpec(NamedParameterSpec.ED25519, privateKey));
            final Signature signature = Signature.getInstance("Ed25519");
            signature.initSign(key);
            signature.update(message);
            return signature.sign();
        } catch (final GeneralSecurityException missing) {
            throw new IllegalStateException("every JDK has Ed25519", missing);
        }
    }

    /** Whether a signature is of that key over that message. */
    public static boolean verify(final byte[] publicKey, final byte[] message, final byte[] signed) {
        try {
            final Signature signature = verifier(publicKey);
            signature.update(message);
            return signature.verify(signed);
        } catch (final GeneralSecurityException refused) {
            return false;
        }
    }

    /**
     * Returns whether only the owner of an Ed25519 key can sign with it: it is a point of the curve, of large order.
     */
    public static boolean isSignatureKey(final byte[] publicKey) {
        final BigInteger y = numberOf(publicKey);
        if (y.compareTo(PRIME) >= 0 || SMALL_ORDER.contains(y)) {
            return false;
        }
        try {
            verifier(publicKey);
            return true;
        } catch (final GeneralSecurityException refused) {
            return false;
        }
    }

    private static Signature verifier(final byte[] publicKey) throws GeneralSecurityException {
        final boolean odd = (publicKey[LAST] & SIGN) != 0;
        final PublicKey key = KeyFactory.getInstance("Ed25519").generatePublic(new EdECPublicKeySpec(
            NamedParameterSpec.ED25519, new EdECPoint(odd, numberOf(publicKey))));
        final Signature signature = Signature.getInstance("Ed25519");
        signature.initVerify(key);
        return signature;
    }

    /** Returns the lower 255 bits of a public key; the highest bit is a sign, or does not count. */
    private static BigInteger numberOf(final byte[] littleEndian) {
        final byte[] bigEndian = new byte[BYTES];
        for (int i = 0; i < BYTES; i++) {
            bigEndian[i] = littleEndian[LAST - i];
        }
        bigEndian[0] &= (byte) ~SIGN;
        return new BigInteger(1, bigEndian);
    }

    private static byte[] bytesOf(final BigInteger number) {
        final byte[] bigEndian = number.toByteArray();
        final byte[] littleEndian = new byte[BYTES];
        for (int i = 0; i < BYTES && i < bigEndian.length; i++) {
            littleEndian[i] = bigEndian[bigEndian.length - 1 - i];
        }
        return littleEndian;
    }
}

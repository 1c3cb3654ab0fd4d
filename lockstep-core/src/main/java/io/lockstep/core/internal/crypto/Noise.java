package io.lockstep.core.internal.crypto;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * One side of a handshake of the Noise Protocol Framework, revision 34, with two messages: NNpsk0 when all that the two
 * share is a key, KKpsk0 when they know each other's static keys as well. Curve25519, AES-GCM, SHA-256. Whatever
 * arrives, nothing throws: a message that is not the other side's is answered with null.
 */
public final class Noise {

    /** What the first message adds to its payload, and the second one too: an ephemeral key and a tag. */
    public static final int OVERHEAD_BYTES = Curve.BYTES + 16;

    private static final int TAG_BITS = 128;
    private static final int NONCE_BYTES = 12;

    private final StaticKeys statics;
    private final byte[] presharedKey;
    private final byte[] ephemeral;
    private final byte[] ephemeralKey;
    private byte[] hash;
    private byte[] chain;
    private byte[] key = new byte[0];
    private long nonce;
    private byte[] theirEphemeral;
    private boolean refused;

    /** What KK knows beforehand. */
    public interface StaticKeys {

        /** Our own public key. */
        byte[] own();

        /** The other side's public key. */
        byte[] theirs();

        /** What our private key shares with a public one; null if that is none. */
        byte[] agree(byte[] publicKey);
    }

    /**
     * A side of a handshake.
     *
     * @param initiator    whether it speaks first
     * @param statics      null for NN
     * @param presharedKey 32 bytes
     * @param prologue     what both must agree on beforehand
     * @param ephemeral    32 random bytes, used in one handshake alone
     */
    public Noise(final boolean initiator, final StaticKeys statics, final byte[] presharedKey, final byte[] prologue,
                 final byte[] ephemeral) {
        this.statics = statics;
        this.presharedKey = presharedKey.clone();
        this.ephemeral = ephemeral.clone();
        ephemeralKey = Curve.agreementKey(ephemeral);
        final String name = "Noise_" + (statics == null ? "NN" : "KK") + "psk0_25519_AESGCM_SHA256";
        // The name is 32 characters long, as a hash is, and stands for itself.
        hash = name.getBytes(StandardCharsets.US_ASCII);
        chain = hash.clone();
        mixHash(prologue);
        if (statics != null) {
            mixHash(initiator ? statics.own() : statics.theirs());
            mixHash(initiator ? statics.theirs() : statics.own());
        }
    }

    /** The initiator's message: psk, e, and with static keys es, ss. */
    public byte[] writeFirst(final byte[] payload) {
        mixKeyAndHash(presharedKey);
        mixEphemeral(ephemeralKey);
        if (statics != null) {
            mixSecret(Curve.agree(ephemeral, statics.theirs()));
            mixSecret(statics.agree(statics.theirs()));
        }
        return sealed(payload);
    }

    /** The payload of the initiator's message. */
    public byte[] readFirst(final byte[] message) {
        mixKeyAndHash(presharedKey);
        takeEphemeral(message);
        if (statics != null) {
            mixSecret(statics.agree(theirEphemeral));
            mixSecret(statics.agree(statics.theirs()));
        }
        return opened(message);
    }

    /** The responder's message: e, ee, and with static keys se. */
    public byte[] writeSecond(final byte[] payload) {
        mixEphemeral(ephemeralKey);
        mixSecret(Curve.agree(ephemeral, theirEphemeral));
        if (statics != null) {
            mixSecret(Curve.agree(ephemeral, statics.theirs()));
        }
        return sealed(payload);
    }

    /** The payload of the responder's message. One that is none changes nothing: the right one may still come. */
    public byte[] readSecond(final byte[] message) {
        final byte[] hashBefore = hash;
        final byte[] chainBefore = chain.clone();
        takeEphemeral(message);
        mixSecret(Curve.agree(ephemeral, theirEphemeral));
        if (statics != null) {
            mixSecret(statics.agree(theirEphemeral));
        }
        final byte[] payload = opened(message);
        if (payload == null) {
            hash = hashBefore;
            replaceChain(chainBefore);
            refused = false;
        } else {
            wipe(chainBefore);
        }
        return payload;
    }

    /** After the second message: what the initiator's keys are made from, then the responder's. */
    public byte[][] split() {
        final byte[][] keys = expand(chain, new byte[0], 2);
        destroy();
        return keys;
    }

    /** Forgets all keys: the handshake is over, or was given up. */
    public void destroy() {
        wipe(chain, key, ephemeral, presharedKey);
    }

    /** What was said until now, the same at both sides. */
    byte[] hash() {
        return hash.clone();
    }

    private void takeEphemeral(final byte[] message) {
        // A message too short for an ephemeral key has none that agrees with anything.
        theirEphemeral = Arrays.copyOf(message, Curve.BYTES);
        mixEphemeral(theirEphemeral);
    }

    /** With a preshared key the ephemeral key goes into the chain as well, section 9.2. */
    private void mixEphemeral(final byte[] publicKey) {
        mixHash(publicKey);
        mixKey(publicKey);
    }

    private void mixHash(final byte[] bytes) {
        final MessageDigest digest = Hmac.sha256();
        digest.update(hash);
        hash = digest.digest(bytes);
    }

    /** Mixes in the shared secret and forgets it; null if the other side's key was invalid. */
    private void mixSecret(final byte[] shared) {
        if (shared == null) {
            refused = true;
            return;
        }
        mixKey(shared);
        wipe(shared);
    }

    private void mixKey(final byte[] input) {
        final byte[][] keys = expand(chain, input, 2);
        replaceChain(keys[0]);
        replaceKey(keys[1]);
    }

    private void mixKeyAndHash(final byte[] input) {
        final byte[][] keys = expand(chain, input, 3);
        replaceChain(keys[0]);
        mixHash(keys[1]);
        wipe(keys[1]);
        replaceKey(keys[2]);
    }

    private void replaceChain(final byte[] next) {
        wipe(chain);
        chain = next;
    }

    private void replaceKey(final byte[] next) {
        wipe(key);
        key = next;
        nonce = 0;
    }

    /** HKDF of section 4.3. */
    private static byte[][] expand(final byte[] salt, final byte[] input, final int count) {
        final byte[] extracted = Hkdf.extract(salt, input);
        final Hmac hmac = new Hmac(extracted);
        wipe(extracted);
        final byte[][] keys = new byte[count][];
        for (int i = 0; i < count; i++) {
            if (i > 0) {
                hmac.update(keys[i - 1]);
            }
            hmac.update(new byte[] {(byte) (i + 1)});
            keys[i] = hmac.take();
        }
        hmac.destroy();
        return keys;
    }

    private byte[] sealed(final byte[] payload) {
        if (refused) {
            return null;
        }
        final byte[] sealed = crypt(Cipher.ENCRYPT_MODE, payload);
        mixHash(sealed);
        return ByteBuffer.allocate(Curve.BYTES + sealed.length).put(ephemeralKey).put(sealed).array();
    }

    private byte[] opened(final byte[] message) {
        if (refused || message.length < OVERHEAD_BYTES) {
            return null;
        }
        final byte[] sealed = Arrays.copyOfRange(message, Curve.BYTES, message.length);
        final byte[] payload = crypt(Cipher.DECRYPT_MODE, sealed);
        mixHash(sealed);
        return payload;
    }

    private byte[] crypt(final int mode, final byte[] bytes) {
        try {
            final Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            final byte[] iv = ByteBuffer.allocate(NONCE_BYTES).putInt(0).putLong(nonce++).array();
            cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG_BITS, iv));
            cipher.updateAAD(hash);
            return cipher.doFinal(bytes);
        } catch (final AEADBadTagException forged) {
            return null;
        } catch (final GeneralSecurityException missing) {
            throw new IllegalStateException("every JDK has AES-GCM", missing);
        }
    }

    private static void wipe(final byte[]... secrets) {
        for (final byte[] secret : secrets) {
            Arrays.fill(secret, (byte) 0);
        }
    }
}

package io.lockstep.transport.ice.match;

import io.lockstep.core.security.MatchKey;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;
import org.jspecify.annotations.NullUnmarked;

/**
 * What all players of a match know and nobody else but the lobby: the code, and what its host has drawn. A code alone
 * could be found by trying, from a packet that somebody has recorded.
 *
 * <pre>
 * settings in the lobby: version 1 | drawn 16 | what the game said
 * </pre>
 */
@NullUnmarked
final class Secrets {

    static final int DRAWN_BYTES = 16;
    static final int HEAD_BYTES = 1 + DRAWN_BYTES;
    private static final byte VERSION = 1;

    private final String code;
    private final byte[] drawn;

    private Secrets(final String code, final byte[] drawn) {
        this.code = code;
        this.drawn = drawn;
    }

    /** The settings of a new match. */
    static byte[] settings(final byte[] matchConfig, final SecureRandom random) {
        final byte[] drawn = new byte[DRAWN_BYTES];
        random.nextBytes(drawn);
        return ByteBuffer.allocate(HEAD_BYTES + matchConfig.length).put(VERSION).put(drawn).put(matchConfig).array();
    }

    /** Those of a match; null if its settings are of another version of this library, or of something else. */
    static Secrets of(final String code, final byte[] settings) {
        final boolean fits = settings.length >= HEAD_BYTES
            && settings.length <= HEAD_BYTES + InternetMatch.MAX_MATCH_CONFIG_BYTES;
        return !fits || settings[0] != VERSION ? null
            : new Secrets(code, Arrays.copyOfRange(settings, 1, HEAD_BYTES));
    }

    static byte[] matchConfig(final byte[] settings) {
        return Arrays.copyOfRange(settings, HEAD_BYTES, settings.length);
    }

    /** Returns the key of the match; the caller destroys it after use. */
    MatchKey key() {
        final byte[] bytes = digest("match key", code.getBytes(StandardCharsets.US_ASCII), drawn);
        final MatchKey key = MatchKey.of(bytes);
        Arrays.fill(bytes, (byte) 0);
        return key;
    }

    /** Returns a key that signs letters relayed by other players; the caller zeroes it after use. */
    byte[] letterKey() {
        return digest("letter key", code.getBytes(StandardCharsets.US_ASCII), drawn);
    }

    long matchId() {
        return ByteBuffer.wrap(digest("match id", code.getBytes(StandardCharsets.US_ASCII), drawn)).getLong();
    }

    static long seatToken(final String token) {
        return ByteBuffer.wrap(digest("seat", token.getBytes(StandardCharsets.US_ASCII), new byte[0])).getLong();
    }

    private static byte[] digest(final String purpose, final byte[] first, final byte[] second) {
        try {
            final MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(("lockstep " + purpose + '\n').getBytes(StandardCharsets.US_ASCII));
            digest.update((byte) first.length);
            digest.update(first);
            return digest.digest(second);
        } catch (final NoSuchAlgorithmException never) {
            throw new IllegalStateException("every JDK has SHA-256", never);
        }
    }
}

package io.lockstep.lobby;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Codes that players tell each other, tokens that prove a seat, and bytes as text. Stateless. */
final class Codes {

    /** Eight of Crockford's 32: 40 bits, so that 100,000 matches are hit by one guess in eleven million. */
    static final int CODE_LENGTH = 8;
    /** 1,024 shards; each letter is 5 bits less to be guessed of one shard's codes. */
    static final int MAX_PREFIX = 2;
    /** 128 bits, which nobody guesses. */
    static final int TOKEN_BYTES = 16;

    /** Without I, L, O and U: what is read out or written down is not taken for another. */
    private static final String ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    private static final int BITS = 5;
    /** More than any way of writing a code needs. */
    private static final int MAX_WRITTEN = 32;

    private Codes() {
    }

    /** Begins as it is told; the rest is drawn. */
    static String code(final RandomGenerator random, final String prefix) {
        final long bits = random.nextLong();
        final char[] code = Arrays.copyOf(prefix.toCharArray(), CODE_LENGTH);
        for (int i = prefix.length(); i < CODE_LENGTH; i++) {
            code[i] = ALPHABET.charAt((int) (bits >>> BITS * i) & ALPHABET.length() - 1);
        }
        return new String(code);
    }

    static boolean isPrefix(final String text) {
        return text.length() <= MAX_PREFIX && text.chars().allMatch(c -> ALPHABET.indexOf(c) >= 0);
    }

    /** As it is shown: two groups of four. */
    static String shown(final String code) {
        return code.substring(0, CODE_LENGTH / 2) + '-' + code.substring(CODE_LENGTH / 2);
    }

    /** A code as somebody typed it: any case, with or without dashes and spaces, O for 0, I and L for 1. Or null. */
    static @Nullable String read(final @Nullable String typed) {
        if (typed == null || typed.length() > MAX_WRITTEN) {
            return null;
        }
        final String code = typed.toUpperCase(Locale.ROOT).replace("-", "").replace(" ", "")
            .replace('O', '0').replace('I', '1').replace('L', '1');
        return code.length() == CODE_LENGTH && code.chars().allMatch(c -> ALPHABET.indexOf(c) >= 0) ? code : null;
    }

    static String token(final RandomGenerator random) {
        final byte[] token = new byte[TOKEN_BYTES];
        random.nextBytes(token);
        return HexFormat.of().formatHex(token);
    }

    static boolean isToken(final @Nullable String token) {
        return token != null && token.length() == 2 * TOKEN_BYTES
            && token.chars().allMatch(c -> c >= '0' && c <= '9' || c >= 'a' && c <= 'f');
    }

    /** What is kept of a token: who reads the lobby's memory or its store cannot take a seat. */
    static byte[] hash(final String token) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.US_ASCII));
        } catch (final NoSuchAlgorithmException everyJavaHasIt) {
            throw new IllegalStateException(everyJavaHasIt);
        }
    }

    static String text(final byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    /** Null if it is no such text, or too long. */
    static byte @Nullable [] bytes(final @Nullable String text, final int most) {
        if (text == null || text.length() > (most + 2) / 3 * 4) {
            return null;
        }
        try {
            final byte[] bytes = Base64.getDecoder().decode(text);
            return bytes.length > most ? null : bytes;
        } catch (final IllegalArgumentException noText) {
            return null;
        }
    }
}

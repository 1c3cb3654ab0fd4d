package io.lockstep.core.internal.desync;

import io.lockstep.core.internal.input.InputLog;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The first 128 bits of SHA-256 over a peer's inputs in some frames. Makes no garbage. */
final class SpanHash {

    private static final int BYTES = 32;

    private final InputLog log;
    private final int inputBytes;
    private final MessageDigest digest = sha256();
    private final ByteBuffer result = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);

    SpanHash(final InputLog log, final int inputBytes) {
        this.log = log;
        this.inputBytes = inputBytes;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (final NoSuchAlgorithmException missing) {
            throw new IllegalStateException("every Java has SHA-256", missing);
        }
    }

    /** Computes it; false if somebody was absent, or not all of that is here and of its owner's own word. */
    boolean of(final int[] players, final long start, final int frames) {
        for (final int player : players) {
            if (log.ownWordFrom(player) > start || !holdsAll(player, start, frames)) {
                return false;
            }
        }
        for (final int player : players) {
            for (long frame = start; frame < start + frames; frame++) {
                digest.update(log.inputs(), log.inputOffset(player, frame), inputBytes);
                digest.update((byte) log.eventLength(player, frame));
                digest.update(log.events(), log.eventOffset(player, frame), log.eventLength(player, frame));
                for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
                    digest.update((byte) (log.command(player, frame) >>> shift));
                }
            }
        }
        try {
            digest.digest(result.array(), 0, BYTES);
        } catch (final DigestException impossible) {
            throw new IllegalStateException("a buffer of " + BYTES + " B", impossible);
        }
        return true;
    }

    private boolean holdsAll(final int player, final long start, final int frames) {
        for (long frame = start; frame < start + frames; frame++) {
            if (!log.holds(player, frame)) {
                return false;
            }
        }
        return true;
    }

    long high() {
        return result.getLong(0);
    }

    long low() {
        return result.getLong(Long.BYTES);
    }
}

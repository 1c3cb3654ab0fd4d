package io.lockstep.transport.ice;

/**
 * A letter on its way through a third peer.
 *
 * @param from   who wrote it, 0 to 31
 * @param to     whom it is for, another
 * @param letter 1 to {@link PathMesh#MAX_LETTER_BYTES} bytes
 */
record Envelope(int from, int to, byte[] letter) {
}

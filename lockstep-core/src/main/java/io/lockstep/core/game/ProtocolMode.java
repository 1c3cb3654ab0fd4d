package io.lockstep.core.game;

/**
 * How messages are written. Who has {@code lockstep-codecs} understands both, whatever is configured.
 *
 * <p>Stable: breaks only with a major release.
 *
 * @since 0.1.0
 */
public enum ProtocolMode {
    /** The layouts of {@code docs/WIRE.md}. */
    BINARY,
    /**
     * The byte 0x1F and a JSON object in UTF-8: readable in a packet capture, many times larger, allocates. Needs
     * {@code lockstep-codecs} on the class path. The handshake stays binary: in it a peer says whether it reads JSON,
     * and who does not is written to in binary.
     */
    JSON
}

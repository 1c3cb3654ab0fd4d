package io.lockstep.core.protocol;

/** How messages are written. Both are understood on receive, whatever is configured, and can be mixed. */
public enum ProtocolMode {
    /** The layouts of {@code docs/WIRE.md}. */
    BINARY,
    /**
     * The byte 0x1F and a JSON object in UTF-8: readable in a packet capture, many times larger, allocates. Needs
     * {@code lockstep-codecs} on the class path, to write it and to understand it.
     */
    JSON
}

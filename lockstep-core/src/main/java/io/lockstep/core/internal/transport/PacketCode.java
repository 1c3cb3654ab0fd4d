package io.lockstep.core.internal.transport;

/** What {@link Packet#decode} found. It never throws: whatever the bytes are, the answer is one of these. */
public enum PacketCode {
    /** A whole, canonical packet. */
    OK("a valid packet"),
    /** Fewer bytes than header and tag have. */
    TRUNCATED("shorter than header and tag"),
    /** More bytes than a packet may have. */
    TOO_LONG("longer than 508 bytes"),
    /** One of the lower two flags is set. */
    RESERVED("a reserved flag is set"),
    /** Flags that exclude each other. */
    FLAGS("flags that exclude each other"),
    /** A chunk that is not the last one is shorter than 496 bytes, or the last of several is empty. */
    CHUNK_LENGTH("a chunk of the wrong length"),
    /** Chunk 255 is not the last of its sequence. */
    CHUNK("more than 256 chunks"),
    /** What an acknowledgement, an end or a packet of the transport's own carries has the wrong length or value. */
    CONTENT("a packet of the transport's own with the wrong content");

    private final String meaning;

    PacketCode(final String meaning) {
        this.meaning = meaning;
    }

    /**
     * What the code means.
     *
     * @return a phrase for people
     */
    public String meaning() {
        return meaning;
    }
}

package io.lockstep.examples.formats;

import io.lockstep.codecs.json.JsonWriter;
import io.lockstep.core.internal.transport.Packet;
import io.lockstep.core.internal.transport.PacketCode;
import io.lockstep.core.internal.transport.PacketKind;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.Locale;

/** Packets of the plain-UDP transport, and the session's datagram in those that hold a whole one. */
public final class UdpFormat implements Format {

    private static final String[] FLAGS = {"REL", "ACK", "FIN", "END", "OWN", "SIG", "LNK", "CUT"};
    private static final int TAG_BYTES = Long.BYTES;

    private final Packet packet = new Packet();
    private final LockstepFormat messages;

    /**
     * With what packets carry.
     *
     * @param messages reads the session's datagrams
     */
    public UdpFormat(final LockstepFormat messages) {
        this.messages = messages;
    }

    @Override
    public Answer decode(final ByteBuffer source) {
        final PacketCode code = packet.decode(source);
        if (code != PacketCode.OK) {
            return Answer.refused(code, code.meaning(), source.remaining());
        }
        final JsonWriter writer = new JsonWriter().beginObject();
        writer.name("kind").string(packet.kind().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        writer.name("flags").beginArray();
        for (int i = 0; i < FLAGS.length; i++) {
            if ((packet.flags() & Packet.REL >>> i) != 0) {
                writer.string(FLAGS[i]);
            }
        }
        writer.endArray().name("chunk").unsigned(packet.chunk()).name("sequence").unsigned(packet.sequence());
        writer.name("tag").string(HexFormat.of().toHexDigits(packet.tag()));
        final ByteBuffer chunk = source.slice(source.position() + packet.headerBytes(), packet.contentBytes());
        if (isWholeMessage()) {
            return message(chunk, writer);
        }
        final byte[] data = new byte[chunk.remaining()];
        chunk.get(data);
        return Answer.of(writer.name("data").hex(data, 0, data.length).endObject().toString());
    }

    /** The only chunk of a sequence: a payload, and unless it is sealed, the session's tag behind it. */
    private boolean isWholeMessage() {
        return (packet.kind() == PacketKind.UNRELIABLE || packet.kind() == PacketKind.RELIABLE) && packet.chunk() == 0
            && packet.isLast() && packet.contentBytes() > (packet.isSealed() ? 0 : TAG_BYTES);
    }

    private Answer message(final ByteBuffer chunk, final JsonWriter writer) {
        int length = chunk.remaining();
        if (!packet.isSealed()) {
            length -= TAG_BYTES;
            final long seal = chunk.order(ByteOrder.LITTLE_ENDIAN).getLong(length);
            writer.name("seal").string(HexFormat.of().toHexDigits(seal));
        }
        final Answer inner = messages.decode(chunk.limit(length).slice());
        if (!inner.ok()) {
            return Answer.of(writer.name("error").string(inner.code() + ", " + inner.text()).endObject().toString());
        }
        final String outer = writer.endObject().toString();
        return Answer.of(outer.substring(0, outer.length() - 1) + ",\"message\":" + inner.text() + '}');
    }
}

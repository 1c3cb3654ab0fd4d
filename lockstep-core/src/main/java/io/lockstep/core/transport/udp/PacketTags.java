package io.lockstep.core.transport.udp;

import io.lockstep.core.internal.transport.Packet;
import io.lockstep.core.security.PacketSigner;
import io.lockstep.core.transport.DatagramSeal;
import io.lockstep.core.transport.Lane;
import java.nio.ByteBuffer;
import org.jspecify.annotations.NullUnmarked;

/**
 * Says whose a packet is: makes the tags of ours, and checks those that come. What is sent once has the seal of the
 * session. Everything else is signed with keys that stay the same for as long as the transport lives: a chunk that is
 * resent until it is taken would otherwise be refused for ever by a session that has come back with other keys.
 */
@NullUnmarked // who asks for what a seal makes has asked whether there is one
final class PacketTags {

    private final PacketSigner signer;
    private DatagramSeal seal;

    PacketTags(final PacketSigner signer) {
        this.signer = signer;
    }

    /** From now on this seals messages; before, they are carried with any tag. */
    void seal(final DatagramSeal sessions) {
        seal = sessions;
    }

    /** Are messages sealed? */
    boolean seals() {
        return seal != null;
    }

    /** The tag of a packet between position and limit. */
    long sign(final int peer, final long path, final long place, final ByteBuffer content) {
        return signer.sign(peer, path, place, content);
    }

    /** Whether a packet is of this peer, on this path, and stands at this place. */
    boolean isSigned(final Packet packet, final int peer, final long path, final long place,
                     final ByteBuffer content) {
        return signer.verify(peer, packet.tag(), path, place, content);
    }

    /** Are the chunks of a message with this link sequence sealed, and not signed? Those of a link are. */
    boolean sealsChunks(final Lane lane, final long linkSequence) {
        return seal != null && lane == Lane.INPUT && linkSequence != DatagramSeal.NO_LINK;
    }

    /** The tag of a chunk that is sealed. */
    long sealChunk(final Path path, final long place, final long linkSequence, final ByteBuffer chunk) {
        return seal.seal(path.peer, Lane.INPUT, linkSequence, path.seasoning(), place, chunk);
    }

    /** The link sequence of a chunk that is sealed; {@link DatagramSeal#REFUSED} if it is not that peer's. */
    long openChunk(final Packet packet, final Path path, final ByteBuffer chunk) {
        final long place = Packet.place(packet.flags() & ~Packet.CUT, packet.chunk(), packet.sequence());
        final long linkSequence = seal == null ? DatagramSeal.REFUSED
            : seal.open(path.peer, Lane.INPUT, packet.tag(), path.seasoning(), place, chunk);
        if (!packet.isOf(linkSequence)) {
            return DatagramSeal.REFUSED;
        }
        // Anybody can seal what belongs to no link.
        return linkSequence == DatagramSeal.NO_LINK ? DatagramSeal.REFUSED : linkSequence;
    }

    /** The link sequence of the newest message of a peer's that a session has taken. */
    long newest(final int peer) {
        return seal.newest(peer, Lane.INPUT);
    }

    /** What travels behind a payload of which the chunks are signed. */
    long sealMessage(final int peer, final Lane lane, final long tag, final ByteBuffer payload) {
        return seal == null ? tag : seal.seal(peer, lane, tag, Path.NONE, 0, payload);
    }

    /** The tag to hand over with a payload of which the chunks are signed; {@link DatagramSeal#REFUSED} to drop it. */
    long openMessage(final int peer, final Lane lane, final long tag, final ByteBuffer payload) {
        return seal.open(peer, lane, tag, Path.NONE, 0, payload);
    }

    /** Nothing will be signed any more. */
    void destroy() {
        signer.destroy();
    }
}

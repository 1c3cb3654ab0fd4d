package io.lockstep.aeron;

import io.aeron.driver.DataPacketDispatcher;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.media.UdpChannel;
import io.aeron.logbuffer.FrameDescriptor;
import io.aeron.protocol.DataHeaderFlyweight;
import io.aeron.protocol.HeaderFlyweight;
import io.aeron.protocol.SetupFlyweight;
import io.aeron.protocol.StatusMessageFlyweight;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.AtomicCounter;
import org.jspecify.annotations.Nullable;

/**
 * The driver's end of the peers' streams to us: lets in only what those peers have sent, signs status messages and
 * NAKs, and asks for a SETUP where a peer sends on a session that is not known. A stream has two sessions at most, the
 * peer's present one and the one before; the oldest goes when a third proves that it is live.
 */
final class GuardedReceiveEndpoint extends LeanReceiveEndpoint {

    /** Length of our request for a SETUP, in bytes on the wire. */
    private static final int REQUEST_BYTES = StatusMessageFlyweight.HEADER_LENGTH + ControlFrames.TRAILER_BYTES;

    /**
     * Largest number of bytes that may be answered later: less than two requests, so that few answers leave at once.
     */
    private static final int MAX_CREDIT_BYTES = 2 * REQUEST_BYTES - 1;

    private final LinkGuard guard;
    private final AeronTransportConfig config;
    private final IncomingStream[] streams;
    private final UnsafeBuffer outgoing = new UnsafeBuffer(0, 0);
    private final ByteBuffer control = BufferUtil.allocateDirectAligned(ControlFrames.MAX_BYTES, Long.BYTES);
    private final UnsafeBuffer controlFrame = new UnsafeBuffer(control);
    private final UnsafeBuffer endFrame = new UnsafeBuffer(new byte[DataHeaderFlyweight.HEADER_LENGTH]);
    private final DataHeaderFlyweight end = new DataHeaderFlyweight(endFrame);
    private final SetupFlyweight setup = new SetupFlyweight();
    @SuppressWarnings("NullAway.Init") // given before it is used
    private UnsafeBuffer incoming;
    private int wireLength;
    private int creditBytes;
    private @Nullable InetSocketAddress creditOf;
    private long receiver;
    private long answeredSetup;

    GuardedReceiveEndpoint(final UdpChannel channel, final DataPacketDispatcher dispatcher, final AtomicCounter status,
        final MediaDriver.Context context, final Duty duty, final Strangers strangers, final LinkGuard guard,
        final AeronTransportConfig config, final IncomingStream[] streams) {
        super(channel, dispatcher, status, context, duty, strangers);
        this.guard = guard;
        this.config = config;
        this.streams = streams;
    }

    @Override
    boolean isLetIn(final UnsafeBuffer datagram, final int length, final int lengthOnWire,
        final InetSocketAddress source) {
        incoming = datagram;
        wireLength = lengthOnWire;
        if (length < DataHeaderFlyweight.HEADER_LENGTH) { // no frame that comes here is shorter
            guard.drop();
            return false;
        }
        final IncomingStream stream = stream(Frames.stream(incoming, 0)); // a SETUP has it in the same place
        final int type = Frames.type(incoming, 0);
        if (stream != null && type == HeaderFlyweight.HDR_TYPE_SETUP) {
            return isSetupLetIn(stream, length, source);
        }
        if (stream != null && isGenuineData(stream, length)) {
            return isSessionLetIn(stream, source);
        }
        if (stream == null) {
            guard.drop();
        } else {
            guard.drop(stream.peer());
        }
        return false;
    }

    private boolean isSessionLetIn(final IncomingStream stream, final InetSocketAddress source) {
        final int session = Frames.session(incoming, 0);
        if (!stream.knows(session)) {
            request(stream, session, 0, source);
            return false;
        }
        stream.reach(session, Frames.term(incoming, 0), Frames.termOffset(incoming, 0));
        return true;
    }

    /** Whether all that stands in a datagram is the peer's: data and, at its end, padding; or one heartbeat. */
    private boolean isGenuineData(final IncomingStream stream, final int length) {
        final int begin = Frames.termOffset(incoming, 0);
        final int room = Math.min(config.mtu(), config.termLength(stream.lane()) - begin);
        if (begin < 0 || length > room) {
            return false;
        }
        int offset = 0;
        int end = 0;
        while (offset < length) {
            if (length - offset < DataHeaderFlyweight.HEADER_LENGTH || !continuesFirst(begin, offset)) {
                return false;
            }
            final int frame = Frames.length(incoming, offset);
            final boolean isPadding = Frames.type(incoming, offset) == HeaderFlyweight.HDR_TYPE_PAD;
            if (isPadding || frame == 0) {
                return length - offset == DataHeaderFlyweight.HEADER_LENGTH && length == wireLength
                    && (isPadding ? isPadding(frame, offset, room(stream, begin + offset)) : isHeartbeat(offset))
                    && guard.isGenuineHeader(stream.peer(), incoming, offset);
            }
            if (!isData(frame, offset, length - offset)
                || !guard.isGenuineData(stream.peer(), stream.lane(), incoming, offset)) {
                return false;
            }
            end = offset + frame;
            offset += Frames.aligned(frame);
        }
        return end == wireLength; // the last frame travels without padding, and nothing behind it
    }

    private int room(final IncomingStream stream, final int termOffset) {
        return config.termLength(stream.lane()) - termOffset;
    }

    private boolean continuesFirst(final int begin, final int offset) {
        return Frames.isOfThisVersion(incoming, offset) && Frames.termOffset(incoming, offset) == begin + offset
            && Frames.path(incoming, offset) == Frames.path(incoming, 0)
            && Frames.term(incoming, offset) == Frames.term(incoming, 0);
    }

    private boolean isPadding(final int frame, final int offset, final int room) {
        return Frames.flags(incoming, offset) == Frames.WHOLE
            && frame >= DataHeaderFlyweight.HEADER_LENGTH && frame <= room;
    }

    private boolean isHeartbeat(final int offset) {
        final short flags = Frames.flags(incoming, offset);
        return offset == 0 && Frames.type(incoming, 0) == HeaderFlyweight.HDR_TYPE_DATA
            && (flags == Frames.WHOLE || flags == DataHeaderFlyweight.BEGIN_END_AND_EOS_FLAGS
            || flags == DataHeaderFlyweight.BEGIN_END_EOS_AND_REVOKED_FLAGS);
    }

    private boolean isData(final int frame, final int offset, final int rest) {
        return Frames.type(incoming, offset) == HeaderFlyweight.HDR_TYPE_DATA
            && Frames.flags(incoming, offset) == Frames.WHOLE
            && frame >= DataHeaderFlyweight.HEADER_LENGTH && frame <= rest && Frames.aligned(frame) <= rest;
    }

    private boolean isSetupLetIn(final IncomingStream stream, final int length, final InetSocketAddress source) {
        final int frame = SetupFlyweight.HEADER_LENGTH;
        if (!ControlFrames.isWhole(incoming, length, frame) || !isAsConfigured(stream)) {
            guard.drop(stream.peer());
            return false;
        }
        final int session = Frames.session(incoming, 0);
        final long number = ControlFrames.number(incoming, frame);
        final long mac = ControlFrames.signature(incoming, frame);
        final int peer = stream.peer();
        if (guard.isGenuine(peer, mac, receiver + stream.challenge(session), number, incoming, frame)
            && stream.isNew(session, number)) {
            admit(stream, session, number, source);
            return true;
        }
        if (guard.isGenuine(peer, mac, 0, number, incoming, frame)) {
            request(stream, session, number, source);
        } else {
            guard.drop(stream.peer());
        }
        return false;
    }

    /** What the driver makes for a SETUP is as large as the SETUP says: ours say what the configuration does. */
    private boolean isAsConfigured(final IncomingStream stream) {
        setup.wrap(incoming);
        final int termLength = config.termLength(stream.lane());
        return setup.flags() == 0 && setup.ttl() == 0 && setup.termLength() == termLength
            && setup.mtuLength() == config.mtu() && setup.activeTermId() - setup.initialTermId() >= 0
            && setup.termOffset() >= 0 && setup.termOffset() < termLength
            && setup.termOffset() % FrameDescriptor.FRAME_ALIGNMENT == 0;
    }

    private void admit(final IncomingStream stream, final int session, final long number,
        final InetSocketAddress source) {
        final IncomingStream.Admitted old = stream.leftBehindBy(session);
        if (old != null) {
            end(stream, old, source);
        }
        stream.admit(session, number, setup.activeTermId(), setup.termOffset());
    }

    /** Tells the driver that a session is over which nobody can end any more, so that its image makes room. */
    private void end(final IncomingStream stream, final IncomingStream.Admitted old, final InetSocketAddress source) {
        end.termOffset(old.termOffset()).sessionId(old.session()).streamId(stream.id()).termId(old.term())
            .version(HeaderFlyweight.CURRENT_VERSION).headerType(HeaderFlyweight.HDR_TYPE_DATA)
            .flags(DataHeaderFlyweight.BEGIN_END_EOS_AND_REVOKED_FLAGS);
        onDataPacket(end, endFrame, DataHeaderFlyweight.HEADER_LENGTH, source, 0);
    }

    /**
     * Asks for a SETUP. Requests to an address have no more bytes in all than the datagrams from there that they
     * answer: an attacker may repeat recorded datagrams with a victim's address. An idle peer sends short heartbeats;
     * the second one is answered.
     */
    private void request(final IncomingStream stream, final int session, final long forSetup,
        final InetSocketAddress source) {
        creditBytes = source.equals(creditOf) ? Math.min(creditBytes + wireLength, MAX_CREDIT_BYTES) : wireLength;
        creditOf = source;
        if (creditBytes < REQUEST_BYTES) {
            guard.drop(stream.peer());
            return;
        }
        creditBytes -= REQUEST_BYTES;
        answeredSetup = forSetup;
        sendSetupElicitingStatusMessage(0, source, session, stream.id());
        answeredSetup = 0;
    }

    @Override
    public int sendTo(final ByteBuffer buffer, final InetSocketAddress address) {
        final int length = buffer.remaining();
        outgoing.wrap(buffer, buffer.position(), length);
        final IncomingStream stream = stream(ControlFrames.stream(outgoing));
        if (stream == null || length > SetupFlyweight.HEADER_LENGTH) {
            return length; // of a stream that is gone, or no frame of ours
        }
        controlFrame.putBytes(0, outgoing, 0, length);
        final boolean isStatus = Frames.type(controlFrame, 0) == HeaderFlyweight.HDR_TYPE_SM;
        final boolean isRequest = isStatus && ControlFrames.isRequest(controlFrame);
        if (isStatus) {
            receiver = ControlFrames.receiver(controlFrame);
        }
        if (isRequest) {
            ControlFrames.challenge(controlFrame, stream.challenge(ControlFrames.session(controlFrame)));
        }
        final long number = isRequest ? answeredSetup : stream.nextControl();
        final long mac = guard.sign(stream.peer(), isStatus ? 0 : receiver, number, controlFrame, length);
        ControlFrames.trailer(controlFrame, length, number, mac);
        control.clear().limit(length + ControlFrames.TRAILER_BYTES);
        return super.sendTo(control, address) == control.limit() ? length : 0;
    }

    private @Nullable IncomingStream stream(final int id) {
        return id < 0 || id >= streams.length ? null : streams[id];
    }
}

package io.lockstep.core.transport;

import io.lockstep.core.internal.transport.Nap;
import io.lockstep.core.security.LinkKeys;
import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Carries datagrams between this peer and the others of a match. A transport is told its peers when it is built; a peer
 * is named by a number from 0 to 31, the lowest player it plays for.
 *
 * <p>Single-threaded: every method is called on the session's thread. Nothing but {@link #await} blocks, nothing
 * allocates at steady state, and nothing throws for what the network does: {@link #send} answers with a result, and
 * what is broken for good shows in {@link #failure()}.
 *
 * <p>Stable: breaks only with a major release.
 *
 * @since 0.1.0
 */
public interface Transport extends AutoCloseable {

    /** What became of a {@link #send}. */
    enum SendResult {
        /** Handed to the network; it may still be lost there. */
        SENT,
        /** The way to this peer is not open, or not yet; nothing was sent, try again later. */
        NOT_CONNECTED,
        /** The transport's buffers are full; nothing was sent, try again later. */
        BACK_PRESSURED,
        /** The transport is closed or has failed for good. */
        CLOSED
    }

    /** The answer of a transport that does not know. */
    int UNKNOWN = -1;

    /**
     * Whose end of the network this is. A session that plays for another peer is refused.
     *
     * @return a peer, or {@link #UNKNOWN}
     */
    default int localPeer() {
        return UNKNOWN;
    }

    /**
     * Is this transport for that peer, or itself that peer's? A session with a peer that it cannot reach is refused.
     *
     * @param peer 0 to 31
     * @return true as well when it does not know
     */
    default boolean reaches(final int peer) {
        return true;
    }

    /**
     * The keys by which this transport knows its peers; a session on it uses the same.
     *
     * @return null without
     */
    default @Nullable LinkKeys keys() {
        return null;
    }

    /**
     * Draws a number that no session on this transport had before, nor had one on an earlier transport: a session has
     * no randomness of its own. One whose behaviour is to follow from what it is given alone draws it from a seed.
     *
     * @return never 0, unless this transport draws none: a session must then be told one
     */
    default long drawSeed() {
        return 0;
    }

    /**
     * Hands over the seal of a session. A transport that takes it seals every datagram with it from now on, and opens
     * it before the datagram changes anything; {@link #send} and the handler are given link sequences as tags.
     *
     * @param seal of the session that uses this transport from now on
     * @return false if this transport carries tags as they are: the session calls its seal itself
     */
    default boolean seal(final DatagramSeal seal) {
        return false;
    }

    /**
     * Packets that should be a peer's, as far as one can tell, and that its keys have not signed.
     *
     * @param peer 0 to 31
     * @return since launch; 0 of a transport that does not look
     */
    default long refused(final int peer) {
        return 0;
    }

    /**
     * The largest payload {@link #send} accepts.
     *
     * @return bytes, at least 480
     */
    int maxPayloadBytes();

    /**
     * What a payload costs on the wire, all headers down to IPv4 included.
     *
     * @param payloadBytes length of the payload, 0 to {@link #maxPayloadBytes()}
     * @return bytes on the wire
     */
    int wireBytes(int payloadBytes);

    /**
     * What a payload costs on the wire when it travels on this lane.
     *
     * @param lane         how it travels
     * @param payloadBytes length of the payload, 0 to {@link #maxPayloadBytes()}
     * @return bytes on the wire, all headers down to IPv4 included
     */
    default int wireBytes(final Lane lane, final int payloadBytes) {
        return wireBytes(payloadBytes);
    }

    /**
     * Sends one datagram. The payload is copied out before the call returns.
     *
     * @param peer    one of the peers this transport was built with
     * @param lane    how it shall travel
     * @param tag     64 bits delivered beside the payload; after {@link #seal} was taken, the link sequence
     * @param payload what to send, between position and limit; position, limit and content are unspecified afterwards
     * @return what became of it
     */
    SendResult send(int peer, Lane lane, long tag, ByteBuffer payload);

    /**
     * Does the transport's own work and delivers what has arrived.
     *
     * @param nowNs   the session's time, monotonic nanoseconds
     * @param handler gets each datagram, on this thread, before the call returns
     * @return how much was done, 0 when there was nothing to do; work per call is bounded
     */
    int poll(long nowNs, DatagramHandler handler);

    /**
     * Sleeps until something has arrived or the transport itself has something to do, so that the caller polls. May
     * return earlier, but not always at once. Who was interrupted before sleeps all the same and stays interrupted; an
     * interrupt that comes meanwhile ends the sleep within a millisecond. A transport that has nothing else sleeps a
     * millisecond at most, and what arrives meanwhile waits for that; one in virtual time does nothing.
     *
     * @param maxNs nanoseconds, counted from when the last {@link #poll} began, or from now where that is not known;
     *              returns at once if they are over
     */
    default void await(final long maxNs) {
        Nap.rest(Math.min(maxNs, Nap.BLIND_NS));
    }

    /**
     * Returns what the transport knows about why a peer is not heard, or will not be heard again, as a message to a
     * person.
     *
     * @param peer its number
     * @return one line with advice, or null
     */
    default @Nullable String hint(final int peer) {
        return null;
    }

    /**
     * Why the transport can no longer work.
     *
     * @return one line for a person, or null while all is well
     */
    @Nullable String failure();

    /**
     * Claims this transport for a session that is being built. One transport carries one session at a time: datagrams
     * that one session takes would be missing in the other.
     *
     * @param isInUse whether the claiming session still needs the transport
     * @throws IllegalStateException if the session that claimed it before still needs it
     */
    default void claim(final BooleanSupplier isInUse) {
    }

    /**
     * Returns whether {@link #close} was called.
     *
     * @return false for a transport that does not tell
     */
    default boolean isClosed() {
        return false;
    }

    /** Sends out what is pending within a short named bound, then frees everything. Calling it again does nothing. */
    @Override
    void close();
}

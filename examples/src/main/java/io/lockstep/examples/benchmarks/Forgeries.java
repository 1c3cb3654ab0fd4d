package io.lockstep.examples.benchmarks;

import io.lockstep.core.internal.crypto.LinkTag;
import io.lockstep.core.internal.link.LinkSeal;
import io.lockstep.core.transport.DatagramSeal;
import io.lockstep.core.transport.Lane;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/**
 * Somebody who sees every datagram of a link with keys sends others in their place, before they arrive and after. Each
 * goes through the seal as one from the network does, and the datagrams of the link in between, which must be taken.
 */
final class Forgeries {

    /** What is made of a datagram that was seen. */
    enum Kind {
        /** Any tag. */
        RANDOM,
        /** Any tag of a handshake. */
        GREETING,
        /** A bit of the tag turned over. */
        TAG_BIT,
        /** A bit of the datagram turned over. */
        DATAGRAM_BIT,
        /** The same under another number. */
        SEQUENCE,
        /** The same on the other lane. */
        LANE,
        /** What the victim itself has sent. */
        DIRECTION,
        /** The same at another place of the transport's. */
        PLACE,
        /** One that has arrived before. */
        REPLAY
    }

    private static final Kind[] KINDS = Kind.values();
    /** Forgeries of one datagram before it arrives itself. */
    private static final int BETWEEN = 64;
    private static final int SHORTEST = 20;
    private static final int LONGEST = 120;
    private static final int SEQUENCE_SHIFT = 48;
    /** Within a second so few fail that all are checked, and none refused unseen. */
    private static final long STEP_NS = 1_000_000_000L;

    private final SplittableRandom random;
    private final SealedLink link;
    private final ByteBuffer datagram = ByteBuffer.allocate(LONGEST);
    private final ByteBuffer earlier = ByteBuffer.allocate(LONGEST);
    private final long[] refused = new long[KINDS.length];
    private Lane lane = Lane.INPUT;
    private Lane earlierLane = Lane.INPUT;
    private long sequence;
    private long path;
    private long place;
    private long tag;
    private long earlierPath;
    private long earlierPlace;
    private long earlierTag;
    private long accepted;
    private long genuine;
    private long nowNs;

    Forgeries(final long seed) {
        random = new SplittableRandom(seed);
        link = new SealedLink(true, false, seed);
    }

    /** Sends so many. */
    void play(final long count) {
        next();
        arrive();
        next();
        for (long i = 1; i <= count; i++) {
            final Kind kind = KINDS[random.nextInt(KINDS.length)];
            if (isTaken(kind)) {
                accepted++;
            } else {
                refused[kind.ordinal()]++;
            }
            if (i % BETWEEN == 0) {
                arrive();
                next();
            }
        }
    }

    /** The sender seals another datagram. */
    private void next() {
        nowNs += STEP_NS;
        link.receiver.now(nowNs);
        lane = random.nextBoolean() ? Lane.INPUT : Lane.CONTROL;
        datagram.clear().limit(SHORTEST + random.nextInt(LONGEST - SHORTEST + 1));
        for (int at = 0; at < datagram.limit(); at++) {
            datagram.put(at, (byte) random.nextInt());
        }
        path = random.nextLong();
        place = random.nextLong();
        sequence = link.sender.next(lane, false);
        tag = link.sender.seal(lane, sequence, path, place, datagram);
    }

    /** The sealed datagram gets to the receiver, who takes it whatever came before. */
    private void arrive() {
        if (!isTaken(lane, tag, path, place, datagram)) {
            throw new IllegalStateException("datagram " + sequence + " of the link itself was refused");
        }
        genuine++;
        earlierLane = lane;
        earlierPath = path;
        earlierPlace = place;
        earlierTag = tag;
        earlier.clear().put(datagram.duplicate()).flip();
    }

    private boolean isTaken(final Kind kind) {
        return switch (kind) {
            case RANDOM -> isTaken(lane, random.nextLong(), path, place, datagram);
            case GREETING -> isTaken(lane, random.nextLong() >>> Long.SIZE - SEQUENCE_SHIFT, path, place, datagram);
            case TAG_BIT -> isTaken(lane, tag ^ 1L << random.nextInt(Long.SIZE), path, place, datagram);
            case DATAGRAM_BIT -> isTakenWithAnotherBit();
            case SEQUENCE -> isTaken(lane, tag + ((1L + random.nextInt(LinkTag.SEQUENCES - 1)) << SEQUENCE_SHIFT), path,
                place, datagram);
            case LANE -> isTaken(lane == Lane.INPUT ? Lane.CONTROL : Lane.INPUT, tag, path, place, datagram);
            case DIRECTION -> isTaken(lane, link.receiver.seal(lane, sequence, path, place, datagram), path, place,
                datagram);
            case PLACE -> isTaken(lane, tag, path ^ random.nextLong(), place ^ random.nextLong(), datagram);
            case REPLAY -> isTaken(earlierLane, earlierTag, earlierPath, earlierPlace, earlier);
        };
    }

    private boolean isTakenWithAnotherBit() {
        final int at = random.nextInt(datagram.limit());
        final byte bit = (byte) (1 << random.nextInt(Byte.SIZE));
        datagram.put(at, (byte) (datagram.get(at) ^ bit));
        final boolean taken = isTaken(lane, tag, path, place, datagram);
        datagram.put(at, (byte) (datagram.get(at) ^ bit));
        return taken;
    }

    private boolean isTaken(final Lane on, final long withTag, final long atPath, final long atPlace,
                            final ByteBuffer bytes) {
        final long opened = link.receiver.open(on, withTag, atPath, atPlace, bytes);
        return opened != DatagramSeal.REFUSED && link.receiver.check(on, opened) != LinkSeal.Check.REPLAYED;
    }

    /** How many of a kind were refused. */
    long refused(final Kind kind) {
        return refused[kind.ordinal()];
    }

    /** How many were taken for the peer's. */
    long accepted() {
        return accepted;
    }

    /** How many of the link's own datagrams came in between, all of them taken. */
    long genuine() {
        return genuine;
    }
}

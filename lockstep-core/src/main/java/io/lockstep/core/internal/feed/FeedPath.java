package io.lockstep.core.internal.feed;

import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Who is above somebody in the tree, from its parent to the player; see STATUS in {@link FeedPacket}. */
final class FeedPath {

    /** Nobody is above a player. */
    static final FeedPath NONE = new FeedPath(List.of(), List.of());

    private final List<Long> ids;
    private final List<SocketAddress> addresses;

    private FeedPath(final List<Long> ids, final List<SocketAddress> addresses) {
        this.ids = ids;
        this.addresses = addresses;
    }

    boolean sameAs(final FeedPath other) {
        return ids.equals(other.ids) && addresses.equals(other.addresses);
    }

    int depth() {
        return ids.size();
    }

    boolean contains(final long id) {
        return ids.contains(id);
    }

    /** Those above the parent, the nearest first. */
    List<SocketAddress> grandparents() {
        return addresses.subList(Math.min(1, addresses.size()), addresses.size());
    }

    /** Writes this path as those below somebody see it; who has no address that others can be told ends it. */
    void write(final long self, final ByteBuffer out) {
        int told = 0;
        while (told < ids.size() && FeedAddress.isKnown(addresses.get(told))) {
            told++;
        }
        out.put((byte) (told + 1)).putLong(self);
        for (int i = 0; i < told; i++) {
            out.putLong(ids.get(i));
            FeedAddress.write(addresses.get(i), out);
        }
    }

    /** Reads the path to somebody whose parent has this address; null if there is none. */
    static FeedPath read(final ByteBuffer in, final SocketAddress parent) {
        final int count = in.hasRemaining() ? in.get() : 0;
        if (count < 1 || count > FeedLimits.MAX_DEPTH) {
            return null;
        }
        final List<Long> ids = new ArrayList<>();
        final List<SocketAddress> addresses = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (in.remaining() < Long.BYTES) {
                return null;
            }
            ids.add(in.getLong());
            addresses.add(i == 0 ? parent : FeedAddress.read(in));
            if (addresses.get(i) == null) {
                return null;
            }
        }
        return in.hasRemaining() ? null : new FeedPath(ids, addresses);
    }
}

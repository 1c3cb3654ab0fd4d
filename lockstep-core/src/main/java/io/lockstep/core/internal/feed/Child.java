package io.lockstep.core.internal.feed;

import java.net.SocketAddress;

/** One who is fed. */
final class Child {

    final long id;
    final long link;
    final boolean feeds;
    final SocketAddress address;
    final ChunkSender chunks;
    long heardNs;
    long toldNs;
    /** It has caught up once; from then on it may not lag. */
    boolean live;

    Child(final long id, final long link, final boolean feeds, final SocketAddress address,
          final ChunkSender chunks, final long nowNs) {
        this.id = id;
        this.link = link;
        this.feeds = feeds;
        this.address = address;
        this.chunks = chunks;
        heardNs = nowNs;
        toldNs = nowNs;
    }
}

package io.lockstep.core.internal.feed;

import java.net.SocketAddress;

/** One who is fed. */
final class Child {

    final long id;
    final long link;
    final boolean feeds;
    final SocketAddress address;
    final ChunkSender chunks;
    /** Where the log ended when it came; whoever has all before that has caught up. */
    final long newest;
    long heardNs;
    long toldNs;
    /** It has caught up once; from then on it may not lag. */
    boolean live;

    Child(final long id, final long link, final boolean feeds, final SocketAddress address,
          final ChunkSender chunks, final long newest, final long nowNs) {
        this.id = id;
        this.link = link;
        this.feeds = feeds;
        this.address = address;
        this.chunks = chunks;
        this.newest = newest;
        heardNs = nowNs;
        toldNs = nowNs;
    }
}

package io.lockstep.examples.benchmarks.peers;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.DatagramPacket;
import io.netty.channel.socket.nio.NioDatagramChannel;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** {@link HandMatch} over Netty: game and network share one event loop, whose timer is the game's clock. */
final class NettyPeer implements Contestant {

    private static final long IDLE_NS = 50_000_000L;

    private final HandMatch match;
    private final EventLoopGroup group;
    private final Channel channel;
    private final ByteBuffer buffer = ByteBuffer.allocate(HandMatch.MAX_DATAGRAM_BYTES);
    private InetSocketAddress other;

    NettyPeer(final PeerGame game, final Seat seat) {
        match = new HandMatch(game, seat);
        other = seat.player() == 0 ? null : new InetSocketAddress(seat.other().host(), seat.other().port());
        group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        channel = new Bootstrap().group(group).channel(NioDatagramChannel.class).handler(new Receiver())
            .bind(seat.listen().host(), seat.listen().port()).syncUninterruptibly().channel();
        channel.eventLoop().execute(this::tick);
    }

    private final class Receiver extends SimpleChannelInboundHandler<DatagramPacket> {
        @Override
        protected void channelRead0(final ChannelHandlerContext context, final DatagramPacket packet) {
            final ByteBuf content = packet.content();
            if (content.readableBytes() > buffer.capacity()) {
                return;
            }
            buffer.clear().limit(content.readableBytes());
            content.readBytes(buffer);
            other = packet.sender();
            final long nowNs = System.nanoTime();
            match.read(buffer.flip(), nowNs);
            play(nowNs); // what has waited for it
        }

        @Override
        public void exceptionCaught(final ChannelHandlerContext context, final Throwable refused) {
            // The other is not there, or not yet.
        }
    }

    private void tick() {
        play(System.nanoTime());
        channel.eventLoop().schedule(this::tick, Math.max(0, match.nextNs() - System.nanoTime()),
            TimeUnit.NANOSECONDS);
    }

    private void play(final long nowNs) {
        match.advance(nowNs);
        if (match.isSendDue(nowNs) && other != null) {
            buffer.clear();
            match.write(buffer);
            final ByteBuf content = channel.alloc().buffer(buffer.position()).writeBytes(buffer.flip());
            channel.writeAndFlush(new DatagramPacket(content, other), channel.voidPromise());
        }
    }

    /** The event loop does it all. */
    @Override
    public void turn() {
        LockSupport.parkNanos(IDLE_NS);
    }

    @Override
    public void close() {
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }
}

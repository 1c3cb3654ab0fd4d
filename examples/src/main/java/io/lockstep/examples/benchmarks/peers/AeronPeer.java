package io.lockstep.examples.benchmarks.peers;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.logbuffer.FragmentHandler;
import io.lockstep.examples.peer.Address;
import java.util.concurrent.locks.LockSupport;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** {@link HandMatch} over reliable streams of Aeron: each input goes once, and Aeron sends again what gets lost. */
final class AeronPeer implements Contestant {

    private static final int STREAM = 10;
    /** The least there is: inputs need no more, and the memory of a stream is three times that. */
    private static final String TERM = "|term-length=64k";
    private static final int FRAGMENTS = 64;
    /** Three times, as in {@link HandMatch#write}. */
    private static final int GREETING_BYTES = 3 * Long.BYTES;
    /** The guest's word that it has begun. */
    private static final int BEGUN_BYTES = 1;
    /** What a loop that looks again and again sleeps in between. */
    private static final long POLL_NS = 1_000_000L;

    private final HandMatch match;
    private final boolean invoked;
    private final MediaDriver driver;
    private final Aeron aeron;
    private final Subscription subscription;
    private final ExclusivePublication publication;
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[GREETING_BYTES]);
    private final FragmentHandler fragments;
    private int sent;
    private boolean begun;

    /** With a thread of the driver's own, or with one that the game's thread drives. */
    AeronPeer(final PeerGame game, final Seat seat, final boolean invoked) {
        this.invoked = invoked;
        match = new HandMatch(game, seat);
        sent = seat.delay();
        fragments = (data, offset, length, header) -> read(data, offset, length);
        driver = MediaDriver.launchEmbedded(new MediaDriver.Context().dirDeleteOnShutdown(true)
            .threadingMode(invoked ? ThreadingMode.INVOKER : ThreadingMode.SHARED));
        final Aeron.Context context = new Aeron.Context().aeronDirectoryName(driver.aeronDirectoryName());
        if (invoked) {
            context.useConductorAgentInvoker(true).driverAgentInvoker(driver.sharedAgentInvoker());
        }
        aeron = Aeron.connect(context);
        subscription = aeron.addSubscription(channel(seat.listen()), STREAM);
        publication = aeron.addExclusivePublication(channel(seat.other()) + TERM, STREAM);
    }

    private static String channel(final Address address) {
        return "aeron:udp?endpoint=" + address;
    }

    @Override
    public void turn() {
        if (invoked) {
            driver.sharedAgentInvoker().invoke();
            aeron.conductorAgentInvoker().invoke();
        }
        subscription.poll(fragments, FRAGMENTS);
        final long nowNs = System.nanoTime();
        match.advance(nowNs);
        if (!match.isStarted()) {
            if (match.isSendDue(nowNs)) {
                buffer.putLong(0, nowNs);
                buffer.putLong(Long.BYTES, match.echoNs());
                buffer.putLong(2 * Long.BYTES, nowNs - match.greetedNs());
                publication.offer(buffer, 0, GREETING_BYTES);
            }
        } else if (!begun) {
            begun = publication.offer(buffer, 0, BEGUN_BYTES) > 0;
        }
        while (begun && sent < match.sampled()) {
            buffer.putShort(0, match.own(sent));
            if (publication.offer(buffer, 0, Short.BYTES) < 0) {
                break; // again in the next round
            }
            sent++;
        }
        LockSupport.parkNanos(POLL_NS);
    }

    private void read(final DirectBuffer data, final int offset, final int length) {
        if (length == GREETING_BYTES) {
            match.greeted(data.getLong(offset), data.getLong(offset + Long.BYTES),
                data.getLong(offset + 2 * Long.BYTES), System.nanoTime());
            return;
        }
        match.start(System.nanoTime());
        if (length == Short.BYTES) {
            match.hear(data.getShort(offset));
        }
    }

    @Override
    public void close() {
        CloseHelper.closeAll(aeron, driver);
    }
}

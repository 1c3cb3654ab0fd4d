package io.lockstep.core.session;

import io.lockstep.core.internal.protocol.Greeting;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.MessageType;
import io.lockstep.core.internal.protocol.WireSupport;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/** What goes out of a session, changed into what one of a later version may say. */
final class LaterPeer {

    /** An extended message of a number that nobody has, and a body. */
    private static final byte[] UNKNOWN = {0x1F, (byte) 0xC3, 1, 2, 3, 4, 5};
    private static final int APPENDED = 9;

    private LaterPeer() {
    }

    /** Its greetings say that it speaks so; behind those that speak later versions too there is more to read. */
    static TestTransport.Hook greeting(final WireSupport speaks) {
        return datagram -> {
            final MessageType type = MessageType.byCode(datagram.type());
            if (datagram.sequence() == 0 && isGreeting(type)) {
                final Greeting greeting = new Greeting(type);
                greeting.decode(ByteBuffer.wrap(datagram.bytes));
                final byte[] said = bytes(greeting.speaks(speaks));
                final boolean later = speaks.highest() > Message.VERSION;
                datagram.reseal(Arrays.copyOf(said, said.length + (later ? APPENDED : 0)));
            }
            return true;
        };
    }

    /** One of so many datagrams of an open link is an extended message instead; the counter says how many were. */
    static TestTransport.Hook extended(final int oneOf, final AtomicInteger count) {
        final int[] sent = new int[1];
        return datagram -> {
            if (datagram.sequence() != 0 && ++sent[0] % oneOf == 0) {
                datagram.reseal(UNKNOWN.clone());
                count.incrementAndGet();
            }
            return true;
        };
    }

    private static boolean isGreeting(final MessageType type) {
        return type == MessageType.HELLO || type == MessageType.CHALLENGE_RESPONSE || type == MessageType.WELCOME;
    }

    static byte[] bytes(final Message message) {
        final ByteBuffer buffer = ByteBuffer.allocate(200);
        return Arrays.copyOf(buffer.array(), message.encode(buffer));
    }
}

package io.lockstep.core.internal.protocol;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.lockstep.core.internal.protocol.MembershipMessage.Kind;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/** Drawn membership messages, and the comparison of two. */
public final class MembershipSamples {

    private MembershipSamples() {
    }

    /** Fills a message with anything that can travel. */
    public static void fill(final MembershipMessage sent, final Kind kind, final SplittableRandom random) {
        sent.reset(kind).leads(random.nextBoolean()).established(random.nextBoolean()).joining(random.nextBoolean())
            .branch(random.nextBoolean()).term(random.nextLong(MembershipMessage.MAX_TERM + 1))
            .ballot(random.nextLong(Long.MAX_VALUE)).epoch(random.nextLong(1L << 32)).epochId(random.nextLong())
            .members(random.nextInt() | 1)
            .mask(random.nextInt()).seat(random.nextInt(32));
        for (int i = random.nextInt(MembershipMessage.MAX_CHAIN + 1); i > 0; i--) {
            sent.addChain(random.nextInt() | 1);
        }
        for (int i = random.nextInt(Message.MAX_PLAYERS); i > 0; i--) {
            sent.frame(random.nextInt(Message.MAX_PLAYERS), random.nextLong(Long.MAX_VALUE));
            sent.incarnation(random.nextInt(Message.MAX_PLAYERS), random.nextInt());
        }
        if (kind == Kind.CUT) {
            final int suspects = random.nextInt();
            sent.reports().reset(suspects, random.nextInt() & ~suspects);
            final byte[] codes = new byte[sent.reports().length()];
            random.nextBytes(codes);
            sent.reports().take(ByteBuffer.wrap(codes));
        }
    }

    private static byte[] bytes(final CutReports reports) {
        final byte[] codes = new byte[reports.length()];
        reports.bytes(ByteBuffer.wrap(codes));
        return codes;
    }

    /** Compares two messages, each by what it says. */
    public static void assertSame(final MembershipMessage expected, final MembershipMessage actual,
                                   final String what) {
        assertEquals(expected.kind(), actual.kind(), what);
        assertEquals(expected.leads(), actual.leads(), what);
        assertEquals(expected.established(), actual.established(), what);
        assertEquals(expected.joining(), actual.joining(), what);
        assertEquals(expected.branch(), actual.branch(), what);
        assertEquals(expected.term(), actual.term(), what);
        assertEquals(expected.ballot(), actual.ballot(), what);
        assertEquals(expected.epoch(), actual.epoch(), what);
        assertEquals(expected.epochId(), actual.epochId(), what);
        assertEquals(expected.members(), actual.members(), what);
        assertEquals(expected.mask(), actual.mask(), what);
        assertEquals(expected.seat(), actual.seat(), what);
        assertEquals(expected.reports().suspects(), actual.reports().suspects(), what);
        assertEquals(expected.reports().reporters(), actual.reports().reporters(), what);
        assertArrayEquals(bytes(expected.reports()), bytes(actual.reports()), what);
        assertEquals(expected.chainCount(), actual.chainCount(), what);
        for (int i = 0; i < expected.chainCount(); i++) {
            assertEquals(expected.chain(i), actual.chain(i), what);
        }
        assertEquals(expected.framesMask(), actual.framesMask(), what);
        assertEquals(expected.incarnationsMask(), actual.incarnationsMask(), what);
        for (int i = 0; i < Message.MAX_PLAYERS; i++) {
            assertEquals(expected.frame(i), actual.frame(i), what);
            assertEquals(expected.incarnation(i), actual.incarnation(i), what);
        }
    }
}

package io.lockstep.core.internal.protocol;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.protocol.MembershipMessage.Kind;
import io.lockstep.election.Election;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One layout for all that is said of who leads and who takes part. */
class MembershipMessageTest {

    private static final long SEED = 0x5EED_0013L;
    private static final int ROUNDS = 2_000;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final MessageCodec codec = new MessageCodec(WireLimits.DEFAULT);
    private final MembershipMessage sent = new MembershipMessage();
    private final ByteBuffer buffer = ByteBuffer.allocate(MembershipMessage.MAX_BYTES);

    private void fill(final Kind kind) {
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

    private static void assertSame(final MembershipMessage expected, final MembershipMessage actual,
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

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldArriveAsItWasSentInBothForms(final Kind kind) {
        for (int round = 0; round < ROUNDS; round++) {
            final String what = "seed " + SEED + " round " + round;
            fill(kind);
            buffer.clear();
            sent.encode(buffer);
            assertEquals(WireCode.OK, codec.decode(buffer.flip()), what);
            assertSame(sent, codec.membership(), what);

            final byte[] json = codec.toJson(sent).toString().getBytes(StandardCharsets.US_ASCII);
            codec.membership().reset(Kind.STATUS).branch(true).addChain(9).frame(3, 5).incarnation(31, 8);
            assertEquals(WireCode.OK, codec.decodeJson(ByteBuffer.wrap(json)), what);
            assertSame(sent, codec.membership(), what);
        }
    }

    @Test
    void shouldBeEmptyAfterAReset() {
        fill(Kind.CUT);
        assertSame(new MembershipMessage().reset(Kind.READY), sent.reset(Kind.READY), "after a reset");
        assertEquals(-1, sent.frame(0));
        assertEquals(0, sent.incarnation(0));
        assertFalse(sent.leads());
    }

    @Test
    void shouldFitItsLongest() {
        sent.reset(Kind.CUT);
        for (int i = 0; i < Message.MAX_PLAYERS; i++) {
            sent.frame(i, Long.MAX_VALUE).incarnation(i, -1);
        }
        for (int i = 0; i < MembershipMessage.MAX_CHAIN; i++) {
            sent.addChain(-1);
        }
        sent.members(-1).reports().reset(0xFFFF, ~0xFFFF);
        assertEquals(MembershipMessage.MAX_BYTES, sent.encode(buffer));
        assertEquals(713, MembershipMessage.MAX_BYTES);
        assertEquals(713, MembershipMessage.longestCut(Message.MAX_PLAYERS));
        assertEquals(125, MembershipMessage.longestCut(4));
        assertThrows(IllegalArgumentException.class, () -> sent.addChain(1));
    }

    /** Who is left out has not promised that. */
    @Test
    void shouldRefuseReportsOfThoseWhoAreLeftOut() {
        sent.reset(Kind.CUT).members(1).reports().reset(2, 1);
        sent.encode(buffer);
        final int suspects = MembershipMessage.MAX_BYTES - buffer.remaining() - 2 * Integer.BYTES - 1;
        assertEquals(WireCode.OK, codec.decode(buffer.flip()));
        buffer.put(suspects, (byte) 3);
        assertEquals(WireCode.RANGE, codec.decode(buffer.rewind()));
    }

    @Test
    void shouldSayWhatAMemberHasLessThanTheCut() {
        assertEquals(0, CutReports.codeOf(100, 100));
        assertEquals(4, CutReports.codeOf(96, 100));
        assertEquals(CutReports.MANY_FEWER, CutReports.codeOf(1, 1000));
        assertEquals(CutReports.UNSHOWN, CutReports.codeOf(101, 100));
        assertEquals(CutReports.NOTHING, CutReports.codeOf(0, 100));
    }

    @Test
    void shouldRefuseToSpeakOfAnEpochWithoutMembers() {
        sent.reset(Kind.CUT);
        assertThrows(IllegalArgumentException.class, () -> sent.addChain(0));
        assertEquals(0, sent.chainCount());
    }

    @Test
    void shouldTakeTermsAsFarAsTheElectionDoes() {
        assertEquals(Election.MAX_TERM, MembershipMessage.MAX_TERM);
    }

    @Test
    void shouldKeepTheNewestOfWhatIsSaidTwice() {
        sent.reset(Kind.REPORT).frame(2, 5).frame(2, 9).incarnation(31, 1).incarnation(31, -1).leads(true).leads(false);
        assertEquals(4, sent.framesMask());
        assertEquals(9, sent.frame(2));
        assertEquals(1 << 31, sent.incarnationsMask());
        assertEquals(-1, sent.incarnation(31));
        assertFalse(sent.leads());
        assertTrue(sent.toString().startsWith("Membership{kind=REPORT"), sent::toString);
    }
}

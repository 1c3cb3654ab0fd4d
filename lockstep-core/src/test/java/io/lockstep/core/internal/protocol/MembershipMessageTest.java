package io.lockstep.core.internal.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.protocol.MembershipMessage.Kind;
import io.lockstep.election.Election;
import java.nio.ByteBuffer;
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

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldArriveAsItWasSent(final Kind kind) {
        for (int round = 0; round < ROUNDS; round++) {
            final String what = "seed " + SEED + " round " + round;
            MembershipSamples.fill(sent, kind, random);
            buffer.clear();
            sent.encode(buffer);
            assertEquals(WireCode.OK, codec.decode(buffer.flip()), what);
            MembershipSamples.assertSame(sent, codec.membership(), what);
        }
    }

    @Test
    void shouldReadEachFieldAsItWasSet() {
        sent.reset(Kind.SIGNED).kind(Kind.CUT).leads(true).joining(true).term(MembershipMessage.MAX_TERM)
            .ballot(Long.MAX_VALUE).epoch(0xFFFF_FFFFL).epochId(-5).members(-8).mask(7).seat(31);
        assertSame(sent, sent.addChain(9).addChain(-10));
        sent.frame(31, 0).frame(0, 1L << 40).incarnation(31, 0).incarnation(1, -2);
        sent.reports().reset(0x8000_0001, 6);
        sent.reports().put(2, 31, 7, 10);
        final MembershipMessage read = MessageFieldsTest.arrived(sent, new MembershipMessage());
        assertEquals(Kind.CUT, read.kind());
        assertTrue(read.leads() && read.joining());
        assertFalse(read.established() || read.branch());
        assertTrue(read.branch(true).branch());
        assertEquals(MembershipMessage.MAX_TERM, read.term());
        assertEquals(Long.MAX_VALUE, read.ballot());
        assertEquals(0xFFFF_FFFFL, read.epoch());
        assertEquals(-5, read.epochId());
        assertEquals(-8, read.members());
        assertEquals(7, read.mask());
        assertEquals(31, read.seat());
        assertEquals(2, read.chainCount());
        assertEquals(-10, read.chain(1));
        assertEquals(0x8000_0001, read.framesMask());
        assertEquals(0, read.frame(31));
        assertEquals(1L << 40, read.frame(0));
        assertEquals(-1, read.frame(1), "nothing is said");
        assertEquals(0x8000_0002, read.incarnationsMask());
        assertEquals(-2, read.incarnation(1));
        assertEquals(3, read.reports().code(2, 31));
        assertEquals(CutReports.NOTHING, read.reports().code(1, 31));
        assertEquals(4, read.reports().length());
    }

    @Test
    void shouldSayTheHashOfAState() {
        sent.reset(Kind.VOUCH);
        assertFalse(sent.hasHash());
        assertFalse(sent.incarnation(0, 1).incarnation(1, 2).incarnation(2, 3).hasHash());
        final MembershipMessage read =
            MessageFieldsTest.arrived(sent.hash(0x8123_4567_89AB_CDEFL, 0x0FED_CBA9_F654_3210L),
                new MembershipMessage());
        assertTrue(read.hasHash());
        assertEquals(0x8123_4567_89AB_CDEFL, read.hashHigh());
        assertEquals(0x0FED_CBA9_F654_3210L, read.hashLow());
        assertFalse(read.incarnation(4, 1).hasHash());
    }

    /** Nothing of an earlier message is taken for what this one says, neither of its lists nor of its reports. */
    @Test
    void shouldForgetEverythingInAReset() {
        sent.reset(Kind.CUT).addChain(1).frame(2, 3).incarnation(4, 5).reports().reset(1, 2);
        sent.reports().put(1, 0, 1, 1);
        sent.reset(Kind.STATUS);
        assertEquals(0, sent.chainCount() | sent.framesMask() | sent.incarnationsMask());
        assertEquals(-1, sent.frame(2));
        assertEquals(0, sent.reports().suspects() | sent.reports().reporters());
        assertEquals(CutReports.NOTHING, sent.reports().code(1, 0));
        sent.frame(6, 1).incarnation(6, 1);
        assertEquals(-1, sent.frame(2));
        assertEquals(0, sent.incarnation(4));
        assertEquals(WireCode.OK, sent.check());
        sent.reports().reset(1, 0);
        assertEquals(WireCode.RANGE, sent.check(), "of others than a cut");
        sent.reports().reset(0, 1);
        assertEquals(WireCode.RANGE, sent.check(), "by others than a cut");
    }

    @Test
    void shouldBeEmptyAfterAReset() {
        MembershipSamples.fill(sent, Kind.CUT, random);
        MembershipSamples.assertSame(new MembershipMessage().reset(Kind.READY), sent.reset(Kind.READY),
            "after a reset");
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
        assertEquals(125 + 12 + 2, MembershipMessage.longestCut(5));
        assertThrows(IllegalArgumentException.class, () -> sent.addChain(1));
    }

    /** A peer that is left out has not promised that. */
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

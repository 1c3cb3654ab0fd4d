package io.lockstep.core.internal.membership;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.protocol.CutReports;
import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.MembershipMessage.Kind;
import org.junit.jupiter.api.Test;

/** Tests what an epoch takes over from another one, and what it forgets. */
class EpochRecordTest {

    private static final int LINE_UP = 0b1111;

    private final EpochRecord epoch = new EpochRecord();

    /** An epoch that was decided from one report: peer 1 has three inputs of peer 3 fewer than count. */
    private static EpochRecord reported() {
        final EpochRecord reported = new EpochRecord();
        reported.first(99, LINE_UP);
        reported.reports().reset(0b1000, 0b0010);
        reported.reports().put(1, 3, 97, 100);
        return reported;
    }

    private void assertReports(final int suspects, final int code) {
        assertEquals(suspects, epoch.reports().suspects());
        assertEquals(code, epoch.reports().code(1, 3));
    }

    @Test
    void shouldTakeOverTheReportsOfACopy() {
        epoch.copy(reported());
        assertReports(0b1000, 3);
    }

    @Test
    void shouldReadTheReportsOfAMessage() {
        final MembershipMessage message = new MembershipMessage().reset(Kind.CUT);
        reported().writeTo(message);
        epoch.readFrom(message);
        assertReports(0b1000, 3);
    }

    @Test
    void shouldFollowWithoutTheReportsOfItsPredecessor() {
        epoch.follow(reported(), 1, LINE_UP, LINE_UP);
        assertReports(0, CutReports.NOTHING);
    }

    @Test
    void shouldBeginAMatchWithoutReports() {
        epoch.copy(reported());
        epoch.first(98, LINE_UP);
        assertReports(0, CutReports.NOTHING);
    }

    /** Five would not fit into the record. */
    @Test
    void shouldHaveRoomForFourPredecessors() {
        epoch.first(99, LINE_UP);
        for (int count = 1; count <= EpochRecord.MAX_CHAIN; count++) {
            assertTrue(epoch.canBeFollowed());
            final EpochRecord next = new EpochRecord();
            next.follow(epoch, count, LINE_UP, LINE_UP);
            epoch.copy(next);
            assertEquals(count, epoch.chainCount());
        }
        assertFalse(epoch.canBeFollowed());
        final MembershipMessage message = new MembershipMessage().reset(Kind.CUT);
        epoch.writeTo(message);
        final EpochRecord read = new EpochRecord();
        read.readFrom(message);
        assertArrayEquals(epoch.chain(), read.chain());
    }

    @Test
    void shouldFollowOneEpochOnly() {
        epoch.first(99, LINE_UP);
        final EpochRecord next = new EpochRecord();
        next.follow(epoch, 1, LINE_UP, LINE_UP);
        next.conclude(true);
        assertTrue(next.follows(epoch));
        epoch.first(98, LINE_UP);
        assertFalse(next.follows(epoch));
    }

    @Test
    void shouldReadNoEndOfInputsThatAMessageDoesNotName() {
        epoch.first(99, LINE_UP);
        epoch.close(3, 100);
        epoch.readFrom(new MembershipMessage().reset(Kind.CUT).members(0b0111).frame(2, 90));
        assertEquals(0b0100, epoch.closed());
        assertEquals(90, epoch.closedAt(2));
        assertEquals(0, epoch.closedAt(3));
    }
}

package io.lockstep.core.internal.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.MembershipMessage.Kind;
import io.lockstep.core.membership.TwoPeerPolicy;
import io.lockstep.election.ElectionConfig;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Peer 0 leads four of which 3 is lost, and 2 says that it has inputs of 3 that the others lack. */
class FalseReportTest {

    private static final long MS = 1_000_000L;
    private static final int ANSWER_MS = 60;
    private static final int LOST = 0b1000;
    private static final String NAMED = "2 lied: FALSE_REPORT";

    private final FakeHost host = new FakeHost();
    private Membership membership;
    private long nowNs = 5_000_000_000L;
    private int lost = LOST;

    @BeforeEach
    void lose() {
        membership = new Membership(0, 7, ElectionConfig.defaults(), TwoPeerPolicy.CONTINUE_ALL, host);
        membership.start(99, 0b1111, host.incarnations, nowNs);
        tick(1);
        for (int peer = 1; peer < 3; peer++) {
            receive(peer, status());
        }
        tick(1);
        receive(1, report(100));
        host.calls.clear();
    }

    private void receive(final int peer, final MembershipMessage message) {
        membership.receive(peer, message, nowNs);
    }

    private MembershipMessage status() {
        return new MembershipMessage().reset(Kind.STATUS).epochId(membership.epoch().id()).members(lost);
    }

    private MembershipMessage report(final long frame) {
        return new MembershipMessage().reset(Kind.REPORT).ballot(membership.promised())
            .epochId(membership.epoch().id()).mask(LOST).frame(3, frame);
    }

    private void tick(final int times) {
        for (int i = 0; i < times; i++) {
            nowNs += MS;
            membership.tick(nowNs, lost, 0, 0);
        }
    }

    private void answers(final int times, final long frame) {
        for (int i = 0; i < times && host.applied == null; i++) {
            receive(1, status());
            receive(2, status());
            receive(2, report(frame));
            tick(ANSWER_MS);
        }
    }

    @Test
    void shouldCutWithoutAReportThatNobodyCanHonour() {
        answers(30, 130);
        assertNull(host.applied, "it may still hand them on");
        answers(10, 130);
        assertEquals(0b0111, host.applied.members());
        assertEquals(100, host.applied.closedAt(3));
        assertEquals(List.of(NAMED), host.calls);
    }

    /** Each datagram brings a few frames, and a line may be slow. */
    @Test
    void shouldWaitAsLongAsWhatWasReportedArrives() {
        for (int frame = 101; frame < 130; frame++) {
            answers(30, 130);
            host.received[3] = frame;
        }
        assertNull(host.applied);
        host.received[3] = 130;
        answers(1, 130);
        assertEquals(130, host.applied.closedAt(3));
        assertEquals(List.of(), host.calls);
    }

    /** What it did hand on counts: the leader has it. */
    @Test
    void shouldCutWhereWhatWasHandedOnEnds() {
        answers(2, 130);
        host.received[3] = 110;
        answers(40, 130);
        assertEquals(110, host.applied.closedAt(3));
        assertEquals(List.of(NAMED), host.calls);
    }

    /** Its answers are lost, and so may be what it hands on beside them. */
    @Test
    void shouldNameNobodyWhoseAnswersSeldomArrive() {
        answers(1, 130);
        for (int i = 0; i < 10; i++) {
            receive(1, status());
            receive(2, status());
            tick(500);
            receive(2, report(130));
        }
        assertNull(host.applied);
        assertEquals(List.of(), host.calls);
    }

    /** Peer 1 is lost as well, so that the round begins anew; of its inputs nobody lacks any. */
    @Test
    void shouldNotWaitAsLongAgainInTheNextRoundAboutMore() {
        answers(30, 130);
        loseOne();
        for (int i = 0; i < 10; i++) {
            receive(2, report(130).mask(LOST | 1 << 1).frame(1, 100));
            tick(ANSWER_MS);
        }
        assertEquals(0b0101, host.applied.members());
        assertEquals(100, host.applied.closedAt(3));
        assertEquals(List.of(NAMED), host.calls);
    }

    /** Peer 2 has two seconds to hand on what it says that it has of peer 1, as it had for peer 3. */
    @Test
    void shouldWaitForWhatWasReportedOfWhomTheNextRoundAdds() {
        restart();
        answers(30, 100);
        loseOne();
        for (int i = 0; i < 30; i++) {
            receive(2, report(100).mask(LOST | 1 << 1).frame(1, 130));
            tick(ANSWER_MS);
        }
        assertEquals(List.of(), host.calls);
    }

    private void restart() {
        host.incarnations[3]++;
        membership.reborn(3, nowNs);
        tick(1);
    }

    private void loseOne() {
        lost |= 1 << 1;
        receive(2, status());
        tick(1);
    }

    /** Another process comes up, so that the round begins anew. */
    @Test
    void shouldNotWaitAsLongAgainInTheNextRoundAboutTheSame() {
        answers(30, 130);
        restart();
        receive(1, report(100));
        answers(10, 130);
        assertEquals(100, host.applied.closedAt(3));
    }
}

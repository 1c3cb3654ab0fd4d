package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.protocol.InputWindow;
import io.lockstep.core.internal.protocol.MessageCodec;
import io.lockstep.core.internal.protocol.MessageType;
import io.lockstep.core.internal.protocol.WireCode;
import io.lockstep.core.internal.protocol.WireLimits;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How often a window says more than inputs. */
class RemarksTest {

    private static final int SECONDS = 10;

    private final SimulatedNetwork network = new SimulatedNetwork(2, 29).followPolls();
    private final MessageCodec codec = new MessageCodec(WireLimits.DEFAULT);
    private Match match;
    private int windows;
    private int echoes;
    private int reports;
    private int terms;
    private int leads;

    private void start(final LinkConditions conditions, final int tickRate) {
        network.conditions(conditions);
        match = new Match(network, 2, (peer, config) -> config.tickRate(tickRate).inputDelay(6));
        match.transports.get(0).outgoing = this::count;
        assertTrue(match.runUntil(9000, () -> match.everybodyPast(tickRate)), match::toString);
    }

    private boolean count(final TestTransport.Datagram datagram) {
        if (datagram.type() == MessageType.INPUT_WINDOW.code()) {
            assertEquals(WireCode.OK, codec.decode(ByteBuffer.wrap(datagram.bytes)));
            final InputWindow window = codec.inputWindow();
            windows++;
            echoes += window.hasEcho() ? 1 : 0;
            reports += window.report().present() ? 1 : 0;
            terms += window.namesTerm() ? 1 : 0;
            leads += window.isLeading() ? 1 : 0;
        }
        return true;
    }

    private void clear() {
        windows = 0;
        echoes = 0;
        reports = 0;
        terms = 0;
        leads = 0;
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 30, 60, 120})
    void shouldSayWhatCanWaitSomeTimesASecondAtAnyTickRate(final int tickRate) {
        start(LinkConditions.latency(10), tickRate);
        match.run(2000);
        clear();
        match.run(SECONDS * 1000);
        assertEquals(tickRate * SECONDS, windows, 3, match::toString);
        assertTrue(echoes >= 4 * SECONDS && echoes <= 9 * SECONDS, echoes + " echoes");
        assertTrue(reports >= 4 * SECONDS && reports <= 10 * SECONDS, reports + " reports");
        assertTrue(terms >= 4 * SECONDS && terms <= 9 * SECONDS, terms + " terms");
        assertEquals(windows, leads, "that it leads, the leader says in each");
    }

    @Test
    void shouldSayItInEverySecondWindowWhereMuchIsLost() {
        start(LinkConditions.latency(10).withLoss(0.03), 60);
        match.run(SECONDS * 1000);
        clear();
        match.run(SECONDS * 1000);
        assertTrue(echoes >= 20 * SECONDS && echoes <= 33 * SECONDS, echoes + " echoes");
        assertTrue(reports >= 20 * SECONDS, reports + " reports");
    }

    @Test
    void shouldSayItInEveryWindowOfAStall() {
        start(LinkConditions.latency(10), 60);
        match.run(2000);
        match.transports.get(0).incoming = datagram -> false;
        match.run(300);
        clear();
        match.run(100);
        assertTrue(windows >= 4, windows + " windows");
        assertEquals(windows, echoes);
        assertEquals(windows, reports);
    }

    @Test
    void shouldReportAtOnceThatSlackHasShrunk() {
        start(LinkConditions.latency(10), 60);
        match.run(2000);
        clear();
        network.conditions(LinkConditions.latency(25));
        match.run(60);
        assertTrue(reports >= 1 && reports > echoes, reports + " reports, " + echoes + " echoes");
        final Session session = match.sessions.get(1);
        match.run(100);
        assertTrue(session.statistics().peer(0).slackOutNs() > 0, match::toString);
    }
}

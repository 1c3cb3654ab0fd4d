package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.DesyncOptions;
import io.lockstep.core.game.DesyncPolicy;
import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.internal.protocol.InputWindow;
import io.lockstep.core.internal.protocol.MessageType;
import io.lockstep.core.internal.protocol.WireCode;
import io.lockstep.core.sync.DesyncCause;
import io.lockstep.core.sync.DesyncReport;
import io.lockstep.core.sync.FirstDifference;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where states differ, every peer says in which frame, section and field that began, and who is in the minority. */
@ParameterizedClass(name = "over {0}")
@OverEachCarrier
@Tag(OverEachCarrier.LONG)
class SessionDesyncTest {

    @Parameter
    private Carrier carrier;

    private static final int WINDOW = MessageType.INPUT_WINDOW.code();
    private static final int TRANSFER = MessageType.TRANSFER.code();
    private static final int OPTION_CHECKSUMS = 1;
    private static final int OPTION_CHECKSUM_ACK = 1 << 1;
    private static final int FLAG_WIDE = 1 << 6;
    private static final int OPTION_ECHO = 1 << 3;

    private final List<UnitGame> games = new ArrayList<>();
    private final List<List<DesyncReport>> reports = new ArrayList<>();
    private int blobBytes;
    private int latencyMs = 20;

    private Match match(final int peers, final BiConsumer<Integer, SessionConfig> adjust) {
        return new Match(carrier, peers, latencyMs, (peer, config) -> {
            games.add(new UnitGame(blobBytes));
            reports.add(new ArrayList<>());
            config.simulation(games.get(peer)).endFrame(300)
                .desync(new DesyncOptions().scratch(() -> new UnitGame(blobBytes)));
            adjust.accept(peer, config);
        });
    }

    private Match match(final int peers) {
        return match(peers, (peer, config) -> { });
    }

    private void play(final Match match, final long milliseconds) {
        run(match, milliseconds);
        for (final Session session : match.sessions) {
            assertEquals(EndReason.FINISHED, session.endReason(), match::toString);
        }
    }

    /** Plays for a time or to the end, and keeps the reports beside the events. */
    private void run(final Match match, final long milliseconds) {
        final long endNs = match.nowNs + milliseconds * Match.MS;
        while (!match.ended() && match.nowNs < endNs) {
            match.nowNs += match.stepNs;
            for (int index = 0; index < match.sessions.size(); index++) {
                final Session session = match.sessions.get(index);
                session.poll(match.nowNs);
                while (session.step()) {
                    // Everything that is due.
                }
                for (SessionEvent event = session.nextEvent(); event != null; event = session.nextEvent()) {
                    match.events.get(index).add(event.toString());
                    if (event.type() == SessionEvent.Type.DESYNC_REPORT) {
                        reports.get(index).add(event.report());
                    }
                }
            }
        }
    }

    private DesyncReport only(final int peer) {
        assertEquals(1, reports.get(peer).size(), () -> "reports of peer " + peer + ": " + reports.get(peer));
        return reports.get(peer).get(0);
    }

    private void corrupt(final int peer, final UnitGame.Fault fault, final long frame) {
        games.get(peer).fault = fault;
        games.get(peer).faultFrame = frame;
        games.get(peer).faultUnit = 5;
        games.get(peer).faultBit = 3;
    }

    @Test
    void shouldNameTheFieldWithBothValuesWhereABitFlips() {
        final Match match = match(2);
        corrupt(1, UnitGame.Fault.BIT, 41);
        play(match, 20_000);
        for (int peer = 0; peer < 2; peer++) {
            final DesyncReport report = only(peer);
            assertEquals(new FirstDifference(40, 41, true, 1, FirstDifference.NONE), report.firstDifference(),
                report::line);
            assertEquals("units.health[5]", report.difference().name());
            assertEquals(peer == 0 ? "42" : "34", report.difference().local());
            assertEquals(peer == 0 ? "34" : "42", report.difference().remote());
            assertEquals(41, report.stateFrame());
            assertEquals(59, report.checkFrame());
            assertFalse(report.verdict().isDecided(), "two peers");
            assertEquals(peer == 0 ? DesyncCause.REPRODUCED : DesyncCause.NOT_REPRODUCED, report.localCause());
            assertEquals(peer == 0 ? DesyncCause.NOT_REPRODUCED : DesyncCause.REPRODUCED, report.remoteCause());
            assertEquals("", report.note());
            assertEquals(30, report.inputsFrom());
            assertEquals(30, report.inputs().size());
            assertTrue(match.events.get(peer).stream().anyMatch(text -> text.contains("first field: units.health[5]")),
                match::toString);
        }
        assertArrayEquals(reports.get(0).get(0).localState().bytes(), reports.get(1).get(0).remoteState().bytes());
        assertTrue(only(0).line().startsWith("frame 41: the states after it differ, the inputs do not; first field: "
            + "units.health[5], 42 here, 34 at peer 1; two members, no majority"), only(0).line());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 28, 29, 30, 59, 60, 90, 200, 269})
    void shouldFindTheFrameWhereverInTheIntervalItIs(final int frame) {
        final Match match = match(2);
        corrupt(0, UnitGame.Fault.DRAW, frame);
        play(match, 20_000);
        for (int peer = 0; peer < 2; peer++) {
            final DesyncReport report = only(peer);
            assertEquals(frame, report.frame(), report::line);
            assertTrue(report.firstDifference().exact(), report::line);
            assertEquals("random.state[0]", report.difference().name());
        }
    }

    @Test
    void shouldTellAnInputThatTheGameMisreadFromOneThatDiffers() {
        final Match match = match(2);
        corrupt(1, UnitGame.Fault.INPUT, 100);
        play(match, 20_000);
        final DesyncReport report = only(1);
        assertEquals(100, report.frame());
        assertEquals("units.x[5]", report.difference().name());
        assertEquals(DesyncCause.NOT_REPRODUCED, report.localCause());
        assertEquals(FirstDifference.NONE, report.firstDifference().inputFrame());
    }

    @Test
    void shouldTellInputsThatDifferFromStatesThatDo() {
        final Match match = match(2);
        match.transports.get(1).incoming = datagram -> {
            if (datagram.type() == WINDOW) {
                flipInput(datagram, 100);
            }
            return true;
        };
        play(match, 20_000);
        for (int peer = 0; peer < 2; peer++) {
            final DesyncReport report = only(peer);
            assertEquals(100, report.firstDifference().inputFrame(), report::line);
            assertEquals(100, report.frame());
            assertEquals(DesyncCause.INPUT, report.localCause());
            assertEquals(DesyncCause.INPUT, report.remoteCause());
            assertTrue(report.line().startsWith("frame 100: the inputs differ, of frame 100 first"), report.line());
        }
        final String left = only(0).inputs().get(100 - (int) only(0).inputsFrom());
        final String right = only(1).inputs().get(100 - (int) only(1).inputsFrom());
        assertNotEquals(left, right);
        assertTrue(left.startsWith("frame 100:"), left);
    }

    /** Changes one input of a window under its seal. */
    private static void flipInput(final TestTransport.Datagram datagram, final int frame) {
        final InputWindow window = new InputWindow(2, 2, 64);
        assertEquals(WireCode.OK, window.decode(ByteBuffer.wrap(datagram.bytes)));
        final int index = frame - window.firstFrame();
        // What follows that frame is told by its difference from it.
        final boolean follows = index == -1 && window.frames().follows();
        if (!follows && (index < 0 || index >= window.frames().count())) {
            return;
        }
        final InputWindow other = new InputWindow(2, 2, 64);
        other.reset(1, window.ack(), window.firstFrame());
        other.frames().follows(window.frames().follows());
        for (int i = 0; i < window.frames().count(); i++) {
            final int at = window.frames().inputOffset(i, 0);
            final byte[] input = Arrays.copyOfRange(window.frames().inputs(), at, at + 2);
            input[0] ^= (byte) (follows || i == index ? 1 : 0);
            other.frames().input(0, input, 0);
            assertTrue(other.endFrame(1184));
        }
        final ByteBuffer out = ByteBuffer.allocate(1200);
        other.encode(out);
        datagram.reseal(Arrays.copyOf(out.array(), out.position()));
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4})
    void shouldSayWhoIsInTheMinority(final int peers) {
        final Match match = match(peers);
        corrupt(2, UnitGame.Fault.BIT, 70);
        play(match, 20_000);
        for (int peer = 0; peer < peers; peer++) {
            assertEquals(peer == 2 ? peers - 1 : 1, reports.get(peer).size(), match::toString);
            for (final DesyncReport report : reports.get(peer)) {
                assertEquals(1 << 2, report.verdict().minority().mask(), report::line);
                assertEquals(70, report.frame());
                assertEquals("units.health[5]", report.difference().name());
                assertTrue(report.line().contains("; in the minority: peer 2;"), report::line);
            }
        }
    }

    @Test
    void shouldGiveNoVerdictWhereTwoDifferFromTwo() {
        final Match match = match(4);
        corrupt(2, UnitGame.Fault.BIT, 70);
        corrupt(3, UnitGame.Fault.BIT, 70);
        play(match, 20_000);
        for (int peer = 0; peer < 4; peer++) {
            assertEquals(2, reports.get(peer).size());
            for (final DesyncReport report : reports.get(peer)) {
                assertFalse(report.verdict().isDecided(), report::line);
                assertTrue(report.line().contains("; no majority"), report::line);
            }
        }
    }

    @Test
    void shouldChangeNothingForTheOthersWhenOnePeerLies() {
        final Match match = match(3, (peer, config) -> config.endFrame(1200));
        match.transports.get(2).outgoing = datagram -> {
            if (datagram.to == 0 && datagram.type() == WINDOW && match.sessions.get(2).frame() > 60) {
                lieAboutChecksums(datagram);
            }
            return true;
        };
        play(match, 60_000);
        assertEquals(0, match.count(1, SessionEvent.Type.DESYNC));
        assertEquals(0, match.count(2, SessionEvent.Type.DESYNC));
        assertTrue(match.count(0, SessionEvent.Type.DESYNC) > 10);
        final DesyncReport report = only(0);
        assertEquals(1 << 2, report.verdict().minority().mask());
        assertEquals(FirstDifference.NONE, report.firstDifference().frame());
        assertEquals("the peer did not tell all of its state in time", report.note());
        assertNull(report.difference());
        assertNotNull(report.localState());
        for (int peer = 0; peer < 3; peer++) {
            assertEquals(0, match.sessions.get(peer).statistics().stallTicks());
        }
    }

    private static void lieAboutChecksums(final TestTransport.Datagram datagram) {
        final byte[] bytes = datagram.bytes.clone();
        if (bytes[1] < 0 && (bytes[2] & OPTION_CHECKSUMS) != 0) {
            final int head = 6 + ((bytes[1] & FLAG_WIDE) != 0 ? 1 : 0) + ((bytes[1] & 15) == 15 ? 1 : 0);
            final int at =
                head + ((bytes[2] & OPTION_ECHO) != 0 ? 4 : 0) + ((bytes[2] & OPTION_CHECKSUM_ACK) != 0 ? 2 : 0);
            for (int i = 0; i < (bytes[at + 2] & 0x3F); i++) {
                bytes[at + 3 + 4 * i] ^= 1;
            }
            datagram.reseal(bytes);
        }
    }

    @Test
    void shouldRefuseAHistoryThatContradictsTheChecksum() {
        // Of who is repaired meanwhile it is the history of another state.
        final Match match = match(2, (peer, config) -> config.desyncPolicy(DesyncPolicy.REPORT_ONLY));
        corrupt(1, UnitGame.Fault.BIT, 41);
        match.transports.get(1).outgoing = datagram -> {
            if (datagram.type() == TRANSFER && datagram.bytes[1] == 0) {
                final byte[] bytes = datagram.bytes.clone();
                bytes[bytes.length - 1] ^= 1;
                datagram.reseal(bytes);
            }
            return true;
        };
        play(match, 30_000);
        assertEquals("the peer's history contradicts its checksum", only(0).note());
        assertNull(only(0).remoteState());
        assertTrue(match.sessions.get(0).statistics().peer(0).refused() > 0);
    }

    /** Its process ends while it tells of its state; the others drop it and play on. */
    @Test
    void shouldReportWhatIsKnownOfAPeerThatIsDropped() {
        final Match match = match(3, (peer, config) -> config.dropTimeoutMs(2000));
        corrupt(1, UnitGame.Fault.BIT, 41);
        final boolean[] dead = {false};
        match.transports.get(1).outgoing = datagram -> {
            dead[0] |= datagram.type() == TRANSFER;
            return !dead[0];
        };
        run(match, 20_000);
        assertEquals("the peer is gone", only(0).note());
        assertEquals("the peer is gone", only(2).note());
    }

    @Test
    void shouldNameSectionAndByteWithoutAScratchGame() {
        final Match match = match(2, (peer, config) -> config.desync(new DesyncOptions()));
        corrupt(1, UnitGame.Fault.BIT, 41);
        play(match, 20_000);
        assertEquals("units.byte 34", only(0).difference().name());
        assertEquals(DesyncCause.UNKNOWN, only(0).localCause());
        assertNull(only(0).walk());
    }

    /** What an application writes down then are bytes; a walk that throws would end its loop. */
    @Test
    void shouldNameSectionAndByteWhereTheScratchGameDoesNotTakeOurState() {
        blobBytes = 4;
        final Match match = match(2, (peer, config) ->
            config.desync(new DesyncOptions().scratch(() -> new UnitGame(blobBytes - 1))));
        corrupt(1, UnitGame.Fault.BIT, 41);
        play(match, 20_000);
        assertEquals("units.byte 34", only(0).difference().name());
        assertEquals(DesyncCause.UNKNOWN, only(0).localCause());
        assertNull(only(0).walk());
    }

    @Test
    void shouldNameTheSectionWithoutKeptStates() {
        final Match match = match(2, (peer, config) ->
            config.desync(new DesyncOptions().stateBytes(0).scratch(UnitGame::new)));
        corrupt(1, UnitGame.Fault.BIT, 41);
        play(match, 20_000);
        final DesyncReport report = only(0);
        assertEquals(41, report.frame());
        assertEquals("units", report.section());
        assertNull(report.difference());
        assertTrue(report.line().contains("first section: units"), report.line());
    }

    @Test
    void shouldCompareTheNextStateThatBothKeepWhereNotAllAre() {
        blobBytes = 100_000;
        final Match match = match(2, (peer, config) ->
            config.desync(new DesyncOptions().stateBytes(1 << 20).scratch(() -> new UnitGame(blobBytes))));
        corrupt(1, UnitGame.Fault.BIT, 41);
        play(match, 20_000);
        final DesyncReport report = only(0);
        assertEquals(41, report.frame());
        assertTrue(report.stateFrame() > 41 && report.stateFrame() <= 59, report::line);
        assertEquals("units.health[5]", report.difference().name());
        assertEquals(DesyncCause.REPRODUCED, report.localCause());
        assertEquals(DesyncCause.NOT_REPRODUCED, report.remoteCause());
    }

    /** The bit is set for one frame, and again later: the states kept in between are equal. */
    @Test
    void shouldNameAFieldWhereTheFirstDifferencePassesAndComesAgain() {
        blobBytes = 100_000;
        final Match match = match(2, (peer, config) -> {
            games.set(peer, new UnitGame(blobBytes) {
                @Override
                public void step(final long frame, final Inputs inputs) {
                    faultFrame = frame == 41 || frame == 42 || frame == 50 ? frame : -1;
                    super.step(frame, inputs);
                }
            });
            config.simulation(games.get(peer)).desync(new DesyncOptions().stateBytes(1 << 20)
                .scratch(() -> new UnitGame(blobBytes)));
        });
        corrupt(1, UnitGame.Fault.BIT, -1);
        play(match, 20_000);
        final DesyncReport report = only(0);
        assertEquals(41, report.frame());
        assertEquals(59, report.stateFrame(), report::line);
        assertEquals("units.health[5]", report.difference().name());
    }

    @Test
    void shouldReportAnywayWhenThePeerIsGoneMeanwhile() {
        final Match match = match(2, (peer, config) -> config.endFrame(2000).dropTimeoutMs(2000));
        corrupt(1, UnitGame.Fault.BIT, 41);
        match.runUntil(5000, () -> match.sessions.get(0).frame() > 62);
        match.killed.add(1);
        match.run(15_000);
        assertEquals(1, match.count(0, SessionEvent.Type.DESYNC_REPORT), match::toString);
    }

    @Test
    void shouldNameTheFirstFrameWhenAGameChangesBeforeIt() {
        // When the first input is sampled all are connected and no frame was played; sooner, the handshake finds it.
        final AtomicBoolean sampled = new AtomicBoolean();
        final Match match = match(2, (peer, config) -> config.endFrame(100).input((frame, player, input) -> {
            if (peer == 1 && !sampled.getAndSet(true)) {
                games.get(1).setHealth(3, 77);
            }
            input.putShort((short) frame);
        }));
        play(match, 20_000);
        for (int peer = 0; peer < 2; peer++) {
            final DesyncReport report = only(peer);
            assertEquals(new FirstDifference(-1, 0, true, 1, FirstDifference.NONE),
                report.firstDifference());
            assertEquals("units.health[3]", report.difference().name());
            assertEquals(0, report.stateFrame());
            assertEquals(0, report.inputsFrom());
            assertTrue(report.line().startsWith("frame 0: "), report.line());
        }
    }

    @Test
    void shouldStartFromAnyFrame() {
        final Match match = match(2, (peer, config) -> config.startFrame(1000).endFrame(1200));
        corrupt(1, UnitGame.Fault.BIT, 1000);
        play(match, 20_000);
        assertEquals(new FirstDifference(999, 1000, true, 1, FirstDifference.NONE), only(0).firstDifference());
        assertEquals(DesyncCause.REPRODUCED, only(0).localCause());
    }

    @Test
    void shouldLookIntoADifferenceWithAPeerThatCameLater() {
        final Match match = match(3, (peer, config) -> config.endFrame(1200).absent(2).joining(peer == 2));
        games.get(2).fault = UnitGame.Fault.BIT;
        games.get(2).faultUnit = 1;
        games.get(2).faultFrame = 500;
        play(match, 60_000);
        for (int peer = 0; peer < 3; peer++) {
            assertEquals(peer == 2 ? 2 : 1, reports.get(peer).size(), match::toString);
            for (final DesyncReport report : reports.get(peer)) {
                assertEquals(500, report.frame(), report::line);
                assertEquals(FirstDifference.NONE, report.firstDifference().inputFrame());
                assertEquals("units.health[1]", report.difference().name());
                assertEquals(1 << 2, report.verdict().minority().mask());
            }
        }
    }

    /** All that one peer says may be here before the other has said a word of its state. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldExchangeStatesWhoeverIsFirst(final int late) {
        final Match match = match(2);
        corrupt(1, UnitGame.Fault.BIT, 41);
        final int[] chunks = new int[1];
        match.transports.get(late).outgoing = datagram ->
            datagram.type() != TRANSFER || datagram.bytes[1] != 0 || datagram.bytes[6] != 0 || ++chunks[0] > 3;
        play(match, 20_000);
        for (int peer = 0; peer < 2; peer++) {
            assertEquals("units.health[5]", only(peer).difference().name());
            assertEquals("", only(peer).note());
        }
    }

    /** On a short way a state is repaired before the other's checksum comes. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void shouldReportAtBothEndsWhatIsRepairedAtOnce(final int peers) {
        latencyMs = 0;
        final Match match = match(peers);
        corrupt(1, UnitGame.Fault.BIT, 41);
        play(match, 20_000);
        for (int peer = 0; peer < peers; peer++) {
            for (final DesyncReport report : reports.get(peer)) {
                assertEquals(41, report.frame(), report::line);
                assertEquals("units.health[5]", report.difference().name());
                assertEquals("", report.note());
            }
            assertEquals(peer == 1 ? peers - 1 : 1, reports.get(peer).size(), match::toString);
        }
    }

    /** No check frame lies between the repair of one peer and the fault of the next. */
    @Test
    void shouldReportWhatDiffersAfterARepairAsAnotherDifference() {
        final Match match = match(3);
        corrupt(1, UnitGame.Fault.BIT, 41);
        corrupt(2, UnitGame.Fault.BIT, 80);
        play(match, 20_000);
        for (int peer = 1; peer < 3; peer++) {
            final int other = 3 - peer;
            final List<Long> frames = reports.get(peer).stream().filter(report -> report.peer() == other)
                .map(DesyncReport::frame).toList();
            assertEquals(List.of(41L, 80L), frames, match::toString);
        }
    }

    @Test
    void shouldSpeakOfEveryFrameForTwoSecondsAfterADifference() {
        final Match match = match(2, (peer, config) -> config.endFrame(600));
        corrupt(1, UnitGame.Fault.BIT, 41);
        final long[] each = new long[600];
        match.transports.get(0).outgoing = datagram -> {
            final int frame = (int) match.sessions.get(0).frame();
            if (datagram.type() == WINDOW && frame < each.length) {
                final InputWindow window = new InputWindow(2, 2, 64);
                assertEquals(WireCode.OK, window.decode(ByteBuffer.wrap(datagram.bytes)));
                each[frame] += window.checksums().isEachFrame() ? 1 : 0;
            }
            return true;
        };
        play(match, 30_000);
        assertEquals(0, Arrays.stream(each, 0, 60).sum());
        assertTrue(Arrays.stream(each, 60, 190).sum() > 50, Arrays.toString(each));
        assertEquals(0, Arrays.stream(each, 190, 600).sum(), Arrays.toString(each));
    }

    @Test
    void shouldNotEndBeforeTheOtherHasTheLastChecksum() {
        final Match match = match(2);
        assertTrue(match.runUntil(10_000, () -> match.sessions.get(0).frame() == 300), match::toString);
        match.transports.get(0).outgoing = datagram -> false;
        match.run(500);
        match.transports.get(0).outgoing = TestTransport.Hook.PASS;
        play(match, 10_000);
        for (final Session session : match.sessions) {
            assertEquals(10, session.statistics().checkedFrames(), match::toString);
        }
    }
}

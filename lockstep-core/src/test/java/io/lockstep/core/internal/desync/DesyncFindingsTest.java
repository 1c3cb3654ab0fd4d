package io.lockstep.core.internal.desync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.DesyncPolicy;
import io.lockstep.core.internal.game.MatchRules;
import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.game.Seating;
import io.lockstep.core.internal.game.StateSettings;
import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.sync.ChecksumLog;
import io.lockstep.core.internal.sync.ChecksumWriter;
import io.lockstep.core.internal.sync.HistoryExtract;
import io.lockstep.core.internal.sync.StateHistory;
import io.lockstep.core.membership.TwoPeerPolicy;
import org.junit.jupiter.api.Test;

/** The states of two peers differed in frame 40 alone, are equal after check frame 59, and differ from frame 70 on. */
class DesyncFindingsTest {

    private static final int PLAYERS = 2;
    private static final int INTERVAL = 30;
    private static final long CHECK = 89;
    private static final long NEVER_AGREED = -1;

    private final MatchSettings settings = new MatchSettings(
        new MatchRules("findings", 7, 60, 2, 8, 0, CHECK + 1, TwoPeerPolicy.HALT),
        new Seating(PLAYERS, 0, new int[Message.MAX_PLAYERS], 0), null, null, null, null,
        new StateSettings(INTERVAL, DesyncPolicy.REPORT_ONLY, 0, null, 1 << 20, 1 << 20), null, null);

    private static StateHistory history(final boolean isOther) {
        final StateHistory history = new StateHistory(INTERVAL, (int) CHECK, 1 << 20);
        final ChecksumWriter walk = new ChecksumWriter();
        for (long frame = -1; frame <= CHECK; frame++) {
            walk.reset(history.bufferFor(frame));
            walk.section("game");
            walk.writeLong("number", isOther && (frame == 40 || frame >= 70) ? -frame : frame);
            walk.checksum();
            history.record(frame, walk, 0, false);
        }
        return history;
    }

    private InputLog inputs() {
        final InputLog log = new InputLog(PLAYERS, 2, 8, 0);
        for (int player = 0; player < PLAYERS; player++) {
            while (log.next(player) <= CHECK) {
                log.append(player, new byte[2], 0);
            }
        }
        return log;
    }

    /** Nobody has compared check frame 59, so the peers know of no frame after which they agreed. */
    @Test
    void shouldNotNameADifferenceThatWasOverAtACheckFrame() {
        final StateHistory theirs = history(true);
        final ChecksumLog checksums = new ChecksumLog(INTERVAL, PLAYERS);
        checksums.record(1, CHECK, theirs.checksum(CHECK));
        final DesyncFindings findings = new DesyncFindings(settings, inputs(), checksums, history(false), NEVER_AGREED,
            1, CHECK, new String[] {"game"});
        assertTrue(findings.learn(HistoryExtract.of(theirs, 0, CHECK)));
        assertEquals(70, findings.report("").firstDifference().frame());
        assertEquals(70, findings.stateFrame());
    }
}

package io.lockstep.core.session;

import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.ExecutedFrame;
import io.lockstep.core.game.MatchDescription;
import io.lockstep.core.game.MatchRecorder;
import io.lockstep.core.input.IdSet;
import io.lockstep.core.internal.game.MatchRules;
import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.link.Agreement;
import io.lockstep.core.internal.membership.EpochRecord;
import io.lockstep.core.internal.play.FrameOrders;
import io.lockstep.core.internal.play.LoggedFrame;
import io.lockstep.core.internal.sync.ChecksumLog;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Shows each frame to the recorder of a match, if it has one. */
final class RecorderFeed extends LoggedFrame implements ExecutedFrame {

    private final MatchRecorder recorder;
    private final MatchSettings settings;
    /** Null until the first frame, when it is known what the game was told. */
    private @Nullable MatchDescription match;
    private final ChecksumLog checksums;
    private final FrameOrders orders;
    private final EpochRecord epoch;
    private final IdSet members;
    private boolean ended;

    RecorderFeed(final MatchSettings settings, final InputLog log, final ChecksumLog checksums,
         final FrameOrders orders, final EpochRecord epoch) {
        super(settings.players(), log);
        recorder = settings.entrance().recorder();
        this.settings = settings;
        this.epoch = epoch;
        members = IdSet.peers(epoch::members);
        this.checksums = checksums;
        this.orders = orders;
    }

    private static MatchDescription describe(final MatchSettings settings) {
        final MatchRules rules = settings.rules();
        final List<Integer> owners = new ArrayList<>();
        for (int player = 0; player < settings.players(); player++) {
            owners.add(settings.seating().peerOf(player));
        }
        return new MatchDescription(rules.gameId(), rules.matchId(), new Agreement(settings).digest(), owners,
            settings.self(), rules.tickRate(), rules.inputBytes(), rules.maxEventBytes(),
            settings.state().checksumInterval(), rules.startFrame(), settings.ports().config().view());
    }

    /** The state before this frame is here, from the start or from another peer. */
    void begin(final long next) {
        if (recorder != null) {
            match = match == null ? describe(settings) : match;
            recorder.begin(match, next, orders.isPaused(), settings.game());
        }
    }

    /** A frame was simulated. While the game is behind there is nothing to record; it begins anew afterwards. */
    void simulated(final long simulated, final boolean behind) {
        if (recorder != null && !behind) {
            at(simulated);
            recorder.frame(this, settings.game());
        }
    }

    void end(final long next, final EndReason reason) {
        if (recorder != null && !ended) {
            ended = true;
            recorder.end(next, reason);
        }
    }

    @Override
    public boolean paused() {
        return orders.isPaused();
    }

    @Override
    public int checksum() {
        return checksums.checksum(frame());
    }

    @Override
    public IdSet members() {
        return members;
    }

    @Override
    public long epoch() {
        return epoch.number();
    }
}

package io.lockstep.core.internal.desync;

import io.lockstep.core.game.DesyncPolicy;
import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.inspect.Inspector;
import io.lockstep.core.internal.link.LinkSurvey;
import io.lockstep.core.internal.play.MatchState;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.sync.ChecksumLog;
import io.lockstep.core.internal.sync.StateHistory;

/**
 * The leader's part in repairs: compares what all members say of each check frame, and orders that those in the
 * minority load the state of one of the others. One order at a time, repeated until all have answered. A peer that
 * needs it again and again, because its game is not deterministic or it does not say the truth, waits longer each time.
 */
public final class RepairJudge {

    /** What the judge wants done. */
    public enum Due {
        /** Nothing. */
        NOTHING,
        /** The order is to be sent, for the first time. */
        ORDER,
        /** The order is to be sent again. */
        COPY,
        /** The match is to end. */
        HALT
    }

    /** Between two copies of an order. */
    private static final long REPEAT_NS = 100_000_000L;
    /** The largest state takes 16 s to one peer; to three at once what is left of this. */
    private static final long PATIENCE_NS = 50_000_000_000L;
    /** Who gives the state or vouches for it has to hear of the frame before it is simulated: a trip and this. */
    private static final long AHEAD_NS = 50_000_000L;
    /** A donor that missed its frame gets twice the time, so many times. */
    private static final int MAX_TRIES = 5;
    /** Between two repairs of a peer, doubled each time up to a minute. */
    private static final long REST_NS = 1_000_000_000L;
    private static final int MAX_STRIKES = 6;
    /** Who was right for so long begins anew. */
    private static final long FORGIVEN_NS = 120_000_000_000L;
    /** Checksums of a frame further back than this come no more: whoever lacks says nothing of it. */
    static final int REACH = InputLog.REACH / 2;
    private static final long NONE = -1;

    private final MatchState state;
    private final LinkSurvey survey;
    private final MatchSettings settings;
    private final ChecksumLog checksums;
    private final StateHistory states;
    private final Majority majority = new Majority();
    private final long[] soundFrom = new long[Message.MAX_PLAYERS];
    private final long[] restsUntilNs = new long[Message.MAX_PLAYERS];
    private final int[] strikes = new int[Message.MAX_PLAYERS];
    private long judged;
    /** Frames from one state sync to the next, 0 for none; not final, so that a test can make a peer lie. */
    public int syncTicks;
    private long nextSync;
    private Due due = Due.NOTHING;
    private boolean ordering;
    private boolean forced;
    private long term = NONE;
    private long frame = NONE;
    private int donor;
    private int able;
    /** Donors whose state was refused, or never came: only if there is no other. */
    private int shunned;
    private int targets;
    private int tries;
    private long begunNs;
    private long sentNs;

    public RepairJudge(final MatchState state, final MatchSettings settings, final ChecksumLog checksums,
                final LinkSurvey survey, final StateHistory states) {
        this.states = states;
        this.state = state;
        this.survey = survey;
        this.settings = settings;
        this.checksums = checksums;
        syncTicks = settings.state().syncTicks();
        nextSync = settings.rules().startFrame() + syncTicks;
    }

    /** The reports of all members about their states. */
    ChecksumLog checksums() {
        return checksums;
    }

    /** How many frames a slow trip to another peer and so much time take. */
    private long framesIn(final long ns) {
        return settings.rules().framesIn(survey.slowRttNs() / 2 + ns) + 1;
    }

    /** What is to be done; it is told once. */
    public Due takeDue() {
        final Due now = due;
        due = Due.NOTHING;
        return now;
    }

    /** Who is to load a state by the order that is being carried out. */
    public int targets() {
        return targets;
    }

    public int donor() {
        return donor;
    }

    public long frame() {
        return frame;
    }

    public boolean isForced() {
        return forced;
    }

    /** From this frame on a peer's checksums are those of the state it loaded; earlier ones may be of the old one. */
    public boolean soundFrom(final int peer, final long from) {
        final boolean later = from > soundFrom[peer];
        soundFrom[peer] = Math.max(soundFrom[peer], from);
        return later;
    }

    /** Goes on with what is to be ordered. */
    public void tick(final boolean leads, final long ofTerm, final int voters, final long nowNs) {
        if (!leads || ofTerm != term) {
            ordering = false;
            term = ofTerm;
        }
        if (!leads) {
            return;
        }
        if (ordering) {
            tend(voters, nowNs);
        } else if (settings.state().policy() != DesyncPolicy.REPORT_ONLY) {
            judge(voters, nowNs);
        }
    }

    private void judge(final int voters, final long nowNs) {
        final long next = state.frame();
        long check = checksums.checkFrameFrom(Math.max(judged, next - REACH));
        while (check < next) {
            if (!checksums.has(check)) {
                // Of a time before we played: that checksum never comes.
                judged = check + 1;
                check = checksums.checkFrameFrom(judged);
                continue;
            }
            final int counted = count(majority, check, voters);
            final boolean decided = majority.decide(counted, settings.self());
            final int losers = majority.losers(counted);
            if (decided && losers != 0) {
                judged = check + 1;
                found(losers, nowNs);
                return;
            }
            final boolean complete = majority.winners() == counted;
            if (!complete && check > next - REACH / 2) {
                return;
            }
            judged = check + 1;
            check = checksums.checkFrameFrom(judged);
        }
        if (syncTicks > 0 && next >= nextSync && settings.state().policy() == DesyncPolicy.REPAIR) {
            nextSync = next + syncTicks;
            able = voters;
            begin(voters, true, nowNs);
        }
    }

    /** Collects what was said of a check frame, and answers whose word of it counts. */
    int count(final Majority into, final long check, final int voters) {
        into.clear();
        int counted = 0;
        for (int rest = voters; rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            if (check < soundFrom[peer]) {
                continue;
            }
            counted |= 1 << peer;
            if (peer == settings.self()) {
                into.add(peer, checksums.checksum(check));
            } else if (checksums.has(peer, check)) {
                into.add(peer, checksums.checksumOf(peer, check));
            }
        }
        return counted;
    }

    private void found(final int losers, final long nowNs) {
        if (settings.state().policy() == DesyncPolicy.HALT) {
            due = Due.HALT;
            return;
        }
        int due = 0;
        for (int rest = losers; rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            due |= nowNs >= restsUntilNs[peer] || strikes[peer] == 0 ? 1 << peer : 0;
        }
        if (due != 0) {
            able = majority.winners();
            begin(due, false, nowNs);
        }
    }

    private void begin(final int whom, final boolean inAnyCase, final long nowNs) {
        targets = whom;
        forced = inAnyCase;
        tries = 0;
        for (int rest = whom; rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            if (!inAnyCase) {
                strike(peer, nowNs);
            }
        }
        order(nowNs);
    }

    private void strike(final int peer, final long nowNs) {
        if (nowNs - restsUntilNs[peer] > FORGIVEN_NS) {
            strikes[peer] = 0;
        }
        restsUntilNs[peer] = nowNs + (REST_NS << strikes[peer]);
        strikes[peer] = Math.min(strikes[peer] + 1, MAX_STRIKES);
    }

    /** Names donor and frame: this peer if it may, else another one, and a frame that nobody has simulated. */
    private void order(final long nowNs) {
        ordering = false;
        if (able == 0) {
            return;
        }
        if ((able & ~shunned) == 0) {
            shunned = 0;
        }
        final int fit = able & ~shunned;
        final boolean own = (fit & 1 << settings.self()) != 0;
        donor = own ? settings.self() : Integer.numberOfTrailingZeros(fit);
        // An order that names its donor among those who load is no order, and nobody answers it.
        targets &= ~(1 << donor);
        if (targets == 0) {
            return;
        }
        ordering = true;
        // One order for each frame, and each later than the one before.
        frame = Math.max(state.frame() + framesIn(AHEAD_NS << tries), frame + 1);
        final int vouchers = able & ~targets & ~(1 << donor);
        if (states.stateStride() > 1 && vouchers != 0) {
            // Who hears of it too late has the state after a check frame all the same, and can vouch for it.
            frame = checksums.checkFrameFrom(frame);
        }
        begunNs = nowNs;
        sentNs = nowNs;
        due = Due.ORDER;
    }

    private void repeat(final long nowNs) {
        if (nowNs - sentNs >= REPEAT_NS) {
            sentNs = nowNs;
            due = Due.COPY;
        }
    }

    private void tend(final int voters, final long nowNs) {
        targets &= voters;
        if ((voters & 1 << donor) == 0) {
            able &= voters;
            tries = 0;
            order(nowNs);
        } else if (targets == 0 || nowNs - begunNs >= PATIENCE_NS) {
            ordering = false;
        } else {
            repeat(nowNs);
        }
    }

    /** A peer has answered: it has the right state, or could not do what it was ordered to. */
    public void answered(final int peer, final long ofTerm, final long ofFrame, final boolean right, final long nowNs) {
        if (!ordering || ofTerm != term || ofFrame != frame) {
            return;
        }
        if ((targets & 1 << peer) != 0) {
            targets &= ~(1 << peer);
            shunned = right ? shunned & ~(1 << peer) : shunned | 1 << donor;
            ordering = targets != 0;
        } else if (peer == donor && !right) {
            if (++tries >= MAX_TRIES) {
                able &= ~(1 << donor);
                tries = 0;
            }
            order(nowNs);
        }
    }

    /** Tells whether an order is under way. */
    void inspect(final Inspector by) {
        by.holds("an order to load a state", ordering ? 1 : 0, 0);
    }
}

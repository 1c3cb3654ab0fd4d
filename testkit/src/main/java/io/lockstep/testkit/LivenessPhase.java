package io.lockstep.testkit;

import io.lockstep.core.game.EndReason;
import io.lockstep.core.internal.game.Timeouts;
import io.lockstep.core.membership.TwoPeerPolicy;
import io.lockstep.election.Quorum;
import org.jspecify.annotations.NullUnmarked;

/**
 * LIVENESS in a match that has lost peers: some of those who are left, enough to decide, are healed, and the others
 * stay broken for ever, some of them in one direction only. Then a leader must be found (L1), play must go on (L2), and
 * nobody else may come to lead (L3), whatever the others do.
 */
@NullUnmarked
final class LivenessPhase {

    /** What was under way at the heal is applied once; more draws than a few would hide something. */
    private static final int MAX_REDRAWS = 2;
    private static final long NS_PER_S = 1_000_000_000L;
    /** Frames to be played in time. */
    private static final int PROGRESS = 60;
    private static final int ROUND_TRIPS = 3;
    /** Election timeouts in which a leader is found. */
    private static final int TIMEOUTS = 2;
    /** Polls that a message may wait for on its way there and back, at each end. */
    private static final int POLLS = 4;
    /** So long a leader waits for the answer of a member that most of the others have not lost. */
    private static final long UNANSWERED_NS = 2 * NS_PER_S;
    /** Silence after which a peer over plain UDP asks for a new connection, in milliseconds. */
    private static final long SILENCE_MS = 15_000;
    private static final double EXTRA_MEMBER = 0.5;
    private static final int DEAF = 1;
    private static final int MUTE = 2;

    private final MatchPlan match;
    private final Scenario scenario;
    private final MatchWorld world;
    private final Processes processes;
    private final Survivors survivors;
    private final Draws draws;
    private int core;
    private EpochTruth begun;
    private int redraws;
    private int joiners;
    /** Nobody can decide unless everybody answers: all are healed, and those who are gone come back. */
    private boolean everybodyAnswers;
    private int leader = MembershipView.NOBODY;
    private long leaderTerm;
    private boolean led;
    private boolean progressed;
    private boolean changed;
    private long electedFromNs;
    private long progressByNs;
    private long cutNs;
    private boolean elects;
    private long settledByNs;
    private long greetedByNs;
    /** Who was left deaf, and can be heard. */
    private int deaf;
    private int timeouts;
    private long slowestNs;
    private final long[] healedAt;

    LivenessPhase(final MatchPlan match, final MatchWorld world, final Processes processes) {
        this.match = match;
        this.world = world;
        this.processes = processes;
        survivors = new Survivors(processes);
        scenario = match.scenario();
        draws = new Draws(~match.seed());
        healedAt = new long[scenario.peers];
    }

    /**
     * Draws who is healed.
     *
     * @param newest     the newest epoch that anybody has applied
     * @param candidates members of it whose processes play
     * @param informed   who knows that a quorum of those before it has applied it
     * @param draws      where chance comes from
     * @return some or all of the candidates that can decide together; 0 if all of them cannot
     */
    static int draw(final EpochTruth newest, final int candidates, final int informed, final Draws draws) {
        if (!decides(newest, candidates, informed)) {
            return 0;
        }
        int drawn = 0;
        while (!decides(newest, drawn, informed)) {
            drawn |= one(candidates & ~drawn, draws);
        }
        for (int rest = candidates & ~drawn; rest != 0; rest &= rest - 1) {
            drawn |= draws.chance(EXTRA_MEMBER) ? Integer.lowestOneBit(rest) : 0;
        }
        return drawn;
    }

    private static int one(final int mask, final Draws draws) {
        int rest = mask;
        for (int skip = draws.below(Integer.bitCount(mask)); skip > 0; skip--) {
            rest &= rest - 1;
        }
        return Integer.lowestOneBit(rest);
    }

    /**
     * A quorum of the epoch and of those before it, back to the last one that a quorum of its predecessor applied. Of
     * the newest that must be known to those who vote: who has applied it and was cut off before saying so is of no
     * help to them.
     */
    static boolean decides(final EpochTruth newest, final int voters, final int informed) {
        EpochTruth epoch = newest;
        boolean decides = Quorum.reached(epoch.members, voters);
        int entered = (voters & informed) != 0 ? epoch.entered : epoch.entered & voters;
        while (epoch.parent != null && epoch.branch != epoch && !Quorum.reached(epoch.parent.members, entered)) {
            epoch = epoch.parent;
            entered = epoch.entered;
            decides &= Quorum.reached(epoch.members, voters);
        }
        return decides;
    }

    /** Heals the core; nobody if none can decide. */
    void begin(final long nowNs) {
        final EpochTruth newest = survivors.newest(null);
        begun = newest;
        joiners = 0;
        everybodyAnswers = false;
        final int candidates = newest == null ? 0 : survivors.candidates(newest);
        int healed = newest == null ? 0 : draw(newest, candidates, survivors.informed(newest), draws);
        if (newest != null && healed == 0) {
            // Who is dead must come back, so that the others learn that it is.
            // Any seat might belong to a line-up of the dead that nobody here knows of: on all there must be somebody
            // to be asked.
            final int everybody = (1 << scenario.peers) - 1;
            final int absent = everybody & ~candidates & ~(survivors.joining() & ~newest.members);
            if ((absent & ~survivors.dead()) == 0 && candidates != 0 && !survivors.isOutlived()) {
                joiners = absent;
                everybodyAnswers = true;
                healed = everybody;
            }
        }
        if (newest != null && healed != newest.members && !everybodyAnswers && haltsAlone(newest)) {
            healed = candidates == newest.members ? candidates : 0;
        }
        core = hasMovedUnheard(healed, nowNs) ? 0 : everybodyAnswers ? candidates : healed;
        world.calm(healed == 0 ? -1 : healed);
        breakOthers(healed);
        for (int seat = 0; seat < scenario.peers; seat++) {
            if ((joiners & 1 << seat) != 0) {
                processes.restart(seat, nowNs);
            }
            if ((healed & 1 << seat) != 0) {
                // To die at one's next message is a fault like others, and those have ended.
                processes.peers[seat].transport.spare();
            }
            healedAt[seat] = processes.peers[seat].frame(scenario.startFrame);
        }
        final long tripsNs = ROUND_TRIPS * 2 * longestWayNs(healed);
        final long shakeNs = everybodyAnswers ? NS_PER_S + tripsNs : 0;
        settledByNs = nowNs + tripsNs + NS_PER_S;
        greetedByNs = nowNs + shakeNs;
        electedFromNs = nowNs + shakeNs + tripsNs;
        elects = false;
        cutNs = tripsNs + PROGRESS * paceNs(healed) + (survivors.isAwaited(deaf, begun) ? UNANSWERED_NS : 0);
        timeouts = TIMEOUTS + (survivors.leads(deaf) ? 1 : 0);
        slowestNs = 0;
        progressByNs = survivors.lastHeardNs(deaf, nowNs) + shakeNs + tripsNs
            + scenario.dropTimeoutMs * MatchPlan.NS_PER_MS + NS_PER_S + PROGRESS * paceNs(healed);
    }

    /**
     * Returns whether a peer has moved while one of its lines was cut, so lately that a connection over plain UDP is
     * not given up yet. Until then neither end finds the other.
     */
    private boolean hasMovedUnheard(final int healed, final long nowNs) {
        final long nowMs = nowNs / MatchPlan.NS_PER_MS;
        for (final ScenarioEvent event : scenario.events) {
            if (scenario.udp && event instanceof ScenarioEvent.Move move && (healed & 1 << move.peer()) != 0
                && move.atMs() <= nowMs && nowMs - move.atMs() < SILENCE_MS && isCutAt(move)) {
                return true;
            }
        }
        return false;
    }

    private boolean isCutAt(final ScenarioEvent.Move move) {
        for (final ScenarioEvent event : scenario.events) {
            final boolean lasts = event.atMs() <= move.atMs()
                && (event.forMs() == 0 || move.atMs() <= event.atMs() + event.forMs());
            if (lasts && (event instanceof ScenarioEvent.Partition
                || event instanceof ScenarioEvent.Cut cut && (cut.from() == move.peer() || cut.to() == move.peer()))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Until when somebody must lead. Who was cut off learns how slow its line was only when it works again, and waits
     * longer from then on.
     */
    private long leaderByNs() {
        slowestNs = Math.max(slowestNs, survivors.suspicionNs());
        final long askedNs = hasBranchedOff() ? scenario.dropTimeoutMs * MatchPlan.NS_PER_MS : 0;
        return electedFromNs + askedNs
            + timeouts * (Timeouts.MAX_ELECTION_NS + slowestNs);
    }

    /**
     * Has one of two that was left deaf gone on alone since, by their policy? The other one hears that it is in a later
     * epoch, and has to ask it until it is lost.
     */
    private boolean hasBranchedOff() {
        for (final ObservedPeer peer : processes.peers) {
            if ((deaf & begun.members & 1 << peer.peer) != 0 && peer.plays() && survivors.epoch(peer) != null
                && survivors.epoch(peer).branch != begun.branch) {
                return true;
            }
        }
        return false;
    }

    /**
     * Until when play must go on. A cut needs a leader, and two round trips more: where one has to be elected, and slow
     * lines give that longer than the drop timeout takes, it is that much later.
     */
    private long progressByNs() {
        return elects ? Math.max(progressByNs, leaderByNs() + cutNs) : progressByNs;
    }

    /** Of two that have agreed to stop when they lose each other, none is a core. */
    private boolean haltsAlone(final EpochTruth newest) {
        return scenario.twoPeerPolicy == TwoPeerPolicy.HALT && Integer.bitCount(newest.members) == 2;
    }

    /**
     * Each of the others is deaf, or mute, or both, to everybody. Whoever still got through a little would only slow
     * the match down, and nobody may be dropped for that.
     */
    private void breakOthers(final int healed) {
        deaf = 0;
        for (int out = 0; healed != 0 && out < scenario.peers; out++) {
            if ((healed & 1 << out) != 0) {
                continue;
            }
            final int ways = 1 + draws.below(DEAF | MUTE);
            deaf |= ways == DEAF ? 1 << out : 0;
            for (int other = 0; other < scenario.peers; other++) {
                final boolean lost = (healed & 1 << other) == 0;
                if (other != out) {
                    breakLine(other, out, (ways & DEAF) != 0 || lost);
                    breakLine(out, other, (ways & MUTE) != 0 || lost);
                }
            }
        }
    }

    /** A line that is not to be broken is healed: a cut of before would leave the others different views of a peer. */
    private void breakLine(final int from, final int to, final boolean isBroken) {
        if (isBroken) {
            world.cut(from, to);
        } else {
            world.heal(from, to);
        }
    }

    /**
     * From frame to frame. Where the input delay was fixed shorter than the line, a frame waits for the slowest input,
     * and for its repetition if it is lost.
     */
    private long paceNs(final int healed) {
        final boolean fixed = scenario.delayMode == DelayMode.FIXED;
        return Math.max(match.slowestTickNs(), fixed ? 2 * longestWayNs(healed) / Math.max(1, scenario.delayTicks) : 0);
    }

    private long longestWayNs(final int mask) {
        double longest = 0;
        long pollNs = MatchPlan.POLL_NS;
        for (int from = 0; from < scenario.peers; from++) {
            pollNs = Math.max(pollNs, world.pollEveryNs(from));
            for (int to = 0; to < scenario.peers; to++) {
                if (from != to && (mask & 1 << from) != 0 && (mask & 1 << to) != 0) {
                    longest = Math.max(longest, scenario.conditions(from, to).latencyMs());
                }
            }
        }
        return (long) (longest * MatchPlan.NS_PER_MS) + POLLS / 2 * pollNs;
    }

    /**
     * Who was healed, and had been in the match before. Who is alone may have taken in another one meanwhile that was
     * not healed, and stop when it loses that one, where that was agreed.
     */
    int core() {
        final boolean alone = Integer.bitCount(core) == 1 && scenario.twoPeerPolicy == TwoPeerPolicy.HALT;
        return alone && processes.peers[lowest()].session.endReason() == EndReason.HALTED ? 0 : core;
    }

    /** Looks on. Answers whether the phase is over. */
    boolean poll(final long nowNs) {
        if (core != 0 && nowNs <= settledByNs && isOvertaken()) {
            // A last draw, or nobody: that the protocol does not get on then is not what this phase is about.
            core = 0;
            if (redraws++ < MAX_REDRAWS) {
                begin(nowNs);
            }
        }
        if (core != 0 && nowNs <= Math.max(greetedByNs, settledByNs) && hasStoppedAsAgreed()) {
            core = 0;
        }
        led |= findLeader();
        if (!led && core != 0 && nowNs >= leaderByNs()) {
            led = true;
            violated("L1", "no leader in the core", lowest());
        }
        boolean all = true;
        for (int seat = 0; seat < scenario.peers; seat++) {
            all &= (core & 1 << seat) == 0 || hasProgressed(seat);
        }
        elects |= !led;
        if (all || nowNs >= progressByNs()) {
            judgeProgress();
            progressed = true;
        }
        return progressed && (led || core == 0);
    }

    /**
     * What was under way when the core was healed may be applied only now, and leave some of it out, or too many: then
     * it was none. Whoever is left out later was there all the time.
     */
    private boolean isOvertaken() {
        final EpochTruth newest = survivors.newest(begun.branch);
        return newest != null && newest != begun
            && ((core & ~newest.members) != 0
                || !everybodyAnswers && !decides(newest, core, survivors.informed(newest)));
    }

    /**
     * One of two has lost the other for good, by their policy: before the other's new process could be greeted, or
     * because that was under way. Or the other went on alone and died, and word of that came only now.
     */
    private boolean hasStoppedAsAgreed() {
        if (Integer.bitCount(begun.members) != 2) {
            return false;
        }
        boolean stopped = false;
        for (final ObservedPeer peer : processes.peers) {
            final EndReason reason = peer.session == null ? EndReason.NONE : peer.session.endReason();
            stopped |= (core & 1 << peer.peer) != 0
                && (reason == EndReason.HALTED || reason == EndReason.EVICTED && joiners != 0
                    || reason == EndReason.MINORITY && Integer.bitCount(core) == 1);
        }
        return stopped;
    }

    private boolean hasProgressed(final int seat) {
        return processes.peers[seat].frame(0) >= Math.min(healedAt[seat] + PROGRESS, match.endFrame());
    }

    private void judgeProgress() {
        for (int seat = 0; seat < scenario.peers && !progressed; seat++) {
            if ((core & 1 << seat) != 0 && !hasProgressed(seat)) {
                violated("L2", "only " + (processes.peers[seat].frame(0) - healedAt[seat])
                    + " frames since the core was healed", seat);
            }
        }
    }

    private int lowest() {
        return Integer.numberOfTrailingZeros(core);
    }

    private void violated(final String promise, final String detail, final int seat) {
        processes.oracle.violated(promise, processes.peers[seat].frame(scenario.startFrame), detail, seat);
    }

    /** A leader is who leads in the highest term of all. */
    private boolean findLeader() {
        long highest = FrameWindow.NEVER;
        int found = MembershipView.NOBODY;
        for (final ObservedPeer peer : processes.peers) {
            if ((core & 1 << peer.peer) != 0 && peer.view.term() >= highest) {
                final boolean leads = peer.view.leader() == peer.peer;
                found = leads ? peer.peer : peer.view.term() > highest ? MembershipView.NOBODY : found;
                highest = peer.view.term();
            }
        }
        leader = found;
        leaderTerm = highest;
        return found != MembershipView.NOBODY;
    }

    /** After the phase: as long as all of the core play, nobody else comes to lead. */
    void watch(final long nowNs) {
        if (core == 0 || changed) {
            return;
        }
        // A joiner that the others hear, and the leader perhaps does not, makes them look for another leader. A core
        // that cannot decide alone loses its leader with the lease, and elects one once everybody has answered.
        final boolean mayChange = (survivors.joining() & deaf) != 0 || everybodyAnswers && nowNs < leaderByNs();
        if (leader == MembershipView.NOBODY || mayChange) {
            findLeader();
            return;
        }
        for (final ObservedPeer peer : processes.peers) {
            if ((core & 1 << peer.peer) != 0 && !peer.plays()) {
                return;
            }
        }
        final int before = leader;
        final long term = leaderTerm;
        if (!findLeader() || leader != before || leaderTerm != term) {
            changed = true;
            violated("L3", before + " led in term " + term + ", now " + leader + " in term " + leaderTerm, before);
        }
    }
}

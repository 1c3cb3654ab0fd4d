package io.lockstep.testkit.liars;

import io.lockstep.core.game.DesyncOptions;
import io.lockstep.core.game.DesyncPolicy;
import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.Phase;
import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.session.Session;
import io.lockstep.core.session.SessionConfig;
import io.lockstep.core.transport.Transport;
import io.lockstep.testkit.DrawnKeys;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.PeerKeys;
import io.lockstep.testkit.SimulatedNetwork;
import io.lockstep.testkit.liars.Deception.Stage;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A match of four to six peers on a drawn, mild network, in which one peer lies. No honest peer may throw, be lost or
 * be called a liar. All of them must reach the end with the same history, which has every input of the honest players.
 * If they were harmed, one of them must name the liar.
 */
public final class LiarMatch {

    /** Time between two polls of each peer, in milliseconds. */
    static final int TURN_MS = 4;
    /** Events about an honest peer that mean harm. */
    private static final Set<SessionEvent.Type> HARM = EnumSet.of(SessionEvent.Type.DESYNC,
        SessionEvent.Type.STATE_REPAIRED, SessionEvent.Type.STATE_NOT_REPAIRED, SessionEvent.Type.INPUT_DISAGREEMENT);
    static final int TICK_RATE = 60;
    private static final long NS_PER_MS = 1_000_000L;
    private static final int LEAST_PEERS = 4;
    private static final int MOST_PEERS = 6;
    /** Smallest number of peers in a match about waiting: two have no third peer, and three no second witness. */
    private static final int LEAST_WAITING = 2;
    private static final int MOST_WAITING = 8;
    /** Number of frames after the last one for which sampled inputs are remembered, too. */
    private static final int SPARE_FRAMES = 300;
    /** Number of frames in a minute. */
    private static final int FULL_PACE = 3600;
    /** Smallest number of frames in a minute of full pace: 99 %. */
    private static final int LEAST_PACE = 3564;
    /** Longest time, in milliseconds, from the first loss of the liar until the honest peers play without it. */
    private static final long LONGEST_CUT_MS = 3000;
    /** Longest time, in milliseconds, that the honest peers may lose: the budget, and a cut. */
    private static final long MOST_LOST_MS = SessionConfig.DEFAULT_WAIT_BUDGET_MS + LONGEST_CUT_MS;
    /** Divisor of the match's duration that gives a further loss: a 24th is free, and the budget refills by a 30th. */
    private static final int LOST_PART = 13;
    private static final int BALLAST_BYTES = 200_000;
    /** Time between two calls by which each honest peer asks to end a pause, in milliseconds. */
    private static final int RESUME_MS = 500;
    /** Longest pause that only one peer wants, in milliseconds. */
    private static final long LONGEST_PAUSE_MS = 12_000;
    private static final double STAGE_LOSS = 0.05;
    private static final double PERCENT = 100;
    private static final int FAR_MS = 50;
    /** Longest latency with detours, in milliseconds: a detour takes twice as long, still within the input delay. */
    private static final int NEAR_MS = 30;
    private static final long APART_MS = 2000;
    private static final long TOGETHER_MS = 22_000;
    private static final long DEATH_MS = 4000;
    private static final long RETURN_MS = 11_000;
    private static final long FAILS_AT = 240;
    /** Longest time, in milliseconds, that the wait budget, a drop and a repair may cost a match. */
    private static final long PATIENCE_MS = 20_000;
    /** Longest delay of the end that is no harm, in milliseconds: the others wait for a lost peer. */
    private static final long UNHARMED_MS = 2000;
    /**
     * Longest time, in milliseconds, of the goodbyes after the end: a peer that hears none repeats its own for two
     * seconds, forty times at a poll. No frame waits for that, whoever is not heard.
     */
    private static final long GOODBYE_MS = 2100;
    /** Longest time, in milliseconds, until a returning peer is a member, even if its donor lies. */
    private static final long JOIN_MS = 8000;
    /** Largest number of terms on a mild network: a match seldom needs another leader, so more have a cause. */
    private static final int MOST_TERMS = 60;
    /** Largest number of datagrams that a session sends to each peer in one turn. */
    private static final int MOST_SENT_PER_LINK = 400;

    private final long seed;
    private final SplittableRandom random;
    private final Deception deception;
    private final int peers;
    private final int liar;
    /** The honest peer that dies and returns, or has a wrong state; −1 for none. */
    private final int unlucky;
    /** The peer that does not hear the victim for a while. */
    private final int apart;
    private final boolean bothWays;
    private final SimulatedNetwork network;
    private final Session[] sessions;
    private final Witness[] witnesses;
    private final int[][] sampled;
    private final int[] sent;
    private final byte[] ballast;
    private final LiarView view;
    private Deceiver deceiver;
    private DrawnKeys keys;
    private final TreeSet<String> named = new TreeSet<>();
    private final TreeSet<String> harm = new TreeSet<>();
    private @Nullable String wrong;
    private long nowMs;
    /** Time at which the last honest peer had played to the end and given the others all that they need; 0 before. */
    private long partedMs;
    private long endedMs;
    private long joinedMs;
    private boolean liarGone;
    private long goneMs;
    private boolean isTruthful;
    /** The peers at which the match is paused, bit n for peer n. */
    private int paused;
    private final long[] pausedMs;
    private final Pace pace = new Pace();

    /**
     * Draws a match.
     *
     * @param seed the seed of everything that is drawn
     * @param lie  the kind of lie, or null to draw it
     */
    public LiarMatch(final long seed, final Deception lie) {
        this.seed = seed;
        random = new SplittableRandom(seed);
        final Deception[] all = Deception.values();
        final Deception any = all[random.nextInt(all.length)];
        deception = lie == null ? any : lie;
        peers = deception.stage == Stage.WAITING ? LEAST_WAITING + random.nextInt(MOST_WAITING - LEAST_WAITING + 1)
            : LEAST_PEERS + random.nextInt(MOST_PEERS - LEAST_PEERS + 1);
        liar = random.nextInt(peers);
        final long fromMs = 1000 + random.nextInt(2000);
        view = new LiarView(liar, peers, fromMs, Long.MAX_VALUE, random.split());
        final boolean lonely = deception.stage == Stage.NEWCOMER || deception.stage == Stage.DIVERGENCE;
        unlucky = lonely ? view.victim : -1;
        network = new SimulatedNetwork(peers, seed).followPolls();
        final int mostMs = deception.stage == Stage.DETOUR ? NEAR_MS : FAR_MS;
        network.conditions(LinkConditions.latency(1 + random.nextInt(mostMs)).withJitter(random.nextInt(10))
            .withLoss(deception.stage == Stage.DETOUR ? STAGE_LOSS : random.nextInt(3) == 0
                ? random.nextInt(6) / PERCENT : 0)
            .withDuplicate(random.nextInt(4) == 0 ? 0.05 : 0));
        sessions = new Session[peers];
        witnesses = new Witness[peers];
        sampled = new int[peers][deception.stage.frames + SPARE_FRAMES];
        sent = new int[peers];
        pausedMs = new long[peers];
        ballast = new byte[deception.stage == Stage.NEWCOMER ? BALLAST_BYTES : 0];
        random.nextBytes(ballast);
        deceiver = deception.deceiver(view);
        keys = new DrawnKeys(PeerKeys.NONE, peers, seed);
        int other = (view.victim + 1) % peers;
        while (peers > 2 && (other == liar || other == view.victim)) {
            other = (other + 1) % peers;
        }
        apart = other;
        bothWays = (seed & 1) == 0;
    }

    /**
     * Lets the liar tell the truth. A fault of such a match has another cause.
     *
     * @return this
     */
    public LiarMatch truthful() {
        isTruthful = true;
        return lying(Deceiver::new);
    }

    /** Lets the liar lie in another way than the kind of lie says. */
    LiarMatch lying(final Function<LiarView, Deceiver> how) {
        deceiver = how.apply(view);
        return this;
    }

    /**
     * Sets the keys by which the peers know each other.
     *
     * @param kind the kind of keys; {@link PeerKeys#NONE} by default
     * @return this
     */
    public LiarMatch keys(final PeerKeys kind) {
        keys = new DrawnKeys(kind, peers, seed);
        return this;
    }

    private int honest() {
        return (1 << peers) - 1 & ~(1 << liar);
    }

    /** Returns the honest peers that are there all the time, so that all of their inputs count. */
    private int steady() {
        return deception.stage == Stage.NEWCOMER ? honest() & ~(1 << unlucky) : honest();
    }

    private void start(final int peer, final boolean joining) {
        final Witness witness = new Witness(peer, sampled, steady(), ballast);
        witnesses[peer] = witness;
        Transport transport = network.endpoint(peer);
        if (peer == liar) {
            view.transport = new LyingTransport(liar, transport, deceiver);
            transport = view.transport;
        }
        final long salts = seed * MOST_PEERS * 2 + peer * 2L + (joining ? 1 : 0);
        final SessionConfig config = Session.builder()
            .simulation(peer == liar ? deceiver.game(witness) : witness).input(witness)
            .transport(new CountedTransport(transport, count -> sent[peer] += count)).gameId("liars").matchId(seed)
            .sessionSeed(salts).keys(keys.of(peer, salts)).players(peers).localPlayer(peer)
            .tickRate(TICK_RATE).endFrame(deception.stage.frames)
            .joining(joining).seatToken(peer + 1)
            .desync(new DesyncOptions().scratch(() -> new Witness(peer, sampled, 0, ballast)));
        if (deception.stage != Stage.WAITING) {
            config.inputDelay(deception.stage.inputDelay());
        }
        if (deception.stage == Stage.HALT_POLICY) {
            config.desyncPolicy(DesyncPolicy.HALT);
        }
        sessions[peer] = config.build();
        if (peer == liar) {
            view.session = sessions[peer];
        }
    }

    /**
     * Plays the match.
     *
     * @return the outcome
     */
    public LiarOutcome play() {
        try {
            for (int peer = 0; peer < peers; peer++) {
                start(peer, false);
            }
            if (deception.stage == Stage.DIVERGENCE) {
                witnesses[unlucky].failsAt = FAILS_AT;
            }
            final long limitMs = nominalMs()
                + Math.max(PATIENCE_MS + nominalMs() / 2, deception.stage.excusedMs() + UNHARMED_MS);
            while (nowMs < limitMs && !isOver()) {
                turn();
            }
            endedMs = nowMs;
            partedMs = partedMs == 0 ? nowMs : partedMs;
            judge();
        } catch (final RuntimeException | StackOverflowError thrown) {
            note(thrown + " at " + List.of(thrown.getStackTrace()).subList(0, Math.min(6,
                thrown.getStackTrace().length)));
        }
        if (wrong != null && deception.stage == Stage.WAITING) {
            wrong += " where the liar " + deceiver;
        }
        return new LiarOutcome(deception, peers, liar, wrong, List.copyOf(harm), List.copyOf(named),
            partedMs - nominalMs());
    }

    private long nominalMs() {
        return deception.stage.nominalMs();
    }

    private void note(final String what) {
        if (wrong == null) {
            wrong = nowMs + " ms: " + what;
        }
    }

    private boolean isOver() {
        return haveReached(Phase.ENDED);
    }

    /** Returns whether all honest peers are in a phase, or beyond it. */
    private boolean haveReached(final Phase phase) {
        for (int peer = 0; peer < peers; peer++) {
            if (peer != liar && (sessions[peer] == null || sessions[peer].phase().compareTo(phase) < 0)) {
                return false;
            }
        }
        return true;
    }

    private void turn() {
        nowMs += TURN_MS;
        if (deception.stage == Stage.NEWCOMER) {
            churn();
        } else if (deception.stage == Stage.DETOUR && nowMs == APART_MS) {
            network.cut(view.victim, apart);
            if (bothWays) {
                network.cut(apart, view.victim);
            }
        } else if (deception.stage == Stage.DETOUR && nowMs == TOGETHER_MS) {
            network.heal();
        }
        view.nowMs = nowMs;
        if (view.lies()) {
            deceiver.turn();
        }
        for (int peer = 0; peer < peers; peer++) {
            if (sessions[peer] != null) {
                poll(peer);
            }
        }
        if (deception.stage == Stage.WAITING) {
            lookAtPace();
        }
        partedMs = partedMs == 0 && haveReached(Phase.LEAVING) ? nowMs : partedMs;
    }

    private void lookAtPace() {
        long slowest = Long.MAX_VALUE;
        boolean isPlaying = true;
        for (int peer = 0; peer < peers; peer++) {
            if (peer != liar) {
                isPlaying &= sessions[peer].phase() == Phase.PLAYING;
                slowest = Math.min(slowest, sessions[peer].frame());
            }
        }
        if (isPlaying) {
            pace.at(nowMs, slowest);
        }
    }

    @SuppressWarnings("NullAway") // a process that is killed has no session
    private void churn() {
        if (nowMs == DEATH_MS) {
            network.kill(unlucky);
            sessions[unlucky] = null;
        } else if (nowMs == RETURN_MS) {
            start(unlucky, true);
        }
    }

    private void poll(final int peer) {
        final Session session = sessions[peer];
        sent[peer] = 0;
        if (peer != liar && (paused & 1 << peer) != 0 && session.phase() == Phase.PLAYING) {
            endPause(peer, session);
        }
        session.poll(nowMs * NS_PER_MS);
        while (session.step()) {
            // Executes every frame that is due.
        }
        for (SessionEvent event = session.nextEvent(); event != null; event = session.nextEvent()) {
            if (peer != liar) {
                heard(peer, event);
            }
        }
        if (peer != liar && sent[peer] > MOST_SENT_PER_LINK * (peers - 1)) {
            note("peer " + peer + " sends " + sent[peer] + " datagrams in a turn");
        }
    }

    private void endPause(final int peer, final Session session) {
        if (nowMs % RESUME_MS == 0) {
            session.resume();
        }
        if (nowMs - pausedMs[peer] > LONGEST_PAUSE_MS) {
            note("peer " + peer + " stands still since " + pausedMs[peer] + " ms, and all but the liar want to play");
        }
    }

    private void heard(final int peer, final SessionEvent event) {
        final boolean aboutLiar = event.peer() == liar;
        if (peer == unlucky && nowMs >= RETURN_MS && joinedMs == 0 && sessions[peer].phase() == Phase.PLAYING) {
            joinedMs = nowMs;
        }
        switch (event.type()) {
            case PEER_LIED -> {
                if (aboutLiar) {
                    named.add(String.valueOf(event.lie()));
                } else {
                    note("peer " + peer + " calls peer " + event.peer() + " a liar: " + event.lie());
                }
            }
            case PEER_LEFT, PEER_DROPPED -> {
                // After the last frame it says goodbye like the others.
                final boolean goes = aboutLiar && event.frame() < deception.stage.frames;
                goneMs = goes && !liarGone ? nowMs : goneMs;
                liarGone |= goes;
                if (event.type() == SessionEvent.Type.PEER_DROPPED && !aboutLiar
                    && event.peer() != (deception.stage == Stage.NEWCOMER ? unlucky : -1)) {
                    note("peer " + peer + " has lost peer " + event.peer());
                }
            }
            case PAUSED -> {
                paused |= 1 << peer;
                pausedMs[peer] = nowMs;
            }
            case RESUMED -> paused &= ~(1 << peer);
            default -> {
                if (HARM.contains(event.type()) && !aboutLiar) {
                    harm.add(event.type().name());
                }
            }
        }
    }

    /**
     * Returns whether the honest peer may wait for ever: the policy for two makes the higher one wait for the lower.
     */
    private boolean mayWaitForEver() {
        return peers == 2 && liar == 0;
    }

    /** Returns the number of frames in the last minute of the same match without the lie. */
    private long truthfulPace() {
        final LiarMatch same = new LiarMatch(seed, deception).truthful();
        same.play();
        return same.pace.last();
    }

    /** Checks that the honest peers play at full rate without the liar, and lose no more than the budget with it. */
    private void judgePace() {
        if (liarGone && endedMs - goneMs > LONGEST_CUT_MS + Pace.LAST_MS && pace.last() < LEAST_PACE
            && pace.last() < truthfulPace() * LEAST_PACE / FULL_PACE) {
            note("the honest play " + pace.last() + " frames in their last minute, second by second " + pace);
        }
        if (endedMs - nominalMs() > MOST_LOST_MS + nominalMs() / LOST_PART && !mayWaitForEver()) {
            note("the honest lose " + (endedMs - nominalMs()) + " ms, by their frames second by second " + pace);
        }
    }

    private void judge() {
        Witness first = null;
        boolean anybodyUndisturbed = false;
        for (int peer = 0; peer < peers; peer++) {
            if (peer == liar) {
                continue;
            }
            final Session session = sessions[peer];
            if (session.term() > MOST_TERMS) {
                harm.add("LEADERS");
            }
            if (session.endReason() != EndReason.FINISHED && !mayWaitForEver()) {
                note("peer " + peer + " is " + session.phase() + " at frame " + session.frame() + ": "
                    + session.endReason() + ", " + session.error());
            }
            final Witness one = witnesses[peer];
            if (one.wrong != null) {
                note(one.wrong);
            }
            anybodyUndisturbed |= one.isUndisturbed();
            first = first == null ? one : first;
            if (one.hash() != first.hash()) {
                note("different states at the end, first at frame " + Witness.firstDifference(first, one) + ": " + first
                    + " and " + one);
            }
        }
        if (!anybodyUndisturbed) {
            note("everybody has a state that nobody has come to");
        }
        if (deception.stage != Stage.WAITING && !liarGone
            && partedMs > nominalMs() + deception.stage.excusedMs() + UNHARMED_MS) {
            harm.add("LATE");
        }
        if (endedMs > partedMs + GOODBYE_MS) {
            note("the honest still wait for a goodbye " + (endedMs - partedMs) + " ms after the end");
        }
        if (deception.stage == Stage.NEWCOMER && (joinedMs == 0 || joinedMs > RETURN_MS + JOIN_MS)) {
            note("who came back after " + RETURN_MS + " ms was taken in after " + joinedMs);
        }
        if (deception.stage == Stage.WAITING && !isTruthful) {
            judgePace();
        }
        if (deceiver.isSurelyNamed() && named.isEmpty()) {
            note("nobody names a liar whom they can see through");
        }
        final boolean expected = deception.stage == Stage.DIVERGENCE;
        if (!harm.isEmpty() && named.isEmpty() && !expected) {
            note("harmed, and nobody names the liar: " + harm);
        }
    }
}

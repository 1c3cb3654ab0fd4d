package io.lockstep.core.session;

import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.Phase;
import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.input.IdSet;
import io.lockstep.core.internal.game.MatchRules;
import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.protocol.Command;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.transport.CallGuard;
import io.lockstep.core.membership.Epoch;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One peer's side of a lockstep match: a pure state machine that turns datagrams, time and local input into frames of
 * the game. Every peer simulates every frame with the same inputs; only inputs travel.
 *
 * <p>The game loop calls, on one thread and as often as it likes:
 * <pre>
 * session.poll(System.nanoTime());
 * while (session.step()) { }
 * for (SessionEvent e = session.nextEvent(); e != null; e = session.nextEvent()) { … }
 * draw(session.alpha(System.nanoTime()));
 * </pre>
 *
 * <p>One that has nothing to draw sleeps at the end of each turn, in {@link #await}.
 *
 * <p>Nothing else blocks, nothing is allocated per tick, and nothing throws for what the network does.
 *
 * <p>Stable: breaks only with a major release.
 *
 * @since 0.1.0
 */
public final class Session {

    /** What it plays. */
    final MatchLoop loop;
    private final MatchSettings settings;
    private final CallGuard guard = new CallGuard("session", "call it on one thread, or hand it over with handOver()");
    private final Waiting waiting;
    private final IdSet waitingFor;
    private final Epoch epoch;
    /** Null without. */
    private final @Nullable MatchObserver observer;

    Session(final MatchSettings settings, final @Nullable MatchObserver observer) {
        settings.ports().transport().claim(() -> phase() != Phase.ENDED);
        this.settings = settings;
        this.observer = observer;
        loop = new MatchLoop(settings);
        waiting = new Waiting(loop, settings.ports().transport());
        waitingFor = IdSet.players(loop.stallWatch::waitingFor);
        epoch = new EpochView(loop.seats.membership().epoch());
    }

    /**
     * Starts describing a session.
     *
     * @return a configuration to fill in and {@link SessionConfig#build build}
     */
    public static SessionConfig builder() {
        return new SessionConfig();
    }

    /**
     * Does all network work that is due: receives, shakes hands, samples local input, sends, and detects lost peers.
     * Call it in each turn of the game loop, at least once a tick.
     *
     * @param now {@code System.nanoTime()}: monotonic nanoseconds, never less than in the call before, nor more than a
     *            year later
     * @return the amount of work done, 0 if the caller may sleep
     * @throws IllegalStateException if the call is a mistake of the program, see {@link #handOver}; nothing has changed
     */
    public int poll(final long now) {
        guard.check("poll");
        if (phase() != Phase.ENDED && settings.ports().transport().isClosed()) {
            throw new IllegalStateException("the transport was closed before the session: leave(), poll until the "
                + "phase is ENDED, then close it");
        }
        guard.time(now);
        guard.enter("poll");
        try {
            final int done = loop.poll(now);
            showObserver();
            return done;
        } finally {
            guard.leave();
        }
    }

    /**
     * Plays the frame that is due, if there is one and everybody's input of it is here, or may be
     * {@link SessionConfig#prediction(int) guessed}. What was guessed wrong before is corrected, whether a frame is
     * played or not.
     *
     * @return true when a frame was played, so that the caller asks again: several may be due after a stall
     */
    public boolean step() {
        guard.enter("step");
        try {
            final boolean played = loop.step();
            showObserver();
            return played;
        } finally {
            guard.leave();
        }
    }

    /**
     * Lets another thread call this session: its next call binds the session to its thread, as the first one did. The
     * caller makes sure that the other thread sees what this one has written.
     *
     * <p>Mistakes of the program are refused with an {@link IllegalStateException} before anything changes: calls from
     * another thread; {@link #poll}, {@link #step}, {@link #await}, {@link #leave}, {@link #rejoin} and
     * {@link #nextEvent} from inside a callback, such as the game's {@code step}, a recorder or an observer; a clock
     * that goes back or jumps by more than a year; a closed transport; a transport that carries another session.
     *
     * @throws IllegalStateException if the calling thread is not the session's, or is inside a callback
     */
    public void handOver() {
        guard.handOver();
    }

    private void showObserver() {
        if (observer != null) {
            tell(observer);
            observer.observed(this, loop.state.nowNs());
        }
    }

    private void tell(final MatchObserver told) {
        for (SessionEvent event = loop.events.observe(); event != null; event = loop.events.observe()) {
            told.happened(this, event);
        }
    }

    /**
     * Sleeps until there is something to do: a datagram has come, the next frame is due, or something is to be sent. To
     * be called at the end of each turn of a loop that need not do anything else meanwhile; what is due then is done by
     * {@link #poll} and {@link #step}. A game that draws at its own pace keeps polling instead, at least once a tick.
     *
     * <p>Before the others have answered, it plays a short match of two in memory instead of sleeping, a tick in each
     * call, so that what runs each frame is compiled when the first one is due: some tens of milliseconds of a core.
     *
     * <p>Returns earlier now and then, and at once when a frame can be played or the session has
     * {@link Phase#ENDED}. Who was interrupted sleeps all the same and stays interrupted. What sleeps is the transport,
     * see {@link io.lockstep.core.transport.Transport#await}: over plain UDP a datagram wakes it, over a transport that
     * cannot tell it looks every millisecond, and in virtual time it does nothing.
     *
     * @param maxNs nanoseconds, counted from the time that was given to the last {@link #poll}, so that what the game
     *              did since is not slept again; 25 ms are the most even so, and returns at once if they are over
     */
    public void await(final long maxNs) {
        guard.enter("await");
        try {
            waiting.await(maxNs);
        } finally {
            guard.leave();
        }
    }

    /**
     * Sends an event with a local player's next sampled input. It reaches {@link Simulation#step} in the same frame at
     * every peer, here included, and once. What is sent in a pause of the match, or was under way, comes when it ends.
     *
     * @param player a player who plays here
     * @param event  the bytes between position and limit, 1 to the configured maximum; copied
     * @return false when too many events wait already: nothing was queued
     * @throws IllegalArgumentException if the player does not play here or the length is out of range
     */
    public boolean sendEvent(final int player, final ByteBuffer event) {
        guard.checkThread("sendEvent");
        return loop.localInputs.event(player, event);
    }

    /**
     * Leaves the match. The others go on without a pause: our next input says that it is the last. Keep polling until
     * the phase is {@link Phase#ENDED}, so that it and the goodbye get out: a round trip where everybody
     * answers, and at most 2.5 s where somebody does not, 2 s for the input and half a second of goodbyes.
     */
    public void leave() {
        guard.check("leave");
        loop.leave();
    }

    /**
     * Comes back into a match that went on without this peer: over the same transport, with the same game, which loads
     * the others' state. Nothing of it is recorded.
     *
     * @return what the game loop goes on with in the place of this session, which must be {@link Phase#ENDED}
     * @throws IllegalStateException if it is not, or not for a reason after which {@link EndReason#mayRejoin one may}
     */
    public Session rejoin() {
        guard.check("rejoin");
        if (phase() != Phase.ENDED || !endReason().mayRejoin()) {
            throw new IllegalStateException("there is no coming back after " + endReason() + " in phase "
                + phase());
        }
        return new Session(settings.rejoining(), observer);
    }

    /**
     * Stops the game for everybody, in the frame our next input is for. Frames pass meanwhile, but
     * {@link Simulation#step} is not called. A player may do so {@value MatchRules#PAUSES} times in a match; a pause
     * ends with {@link #resume}, at the latest after ten minutes.
     *
     * @return false when the match is not being played, or too many orders wait already
     */
    public boolean pause() {
        guard.checkThread("pause");
        return loop.command(Command.Kind.PAUSE);
    }

    /**
     * Ends a pause: ours at once. Another player's goes on for {@value MatchRules#AGAINST_WILL_SECONDS} s at most from
     * then on, and that is all it has for all of its pauses together.
     *
     * @return false when the match is not being played, or too many orders wait already
     */
    public boolean resume() {
        guard.checkThread("resume");
        return loop.command(Command.Kind.RESUME);
    }

    /**
     * Asks the others to go on without a peer before its drop timeout is over, or one that is there and plays. It is
     * done when all others ask for it; of two, the lower one's word is enough, and the higher one's has no effect. The
     * request holds until the peer is out, or another process takes its seat: who comes back is not dropped again.
     *
     * @param peer which, not this one; ignored if it is not in the match
     * @throws IllegalArgumentException if there can be no such peer, or it is this one
     */
    public void voteToDrop(final int peer) {
        SettingsCheck.range("peer", peer, 0, Message.MAX_PLAYERS - 1);
        if (peer == settings.self()) {
            throw new IllegalArgumentException("peer " + peer + " is this one: it leaves with leave()");
        }
        guard.checkThread("voteToDrop");
        loop.seats.membership().voteOut(peer);
    }

    /**
     * Agrees to load the state of the only other peer, as it was offered with
     * {@link SessionEvent.Type#REPAIR_OFFERED}. Of two nobody can know whose state is right, so a session of two loads
     * none by itself.
     *
     * @return false when none is offered
     */
    public boolean acceptRepair() {
        guard.checkThread("acceptRepair");
        return loop.repair.accept();
    }

    /**
     * Hands the lead to another peer.
     *
     * @param peer a member
     * @return false when this peer does not lead or the other one is no member
     */
    public boolean transferLeadership(final int peer) {
        guard.checkThread("transferLeadership");
        return loop.seats.membership().transferTo(peer);
    }

    /**
     * Who leads, as far as this peer knows.
     *
     * @return a peer, −1 when nobody does
     */
    public int leader() {
        return loop.seats.leader();
    }

    /**
     * The term of that lead.
     *
     * @return 0 and up
     */
    public long term() {
        return loop.seats.membership().election().term();
    }

    /**
     * The line-up that was agreed on last: its number, its id, who is in it, and whose inputs ended in which frame.
     *
     * @return a view that moves on; without members before the match and while joining
     */
    public Epoch epoch() {
        return epoch;
    }

    /**
     * The oldest event not pulled yet.
     *
     * @return an event, valid until the next call, or null when there is none
     */
    public @Nullable SessionEvent nextEvent() {
        guard.check("nextEvent");
        if (observer != null) {
            tell(observer); // of what a call of the game's own has brought about
        }
        return loop.events.poll();
    }

    /**
     * How far between two frames we are, for drawing: 0 at the frame played last, 1 when the next is due.
     *
     * @param now monotonic nanoseconds
     * @return 0 to 1
     */
    public float alpha(final long now) {
        return loop.clock.alpha(now);
    }

    /**
     * Where the session is in its life.
     *
     * @return the phase
     */
    public Phase phase() {
        return loop.state.phase();
    }

    /**
     * Why the session ended.
     *
     * @return {@link EndReason#NONE} while it has not
     */
    public EndReason endReason() {
        return loop.state.endReason();
    }

    /**
     * What went wrong, for a person.
     *
     * @return one line, or null
     */
    public @Nullable String error() {
        return loop.state.error();
    }

    /**
     * The frame to be settled next; so many frames are behind us, counted from 0.
     *
     * @return a frame
     */
    public long frame() {
        return loop.state.frame();
    }

    /**
     * The frame that is due next. In lockstep it is {@link #frame}; where the game is played ahead it is that or up to
     * as many frames later as may be {@link SessionConfig#prediction(int) foreseen}, and what is drawn is the state
     * before it.
     *
     * @return a frame, not below {@link #frame}
     */
    public long head() {
        return loop.state.head();
    }

    /**
     * The players that the match waits for: before the first frame, those that are not connected yet, and in a stall
     * those whose input of the due frame is missing. A good line misses inputs for a few milliseconds now and then, so
     * a stall counts from a quarter of a second on, as for {@link SessionEvent.Type#WAITING_FOR}; {@link #stalledNs}
     * tells of shorter ones.
     *
     * @return a view that moves on, always the same object; empty while the match is played, and while the others agree
     *         on how to go on
     */
    public IdSet waitingFor() {
        return waitingFor;
    }

    /**
     * How long the frame that is due has been waiting, as of the last {@link #poll}.
     *
     * @return nanoseconds; 0 when none waits, and before the first frame
     */
    public long stalledNs() {
        return loop.stallWatch.stalledNs();
    }

    /**
     * The input delay in use: how many frames after being sampled a local input is simulated.
     *
     * @return frames
     */
    public int inputDelay() {
        return loop.delays.ticks();
    }

    /**
     * What has been measured.
     *
     * @return a view that stays valid and moves on
     */
    public SessionStatistics statistics() {
        return loop.statistics;
    }
}

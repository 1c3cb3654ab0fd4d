package io.lockstep.core.internal.play;

import io.lockstep.core.game.DesyncPolicy;
import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.internal.game.EventQueue;
import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.membership.EpochRecord;
import io.lockstep.core.internal.protocol.Command;
import io.lockstep.core.internal.protocol.Message;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Carries out what players ordered with their inputs, each order in the frame it came with and in the order of the
 * players, so that it has the same effect everywhere: pauses, and seats whose inputs count from some frame on. While
 * the match is paused frames pass and inputs travel as ever, but the game is not simulated; that is how whoever paused
 * it, or has had enough of it, can say so.
 */
public final class FrameOrders {

    private static final int NOBODY = -1;
    private static final long NEVER = Long.MAX_VALUE;

    private final MatchSettings settings;
    private final InputLog log;
    private final EventQueue events;
    private StandingOrders standing;
    private final LoggedFrame logged;
    private final long[] opens = new long[Message.MAX_PLAYERS];
    /** Of the newest frames, whether the match was paused in each. */
    private final boolean[] still = new boolean[InputLog.REACH];
    private int haltedBy = NOBODY;
    private int opened;
    private int seats = -1;
    /** The processes of the epoch that holds, once one does. */
    private final int[] incarnations = new int[Message.MAX_PLAYERS];
    private boolean settled;
    /** Who counts from some frame on by what the others hold, while the order for that is yet to be executed here. */
    private int foreseen;

    public FrameOrders(final MatchSettings settings, final InputLog log, final EventQueue events) {
        this.settings = settings;
        this.log = log;
        this.events = events;
        standing = new StandingOrders(settings);
        logged = new LoggedFrame(settings.players(), log);
        Arrays.fill(opens, NEVER);
    }

    /** Is the game not to be simulated in the frame that {@link #execute} was called with last? */
    public boolean isPaused() {
        return standing.isPaused();
    }

    /** What all orders until the frame executed last have come to. */
    public StandingOrders standing() {
        return standing;
    }

    /**
     * A state was loaded, with what orders had come to then, and frames were replayed.
     *
     * @param loaded   what follows from them after the frame replayed last
     * @param replayed that frame
     * @param executed the frame that was executed last
     */
    public void replace(final StandingOrders loaded, final long replayed, final long executed) {
        for (long frame = replayed + 1; frame <= executed; frame++) {
            loaded.replay(frame, logged.at(frame));
        }
        final int before = standing.pauses().by();
        standing = loaded;
        still[(int) executed & InputLog.REACH - 1] = isPaused();
        tell(executed, before);
    }

    private void tell(final long frame, final int before) {
        final Pauses pauses = standing.pauses();
        if (pauses.by() != before && before != NOBODY) {
            events.tell(SessionEvent.Type.RESUMED, NOBODY, frame);
        }
        if (pauses.by() != before && isPaused()) {
            events.tell(SessionEvent.Type.PAUSED, NOBODY, frame, pauses.by());
        }
    }

    /** Was it not simulated in one of the newest {@value InputLog#FRAMES} frames executed? */
    public boolean wasPaused(final long frame) {
        return still[(int) frame & InputLog.REACH - 1];
    }

    /** The player who ordered last that the match ends because states differ, −1 for none. It is told once. */
    public int takeHalt() {
        final int player = haltedBy;
        haltedBy = NOBODY;
        return player;
    }

    /** Whose inputs count from some frame on by an order of the frame executed last, bit n for peer n. */
    public int opened() {
        return opened;
    }

    /**
     * An epoch is about to hold. It says whose inputs may come to count: those of its members; as long as no epoch
     * holds, those of anybody who is ordered to. If the inputs of a peer count from a frame on that we have not come
     * to, the order counts, too.
     */
    public void settle(final EpochRecord epoch) {
        for (int rest = foreseen; rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            final long from = log.presentFrom(first(peer));
            if ((epoch.closed() & 1 << peer) != 0 && epoch.closedAt(peer) > from) {
                events.tell(SessionEvent.Type.PEER_JOINED, peer, from);
            } else {
                takeBack(peer, from);
            }
        }
        foreseen = 0;
        settled = true;
        seats = epoch.members();
        for (int peer = 0; peer < incarnations.length; peer++) {
            incarnations[peer] = epoch.has(peer) ? epoch.incarnation(peer) : 0;
        }
    }

    /**
     * An epoch waits here for inputs of somebody who does not count yet, as far as we have come; those who hold them
     * know from which frame on they do.
     */
    public void foresee(final int peer, final long from) {
        if (log.isClosed(first(peer)) && from > log.next(first(peer))) {
            for (int rest = settings.seating().mask(peer); rest != 0; rest &= rest - 1) {
                log.open(Integer.numberOfTrailingZeros(rest), from);
            }
            foreseen |= 1 << peer;
        }
    }

    /** It is as if it had not been foreseen. */
    private void takeBack(final int peer, final long from) {
        for (int rest = settings.seating().mask(peer); rest != 0; rest &= rest - 1) {
            log.close(Integer.numberOfTrailingZeros(rest), from - 1);
        }
        foreseen &= ~(1 << peer);
    }

    private int first(final int peer) {
        return Integer.numberOfTrailingZeros(settings.seating().mask(peer));
    }

    public long opensAt(final int peer) {
        return opens[peer];
    }

    /** Carries out the orders of a frame, before it is simulated. */
    public void execute(final long frame) {
        opened = 0;
        for (int player = 0; player < settings.players(); player++) {
            if (log.present(player, frame)) {
                final int command = log.command(player, frame);
                if (command != 0) {
                    execute(frame, player, command);
                }
            }
        }
        final int before = standing.pauses().by();
        standing.pauses().expire(frame);
        tell(frame, before);
        still[(int) frame & InputLog.REACH - 1] = isPaused();
    }

    private void execute(final long frame, final int player, final int command) {
        switch (Command.kind(command)) {
            case PAUSE, RESUME -> {
                final int before = standing.pauses().by();
                standing.pauses().order(frame, player, Command.kind(command));
                tell(frame, before);
            }
            case ACTIVATE -> {
                final int ahead = standing.openings().order(frame, player, command, logged.at(frame));
                if (ahead >= 0 && isOfMember(command)) {
                    open(Command.seat(command), frame + ahead);
                }
            }
            case HALT -> haltedBy = settings.state().policy() == DesyncPolicy.HALT ? player : NOBODY;
            default -> {
                // LEAVE took effect when it was filed: it is about inputs that will never come.
            }
        }
    }

    /**
     * Returns whether an order of a frame, which is to be executed next, lets the inputs of a process count that is no
     * member of the epoch applied last. Two orders in one frame are taken for orders about the same process.
     */
    public boolean admitStranger(final long frame) {
        int strangers = 0;
        for (int player = 0; player < settings.players(); player++) {
            final int command = log.present(player, frame) ? log.command(player, frame) : Command.NONE;
            if (Command.isActivate(command) && !isOfMember(command)) {
                strangers++;
                if (strangers > 1
                    || standing.openings().isEnough(frame, player, command, logged.at(frame))) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Who was dropped in the meantime, before anybody had carried this out, never comes. */
    private boolean isOfMember(final int command) {
        final int peer = Command.seat(command);
        return settings.seating().mask(peer) != 0 && (seats & 1 << peer) != 0
            && (!settled || Command.isOfTheSame(command, Command.activate(peer, 0, incarnations[peer])));
    }

    private void open(final int peer, final long from) {
        if ((foreseen & 1 << peer) != 0) {
            // What we do ourselves is what counts.
            if (log.presentFrom(first(peer)) != from) {
                takeBack(peer, log.presentFrom(first(peer)));
            }
            foreseen &= ~(1 << peer);
        } else if (!log.isClosed(first(peer)) || log.presentFrom(first(peer)) >= from) {
            // It counts, or did by an epoch that came before this order, and may have been taken in again since.
            return;
        }
        for (int rest = settings.seating().mask(peer); rest != 0; rest &= rest - 1) {
            log.open(Integer.numberOfTrailingZeros(rest), from);
        }
        opens[peer] = from;
        opened |= 1 << peer;
        events.tell(SessionEvent.Type.PEER_JOINED, peer, from);
    }

    /** Takes what a newcomer must know beside the game's state, {@link StandingOrders#isSaved}. */
    public void load(final ByteBuffer in) {
        foreseen = 0;
        standing.load(in);
    }
}

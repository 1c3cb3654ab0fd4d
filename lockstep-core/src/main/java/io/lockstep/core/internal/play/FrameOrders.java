package io.lockstep.core.internal.play;

import io.lockstep.core.game.DesyncPolicy;
import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.internal.game.EventQueue;
import io.lockstep.core.internal.game.MatchRules;
import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.protocol.Command;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.membership.Epoch;
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
    private final byte[] pauses = new byte[Message.MAX_PLAYERS];
    private final long[] opens = new long[Message.MAX_PLAYERS];
    private int pausedBy = NOBODY;
    private long pausedFrom;
    /** Of the newest frames, whether the match was paused in each. */
    private final boolean[] still = new boolean[InputLog.FRAMES];
    private boolean halted;
    private int opened;
    private int seats = -1;
    /** Who counts from some frame on by what the others hold, while the order for that is yet to be executed here. */
    private int foreseen;

    public FrameOrders(final MatchSettings settings, final InputLog log, final EventQueue events) {
        this.settings = settings;
        this.log = log;
        this.events = events;
        Arrays.fill(opens, NEVER);
    }

    /** Is the game not to be simulated in the frame that {@link #execute} was called with last? */
    public boolean isPaused() {
        return pausedBy != NOBODY;
    }

    /** Was it not simulated in one of the newest {@value InputLog#FRAMES} frames executed? */
    public boolean wasPaused(final long frame) {
        return still[(int) frame & InputLog.FRAMES - 1];
    }

    /** Is the frame executed last the match's last one, because states differ? */
    public boolean isHalted() {
        return halted;
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
    public void settle(final Epoch epoch) {
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
        seats = epoch.members();
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
        if (isPaused() && frame - pausedFrom >= (long) MatchRules.LONGEST_PAUSE_SECONDS * settings.rules().tickRate()) {
            resume(frame);
        }
        still[(int) frame & InputLog.FRAMES - 1] = isPaused();
    }

    private void execute(final long frame, final int player, final int command) {
        switch (Command.kind(command)) {
            case PAUSE -> {
                if (!isPaused() && pauses[player] < MatchRules.PAUSES) {
                    pauses[player]++;
                    pausedBy = player;
                    pausedFrom = frame;
                    events.tell(SessionEvent.Type.PAUSED, NOBODY, frame, player);
                }
            }
            case RESUME -> {
                final boolean longEnough =
                    frame - pausedFrom >= (long) MatchRules.PAUSE_SECONDS * settings.rules().tickRate();
                if (isPaused() && (player == pausedBy || longEnough)) {
                    resume(frame);
                }
            }
            case ACTIVATE -> open(Command.seat(command), frame + Command.frames(command));
            case HALT -> halted |= settings.state().policy() == DesyncPolicy.HALT;
            default -> {
                // LEAVE took effect when it was filed: it is about inputs that will never come.
            }
        }
    }

    private void resume(final long frame) {
        pausedBy = NOBODY;
        events.tell(SessionEvent.Type.RESUMED, NOBODY, frame);
    }

    private void open(final int peer, final long from) {
        if (settings.seating().mask(peer) == 0 || (seats & 1 << peer) == 0) {
            // Who was dropped in the meantime, before anybody had carried this out, never comes.
            return;
        }
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

    /** Bytes that {@link #save} writes at most. */
    public static int maxBytes() {
        return Message.MAX_PLAYERS + 1 + Long.BYTES;
    }

    /** Writes what a newcomer must know beside the game's state. */
    public void save(final ByteBuffer out) {
        out.put((byte) pausedBy).putLong(pausedFrom).put(pauses);
    }

    public void load(final ByteBuffer in) {
        pausedBy = in.get();
        pausedFrom = in.getLong();
        in.get(pauses);
        foreseen = 0;
    }
}

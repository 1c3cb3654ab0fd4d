package io.lockstep.core.simnet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The truth about inputs: what each player submitted for which frame, as it was sampled. */
final class Submissions {

    /** Frames in a row whose event may have to wait because a command takes its place. */
    private static final int MAX_COMMANDS = 8;

    private final int players;
    private final long neutral;
    private final ViolationLog violations;
    /** Input and event as hashes, 0 for no event, and when it was sampled, NEVER for a repeated input. */
    private final long[] inputs;
    private final long[] events;
    private final long[] sampledNs;
    private final long[] next;
    private final long[] last;
    private final long[] first;
    private final long[] commandFrame;
    private final int[] commands;
    private final List<List<Long>> waiting = new ArrayList<>();
    private boolean commandsExpected;

    Submissions(final int players, final long startFrame, final long neutral, final ViolationLog violations) {
        this.players = players;
        this.neutral = neutral;
        this.violations = violations;
        inputs = new long[Oracle.FRAMES * players];
        events = new long[Oracle.FRAMES * players];
        sampledNs = new long[Oracle.FRAMES * players];
        next = new long[players];
        last = new long[players];
        first = new long[players];
        commandFrame = new long[players];
        commands = new int[players];
        Arrays.fill(next, startFrame);
        Arrays.fill(last, neutral);
        Arrays.fill(first, Oracle.NEVER);
        Arrays.fill(commandFrame, Oracle.NEVER);
        for (int player = 0; player < players; player++) {
            waiting.add(new ArrayList<>());
        }
    }

    /** From now on a command may take the place of an event, which then travels with a later input. */
    void expectCommands() {
        commandsExpected = true;
    }

    private int slot(final long frame, final int player) {
        return (int) (frame & Oracle.MASK) * players + player;
    }

    /** A new process plays for this player: it submits nothing before its first input, and a command lets it count. */
    void restarted(final int player) {
        expectCommands();
        first[player] = Oracle.NEVER;
        last[player] = neutral;
        waiting.get(player).clear();
    }

    /** A player's input was sampled; the frames skipped since the one before repeat that one. */
    void sampled(final int player, final long frame, final long input, final long event, final long nowNs) {
        if (first[player] == Oracle.NEVER) {
            first[player] = frame;
            if (frame < next[player]) {
                // A new process starts where it is told to, whatever the former one had submitted beyond.
                next[player] = frame;
            }
        }
        if (frame < next[player]) {
            violations.violated("S3", frame, "sampled again after frame " + (next[player] - 1), player);
            return;
        }
        while (next[player] < frame) {
            put(player, last[player], 0, Oracle.NEVER);
        }
        final List<Long> before = waiting.get(player);
        if (before.isEmpty()) {
            put(player, input, event, nowNs);
        } else {
            put(player, input, before.remove(0), nowNs);
            if (event != 0) {
                before.add(event);
            }
        }
        last[player] = input;
    }

    private void put(final int player, final long input, final long event, final long nowNs) {
        final int slot = slot(next[player]++, player);
        inputs[slot] = input;
        events[slot] = event;
        sampledNs[slot] = nowNs;
    }

    /** Was it so long ago that nothing is known of it? Who joins may replay frames that all others have long left. */
    boolean isForgotten(final int player, final long frame) {
        return frame < next[player] - Oracle.FRAMES;
    }

    /** Did a player submit this, and nothing else, for a frame? What stands for an absent one's has no command. */
    boolean isSubmitted(final int player, final long frame, final long input, final long event,
                        final boolean present) {
        if (frame >= next[player] || inputs[slot(frame, player)] != input) {
            return false;
        }
        return events[slot(frame, player)] == event
            || event == 0 && present && commandsExpected && delayEvent(player, frame);
    }

    /** A command has taken the place of an event: it and those behind it travel with the next samples. */
    private boolean delayEvent(final int player, final long frame) {
        commands[player] = commandFrame[player] == frame - 1 ? commands[player] + 1 : 1;
        commandFrame[player] = frame;
        if (commands[player] > MAX_COMMANDS) {
            return false;
        }
        long event = events[slot(frame, player)];
        events[slot(frame, player)] = 0;
        for (long later = frame + 1; later < next[player] && event != 0; later++) {
            final int slot = slot(later, player);
            if (sampledNs[slot] != Oracle.NEVER) {
                final long pushed = events[slot];
                events[slot] = event;
                event = pushed;
            }
        }
        if (event != 0 && first[player] != Oracle.NEVER && frame >= first[player]) {
            // What waited in a process that is no more travels with nobody's samples.
            waiting.get(player).add(0, event);
        }
        return true;
    }

    /** When the input that a player submitted for a frame was sampled, NEVER if it was made up. */
    long sampledNs(final int player, final long frame) {
        return frame < next[player] ? sampledNs[slot(frame, player)] : Oracle.NEVER;
    }

    /** The frame behind the last one a player has submitted an input for. */
    long next(final int player) {
        return next[player];
    }

    /** The first frame this process has submitted an input for, NEVER if none. */
    long first(final int player) {
        return first[player];
    }
}

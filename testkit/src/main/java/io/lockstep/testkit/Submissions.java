package io.lockstep.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The truth about inputs: what each player submitted for which frame, as it was sampled. */
final class Submissions {

    /**
     * Frames of the game in which an event that was sent must have arrived: its queue, one of commands before it, twice
     * where a pause sends it back, and the longest delay.
     */
    private static final int MAX_WAIT = 256;

    /**
     * An event that was sent and has not been simulated anywhere.
     *
     * @param hash      what it says
     * @param played    how many frames its player had simulated when it was sent
     * @param abandoned its process is no more: others may have it, or nobody
     */
    private record Sent(long hash, long played, boolean abandoned) {
    }

    private final int players;
    private final long neutral;
    private final ViolationLog violations;
    /**
     * Input and event as hashes, 0 for no event that anybody has simulated, and when it was sampled, NEVER for a
     * repeated input.
     */
    private final long[] inputs;
    private final long[] events;
    private final long[] sampledNs;
    private final long[] next;
    private final long[] last;
    private final long[] first;
    private final List<List<Sent>> waiting = new ArrayList<>();
    /** How many frames each player has simulated in which its inputs counted, and the newest of them. */
    private final long[] played;
    private final long[] newest;

    Submissions(final int players, final long startFrame, final long neutral, final ViolationLog violations) {
        this.players = players;
        this.neutral = neutral;
        this.violations = violations;
        inputs = new long[FrameWindow.FRAMES * players];
        events = new long[FrameWindow.FRAMES * players];
        sampledNs = new long[FrameWindow.FRAMES * players];
        next = new long[players];
        last = new long[players];
        first = new long[players];
        played = new long[players];
        newest = new long[players];
        Arrays.fill(newest, FrameWindow.NEVER);
        Arrays.fill(next, startFrame);
        Arrays.fill(last, neutral);
        Arrays.fill(first, FrameWindow.NEVER);
        for (int player = 0; player < players; player++) {
            waiting.add(new ArrayList<>());
        }
    }

    private int slot(final long frame, final int player) {
        return (int) (frame & FrameWindow.MASK) * players + player;
    }

    /** A new process plays for this player: it submits nothing before its first input. */
    void restarted(final int player) {
        first[player] = FrameWindow.NEVER;
        last[player] = neutral;
        newest[player] = FrameWindow.NEVER;
        waiting.get(player).replaceAll(event -> new Sent(event.hash, event.played, true));
    }

    /** A player has sent an event, which its session has taken. */
    void sent(final int player, final long event) {
        waiting.get(player).add(new Sent(event, played[player], false));
    }

    /** A player's input was sampled; the frames skipped since the one before repeat that one. */
    void sampled(final int player, final long frame, final long input, final long nowNs) {
        if (first[player] == FrameWindow.NEVER) {
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
            put(player, last[player], FrameWindow.NEVER);
        }
        put(player, input, nowNs);
        last[player] = input;
    }

    private void put(final int player, final long input, final long nowNs) {
        final int slot = slot(next[player]++, player);
        inputs[slot] = input;
        events[slot] = 0;
        sampledNs[slot] = nowNs;
    }

    /** Was it so long ago that nothing is known of it? Who joins may replay frames that all others have long left. */
    boolean isForgotten(final int player, final long frame) {
        return frame < next[player] - FrameWindow.FRAMES;
    }

    /**
     * Did a player submit this, and nothing else, for a frame? Which frame an event travels with is for its session to
     * say: commands go first, and what fell into a pause is sent once more. It is the same frame for all, and only one.
     */
    boolean isSubmitted(final int player, final long frame, final long input, final long event) {
        if (frame >= next[player] || inputs[slot(frame, player)] != input) {
            return false;
        }
        if (event == 0 || events[slot(frame, player)] == event) {
            return true;
        }
        final boolean abandoned = first[player] == FrameWindow.NEVER || frame < first[player];
        if (arrives(player, event, abandoned) || arrives(player, event, !abandoned)) {
            events[slot(frame, player)] = event;
            return true;
        }
        return false;
    }

    /**
     * Returns whether a player submitted this input for a frame, as far as is known. A player submits nothing for
     * frames before its first one, and the frames that a joiner replays may be long forgotten.
     */
    boolean isInput(final int player, final long frame, final long input) {
        return first[player] == FrameWindow.NEVER || frame < first[player] || isForgotten(player, frame)
            || frame < next[player] && inputs[slot(frame, player)] == input;
    }

    /** Of equal events of two processes the frame says whose it is. */
    private boolean arrives(final int player, final long event, final boolean abandoned) {
        final List<Sent> sent = waiting.get(player);
        for (int i = 0; i < sent.size(); i++) {
            if (sent.get(i).hash == event && sent.get(i).abandoned == abandoned) {
                sent.remove(i);
                return true;
            }
        }
        return false;
    }

    /** A player has simulated a frame in which its own inputs count: what it sent long ago must have arrived. */
    void simulated(final int player, final long frame) {
        if (frame <= newest[player] || first[player] == FrameWindow.NEVER || frame < first[player]) {
            // What a former process did is replayed without anything of this one.
            return;
        }
        newest[player] = frame;
        played[player]++;
        for (final Sent event : waiting.get(player)) {
            if (!event.abandoned && played[player] - event.played > MAX_WAIT) {
                violations.violated("S3", frame, "an event was sent " + (played[player] - event.played)
                    + " frames ago, and nobody has had it", player);
                waiting.get(player).remove(event);
                return;
            }
        }
    }

    /** When the input that a player submitted for a frame was sampled, NEVER if it was made up. */
    long sampledNs(final int player, final long frame) {
        return frame < next[player] ? sampledNs[slot(frame, player)] : FrameWindow.NEVER;
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

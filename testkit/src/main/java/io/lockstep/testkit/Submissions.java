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

    /**
     * An event that peers have simulated.
     *
     * @param hash   what it says
     * @param frames in which frames: one, and others where histories parted
     */
    private record Arrived(long hash, List<Long> frames) {
    }

    private final int players;
    private final long neutral;
    private final PlayedFrames simulated;
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
    private final List<List<Arrived>> arrived = new ArrayList<>();
    /** How many frames each player has simulated in which its inputs counted, and the newest of them. */
    private final long[] played;
    private final long[] newest;

    Submissions(final int players, final long startFrame, final long neutral, final PlayedFrames simulated,
                final ViolationLog violations) {
        this.players = players;
        this.neutral = neutral;
        this.simulated = simulated;
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
            arrived.add(new ArrayList<>());
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
     * Returns whether a player submitted what a peer simulates for a frame, and nothing else. Its session chooses the
     * frame with which an event travels: commands go first, and an event whose frame fell into a pause is sent once
     * more. All peers have an event in the same frame, and only once. A peer that was cut may have it in a frame that
     * fell into a pause for the others; they have it later.
     */
    boolean isSubmitted(final int peer, final int player, final long frame, final long input, final long event) {
        if (frame >= next[player] || inputs[slot(frame, player)] != input) {
            return false;
        }
        if (event == 0 || events[slot(frame, player)] == event) {
            return true;
        }
        final boolean abandoned = first[player] == FrameWindow.NEVER || frame < first[player];
        if (arrives(player, frame, event, abandoned) || arrives(player, frame, event, !abandoned)
            || arrivesElsewhere(peer, player, frame, event)) {
            events[slot(frame, player)] = event;
            return true;
        }
        return false;
    }

    /**
     * Returns whether a peer has an event in another frame than others, because one of the two frames was a pause there
     * or here, and has it for the first time.
     */
    private boolean arrivesElsewhere(final int peer, final int player, final long frame, final long event) {
        for (final Arrived had : arrived.get(player)) {
            if (had.hash == event && had.frames.stream().noneMatch(other -> simulated.has(peer, other)
                    && (simulated.own(peer, other) & 1 << player) != 0)
                && (had.frames.stream().anyMatch(other -> isPause(peer, other)) || isPauseOfOthers(peer, frame))) {
                had.frames.add(frame);
                return true;
            }
        }
        return false;
    }

    private boolean isPause(final int peer, final long frame) {
        return simulated.has(peer, frame) && simulated.isPaused(peer, frame);
    }

    private boolean isPauseOfOthers(final int peer, final long frame) {
        for (int other = 0; other < simulated.peers(); other++) {
            if (other != peer && isPause(other, frame)) {
                return true;
            }
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
    private boolean arrives(final int player, final long frame, final long event, final boolean abandoned) {
        final List<Sent> sent = waiting.get(player);
        for (int i = 0; i < sent.size(); i++) {
            if (sent.get(i).hash == event && sent.get(i).abandoned == abandoned) {
                sent.remove(i);
                arrived.get(player).removeIf(had -> isForgotten(player, had.frames.get(0)));
                arrived.get(player).add(new Arrived(event, new ArrayList<>(List.of(frame))));
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

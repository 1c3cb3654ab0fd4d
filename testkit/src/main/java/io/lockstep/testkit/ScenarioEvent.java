package io.lockstep.testkit;

import java.util.List;

/** Something that happens in a scenario. Times are virtual milliseconds since its beginning. */
public sealed interface ScenarioEvent {

    /** {@link #forMs} of what lasts to the end, or is over at once. */
    long PERMANENT = 0;

    /**
     * When it happens.
     *
     * @return milliseconds
     */
    long atMs();

    /**
     * How long it lasts.
     *
     * @return milliseconds, {@link #PERMANENT} for ever
     */
    default long forMs() {
        return PERMANENT;
    }

    /**
     * Peers of different groups no longer hear each other. A peer of no group hears everybody.
     *
     * @param atMs   when
     * @param forMs  how long
     * @param groups two groups of peers or more, nobody in two of them
     */
    record Partition(long atMs, long forMs, List<List<Integer>> groups) implements ScenarioEvent {
    }

    /**
     * One direction of some links is cut.
     *
     * @param atMs  when
     * @param forMs how long
     * @param from  who is not heard, or {@link LinkRule#ANY}
     * @param to    who does not hear, or {@link LinkRule#ANY}
     */
    record Cut(long atMs, long forMs, int from, int to) implements ScenarioEvent {
    }

    /**
     * A peer stands still.
     *
     * @param atMs  when
     * @param forMs how long
     * @param peer  which
     */
    record Pause(long atMs, long forMs, int peer) implements ScenarioEvent {
    }

    /**
     * Some links are different for a while; of several the one that began last stands.
     *
     * @param atMs  when
     * @param forMs how long
     * @param rule  what is different
     */
    record Link(long atMs, long forMs, LinkRule rule) implements ScenarioEvent {
    }

    /**
     * A peer is told another input delay.
     *
     * @param atMs  when
     * @param peer  which
     * @param ticks the delay
     */
    record SetDelay(long atMs, int peer, int ticks) implements ScenarioEvent {
    }

    /**
     * The next datagrams of some links are lost.
     *
     * @param atMs  when
     * @param from  the sender, or {@link LinkRule#ANY}
     * @param to    the receiver, or {@link LinkRule#ANY}
     * @param count how many, on each link
     */
    record DropNext(long atMs, int from, int to, int count) implements ScenarioEvent {
    }

    /**
     * A peer's wall clock jumps.
     *
     * @param atMs when
     * @param peer which
     * @param byMs how far, backwards if negative
     */
    record ClockStep(long atMs, int peer, long byMs) implements ScenarioEvent {
    }

    /**
     * A peer's address changes. It affects only peers that use plain UDP; others have no addresses here.
     *
     * @param atMs when
     * @param peer which
     */
    record Move(long atMs, int peer) implements ScenarioEvent {
    }

    /**
     * A peer's process ends without a word: nothing more is sent or heard there. What it has sent still travels.
     *
     * @param atMs when
     * @param peer which
     */
    record Kill(long atMs, int peer) implements ScenarioEvent {
    }

    /**
     * A new process starts at a peer's seat and joins the match. If the former one is still there, it is killed first.
     *
     * @param atMs when
     * @param peer which
     */
    record Restart(long atMs, int peer) implements ScenarioEvent {
    }

    /**
     * A peer leaves in good order.
     *
     * @param atMs when
     * @param peer which
     */
    record Leave(long atMs, int peer) implements ScenarioEvent {
    }

    /**
     * A peer that is not there at the beginning joins: until then its seat is empty.
     *
     * @param atMs when
     * @param peer which
     */
    record Join(long atMs, int peer) implements ScenarioEvent {
    }

    /**
     * A peer's process ends without a word right after it has sent a certain datagram.
     *
     * @param atMs    from when on datagrams count
     * @param peer    which
     * @param message which kind of datagram, one of {@link DatagramNames#ALL}
     * @param n       how many of them it sends, the last one included, whoever they are for
     */
    record KillAt(long atMs, int peer, String message, int n) implements ScenarioEvent {
    }

    /**
     * A player pauses the match, and ends the pause again. What stands still is the game of all, not the peer as in a
     * {@link Pause}.
     *
     * @param atMs  when
     * @param forMs after how long it asks for the end; {@link #PERMANENT} for never
     * @param peer  who
     */
    record PauseMatch(long atMs, long forMs, int peer) implements ScenarioEvent {
    }

    /**
     * A player asks that a pause of the match ends, whoever began it.
     *
     * @param atMs when
     * @param peer who
     */
    record ResumeMatch(long atMs, int peer) implements ScenarioEvent {
    }

    /**
     * A peer's copy of the game goes wrong: in the first frame from then on in which that shows.
     *
     * @param atMs when
     * @param peer which
     * @param kind how
     */
    record Diverge(long atMs, int peer, DivergenceKind kind) implements ScenarioEvent {
    }
}

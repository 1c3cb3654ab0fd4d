package io.lockstep.transport.ice;

import java.util.List;
import org.jspecify.annotations.NullUnmarked;

/**
 * What peers tell each other to find a way.
 *
 * @param kind       what it is for
 * @param generation of the way, from 1; a restart is one more
 * @param offer      what an agent offers; null of a {@link Kind#BEGIN}
 */
@NullUnmarked
record Letter(Kind kind, int generation, Offer offer) {

    /** Their places are their codes. */
    enum Kind {
        /** From the agent that looks for a direct way. */
        DIRECT,
        /** From the agent that looks for a way through relays. */
        RELAYED,
        /** Begin with this generation, unless you are there already. */
        BEGIN
    }

    /**
     * Of one agent.
     *
     * @param ufrag      names the agent; 4 to {@link LetterCodec#MAX_WORD} characters
     * @param password   its checks are signed with it; 22 to {@link LetterCodec#MAX_WORD} characters
     * @param candidates where it may be reached; at most {@link LetterCodec#MAX_CANDIDATES}
     */
    record Offer(String ufrag, String password, List<Candidate> candidates) { }

    /** The highest generation: nobody gets there, and one more is still a number. */
    static final int MAX_GENERATION = 1 << 30;

    static Letter offer(final Way way, final int generation, final Offer offer) {
        return new Letter(way == Way.DIRECT ? Kind.DIRECT : Kind.RELAYED, generation, offer);
    }

    static Letter begin(final int generation) {
        return new Letter(Kind.BEGIN, generation, null);
    }

    Way way() {
        return kind == Kind.DIRECT ? Way.DIRECT : Way.RELAYED;
    }
}

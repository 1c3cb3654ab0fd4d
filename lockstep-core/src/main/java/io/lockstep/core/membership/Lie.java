package io.lockstep.core.membership;

/**
 * What a peer said that no honest one says. A session changes nothing because of it, and names who said it. There may
 * be more kinds one day.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public enum Lie {
    /** It ordered something that only the leader may order, and does not lead. */
    ORDER_WITHOUT_AUTHORITY,
    /** It says that it leads, and a quorum has not voted for it. */
    LEAD_WITHOUT_VOTES,
    /** It ordered something that contradicts itself, or what every peer knows. */
    IMPOSSIBLE_ORDER,
    /** The line-up that it proposes is not what the members reported it from. */
    FALSE_CUT,
    /** It reported inputs of a lost peer, and has not handed them on when it was asked for them. */
    FALSE_REPORT,
    /** It speaks of a term that the match cannot have come to. */
    IMPOSSIBLE_TERM,
    /** It ordered the end of a match in which all have the same state. */
    HALT_WITHOUT_DIFFERENCE,
    /** It said different things to different peers, or two things where only one can be. */
    EQUIVOCATION,
    /** It handed on as another's what that one did not send, or acknowledged for it what it has not. */
    FALSE_RELAY,
    /** The state that it gave, or vouched for, is not that of the match. */
    FALSE_STATE
}

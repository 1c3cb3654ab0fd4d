package io.lockstep.core.game;

/**
 * What becomes of a match when two peers' states differ (agreed). It is reported in any case.
 *
 * <p>Stable: breaks only with a major release.
 *
 * @since 0.1.0
 */
public enum DesyncPolicy {
    /**
     * The peers in the minority load the state of the others and play on; where as many have one state as the other,
     * the leader's side counts as right. By two the leader's state is offered to the other one, whose application may
     * take it, see {@link SessionEvent.Type#REPAIR_OFFERED}. The default.
     */
    REPAIR,
    /**
     * The match ends at every peer, after the same frame, with {@link EndReason#DESYNC}: at each one only if it sees
     * itself that a member's state differs from that of most. Who orders it for nothing is named.
     */
    HALT,
    /** Nothing more: everybody plays on with what it has. */
    REPORT_ONLY
}

package io.lockstep.core.session;

/** How often an input is sent. */
public enum Redundancy {
    /** In every datagram until it is acknowledged, so that a lost datagram never stops the match. */
    UNACKED,
    /** Once, as the source document does: the first lost datagram stops the match for good. To show the difference. */
    NONE
}

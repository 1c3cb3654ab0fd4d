package io.lockstep.core.internal.desync;

import io.lockstep.core.internal.protocol.Message;

/**
 * Who sent us something else than others. That a peer did so to one other is that one's word, who may be the liar
 * itself. Two others do not both lie, where one dishonest member is assumed; and who says of its own inputs that they
 * are not those that it sent us contradicts itself.
 */
final class Equivocators {

    private static final int WITNESSES = 2;

    private final int[] witnesses = new int[Message.MAX_PLAYERS];

    /**
     * A member's word of what a peer sent contradicts what that peer sent us.
     *
     * @param owner whose inputs it is about
     * @param by    who says so
     * @return whether the owner is known to have sent different things now
     */
    boolean contradicted(final int owner, final int by) {
        witnesses[owner] |= 1 << by;
        return by == owner || Integer.bitCount(witnesses[owner]) >= WITNESSES;
    }
}

package io.lockstep.core.session;

import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.MessageType;

/** What a liar knows of the one it lies to: everything. */
interface LiarsView {

    /** The liar's own number. */
    int self();

    long frame();

    long term();

    long epoch();

    long epochId();

    int members();

    int incarnation(int peer);

    /** The peers of the match. */
    int seats();

    int playersOf(int peer);

    int players();

    int checksumInterval();

    long matchId();

    long nowMs();

    /** The newest message of a type that anybody sent, or null. */
    Message last(MessageType type);

    /** The newest message of a kind that anybody sent, or null. */
    MembershipMessage last(MembershipMessage.Kind kind);
}

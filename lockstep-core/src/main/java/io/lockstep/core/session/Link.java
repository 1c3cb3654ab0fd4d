package io.lockstep.core.session;

import io.lockstep.core.protocol.Message;
import io.lockstep.core.transport.Lane;
import java.util.Arrays;

/** One peer, as this session knows it: its players, its handshake, what it has acknowledged and what it has said. */
final class Link {

    /** Send times kept for the echo; at any tick rate in use an echo comes back long before 256 more are sent. */
    private static final int SEND_TIMES = 256;
    private static final int SEND_TIME_MASK = SEND_TIMES - 1;
    /** At 3 % loss a second copy halves the time a lost input takes; below, it is hardly ever used. */
    private static final double COPY_ABOVE_LOSS = 0.03;
    /** Lower than the threshold above, so that the copies do not come and go. */
    private static final double COPY_BELOW_LOSS = 0.015;
    private static final long SECOND_NS = 1_000_000_000L;
    static final long NEVER = Long.MIN_VALUE;
    static final long NONE = -1;

    final int peer;
    final int[] players;
    Handshake handshake;
    /** Waits for another process of the same peer, which wants to come in. */
    Handshake successor;
    final LinkSeal seal;
    final RttEstimator rtt = new RttEstimator();
    final InFlight inFlight = new InFlight();
    final PeerStatistics statistics;
    final ArrivalMeter arrival;
    final PeerReport report = new PeerReport();

    /** First frame of ours that was never sent to the peer. */
    long unsent;
    /** When the next window leaves by itself: a second copy, or one for which there was no room; never if none. */
    long copyAtNs = Long.MAX_VALUE;
    /** The newest window did not leave: too much is under way. */
    boolean waitsForRoom;
    /** First frame of ours that the peer lacks. */
    long acked;
    /** Check frames below this are acknowledged by the peer. */
    long checksumsAcked;
    /** The next window's checksums start here, unless the oldest that is not acknowledged is later. */
    long checksumToSend;
    /** All check frames of the peer's below this are here. */
    long checksumsHeard;
    /** Has the peer spoken of check frames since windows travel? */
    private boolean checksumsBegun;
    /** Check frames below this were compared with the peer's. */
    long compared;
    /** How many check frames were compared, and how many of them differed. */
    long checked;
    long desyncs;
    /** The newest frame after which both states are known to be equal, and the newest after which they differ. */
    long agreed = NONE;
    long differs = NONE;
    /** Since which check frame all that were compared differ; {@link #NONE} if the last one does not. */
    long runFrom = NONE;
    /** From this frame on one of both plays with a state that was loaded. */
    long rightFrom = NONE;
    /** Until this frame checksums of every frame are sent, with every second window. */
    long eachUntil;
    boolean eachTurn;
    /** The newest frame of which the peer spoke in this way, and the first not compared yet. */
    long eachHeard = NONE;
    long eachCompared;
    /** Our state is on its way to the peer, which is to load it: whatever else is large waits. */
    boolean givesState;
    /** What is being found out about a difference; null when there never was one. */
    DesyncExchange exchange;
    /** The newest window held checksums, and we have all up to this frame; −1 when there is nothing to acknowledge. */
    long checksumToAck = -1;
    /** When anything of this link was last received and sent. */
    long heardNs;
    long sentNs;
    /** When a datagram of this link last came directly, not relayed. */
    long directNs;
    /** The newest window received: its sequence and when it came. */
    int windowSequence;
    long windowNs = NEVER;
    /** The heartbeat that waits for its answer: the timestamp it carried and when it left. */
    long heartbeatMs = -1;
    long heartbeatNs;
    /** Silent for so long that the application was told. */
    boolean interrupted;
    /** The peer said goodbye: it needs nothing any more. */
    boolean left;
    /** The application was told that the peer leaves, or is left out, with this frame; −1 if it was not. */
    long leftAt = -1;
    /** The peer is a member of the epoch. */
    boolean member;
    /** Windows travel: the peer is a member, or about to become one. */
    boolean playing;
    /** The peer's inputs count or are about to: the input delay and the pace are chosen with regard to it. */
    boolean counts = true;
    /** The frame up to which the peer has rehearsed. */
    long rehearsed = -1;
    /** The peer's inputs are waited for no longer than this, its acknowledgements likewise; see ProgressWatch. */
    long inputNs;
    long ackNs;
    long seenInput;
    long seenAck;

    /** Our inputs count from this frame on, and the peer has acknowledged none yet; −1 when they did from the start. */
    long countsFrom = -1;

    private boolean copying;
    private final long[] sendTimes = new long[SEND_TIMES];

    Link(final MatchSettings settings, final Agreement agreement, final int peer, final int incarnation,
         final SplitMix64 random) {
        this.peer = peer;
        players = settings.seating().playersOf(peer);
        handshake = new Handshake(settings, agreement, peer, incarnation, random, settings.greets(peer));
        successor = new Handshake(settings, agreement, peer, incarnation, random, false);
        seal = new LinkSeal(settings.self(), peer);
        arrival = new ArrivalMeter(SECOND_NS / settings.rules().tickRate() / 2);
        statistics = new PeerStatistics(peer, rtt, arrival, report);
        acked = settings.rules().startFrame();
        unsent = settings.rules().startFrame();
        checksumsAcked = settings.rules().startFrame();
        checksumsHeard = settings.rules().startFrame();
        compared = settings.rules().startFrame();
    }

    /** A link to every other peer that the configuration seats. */
    static Link[] toAll(final MatchSettings settings, final Agreement agreement, final int incarnation,
                        final SplitMix64 random) {
        final Link[] all = new Link[Message.MAX_PLAYERS];
        int count = 0;
        for (int peer = 0; peer < Message.MAX_PLAYERS; peer++) {
            if (peer != settings.self() && settings.seating().mask(peer) != 0) {
                all[count++] = new Link(settings, agreement, peer, incarnation, random);
            }
        }
        return Arrays.copyOf(all, count);
    }

    /** Does this link lose so much that every window is worth sending twice, half a tick apart? */
    boolean copies() {
        if (report.loss() > COPY_ABOVE_LOSS) {
            copying = true;
        } else if (report.loss() < COPY_BELOW_LOSS) {
            copying = false;
        }
        return copying;
    }

    boolean isOpen() {
        return handshake.isOpen() && !left;
    }

    /** Do inputs travel on this link? */
    boolean flows() {
        return playing && isOpen();
    }

    /** Another process has taken the peer's seat: what was known of the old one is void. */
    void rebirth(final Handshake next, final long nowNs) {
        handshake = successor;
        successor = next;
        left = false;
        playing = false;
        counts = false;
        rehearsed = -1;
        interrupted = false;
        heardNs = nowNs;
        directNs = nowNs;
        windowNs = NEVER;
        windowSequence = 0;
        heartbeatMs = -1;
        checksumToAck = -1;
        // What differed was the state of the process before.
        runFrom = NONE;
        rightFrom = NONE;
        arrival.reborn();
        report.restart();
    }

    /** Windows travel from now on, with our inputs from a frame on. */
    void begin(final long frame) {
        playing = true;
        waitsForRoom = false;
        inFlight.restart();
        acked = frame;
        unsent = frame;
        checksumsAcked = frame;
        checksumToSend = frame;
        checksumsHeard = frame;
        compared = frame;
        agreed = NONE;
        differs = NONE;
        runFrom = NONE;
        rightFrom = NONE;
        eachUntil = 0;
        eachHeard = NONE;
        eachCompared = frame;
        checksumsBegun = false;
    }

    /**
     * The oldest check frame the peer speaks of. Between a member and a newcomer windows begin at two different frames;
     * of what came before the later one neither waits to hear.
     */
    void checksumsFrom(final long frame) {
        if (!checksumsBegun) {
            checksumsBegun = true;
            checksumsHeard = Math.max(checksumsHeard, frame);
            compared = Math.max(compared, frame);
        }
    }

    /** What was sent before this process slept measures the sleep, not the line. */
    void awoke() {
        Arrays.fill(sendTimes, NEVER);
        heartbeatMs = -1;
    }

    /** A window left, and with what was sent along it was so many bytes. */
    void windowSent(final int sequence, final long bytes, final long nowNs) {
        sendTimes[sequence & SEND_TIME_MASK] = nowNs;
        inFlight.sent(sequence, bytes, nowNs);
    }

    /** The RTT an echo shows, given how long the peer held it: RFC 6298 takes one sample a round trip, we take all. */
    void onEcho(final int sequence16, final long heldNs, final long nowNs) {
        final int newest = seal.sent(Lane.INPUT);
        final int sequence = newest + (short) (sequence16 - newest);
        final int ago = newest - sequence;
        final long sentAtNs = sendTimes[sequence & SEND_TIME_MASK];
        if (ago >= 0 && ago < SEND_TIMES && sequence > 0 && sentAtNs != NEVER) {
            rtt.sample(nowNs - sentAtNs - heldNs);
        }
    }

    /** The peer names the newest window that has come, however long it held it. */
    void answered(final int sequence16) {
        final int newest = seal.sent(Lane.INPUT);
        final int ago = (short) (newest - sequence16);
        if (ago < InFlight.WINDOWS) {
            inFlight.answered(newest - Math.max(0, ago));
        }
    }
}

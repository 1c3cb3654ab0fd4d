package io.lockstep.core.internal.link;

import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.input.InputBatcher;
import io.lockstep.core.internal.inspect.Inspector;
import io.lockstep.core.transport.Lane;
import java.util.Arrays;
import java.util.SplittableRandom;

/** One peer, as this session knows it: its players, its handshake, what it has said and what it lacks of ours. */
public final class Link {

    /**
     * Greetings and heartbeats of a peer that are answered in one poll: twelve thousand a second at one poll a frame,
     * six times the flood that may delay nobody. What a lane has held back comes all at once, and a member that lies
     * has it say thousands of these. Whoever means what it says says it again.
     */
    public static final int MOST_ANSWERS = 200;

    /** A time long before the first poll. */
    public static final long NEVER = Long.MIN_VALUE;

    private static final long SECOND_NS = 1_000_000_000L;
    private static final long NONE = -1;
    /**
     * Longest time, in nanoseconds, for which the peer may hold an echo that measures the RTT: more than a batch or a
     * tick of 20 Hz. Its clock measured that time, so a longer one would measure how far the two clocks drift apart.
     */
    private static final long MAX_HELD_NS = 100_000_000L;
    /** Time without a datagram, in nanoseconds, after which a peer is silent: more than most outages of a line take. */
    private static final long SILENT_NS = SECOND_NS;
    /** Number of acknowledgements over which their longest hold is about forgotten. */
    private static final int HOLD_GAIN = 64;
    private static final int NO_TERM = -1;

    public final int peer;
    public final int[] players;
    public final LinkSeal seal;
    public final RttEstimator rtt = new RttEstimator();
    /** The shortest recent round trip. */
    final HeldMinimum leastRtt = new HeldMinimum();
    final QueueWatch queue = new QueueWatch();
    /** The line that this link shares with all other links. */
    final Uplink uplink;
    public final LinkStatistics statistics;
    public final ArrivalMeter arrival;
    public final PeerReport report = new PeerReport();
    public final SendWindow out;
    public final Detour detour;

    final Remarks remarks;
    final Cookie cookie;
    private Handshake handshake;
    /** Waits for another process of the same peer, which wants to come in. */
    private Handshake successor;
    /** When anything of this link was last received and sent. */
    private long heardNs;
    private long sentNs;
    /** When an input of the peer last came straight, or a window without one. */
    private long directNs;
    /** The newest window received: its sequence and when it came. */
    private int windowSequence;
    private long windowNs = NEVER;
    /** The lower bits of the term that the peer said last it leads, and the window that said so. */
    private int ledTerm = NO_TERM;
    private int ledSequence;
    /** The frame up to which the peer has rehearsed. */
    private long rehearsed = NONE;
    /** The peer said goodbye: it needs nothing any more. */
    private boolean left;
    private String turnedAwayFor;
    /** Whether the peer has sent a message of a peer that has a match, or enters one. */
    private boolean entered;
    /** The peer is a member of the epoch. */
    private boolean member;
    /** Windows travel: the peer is a member, or about to become one. */
    private boolean playing;
    /** The peer's inputs count or are about to: the input delay and the pace are chosen with regard to it. */
    private boolean counts = true;
    /** Where windows began to travel, and how often they did; what others know of the link begins anew with them. */
    private long begunAt;
    private int begins;
    /** How many processes have taken the peer's seat. */
    private int rebirths;
    private final CopyRule copyRule;
    /** Approximate longest time, in nanoseconds, for which the peer holds back an acknowledgement. */
    private long echoHoldNs = InputBatcher.MAX_HOLD_NS;
    /** Datagrams answered since the poll began. */
    private int answers;
    /** Send times for the echo, by the lower bits of the sequence. */
    private final long[] sendTimes;
    private final int sendTimeMask;

    public Link(final MatchSettings settings, final Agreement agreement, final int peer, final int incarnation,
         final SplittableRandom random, final Uplink uplink) {
        this.peer = peer;
        this.uplink = uplink;
        players = settings.seating().playersOf(peer);
        cookie = new Cookie(settings.entrance().key("lockstep cookie", peer));
        handshake = new Handshake(settings, agreement, cookie, peer, incarnation, random, settings.greets(peer));
        successor = new Handshake(settings, agreement, cookie, peer, incarnation, random, false);
        seal = new LinkSeal(settings.ports().keys(), settings.self(), peer);
        arrival = new ArrivalMeter(SECOND_NS / settings.rules().tickRate(), settings.delay().price());
        statistics = new LinkStatistics(peer, seal, rtt, arrival, report);
        out = new SendWindow(settings.rules().startFrame(), settings.rules().tickRate(),
            Math.max(1, Integer.bitCount(settings.seating().peers()) - 1));
        sendTimes = new long[InFlight.windows(settings.rules().tickRate())];
        sendTimeMask = sendTimes.length - 1;
        begunAt = settings.rules().startFrame();
        detour = new Detour(settings.rules().tickRate());
        remarks = new Remarks(SECOND_NS / settings.rules().tickRate(), arrival, report);
        copyRule = new CopyRule(SECOND_NS / settings.rules().tickRate());
    }

    public Handshake handshake() {
        return handshake;
    }

    public Handshake successor() {
        return successor;
    }

    /** The difference for which the last process was refused, or null. */
    String turnedAwayFor() {
        return turnedAwayFor;
    }

    /** Records that a process that wanted this seat was refused because of a difference. */
    public void turnedAway(final Handshake whose, final Handshake next, final String label) {
        turnedAwayFor = label;
        if (whose == successor) {
            successor = next;
        } else {
            handshake = next;
        }
    }

    /** A poll begins. */
    void now(final long nowNs) {
        seal.now(nowNs);
        answers = 0;
    }

    /** May one more datagram be answered in this poll? It is taken as answered. */
    boolean takeAnswer() {
        answers++;
        return answers <= MOST_ANSWERS;
    }

    /** Does this link lose so much that every window may be worth sending twice, half a tick apart? */
    public boolean isLossy() {
        return copyRule.isLossy(report.loss());
    }

    /** Is every window worth sending twice now? */
    public boolean copies() {
        return copyRule.copies(report, rtt.deviationNs());
    }

    public boolean isOpen() {
        return handshake.isOpen() && !left;
    }

    public boolean hasLeft() {
        return left;
    }

    /** It said goodbye, or never came. */
    public void leave() {
        left = true;
    }

    /** Do inputs travel on this link? */
    public boolean flows() {
        return playing && isOpen();
    }

    public boolean isPlaying() {
        return playing;
    }

    /** Windows travel no more. */
    public void stopPlaying() {
        playing = false;
    }

    /** Returns whether the peer begins a match or has one, by its greeting or its later messages. */
    public boolean hasMatch() {
        return entered || !handshake.theirs().joining();
    }

    /** Records that the peer has sent a message that belongs to a match. */
    public void enters() {
        entered = true;
    }

    public boolean isMember() {
        return member;
    }

    public void member(final boolean ofEpoch) {
        member = ofEpoch;
    }

    public boolean counts() {
        return counts;
    }

    public void counts(final boolean theyDo) {
        counts = theyDo;
    }

    public long heardNs() {
        return heardNs;
    }

    /** Returns whether the peer was not heard of late. */
    boolean isSilent(final long nowNs) {
        return nowNs - heardNs >= SILENT_NS;
    }

    /**
     * Returns whether the peer is silent for as long as a member may be. The link stays open after the peer's death.
     *
     * @param dropNs how long that is, in nanoseconds
     */
    public boolean isGone(final long dropNs, final long nowNs) {
        return nowNs - heardNs >= dropNs;
    }

    /** Something of the peer came, be it by a detour. */
    public void heard(final long nowNs) {
        heardNs = nowNs;
    }

    /**
     * What inputs travel in came straight. Nothing else tells that it does: who withholds those alone, and says all
     * else, is to be heard by a detour, too.
     */
    public void heardStraight(final long nowNs) {
        directNs = nowNs;
    }

    public long directNs() {
        return directNs;
    }

    public long sentNs() {
        return sentNs;
    }

    public void sent(final long nowNs) {
        sentNs = nowNs;
    }

    /** The handshake is done. */
    public void opened(final boolean atTheStart, final long nowNs) {
        heardNs = nowNs;
        directNs = nowNs;
        playing = atTheStart;
    }

    /** Another process has taken the peer's seat: what was known of the old one is void. */
    public void rebirth(final Handshake next, final long nowNs) {
        handshake = successor;
        successor = next;
        cookie.renew();
        left = false;
        entered = false;
        playing = false;
        counts = false;
        rehearsed = NONE;
        heardNs = nowNs;
        directNs = nowNs;
        windowNs = NEVER;
        windowSequence = 0;
        rebirths++;
        arrival.reborn();
        report.restart();
        detour.restart();
        remarks.restart();
        leastRtt.restart();
        queue.restart();
        ledTerm = NO_TERM;
    }

    public int rebirths() {
        return rebirths;
    }

    /** Windows travel from now on, with our inputs from a frame on. */
    public void begin(final long frame) {
        playing = true;
        begunAt = frame;
        begins++;
        out.begin(frame);
    }

    /** How often windows began to travel. */
    public int begins() {
        return begins;
    }

    /** The frame in which they began. */
    public long begunAt() {
        return begunAt;
    }

    /** What was sent before this process slept measures the sleep, not the line. */
    public void awoke() {
        Arrays.fill(sendTimes, NEVER);
    }

    /** A window left with our inputs below a frame; with what was sent along it was so many bytes. */
    public void windowSent(final long next, final long bytes, final long nowNs) {
        final int sequence = seal.sent(Lane.INPUT);
        sendTimes[sequence & sendTimeMask] = nowNs;
        out.sent(next, sequence, bytes, nowNs);
    }

    /** Something that is carried for others left: so many bytes. */
    void carrySent(final long bytes, final long nowNs) {
        final int sequence = seal.sent(Lane.INPUT);
        sendTimes[sequence & sendTimeMask] = nowNs;
        out.along(sequence, bytes);
    }

    /** A datagram came that is to be echoed, if it is the newest: a window, or something that is carried for others. */
    public void toEcho(final int sequence, final long nowNs) {
        remarks.toEcho(sequence, nowNs);
    }

    /** A window came; is it the newest? */
    public boolean windowCame(final int sequence, final long nowNs) {
        final boolean newest = windowNs == NEVER || sequence - windowSequence > 0;
        if (newest) {
            windowSequence = sequence;
            windowNs = nowNs;
        }
        toEcho(sequence, nowNs);
        return newest;
    }

    /** A datagram of the lane of inputs came, so long. */
    public void inputsCame(final int bytes) {
        remarks.came(bytes);
    }

    /** A window names the term that the peer leads; an older one that comes late does not count. */
    public void namesTerm(final int sequence, final int termBits) {
        if (ledTerm == NO_TERM || sequence - ledSequence > 0) {
            ledTerm = termBits;
            ledSequence = sequence;
        }
    }

    /** The lower 16 bits of the term that the peer named last; negative if it has named none. */
    public int ledTerm() {
        return ledTerm;
    }

    /** When the newest window came; {@link #NEVER} if none has. */
    public long windowNs() {
        return windowNs;
    }

    public long rehearsed() {
        return rehearsed;
    }

    public void rehearsed(final long frame) {
        rehearsed = frame;
    }

    /**
     * Measures the RTT by an echo, without the time for which the peer held it. RFC 6298 takes one sample a round trip;
     * this takes all, except on a line on which nothing has reached the peer for long.
     */
    public void onEcho(final int sequence16, final long heldNs, final long nowNs) {
        echoHoldNs = Math.max(Math.min(heldNs, InputBatcher.MAX_HOLD_NS), echoHoldNs - echoHoldNs / HOLD_GAIN);
        final int newest = seal.sent(Lane.INPUT);
        final int sequence = newest + (short) (sequence16 - newest);
        final int ago = newest - sequence;
        final long sentAtNs = sendTimes[sequence & sendTimeMask];
        if (ago >= 0 && ago < sendTimes.length && sequence > 0 && sentAtNs != NEVER && heldNs <= MAX_HELD_NS) {
            rtt.sample(nowNs - sentAtNs - heldNs);
            leastRtt.add(Math.max(0, nowNs - sentAtNs - heldNs), nowNs);
            queue.sample(Math.max(0, nowNs - sentAtNs - heldNs), nowNs);
        }
    }

    /**
     * Returns the approximate longest time, in nanoseconds, for which the peer holds an acknowledgement until a window
     * is sent.
     */
    long echoHoldNs() {
        return echoHoldNs;
    }

    /** The peer names the newest window that has come, however long it held it. */
    public void answered(final int sequence16) {
        out.answered(seal.sent(Lane.INPUT), sequence16);
    }

    /** Tells what this link holds because of losses. */
    void inspect(final Inspector by, final long nowNs) {
        by.adapts("a window that waits for room", peer, out.waitsForRoom() ? 1 : 0, 0, Inspector.REST_NS);
        by.adapts("windows by a detour", peer, detour.isUsed(nowNs) ? 1 : 0, 0, Inspector.REST_NS);
    }
}

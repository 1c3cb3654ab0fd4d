package io.lockstep.examples.peer;

import io.lockstep.core.game.SessionEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/** Who plays, and who came and went in which frame, told from a session's events. */
final class LineUp {

    /**
     * Somebody came or went.
     *
     * @param peer  who
     * @param frame when it came, its first frame; when it went, the first frame it has no part in
     */
    record Change(int peer, long frame) {
    }

    /** What one line can still show; more happens only in matches of days. */
    private static final int MAX_CHANGES = 256;

    private static final int NOBODY = -1;

    private final long lastFrame;
    private final TreeSet<Integer> members = new TreeSet<>();
    private final List<Change> dropped = new ArrayList<>();
    private final List<Change> left = new ArrayList<>();
    private final List<Change> joined = new ArrayList<>();
    private int leader = NOBODY;
    private long term;
    private long epoch;
    private String news;

    /** Before the match all who are invited count as members. */
    LineUp(final long lastFrame, final Iterable<Integer> invited) {
        this.lastFrame = lastFrame;
        invited.forEach(members::add);
    }

    /** The match begins here, late or at its start, with those of a bit mask. */
    void start(final int mask) {
        members.clear();
        for (int rest = mask; rest != 0; rest &= rest - 1) {
            members.add(Integer.numberOfTrailingZeros(rest));
        }
    }

    /**
     * A frame was played. Who led then counts, not what became of it afterwards: at the end everybody leaves, one after
     * the other, and the last ones have seen more epochs than the first.
     */
    void played(final int nowLeads, final long inTerm, final long inEpoch) {
        leader = nowLeads;
        term = inTerm;
        epoch = inEpoch;
    }

    /** Takes in what an event says; what it leaves to tell is in {@link #news}. */
    void note(final SessionEvent event) {
        switch (event.type()) {
            case PEER_DROPPED -> {
                go(dropped, event);
                news = "player " + event.peer() + " is lost and out of the match from frame " + event.frame() + " on";
            }
            case PEER_LEFT -> {
                // At the end everybody leaves; who has played to the end was a member.
                if (event.frame() < lastFrame) {
                    go(left, event);
                    news = "player " + event.peer() + " has left and is out of the match from frame " + event.frame()
                        + " on";
                }
            }
            case PEER_TIMED_OUT -> members.remove(event.peer());
            case PEER_JOINED -> {
                members.add(event.peer());
                add(joined, event);
                news = "player " + event.peer() + " has joined and plays from frame " + event.frame() + " on";
            }
            case LEADER_CHANGED -> {
                // After the last frame the leader goes as everybody does.
                if (event.frame() < lastFrame) {
                    news = event.peer() == NOBODY ? "nobody leads for now" : "player " + event.peer() + " leads";
                }
            }
            case AWAITING_PEER -> news = "player " + event.peer()
                + " is lost and may play on; waiting for it for up to a minute";
            case ALONE -> news = "playing on alone from frame " + event.frame() + " on";
            case WAITING_FOR -> news = "waiting for player " + event.player();
            case PEER_LIED -> news = "player " + event.peer() + " lied: "
                + event.lie().name().toLowerCase(Locale.ROOT).replace('_', ' ');
            case DATAGRAMS_REFUSED -> news = event.count() + " datagrams in the name of player " + event.peer()
                + " were forged or sealed with other keys, and refused";
            default -> {
                // Nothing that changes who plays.
            }
        }
    }

    private void go(final List<Change> where, final SessionEvent event) {
        members.remove(event.peer());
        add(where, event);
    }

    private static void add(final List<Change> where, final SessionEvent event) {
        if (where.size() < MAX_CHANGES) {
            where.add(new Change(event.peer(), event.frame()));
        }
    }

    /** What the last event told, as a line for a person; null when it told nothing new. Told once. */
    String news() {
        final String line = news;
        news = null;
        return line;
    }

    /** The newest reason why a peer is no longer here: for whom looks at the other one. Null while all are here. */
    String absence(final int peer) {
        if (members.contains(peer)) {
            return null;
        }
        return has(left, peer) ? "left" : "dropped";
    }

    private static boolean has(final List<Change> where, final int peer) {
        return where.stream().anyMatch(change -> change.peer() == peer);
    }

    /** Who led in the last frame that was played; −1 for nobody. */
    int leader() {
        return leader;
    }

    /** The term of that frame. */
    long term() {
        return term;
    }

    /** Its epoch's number. */
    long epoch() {
        return epoch;
    }

    int[] members() {
        return members.stream().mapToInt(Integer::intValue).toArray();
    }

    List<Change> dropped() {
        return List.copyOf(dropped);
    }

    List<Change> left() {
        return List.copyOf(left);
    }

    List<Change> joined() {
        return List.copyOf(joined);
    }
}

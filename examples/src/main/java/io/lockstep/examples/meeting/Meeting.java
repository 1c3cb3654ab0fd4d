package io.lockstep.examples.meeting;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * What somebody knows who meets others by a code: the code, who has come, how far it is, and what went wrong.
 * Thread-safe: who connects writes it, who paints reads it.
 */
public final class Meeting {

    /** A way to each of seven others, and what comes before the last of them. */
    private static final int MOST_LINES = 8;
    private static final int ALL_PERCENT = 100;

    private final List<String> lines = new ArrayList<>();
    private String title = "";
    private String code = "";
    private String how = "";
    private List<String> seats = List.of();
    private int self;
    private int percent;
    private String failure;
    private boolean hosting;
    private boolean startAsked;

    /**
     * How it stands at one moment.
     *
     * @param title    what this is
     * @param code     what the others join with; empty while there is none
     * @param how      what has to happen before the match; empty while that is not known
     * @param seats    by number, the names of who sits there; an empty text is a free seat
     * @param self     whose seat is this player's
     * @param percent  0 to 100
     * @param lines    what has happened, the newest first
     * @param failure  why it has ended; null while it has not
     * @param mayStart whether this player may start the match with seats still free
     */
    public record Shown(String title, String code, String how, List<String> seats, int self, int percent,
                        List<String> lines, String failure, boolean mayStart) {

        /**
         * How many seats are taken.
         *
         * @return 0 to 8
         */
        public int taken() {
            return (int) seats.stream().filter(name -> !name.isEmpty()).count();
        }
    }

    /** One that has not begun. */
    public Meeting() {
        // Everything is said later.
    }

    /**
     * Begins, with nothing of before.
     *
     * @param what this is, such as {@code Joining a match}
     * @param line what is done first
     */
    public synchronized void begin(final String what, final String line) {
        title = what;
        code = "";
        how = "";
        seats = List.of();
        percent = 0;
        failure = null;
        hosting = false;
        startAsked = false;
        lines.clear();
        lines.add(line);
    }

    /**
     * There is a code: this player hosts.
     *
     * @param shown as XXXX-XXXX
     */
    public synchronized void invite(final String shown) {
        code = shown;
        hosting = true;
    }

    /**
     * Says what has to happen before the match.
     *
     * @param whatHas one sentence or more; a command stands in a line of its own
     */
    public synchronized void explain(final String whatHas) {
        how = whatHas;
    }

    /**
     * Somebody has come or gone.
     *
     * @param count how many seats there are
     * @param names of who is there, by seat
     * @param own   this player's seat
     */
    public synchronized void seats(final int count, final Map<Integer, String> names, final int own) {
        final List<String> now = new ArrayList<>(Collections.nCopies(count, ""));
        names.forEach(now::set);
        seats = List.copyOf(now);
        self = own;
    }

    /**
     * It goes on.
     *
     * @param done what of it is done, 0 to 100
     * @param line what has happened, in plain words
     */
    public synchronized void progress(final int done, final String line) {
        percent = Math.max(0, Math.min(ALL_PERCENT, done));
        say(line);
    }

    /**
     * Something has happened.
     *
     * @param line what, in plain words; nothing new if it was said last
     */
    public synchronized void say(final String line) {
        if (!lines.isEmpty() && lines.get(0).equals(line)) {
            return;
        }
        lines.add(0, line);
        while (lines.size() > MOST_LINES) {
            lines.remove(lines.size() - 1);
        }
    }

    /** The match has started: nobody needs to come or to ask for that any more. */
    public synchronized void started() {
        hosting = false;
        how = "";
    }

    /** This player wishes the match to start with who is there; whoever hosts it looks for that. */
    public synchronized void askToStart() {
        startAsked = true;
    }

    /**
     * Whether somebody has asked to start.
     *
     * @return true from the first time on
     */
    public synchronized boolean isStartAsked() {
        return startAsked;
    }

    /**
     * It has ended, without a match or in the middle of one.
     *
     * @param why what it was, and after a colon what to try
     */
    public synchronized void fail(final String why) {
        failure = why;
        hosting = false;
    }

    /**
     * How it stands now.
     *
     * @return never changed
     */
    public synchronized Shown shown() {
        return new Shown(title, code, how, seats, self, percent, List.copyOf(lines), failure, mayStart());
    }

    private boolean mayStart() {
        final long free = seats.stream().filter(String::isEmpty).count();
        return hosting && !startAsked && free > 0 && seats.size() - free > 1;
    }
}

package io.lockstep.core.transport.udp;

/**
 * Which channels have something to be read, and whose turn it is. First each gives one packet, which is mostly all that
 * it has; whoever has more when all have been asked gives a burst of them, and then the others come first again. One
 * that is alone gives a burst at once.
 */
final class Turns {

    /** Packets of one channel before the next one has its turn: a burst of chunks, and nobody starves. */
    static final int MAX_RUN = 64;

    private static final int NONE = -1;

    private final int[] ready;
    private int count;
    private int at;
    private int run;
    private int most = 1;

    Turns(final int channels) {
        ready = new int[channels];
    }

    /** A channel has something: told of each once, when all of those before have had their turn. */
    void add(final int channel) {
        if (at == count) {
            begin();
        }
        ready[count++] = channel;
    }

    private void begin() {
        at = 0;
        count = 0;
        run = 0;
    }

    /** Who is to give a packet; −1 when all have had their turn and it is to be found out again who has something. */
    int next() {
        if (at < count && run == (count == 1 ? MAX_RUN : most)) {
            pass();
        }
        if (at < count) {
            run++;
            return ready[at];
        }
        most = count == 0 ? most : MAX_RUN;
        return NONE;
    }

    /** The channel has no more. */
    void pass() {
        at++;
        run = 0;
    }

    /** Whether all have had their turn. */
    boolean isOver() {
        return at == count;
    }

    /** Nobody has anything; the next time begins with one of each. */
    void end() {
        begin();
        most = 1;
    }
}

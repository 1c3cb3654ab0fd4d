package io.lockstep.examples.benchmarks.peers;

import io.lockstep.examples.peer.Address;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The process of one player. It says on standard output that it has played its first frame, and in the end its report;
 * on standard input it is told what to do, a byte each. It ends when nobody can tell it anything any more.
 */
public final class PeerProcess {

    /** Said once the first frame was played. */
    static final byte FIRST = 'F';
    /** Said before the report. */
    static final byte REPORT = 'R';
    /** Said before the reason why there is no match. */
    static final byte FAILED = 'X';
    /** Told when the match has been measured. */
    static final byte END = 'e';
    /** Told when the player shall fall silent, its connection open. */
    static final byte HUSH = 'h';
    /** Told when the other is silent, and no longer busy with it. */
    static final byte IDLE = 'i';
    /** Told when all is measured: ends the process. */
    static final byte STOP = 's';

    /** How often the first frame is looked for, and a silent player looks whether it shall end. */
    private static final long LOOK_NS = 5_000_000L;
    /** Who has not played a frame until then waits in vain, be it because nobody is left who started it. */
    static final long START_NS = 20_000_000_000L;
    /** Who does not end when told to is ended. */
    private static final long CLOSE_MS = 2000;

    private final PeerGame game;
    private final Contender contender;
    private final Seat seat;
    private final DataOutputStream out;
    private volatile boolean hushed;
    private volatile boolean over;

    private PeerProcess(final Contender contender, final Seat seat, final int maxFrames, final DataOutputStream out) {
        this.contender = contender;
        this.seat = seat;
        this.out = out;
        game = new PeerGame(seat.player(), maxFrames);
    }

    /**
     * Plays one side of a match.
     *
     * @param args contestant, player, delay, own port, the relay's port, its TCP port, most frames
     * @throws Exception if nobody listens any more
     */
    public static void main(final String[] args) throws Exception {
        final DataOutputStream out = new DataOutputStream(new BufferedOutputStream(System.out));
        System.setOut(System.err); // what libraries print is no report
        int next = 0;
        final Contender contender = Contender.parse(args[next++]);
        final int player = Integer.parseInt(args[next++]);
        final int delay = Integer.parseInt(args[next++]);
        final Address listen = Address.parse(args[next++]);
        final Address other = Address.parse(args[next++]);
        final int otherTcp = Integer.parseInt(args[next++]);
        final int maxFrames = Integer.parseInt(args[next]);
        new PeerProcess(contender, new Seat(player, delay, listen, other, otherTcp), maxFrames, out).run();
    }

    static String[] arguments(final Contender contender, final Seat seat, final int maxFrames) {
        return new String[] {contender.key(), Integer.toString(seat.player()), Integer.toString(seat.delay()),
            seat.listen().toString(), seat.other().toString(), Integer.toString(seat.otherTcp()),
            Integer.toString(maxFrames)};
    }

    private void run() throws InterruptedException {
        final Thread player = new Thread(this::play, "game");
        final Thread listener = new Thread(this::listen, "meter");
        listener.setDaemon(true);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(player), "stop"));
        player.start();
        listener.start();
        player.join();
        // A thread that a library has left does not keep the process.
        System.exit(over ? 0 : 1);
    }

    private void stop(final Thread player) {
        over = true;
        LockSupport.unpark(player);
        try {
            player.join(CLOSE_MS);
        } catch (final InterruptedException ignored) {
            Thread.currentThread().interrupt();
        }
    }

    private void play() {
        try (Contestant contestant = contender.make(game, seat)) {
            while (!over) {
                if (hushed) {
                    LockSupport.parkNanos(LOOK_NS);
                } else {
                    contestant.turn();
                }
            }
        } catch (final RuntimeException | LinkageError failed) {
            if (!over) {
                fail(String.valueOf(failed));
            }
        }
    }

    private void fail(final String why) {
        say(() -> {
            out.writeByte(FAILED);
            out.writeUTF(why);
        });
    }

    /** Something to be said; who does not listen has gone, and so do we. */
    private interface Words {
        void say() throws IOException;
    }

    private synchronized void say(final Words words) {
        try {
            words.say();
            out.flush();
        } catch (final IOException gone) {
            over = true;
        }
    }

    private void listen() {
        final long beganNs = System.nanoTime();
        while (game.frames() == 0) {
            if (System.nanoTime() - beganNs > START_NS) {
                fail("played no frame in " + TimeUnit.NANOSECONDS.toSeconds(START_NS) + " s");
                System.exit(1);
            }
            LockSupport.parkNanos(LOOK_NS);
        }
        final PeerMeter meter = new PeerMeter(game);
        say(() -> out.writeByte(FIRST));
        boolean idle = false;
        try {
            for (int told = System.in.read(); told >= 0 && told != STOP; told = System.in.read()) {
                switch (told) {
                    case END -> meter.end();
                    case HUSH -> hushed = true;
                    case IDLE -> {
                        idle = true;
                        meter.beginIdle();
                    }
                    default -> throw new IllegalStateException("told " + told);
                }
            }
            if (idle) {
                meter.endIdle();
            }
        } catch (final IOException gone) {
            over = true;
        }
        final PeerReport report = meter.report();
        say(() -> {
            out.writeByte(REPORT);
            report.write(out);
        });
        System.exit(0);
    }
}

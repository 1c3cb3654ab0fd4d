package io.lockstep.examples.determinism;

import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.sync.StateWriter;
import io.lockstep.examples.CommandRun;
import io.lockstep.examples.dogfight.Dogfight;
import io.lockstep.examples.dogfight.ScriptedBot;
import io.lockstep.testkit.SyncTest;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Everything that a JVM is asked, printed as lines of a name, a tab and an answer: the {@link Probe}, hash chains of
 * the example game, of a recorded match and of games with a fault, traces of whole simulated matches.
 */
final class Answers {

    static final String DOGFIGHT = "chain of dogfight";
    static final String RECORDED = "chain of a recorded match";
    static final String TRACE = "trace of seed ";
    static final String IDENTITY_FAULT = "chain of a game with an identity hash";
    static final String LOCALE_FAULT = "chain of a game with a locale";
    static final String INTRINSIC_FAULT = "chain of a game with Math.pow";

    private static final Pattern CHAIN = Pattern.compile("\"chain\":\"([0-9a-f]{16})\"");
    private static final Pattern TRACES = Pattern.compile("\"traceHash\":\"([0-9a-f]{16})\"");
    private static final int FRAMES = 3600;
    private static final int FAULTY_FRAMES = 300;
    /** Drawn matches of two and four peers; the interpreter takes twice as long for those before. */
    private static final int FIRST_MATCH = 6;
    private static final int LAST_MATCH = 8;
    private static final int PLAYERS = 4;

    /** A game that is one number, and does something to it that it should not. */
    private static final class Faulty implements Simulation {
        private final LongUnaryOperator fault;
        private long state = 1;

        Faulty(final LongUnaryOperator fault) {
            this.fault = fault;
        }

        @Override
        public void step(final long frame, final Inputs inputs) {
            state = state * 31 + inputs.bits(0) + fault.applyAsLong(frame);
        }

        @Override
        public void save(final StateWriter out) {
            out.writeLong("state", state);
        }

        @Override
        public void load(final ByteBuffer from) {
            state = from.getLong();
        }
    }

    private Answers() {
    }

    private static void chain(final String name, final LongUnaryOperator fault) {
        print(name, new SyncTest(2, () -> new Faulty(fault), new ScriptedBot(2)).chain(FAULTY_FRAMES));
    }

    /** Which of some things comes first. */
    private static long identity(final long frame) {
        final Set<Object> things = new HashSet<>();
        final Object[] numbered = new Object[8];
        for (int i = 0; i < numbered.length; i++) {
            numbered[i] = new Object();
            things.add(numbered[i]);
        }
        final Object first = things.iterator().next();
        int number = 0;
        while (numbered[number] != first) {
            number++;
        }
        return number;
    }

    /** Simulates a recorded match again, as everybody can on the command line. */
    private static void replay(final String recording) {
        final CommandRun verify = CommandRun.of("replay", "verify", recording, "--json");
        final Matcher chain = CHAIN.matcher(String.join("", verify.out()));
        if (verify.code() != 0 || !chain.find()) {
            System.err.println(verify);
            System.exit(1);
        }
        System.out.println(RECORDED + '\t' + chain.group(1));
    }

    private static void print(final String name, final long answer) {
        System.out.println(name + '\t' + Long.toHexString(answer));
    }

    /** Prints all answers; the argument is a recording of the example game. */
    public static void main(final String[] args) {
        Probe.main(args);
        replay(args[0]);
        print(DOGFIGHT, new SyncTest(PLAYERS, () -> new Dogfight(PLAYERS, 42), new ScriptedBot(7)).chain(FRAMES));
        chain(IDENTITY_FAULT, Answers::identity);
        chain(LOCALE_FAULT, frame -> ("unit" + frame).toUpperCase().hashCode());
        chain(INTRINSIC_FAULT, frame -> {
            double sum = 0;
            for (int i = 0; i < 100; i++) {
                sum += Math.pow(frame * 0.37 + i, 1.7);
            }
            return Double.doubleToLongBits(sum);
        });
        final PrintStream out = System.out;
        final ByteArrayOutputStream said = new ByteArrayOutputStream();
        System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
        final CommandRun soak = CommandRun.of("soak", "--swarm", "--frames", "200", "--seeds",
            FIRST_MATCH + ".." + LAST_MATCH, "--json", "--threads", "1");
        System.setOut(out);
        final Matcher traces = TRACES.matcher(said.toString(StandardCharsets.UTF_8));
        for (int seed = FIRST_MATCH; seed <= LAST_MATCH && traces.find(); seed++) {
            System.out.println(TRACE + seed + '\t' + traces.group(1));
        }
        System.exit(soak.code());
    }
}

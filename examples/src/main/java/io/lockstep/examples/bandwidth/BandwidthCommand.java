package io.lockstep.examples.bandwidth;

import io.lockstep.codecs.json.JsonWriter;
import io.lockstep.examples.dogfight.Dogfight;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code lockstep bandwidth}: encodes messages of every protocol and prints what they cost, as JSON, as payload and on
 * the wire.
 */
@Command(name = "bandwidth", description = {
    "Prints what every message costs: as JSON, as payload, and per second on the wire.",
    "One of each of the session's, and of the rabbit, schema, ecs and dogfight codecs'. "
        + "Below stands what the formats were designed for, and whether it is so."})
public final class BandwidthCommand implements Callable<Integer> {

    private static final int MAX_HZ = 1000;
    private static final int MAX_PLAYERS = 32;
    /** Long enough for shots and power-ups to be about. */
    private static final int FRAMES = 600;
    private static final String ROW = "| %s | %s | %,d | %,d | %.1f | %,d | %,d | %,d | %,d |%n";

    @Spec
    private CommandSpec spec;

    @Option(names = "--hz", paramLabel = "N", description = "Messages of each player a second, 1 to 1000 (default 30).")
    private int hz = 30;

    @Option(names = "--players", paramLabel = "N",
        description = "Players, each of whom sends to every other one, 2 to 32 (default 2).")
    private int players = 2;

    @Option(names = "--json", description = "Prints one JSON object instead of tables.")
    private boolean json;

    /** A command that picocli fills in. */
    public BandwidthCommand() {
    }

    @Override
    public Integer call() {
        check("--hz", hz, 1, MAX_HZ);
        check("--players", players, 2, MAX_PLAYERS);
        final List<Sample> samples = samples();
        final PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(toJson(samples));
        } else {
            print(samples, out);
        }
        out.flush();
        return 0;
    }

    private void check(final String option, final int value, final int least, final int most) {
        if (value < least || value > most) {
            throw new ParameterException(spec.commandLine(),
                option + " is " + value + ", allowed is " + least + " to " + most);
        }
    }

    private static List<Sample> samples() {
        final Dogfight two = PilotInputs.play(2, FRAMES);
        final List<Sample> samples = new ArrayList<>();
        new SessionSamples(samples).addAll(PilotInputs.play(MAX_PLAYERS, FRAMES));
        new GameSamples(samples).addDogfight(two);
        new RabbitSamples(samples).addAll();
        new GameSamples(samples).addSchema();
        new EcsSamples(samples).addAll();
        return samples;
    }

    /** How often a message is sent in a second, by all to all. */
    private long perSecond(final int bytes) {
        return (long) bytes * hz * players * (players - 1);
    }

    private void print(final List<Sample> samples, final PrintWriter out) {
        out.printf(Locale.ROOT, "Bytes of a message, and bytes per second of %d players at %d Hz:%n%n", players, hz);
        out.println("| codec | message | JSON | binary | saved % | JSON/s | binary/s | Aeron/s | UDP/s |");
        out.println("|---|---|--:|--:|--:|--:|--:|--:|--:|");
        for (final Sample sample : samples) {
            out.printf(Locale.ROOT, ROW, sample.document(), sample.message(), sample.json(), sample.binary(),
                sample.saved(), perSecond(sample.json()), perSecond(sample.binary()),
                perSecond(Carrier.AERON.wireBytes(sample.binary())),
                perSecond(Carrier.UDP.wireBytes(sample.binary())));
        }
        out.printf(Locale.ROOT, "%n| what | designed for | here | holds | |%n|---|---|---|---|---|%n");
        for (final Claim claim : Claim.of(samples)) {
            out.printf(Locale.ROOT, "| %s | %s | %s | %s | %s |%n", claim.what(), claim.document(), claim.here(),
                claim.holds() ? "yes" : "no", claim.why());
        }
    }

    private String toJson(final List<Sample> samples) {
        final JsonWriter object = new JsonWriter().beginObject().name("hz").unsigned(hz).name("players")
            .unsigned(players).name("messages").beginArray();
        for (final Sample sample : samples) {
            object.beginObject().name("codec").string(sample.document()).name("message").string(sample.message())
                .name("jsonBytes").unsigned(sample.json()).name("bytes").unsigned(sample.binary())
                .name("savedPercent").number(sample.saved())
                .name("aeronBytes").unsigned(Carrier.AERON.wireBytes(sample.binary()))
                .name("udpBytes").unsigned(Carrier.UDP.wireBytes(sample.binary()))
                .name("jsonBytesPerSecond").unsigned(perSecond(sample.json()))
                .name("bytesPerSecond").unsigned(perSecond(sample.binary()))
                .name("aeronBytesPerSecond").unsigned(perSecond(Carrier.AERON.wireBytes(sample.binary())))
                .name("udpBytesPerSecond").unsigned(perSecond(Carrier.UDP.wireBytes(sample.binary()))).endObject();
        }
        object.endArray().name("claims").beginArray();
        for (final Claim claim : Claim.of(samples)) {
            object.beginObject().name("claim").string(claim.what()).name("document").string(claim.document())
                .name("here").string(claim.here()).name("holds").bool(claim.holds()).name("why").string(claim.why())
                .endObject();
        }
        return object.endArray().endObject().toString();
    }
}

package io.lockstep.examples.inspect;

import io.lockstep.codecs.ecs.ComponentTable;
import io.lockstep.core.internal.protocol.WireLimits;
import io.lockstep.examples.formats.DogfightFormat;
import io.lockstep.examples.formats.EcsFormat;
import io.lockstep.examples.formats.Format;
import io.lockstep.examples.formats.LockstepFormat;
import io.lockstep.examples.formats.RabbitFormat;
import io.lockstep.examples.formats.SchemaFormat;
import io.lockstep.examples.formats.SchemaText;
import io.lockstep.examples.formats.UdpFormat;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The options that say what bytes are to be read as. */
final class FormatOptions {

    private static final String LOCKSTEP = "lockstep";
    private static final List<String> CODECS = List.of(LOCKSTEP, "rabbit", "schema", "ecs", "dogfight", "udp");

    @Spec(Target.MIXEE)
    private CommandSpec spec;
    private String codec = LOCKSTEP;
    private int inputBytes = WireLimits.DEFAULT_INPUT_BYTES;

    @Option(names = "--message", paramLabel = "NAME", description = "What the bytes are: with rabbit a "
        + "message of its catalogue (default ServerMessage), with ecs stream, table or keys (default stream).")
    private String message;

    @Option(names = "--schema", paramLabel = "TEXT", description = {"With schema: the properties, by default",
        SchemaText.MARIO + ".", "Types: u2 or s2 (numbers of 1 to 8 bytes), str16, bool, u2[300], {n:u1}, {n:u1}[3], "
            + "and maps with keys of 2 bytes u2{n:u1}[255]."})
    private String schema = SchemaText.MARIO;

    @Option(names = "--components", paramLabel = "TEXT", description = {
        "With ecs: names and bytes of the components, by default " + EcsFormat.COMPONENTS + "."})
    private String components = EcsFormat.COMPONENTS;

    @Option(names = "--codec", paramLabel = "NAME", description = {
        "lockstep (the default): the session's datagrams;",
        "rabbit: a message of the Rabbit catalogue, see --message;",
        "schema: a message of the schema codec, see --schema;",
        "ecs: instructions, a component table or keys, see --message and --components;",
        "dogfight: an event or a state, told apart by their length;",
        "udp: a packet of the plain-UDP transport, with the datagram in it if it is a whole one."})
    void codec(final String name) {
        if (!CODECS.contains(name)) {
            throw wrong("--codec " + name + " is not known; there are " + String.join(", ", CODECS));
        }
        codec = name;
    }

    @Option(names = "--input-bytes", paramLabel = "N",
        description = "With lockstep and udp: length of one input in the types from 6 on, 1 to "
            + WireLimits.MAX_INPUT_BYTES + " (default " + WireLimits.DEFAULT_INPUT_BYTES + ").")
    void inputBytes(final int bytes) {
        if (bytes < 1 || bytes > WireLimits.MAX_INPUT_BYTES) {
            throw wrong("--input-bytes " + bytes + " is not in 1 to " + WireLimits.MAX_INPUT_BYTES);
        }
        inputBytes = bytes;
    }

    private ParameterException wrong(final String what) {
        return new ParameterException(spec.commandLine(), what);
    }

    /** What reads the bytes; an option that makes no sense is the caller's mistake. */
    Format format() {
        if (message != null && !codec.equals("rabbit") && !codec.equals("ecs")) {
            throw wrong("--message goes with --codec rabbit or ecs, not " + codec);
        }
        return switch (codec) {
            case "rabbit" -> rabbit();
            case "schema" -> schema();
            case "ecs" -> ecs();
            case "dogfight" -> new DogfightFormat();
            case "udp" -> new UdpFormat(new LockstepFormat(inputBytes));
            default -> lockstep();
        };
    }

    /** The format that can also be written. */
    LockstepFormat lockstep() {
        if (!codec.equals(LOCKSTEP)) {
            throw wrong("--encode goes with --codec lockstep, not " + codec);
        }
        return new LockstepFormat(inputBytes);
    }

    private Format rabbit() {
        try {
            return new RabbitFormat(message == null ? RabbitFormat.SERVER_MESSAGE : message);
        } catch (final IllegalArgumentException e) {
            throw wrong("--message " + e.getMessage());
        }
    }

    private Format schema() {
        try {
            return new SchemaFormat(SchemaText.parse(schema));
        } catch (final IllegalArgumentException e) {
            throw wrong("--schema: " + e.getMessage());
        }
    }

    private Format ecs() {
        final EcsFormat.Part part = EcsFormat.part(message == null ? EcsFormat.Part.STREAM.name() : message);
        if (part == null) {
            throw wrong("--message '" + message + "' is none of stream, table and keys");
        }
        try {
            final ComponentTable table = EcsFormat.components(components);
            return new EcsFormat(table, part);
        } catch (final IllegalArgumentException e) {
            throw wrong("--components: " + e.getMessage());
        }
    }
}

package io.lockstep.examples.formats;

import io.lockstep.codecs.ecs.ComponentTable;
import io.lockstep.codecs.ecs.ComponentTableReader;
import io.lockstep.codecs.ecs.EcsCode;
import io.lockstep.codecs.ecs.EcsJson;
import io.lockstep.codecs.json.JsonWriter;
import java.nio.ByteBuffer;
import java.util.Locale;

/** The three things an ECS stream has; nothing in the bytes tells which one they are. */
public final class EcsFormat implements Format {

    /** The example of docs/CODECS.md. */
    public static final String COMPONENTS = "Position:8,Velocity:4,Health:1";

    private final ComponentTable components;
    private final Part part;

    /** What bytes can be. */
    public enum Part {
        /** Instructions to the copy. */
        STREAM,
        /** A component table. */
        TABLE,
        /** Key instructions. */
        KEYS
    }

    /**
     * With known components.
     *
     * @param components what both ends know
     * @param part       what the bytes are
     */
    public EcsFormat(final ComponentTable components, final Part part) {
        this.components = components;
        this.part = part;
    }

    /**
     * Reads the names and sizes of components.
     *
     * @param text name, colon and bytes of data, separated by commas
     * @return the table
     * @throws IllegalArgumentException if it is none; the text says why
     */
    public static ComponentTable components(final String text) {
        final ComponentTable.Builder builder = ComponentTable.builder();
        for (final String entry : text.split(",", -1)) {
            final int colon = entry.indexOf(':');
            if (colon < 0) {
                throw new IllegalArgumentException("'" + entry + "' is no NAME:BYTES");
            }
            try {
                builder.add(entry.substring(0, colon).strip(), Integer.parseInt(entry.substring(colon + 1).strip()));
            } catch (final NumberFormatException e) {
                throw new IllegalArgumentException("'" + entry + "' is no NAME:BYTES", e);
            }
        }
        return builder.build();
    }

    /**
     * Finds a part.
     *
     * @param name in whatever case
     * @return the part, null if there is none of that name
     */
    public static Part part(final String name) {
        for (final Part part : Part.values()) {
            if (part.name().equalsIgnoreCase(name)) {
                return part;
            }
        }
        return null;
    }

    @Override
    public Answer decode(final ByteBuffer source) {
        final int length = source.remaining();
        final JsonWriter writer = new JsonWriter().beginObject().name(part.name().toLowerCase(Locale.ROOT));
        final EcsCode code = switch (part) {
            case TABLE -> table(source, writer);
            case KEYS -> EcsJson.keys(source, writer);
            default -> EcsJson.instructions(components, source, writer);
        };
        return code == EcsCode.OK ? Answer.of(writer.endObject().toString())
            : Answer.refused(code, code.meaning(), length);
    }

    private EcsCode table(final ByteBuffer source, final JsonWriter writer) {
        final ComponentTableReader reader = new ComponentTableReader(components);
        final EcsCode code = reader.decode(source);
        if (code == EcsCode.OK) {
            EcsJson.table(reader.table(), writer);
        }
        return code;
    }
}

package io.lockstep.codecs.json;

import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.WireCode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import java.util.function.ObjLongConsumer;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/**
 * The JSON form of one kind of message: a table of its fields in the order they are written, each with its name and how
 * it is written and read. Fields are read in any order; what takes several of them is done at the end.
 *
 * @param <M> the message
 */
final class MessageFields<M extends Message> {

    /** Before the fields of every message stand its type and the version. */
    private static final List<String> HEAD = List.of("type", "version");

    private record Field<M>(String name, BiConsumer<M, JsonWriter> writer, BiConsumer<M, JsonInput> reader) {
    }

    private final Class<M> type;
    private final List<Field<M>> fields = new ArrayList<>();
    private int optional;
    private Consumer<M> begin = message -> {
    };
    private BiConsumer<M, JsonInput> end = (message, in) -> {
    };

    MessageFields(final Class<M> type) {
        this.type = type;
    }

    /** What is done before the fields are read. */
    MessageFields<M> begin(final Consumer<M> action) {
        begin = action;
        return this;
    }

    /** What is done after the fields were read, if nothing is wrong with any of them. */
    MessageFields<M> end(final BiConsumer<M, JsonInput> action) {
        end = action;
        return this;
    }

    MessageFields<M> field(final String name, final BiConsumer<M, JsonWriter> writer,
                           final BiConsumer<M, JsonInput> reader) {
        fields.add(new Field<>(name, writer, reader));
        return this;
    }

    /** The field added last may be missing. */
    MessageFields<M> orMissing() {
        optional |= 1 << fields.size() - 1;
        return this;
    }

    /** An unsigned integer of so many bits. */
    MessageFields<M> number(final String name, final int bits, final ToLongFunction<M> getter,
                            final ObjLongConsumer<M> setter) {
        final long mask = mask(bits);
        return field(name, (message, out) -> out.unsigned(getter.applyAsLong(message) & mask),
            (message, in) -> setter.accept(message, in.unsigned(bits)));
    }

    /** The same of 32 bits or fewer, as they stand in an int. */
    MessageFields<M> integer(final String name, final int bits, final ToIntFunction<M> getter,
                             final ObjIntConsumer<M> setter) {
        return number(name, bits, getter::applyAsInt, (message, value) -> setter.accept(message, (int) value));
    }

    /** A player or a peer, 0 to 31. */
    MessageFields<M> player(final String name, final ToIntFunction<M> getter, final ObjIntConsumer<M> setter) {
        return field(name, (message, out) -> out.unsigned(getter.applyAsInt(message)),
            (message, in) -> setter.accept(message, in.player()));
    }

    MessageFields<M> bool(final String name, final Predicate<M> getter, final BiConsumer<M, Boolean> setter) {
        return field(name, (message, out) -> out.bool(getter.test(message)),
            (message, in) -> setter.accept(message, in.bool()));
    }

    /** A field that is null unless the message has it: reading null leaves it as it is at the beginning. */
    MessageFields<M> fieldOrNull(final String name, final Predicate<M> has, final BiConsumer<M, JsonWriter> writer,
                                 final BiConsumer<M, JsonInput> reader) {
        return field(name, (message, out) -> {
            if (has.test(message)) {
                writer.accept(message, out);
            } else {
                out.nothing();
            }
        }, (message, in) -> {
            if (!in.isNull()) {
                reader.accept(message, in);
            }
        });
    }

    /** An unsigned integer of so many bits, or null. */
    MessageFields<M> numberOrNull(final String name, final int bits, final Predicate<M> has,
                                  final ToLongFunction<M> getter, final ObjLongConsumer<M> setter) {
        final long mask = mask(bits);
        return fieldOrNull(name, has, (message, out) -> out.unsigned(getter.applyAsLong(message) & mask),
            (message, in) -> setter.accept(message, in.unsigned(bits)));
    }

    private static long mask(final int bits) {
        return -1L >>> Long.SIZE - bits;
    }

    /** Writes a message, which is of this kind. */
    void write(final Message message, final JsonWriter out) {
        final M own = type.cast(message);
        out.beginObject().name(HEAD.get(0)).string(message.type().jsonName())
            .name(HEAD.get(1)).unsigned(Message.VERSION);
        for (final Field<M> field : fields) {
            out.name(field.name);
            field.writer.accept(own, out);
        }
        out.endObject();
    }

    /** Reads a message of this kind, whose fields are unspecified if anything is wrong. */
    void read(final Message message, final JsonInput in) {
        final M own = type.cast(message);
        final List<String> names = new ArrayList<>(HEAD);
        fields.forEach(field -> names.add(field.name));
        begin.accept(own);
        in.object(names.toArray(new String[0]), optional << HEAD.size(), (index, value) -> {
            if (index == 1) {
                value.version();
            } else if (index > 1) {
                fields.get(index - HEAD.size()).reader.accept(own, value);
            }
        });
        if (in.code() == WireCode.OK) {
            end.accept(own, in);
        }
        if (in.code() == WireCode.OK) {
            in.fail(own.check());
        }
    }
}

package io.lockstep.core.sync;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A walk over the fields of a state that either saves or loads them: what a {@link Part} says of its fields serves
 * both, and names them in reports.
 *
 * <pre>
 * public void fields(final StateFields fields) {
 *     fields.section("world");
 *     clock = fields.field("clock", clock);                  // any primitive
 *     phase = fields.field("phase", phase, PHASES);          // an enum, with its constants
 *     fields.array("height", height);                        // an array, in place
 *     fields.section("discs");
 *     fields.parts("disc", discs);                           // parts in an array
 *     fields.list("bullets", bullets, Bullet::new);          // parts in a list that grows and shrinks
 *     wind = fields.value("wind", wind, (walk, old) -&gt; {     // a record
 *         final int x = walk.field("x", old.x());
 *         final int y = walk.field("y", old.y());
 *         return walk.loading() ? new Wind(x, y) : old;
 *     });
 * }
 * </pre>
 *
 * <p>A report names a field by section, parts, name and index: {@code discs.disc.x[3]} is the x of the fourth disc. The
 * bytes are those of a {@link StateWriter}, little-endian and of fixed width, so that a declared state and one written
 * by hand are the same. Nothing is allocated but what a list grows by, and what a game makes itself. Not thread-safe.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public final class StateFields {

    /**
     * Something whose fields are part of a game's state, said once for saving, loading and reports: a unit, a list of
     * them, a whole game.
     *
     * <pre>
     * final class Disc implements StateFields.Part {
     *     private int x;
     *     private int y;
     *     private final int[] trail = new int[8];
     *
     *     &#64;Override
     *     public void fields(final StateFields fields) {
     *         x = fields.field("x", x);
     *         y = fields.field("y", y);
     *         fields.array("trail", trail);
     *     }
     * }
     * </pre>
     */
    @FunctionalInterface
    public interface Part {

        /**
         * Hands over each field and takes it back: as it is when the state is saved, as it was when one is loaded.
         * Called for both, so that no field can be saved and not loaded, or in another order.
         *
         * @param fields takes the fields, always the same ones in the same order; what depends on others, such as the
         *               elements of an array that are in use, comes after them
         */
        void fields(StateFields fields);
    }

    /**
     * The fields of something that cannot be changed, such as a record.
     *
     * @param <T> what it is
     */
    @FunctionalInterface
    public interface Values<T> {

        /**
         * Hands over each field and takes it back, as {@link Part#fields} does.
         *
         * @param fields takes them
         * @param value  the present value
         * @return when {@link StateFields#loading() loading} a new one made of what came back; otherwise what is
         *     returned does not matter, and the present one costs nothing
         */
        T fields(StateFields fields, T value);
    }

    /** Null unless a state is saved. */
    private @Nullable StateWriter out;
    /** Null unless a state is loaded. */
    private @Nullable ByteBuffer in;
    private String section = "";
    private String last = "";

    /** A walk, to be used for one state after the other. */
    public StateFields() {
        // Nothing to prepare.
    }

    /**
     * Saves a state.
     *
     * @param state  what to save
     * @param writer where to
     */
    public void save(final Part state, final StateWriter writer) {
        in = null;
        out = writer;
        state.fields(this);
    }

    /**
     * Loads a state.
     *
     * @param state what to load it into
     * @param from  the bytes between position and limit; its position moves behind what was read
     * @throws IllegalArgumentException if the bytes end in the middle of a field, or hold more elements or other
     *                                  constants than there can be; the text names the field
     */
    public void load(final Part state, final ByteBuffer from) {
        out = null;
        in = from.order(ByteOrder.LITTLE_ENDIAN);
        section = "";
        last = "";
        try {
            state.fields(this);
        } catch (final BufferUnderflowException ended) {
            throw new IllegalArgumentException("the state ends before " + name(last), ended);
        } finally {
            in = null;
        }
    }

    /**
     * Is a state being loaded? For what follows from it, such as an index that is made anew.
     *
     * @return false while one is saved
     */
    public boolean loading() {
        return out == null;
    }

    /**
     * Starts a named part of the state; see {@link StateWriter#section}.
     *
     * @param name a constant, such as {@code "ships"}
     */
    public void section(final String name) {
        if (out != null) {
            out.section(name);
        } else {
            section = name;
        }
    }

    private String name(final String field) {
        return section.isEmpty() ? field : section + '.' + field;
    }

    @SuppressWarnings("NullAway") // there are bytes to read whenever there is nowhere to write
    private ByteBuffer read(final String name) {
        last = name;
        return in;
    }

    /**
     * A field.
     *
     * @param name  a constant, such as {@code "x"}
     * @param value as it is
     * @return as it is to be from now on
     */
    public boolean field(final String name, final boolean value) {
        if (out != null) {
            out.writeBoolean(name, value);
            return value;
        }
        return read(name).get() != 0;
    }

    /**
     * A field.
     *
     * @param name  a constant, such as {@code "x"}
     * @param value as it is
     * @return as it is to be from now on
     */
    public byte field(final String name, final byte value) {
        if (out != null) {
            out.writeByte(name, value);
            return value;
        }
        return read(name).get();
    }

    /**
     * A field.
     *
     * @param name  a constant, such as {@code "x"}
     * @param value as it is
     * @return as it is to be from now on
     */
    public short field(final String name, final short value) {
        if (out != null) {
            out.writeShort(name, value);
            return value;
        }
        return read(name).getShort();
    }

    /**
     * A field.
     *
     * @param name  a constant, such as {@code "x"}
     * @param value as it is
     * @return as it is to be from now on
     */
    public int field(final String name, final int value) {
        if (out != null) {
            out.writeInt(name, value);
            return value;
        }
        return read(name).getInt();
    }

    /**
     * A field.
     *
     * @param name  a constant, such as {@code "x"}
     * @param value as it is
     * @return as it is to be from now on
     */
    public long field(final String name, final long value) {
        if (out != null) {
            out.writeLong(name, value);
            return value;
        }
        return read(name).getLong();
    }

    /**
     * A field.
     *
     * @param name  a constant, such as {@code "x"}
     * @param value as it is
     * @return as it is to be from now on
     */
    public float field(final String name, final float value) {
        if (out != null) {
            out.writeFloat(name, value);
            return value;
        }
        return read(name).getFloat();
    }

    /**
     * A field.
     *
     * @param name  a constant, such as {@code "x"}
     * @param value as it is
     * @return as it is to be from now on
     */
    public double field(final String name, final double value) {
        if (out != null) {
            out.writeDouble(name, value);
            return value;
        }
        return read(name).getDouble();
    }

    /**
     * One of some constants, as one byte.
     *
     * @param name      a constant, such as {@code "phase"}
     * @param value     as it is; may be null
     * @param constants all there are, up to 127; kept by the caller, as {@code values()} makes an array each time
     * @param <E>       the enum
     * @return as it is to be from now on
     */
    public <E extends Enum<E>> @Nullable E field(final String name, final @Nullable E value, final E[] constants) {
        if (constants.length > Byte.MAX_VALUE) {
            throw new IllegalArgumentException(name + " has " + constants.length + " constants, allowed are 127");
        }
        final int number = field(name, (byte) (value == null ? -1 : value.ordinal()));
        if (number < -1 || number >= constants.length) {
            throw new IllegalArgumentException(
                name(name) + " is constant " + number + " of " + constants.length);
        }
        return number < 0 ? null : constants[number];
    }

    /**
     * All elements of an array, in place.
     *
     * @param name   a constant, such as {@code "x"}
     * @param values of the same length whenever this state is saved or loaded
     */
    public void array(final String name, final boolean[] values) {
        array(name, values, values.length);
    }

    /**
     * The first elements of an array, in place.
     *
     * @param name   a constant, such as {@code "x"}
     * @param values long enough
     * @param count  how many of them; a field that came before
     * @throws IllegalArgumentException if the array has not so many
     */
    public void array(final String name, final boolean[] values, final int count) {
        checked(name, count, values.length);
        for (int i = 0; i < count; i++) {
            values[i] = field(name, values[i]);
        }
    }

    /**
     * All elements of an array, in place.
     *
     * @param name   a constant, such as {@code "x"}
     * @param values of the same length whenever this state is saved or loaded
     */
    public void array(final String name, final byte[] values) {
        array(name, values, values.length);
    }

    /**
     * The first elements of an array, in place.
     *
     * @param name   a constant, such as {@code "x"}
     * @param values long enough
     * @param count  how many of them; a field that came before
     * @throws IllegalArgumentException if the array has not so many
     */
    public void array(final String name, final byte[] values, final int count) {
        if (out != null) {
            out.writeBytes(name, values, 0, checked(name, count, values.length));
        } else {
            read(name).get(values, 0, checked(name, count, values.length));
        }
    }

    /**
     * All elements of an array, in place.
     *
     * @param name   a constant, such as {@code "x"}
     * @param values of the same length whenever this state is saved or loaded
     */
    public void array(final String name, final short[] values) {
        array(name, values, values.length);
    }

    /**
     * The first elements of an array, in place.
     *
     * @param name   a constant, such as {@code "x"}
     * @param values long enough
     * @param count  how many of them; a field that came before
     * @throws IllegalArgumentException if the array has not so many
     */
    public void array(final String name, final short[] values, final int count) {
        checked(name, count, values.length);
        for (int i = 0; i < count; i++) {
            values[i] = field(name, values[i]);
        }
    }

    /**
     * All elements of an array, in place.
     *
     * @param name   a constant, such as {@code "x"}
     * @param values of the same length whenever this state is saved or loaded
     */
    public void array(final String name, final int[] values) {
        array(name, values, values.length);
    }

    /**
     * The first elements of an array, in place.
     *
     * @param name   a constant, such as {@code "x"}
     * @param values long enough
     * @param count  how many of them; a field that came before
     * @throws IllegalArgumentException if the array has not so many
     */
    public void array(final String name, final int[] values, final int count) {
        checked(name, count, values.length);
        for (int i = 0; i < count; i++) {
            values[i] = field(name, values[i]);
        }
    }

    /**
     * All elements of an array, in place.
     *
     * @param name   a constant, such as {@code "x"}
     * @param values of the same length whenever this state is saved or loaded
     */
    public void array(final String name, final long[] values) {
        array(name, values, values.length);
    }

    /**
     * The first elements of an array, in place.
     *
     * @param name   a constant, such as {@code "x"}
     * @param values long enough
     * @param count  how many of them; a field that came before
     * @throws IllegalArgumentException if the array has not so many
     */
    public void array(final String name, final long[] values, final int count) {
        checked(name, count, values.length);
        for (int i = 0; i < count; i++) {
            values[i] = field(name, values[i]);
        }
    }

    /**
     * All elements of an array, in place.
     *
     * @param name   a constant, such as {@code "x"}
     * @param values of the same length whenever this state is saved or loaded
     */
    public void array(final String name, final float[] values) {
        array(name, values, values.length);
    }

    /**
     * The first elements of an array, in place.
     *
     * @param name   a constant, such as {@code "x"}
     * @param values long enough
     * @param count  how many of them; a field that came before
     * @throws IllegalArgumentException if the array has not so many
     */
    public void array(final String name, final float[] values, final int count) {
        checked(name, count, values.length);
        for (int i = 0; i < count; i++) {
            values[i] = field(name, values[i]);
        }
    }

    /**
     * All elements of an array, in place.
     *
     * @param name   a constant, such as {@code "x"}
     * @param values of the same length whenever this state is saved or loaded
     */
    public void array(final String name, final double[] values) {
        array(name, values, values.length);
    }

    /**
     * The first elements of an array, in place.
     *
     * @param name   a constant, such as {@code "x"}
     * @param values long enough
     * @param count  how many of them; a field that came before
     * @throws IllegalArgumentException if the array has not so many
     */
    public void array(final String name, final double[] values, final int count) {
        checked(name, count, values.length);
        for (int i = 0; i < count; i++) {
            values[i] = field(name, values[i]);
        }
    }

    private int checked(final String name, final int count, final int most) {
        if (count < 0 || count > most) {
            throw new IllegalArgumentException(name(name) + " has " + count + " elements, allowed are 0 to " + most);
        }
        return count;
    }

    /**
     * The fields of a part.
     *
     * @param name a constant, such as {@code "engine"}
     * @param part not null
     */
    public void part(final String name, final Part part) {
        enter(name);
        part.fields(this);
        leave();
    }

    /**
     * The fields of parts that are always there, one after the other.
     *
     * @param name  a constant, such as {@code "disc"}
     * @param parts as many whenever this state is saved or loaded
     */
    public void parts(final String name, final Part[] parts) {
        enter(name);
        for (final Part part : parts) {
            part.fields(this);
        }
        leave();
    }

    /**
     * How many parts a list has, and the fields of each. Where a loaded state has more, new ones are made; where it has
     * fewer, the last ones are removed.
     *
     * @param name    a constant, such as {@code "bullets"}
     * @param list    random access makes it fast
     * @param factory makes a part to load into
     * @param <T>     the parts; each has a field at least
     */
    public <T extends Part> void list(final String name, final List<T> list,
                                           final Supplier<? extends T> factory) {
        enter(name);
        final int size = size(list);
        for (int i = 0; i < size; i++) {
            if (i == list.size()) {
                list.add(factory.get());
            }
            list.get(i).fields(this);
        }
        leave();
    }

    /**
     * How many values a list has, and the fields of each. Where a loaded state has fewer, the last ones are removed.
     *
     * @param name  a constant, such as {@code "scores"}
     * @param list  random access makes it fast
     * @param blank what a value that is new is made from; a constant
     * @param each  the fields of one
     * @param <T>   the values; each has a field at least
     */
    public <T> void list(final String name, final List<T> list, final T blank, final Values<T> each) {
        enter(name);
        final int size = size(list);
        for (int i = 0; i < size; i++) {
            if (i == list.size()) {
                list.add(each.fields(this, blank));
            } else if (loading()) {
                list.set(i, each.fields(this, list.get(i)));
            } else {
                each.fields(this, list.get(i));
            }
        }
        leave();
    }

    /**
     * The fields of something that cannot be changed.
     *
     * @param name  a constant, such as {@code "wind"}
     * @param value as it is
     * @param of    its fields
     * @param <T>   what it is
     * @return as it is to be from now on
     */
    public <T> T value(final String name, final T value, final Values<T> of) {
        enter(name);
        final T next = of.fields(this, value);
        leave();
        return loading() ? next : value;
    }

    /** Every element takes a byte at least, so that bytes which say otherwise make nobody grow. */
    private int size(final List<?> list) {
        final int size = field("size", list.size());
        if (in != null) {
            checked("size", size, in.remaining());
            if (list.size() > size) {
                list.subList(size, list.size()).clear();
            }
        }
        return size;
    }

    private void enter(final String name) {
        if (out != null) {
            out.enter(name);
        }
    }

    private void leave() {
        if (out != null) {
            out.leave();
        }
    }
}

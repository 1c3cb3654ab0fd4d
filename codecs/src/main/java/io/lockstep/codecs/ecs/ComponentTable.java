package io.lockstep.codecs.ecs;

import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The components of a game: names, which travel, sizes and default data, which both ends know. A component's place in
 * the table is its id.
 *
 * <pre>
 *   count 2 | name length 1 | count names, padded with zeros to the name length | ff ff
 * </pre>
 *
 * <p>Immutable and thread-safe.
 */
public final class ComponentTable {

    /** Most components: their number is two bytes. */
    public static final int MAX_COMPONENTS = 0xFFFF;

    /** Longest name: its length is one byte. */
    public static final int MAX_NAME_BYTES = 0xFF;

    /** Largest component: as large as a datagram of UDP can be, for a game's component is small. */
    public static final int MAX_DATA_BYTES = 0xFFFF;

    /** What a table begins with: two bytes count, one byte name length. */
    static final int HEADER_BYTES = 3;

    /** The two bytes of ones a table ends with. */
    static final int END_MARK_BYTES = 2;

    private final List<Component> components;
    private final int nameBytes;
    private final int[] offsets;

    ComponentTable(final List<Component> components, final int nameBytes) {
        this.components = components;
        this.nameBytes = nameBytes;
        offsets = new int[components.size() + 1];
        for (int i = 0; i < components.size(); i++) {
            offsets[i + 1] = Math.addExact(offsets[i], components.get(i).defaults().length);
        }
    }

    /** A name and the data that a component has when it is attached, which is never changed. */
    record Component(String name, byte[] defaults) {
    }

    /**
     * Starts a table.
     *
     * @return an empty builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /** One or more letters, digits, dashes, underscores and dots. */
    static boolean isNameCharacter(final int c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_' || c == '.';
    }

    /**
     * How many components there are.
     *
     * @return 0 to 65,535
     */
    public int count() {
        return components.size();
    }

    /**
     * The name of a component.
     *
     * @param component its id
     * @return its name
     */
    public String name(final int component) {
        return components.get(component).name();
    }

    /**
     * The id of a name. To be asked once, not in the hot path.
     *
     * @param name any
     * @return its id, −1 if there is none
     */
    public int indexOf(final String name) {
        for (int i = 0; i < components.size(); i++) {
            if (components.get(i).name().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    /**
     * How long the data of a component is.
     *
     * @param component its id
     * @return bytes, 0 to 65,535
     */
    public int dataBytes(final int component) {
        return offsets[component + 1] - offsets[component];
    }

    /**
     * How much room a name gets in the table.
     *
     * @return bytes, 0 to 255
     */
    public int nameBytes() {
        return nameBytes;
    }

    /** All of one entity's data, every component attached. */
    int rowBytes() {
        return offsets[components.size()];
    }

    /** Where a component's data is among that. */
    int offset(final int component) {
        return offsets[component];
    }

    byte[] defaults(final int component) {
        return components.get(component).defaults();
    }

    Component component(final int id) {
        return components.get(id);
    }

    /**
     * How long the table is.
     *
     * @return bytes, at least 5
     */
    public int encodedBytes() {
        return HEADER_BYTES + count() * nameBytes + END_MARK_BYTES;
    }

    /**
     * Writes the table.
     *
     * @param target where to, from its position, which moves behind it
     * @throws BufferOverflowException if there is no room for it; nothing was written
     */
    public void encode(final ByteBuffer target) {
        if (target.remaining() < encodedBytes()) {
            throw new BufferOverflowException();
        }
        EcsWriter.putShort(target, count());
        target.put((byte) nameBytes);
        for (final Component component : components) {
            final byte[] name = component.name().getBytes(StandardCharsets.US_ASCII);
            target.put(name);
            for (int i = name.length; i < nameBytes; i++) {
                target.put((byte) 0);
            }
        }
        EcsWriter.putShort(target, -1);
    }

    /** Lists the components of a game in the order of their ids. Not thread-safe. */
    public static final class Builder {

        private final List<Component> components = new ArrayList<>();
        private final Set<String> names = new TreeSet<>();
        private int nameBytes;

        Builder() {
        }

        /**
         * Adds a component that is all zeros when it is attached.
         *
         * @param name      letters, digits, dashes, underscores and dots; 1 to 255 of them
         * @param dataBytes how long its data always is, 0 to 65,535
         * @return this
         * @throws IllegalArgumentException if the name is taken or has another form, or the size is out of range
         */
        public Builder add(final String name, final int dataBytes) {
            if (dataBytes < 0 || dataBytes > MAX_DATA_BYTES) {
                throw new IllegalArgumentException(name + " of " + dataBytes + " bytes");
            }
            return add(name, new byte[dataBytes]);
        }

        /**
         * Adds a component.
         *
         * @param name     letters, digits, dashes, underscores and dots; 1 to 255 of them
         * @param defaults its data when it is attached; its data always is that long, 0 to 65,535
         * @return this
         * @throws IllegalArgumentException if the name is taken or has another form, or the size is out of range
         */
        public Builder add(final String name, final byte[] defaults) {
            if (name.isEmpty() || name.length() > MAX_NAME_BYTES
                || !name.chars().allMatch(ComponentTable::isNameCharacter) || !names.add(name)) {
                throw new IllegalArgumentException("component name \"" + name + '"');
            }
            if (defaults.length > MAX_DATA_BYTES || components.size() == MAX_COMPONENTS) {
                throw new IllegalArgumentException(name + ": " + defaults.length + " bytes, component "
                    + components.size());
            }
            components.add(new Component(name, defaults.clone()));
            nameBytes = Math.max(nameBytes, name.length());
            return this;
        }

        /**
         * Gives names more room than the longest needs, to align them.
         *
         * @param bytes 0 to 255
         * @return this
         * @throws IllegalArgumentException if out of range
         */
        public Builder nameBytes(final int bytes) {
            if (bytes < 0 || bytes > MAX_NAME_BYTES) {
                throw new IllegalArgumentException("names of " + bytes + " bytes");
            }
            nameBytes = Math.max(nameBytes, bytes);
            return this;
        }

        /**
         * Ends the list.
         *
         * @return the table
         * @throws ArithmeticException if all components together are larger than 2 GiB
         */
        public ComponentTable build() {
            return new ComponentTable(List.copyOf(components), nameBytes);
        }
    }
}

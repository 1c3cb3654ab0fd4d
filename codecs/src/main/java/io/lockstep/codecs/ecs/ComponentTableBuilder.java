package io.lockstep.codecs.ecs;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Lists the components of a game in the order of their ids. Not thread-safe. */
public final class ComponentTableBuilder {

    private final List<ComponentTable.Component> components = new ArrayList<>();
    private final Set<String> names = new TreeSet<>();
    private int nameBytes;

    ComponentTableBuilder() {
    }

    /**
     * Adds a component that is all zeros when it is attached.
     *
     * @param name      letters, digits, dashes, underscores and dots; 1 to 255 of them
     * @param dataBytes how long its data always is, 0 to 65,535
     * @return this
     * @throws IllegalArgumentException if the name is taken or has another form, or the size is out of range
     */
    public ComponentTableBuilder add(final String name, final int dataBytes) {
        if (dataBytes < 0 || dataBytes > ComponentTable.MAX_DATA_BYTES) {
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
    public ComponentTableBuilder add(final String name, final byte[] defaults) {
        if (name.isEmpty() || name.length() > ComponentTable.MAX_NAME_BYTES
            || !name.chars().allMatch(ComponentTable::isNameCharacter) || !names.add(name)) {
            throw new IllegalArgumentException("component name \"" + name + '"');
        }
        if (defaults.length > ComponentTable.MAX_DATA_BYTES || components.size() == ComponentTable.MAX_COMPONENTS) {
            throw new IllegalArgumentException(name + ": " + defaults.length + " bytes, component "
                + components.size());
        }
        components.add(new ComponentTable.Component(name, defaults.clone()));
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
    public ComponentTableBuilder nameBytes(final int bytes) {
        if (bytes < 0 || bytes > ComponentTable.MAX_NAME_BYTES) {
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

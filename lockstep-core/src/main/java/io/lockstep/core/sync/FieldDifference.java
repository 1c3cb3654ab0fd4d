package io.lockstep.core.sync;

/**
 * The first field in which two states differ.
 *
 * <p>Stable: breaks only with a major release.
 *
 * @param section its section; empty if the game has none
 * @param field   its name and its index among those of the same name in the section; or which byte of the section,
 *                when the names are not known
 * @param local   our value
 * @param remote  the other peer's
 * @since 0.1.0
 */
public record FieldDifference(String section, String field, String local, String remote) {

    /**
     * Where the difference is.
     *
     * @return such as {@code ships.x[3]}
     */
    public String name() {
        return section.isEmpty() ? field : section + '.' + field;
    }
}

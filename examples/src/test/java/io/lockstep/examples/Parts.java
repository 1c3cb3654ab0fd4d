package io.lockstep.examples;

import java.awt.Container;
import java.util.ArrayList;
import java.util.List;
import javax.swing.AbstractButton;

/** Finds what a person would see in a panel, without a display. */
public final class Parts {

    private Parts() {
    }

    /**
     * All parts of a kind.
     *
     * @param in   what holds them
     * @param type the kind
     * @return in their order; what such a part holds is left out
     */
    public static <T> List<T> all(final Container in, final Class<T> type) {
        final List<T> found = new ArrayList<>();
        for (final var part : in.getComponents()) {
            if (type.isInstance(part)) {
                found.add(type.cast(part));
            } else if (part instanceof Container container) {
                found.addAll(all(container, type));
            }
        }
        return found;
    }

    /**
     * The button with a text.
     *
     * @param in   what holds it
     * @param text on it
     * @return the first one
     */
    public static AbstractButton button(final Container in, final String text) {
        return all(in, AbstractButton.class).stream().filter(button -> button.getText().equals(text)).findFirst()
            .orElseThrow();
    }
}

package io.lockstep.examples.view;

import java.util.List;

/** The lines below a window's views: what the keys do, and who flies without them. */
public final class KeyHelp {

    private final String untouched;
    private final String touched;
    private final List<String> keys;

    /**
     * Lines for a window.
     *
     * @param untouched who flies until somebody presses a key
     * @param touched   what holds afterwards
     * @param keys      what they do, a line for each who flies
     */
    public KeyHelp(final String untouched, final String touched, final List<String> keys) {
        this.untouched = untouched;
        this.touched = touched;
        this.keys = List.copyOf(keys);
    }

    /**
     * The lines as they are now.
     *
     * @param pressed whether somebody has pressed a key by which one flies
     * @return HTML, as labels show it
     */
    public String text(final boolean pressed) {
        return "<html><center>" + (pressed ? touched : untouched)
            + (keys.isEmpty() ? "" : "<br>" + String.join("<br>", keys)) + "</center></html>";
    }
}

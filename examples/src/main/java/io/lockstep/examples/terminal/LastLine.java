package io.lockstep.examples.terminal;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;

/** A line that is there while nobody prints. Takes itself back by blanks, which every terminal understands. */
final class LastLine {

    private PrintStream shownOn;
    private int width;
    private boolean printed;

    /** Shows a text in the place of the last one, unless something was printed since. */
    synchronized void show(final PrintStream terminal, final String text) {
        if (printed) {
            printed = false;
            return;
        }
        terminal.print('\r' + text + " ".repeat(Math.max(0, width - text.length())));
        terminal.flush();
        shownOn = terminal;
        width = text.length();
    }

    /** Takes it away, and leaves the place to whoever prints next. */
    synchronized void hide() {
        if (shownOn != null) {
            shownOn.print('\r' + " ".repeat(width) + '\r');
            shownOn.flush();
            shownOn = null;
            width = 0;
        }
    }

    /** A stream that takes the line away before anything goes to another one. */
    OutputStream before(final OutputStream stream) {
        return new FilterOutputStream(stream) {
            @Override
            public void write(final int one) throws IOException {
                write(new byte[] {(byte) one}, 0, 1);
            }

            @Override
            public void write(final byte[] bytes, final int from, final int length) throws IOException {
                synchronized (LastLine.this) {
                    hide();
                    printed = true;
                    out.write(bytes, from, length);
                }
            }
        };
    }
}

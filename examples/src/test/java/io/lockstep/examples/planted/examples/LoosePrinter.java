package io.lockstep.examples.planted.examples;

import java.awt.Graphics;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;

/** Prints text of another party unchanged. */
public final class LoosePrinter {

    void print(final Graphics g, final String name) {
        System.setOut(new PrintStream(new FileOutputStream(FileDescriptor.out), true));
        g.drawString(name, 0, 0);
    }
}

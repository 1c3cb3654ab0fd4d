package io.lockstep.examples.terminal;

import java.io.Console;

/** Whether somebody looks. */
final class Terminal {

    /** The launcher knows it of standard error; Java knows it of standard input and output alone. */
    static final String PROPERTY = "lockstep.terminal";

    private Terminal() {
    }

    static boolean isStandardError() {
        final String said = System.getProperty(PROPERTY);
        return said != null ? Boolean.parseBoolean(said) : isTerminal(System.console());
    }

    /** From Java 22 on there is a console without a terminal, too. */
    private static boolean isTerminal(final Console console) {
        try {
            return console != null && (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (final ReflectiveOperationException older) {
            return true;
        }
    }
}

package io.lockstep.examples;

/**
 * Plays a second of the demo over each transport, so that the build can note which classes are loaded. It lays them out
 * in an archive that {@code ./lockstep} starts Java with.
 */
public final class StartUp {

    private StartUp() {
    }

    /**
     * Plays, and ends with the exit code of the first demo that failed.
     *
     * @param args none
     */
    public static void main(final String[] args) {
        int code = 0;
        for (final String transport : new String[] {"udp", "aeron"}) {
            final int ended = Lockstep.commandLine().execute("demo", "--headless", "--seconds", "1",
                "--transport", transport);
            code = code == 0 ? ended : code;
        }
        System.exit(code);
    }
}

package io.lockstep.examples.peer;

import io.lockstep.core.game.EndReason;

/** What a process that played a match tells the one that started it; the help of {@code lockstep peer} lists them. */
final class ExitCode {

    static final int FAILED = 1;
    private static final int EVICTED = 3;
    private static final int MINORITY = 4;
    private static final int HALTED = 5;
    private static final int DESYNC = 6;

    private ExitCode() {
    }

    static int of(final EndReason reason) {
        return switch (reason) {
            case EVICTED -> EVICTED;
            case MINORITY -> MINORITY;
            case HALTED -> HALTED;
            case DESYNC -> DESYNC;
            default -> FAILED;
        };
    }
}

package io.lockstep.testkit;

import java.util.ArrayList;
import java.util.List;

/** A fault planted into a copy of the sources: what it breaks, and the pieces of text that it replaces. */
final class Mutant {

    final String name;
    final List<Patch> patches = new ArrayList<>();
    /** The match that finds it, or the test: {@code package.Class#method}. */
    String foundBy = "nothing yet";

    /** One replacement: the piece must occur exactly once in the file. */
    record Patch(String file, String piece, String replacement) {
    }

    Mutant(final String name) {
        this.name = name;
    }

    Mutant in(final String file, final String piece, final String replacement) {
        patches.add(new Patch(file, piece, replacement));
        return this;
    }

    /**
     * Names the match or the test that finds it. Where a match no longer does, the test of the table takes long, and
     * prints which one does.
     */
    Mutant foundBy(final String matchOrTest) {
        foundBy = matchOrTest;
        return this;
    }

    @Override
    public String toString() {
        return name;
    }
}

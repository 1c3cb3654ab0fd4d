package io.lockstep.testkit;

import java.util.ArrayList;
import java.util.List;

/** A fault planted into a copy of the sources: what it breaks, and the statements that it replaces. */
final class Mutant {

    final String name;
    final List<Patch> patches = new ArrayList<>();
    /** The match that finds it, or the test: {@code package.Class#method}; empty if nothing does yet. */
    String foundBy = "";

    /**
     * One replacement of a statement.
     *
     * @param place       where the statement is
     * @param replacement what takes its place
     */
    record Patch(FaultPlace place, String replacement) {
    }

    Mutant(final String name) {
        this.name = name;
    }

    /** Replaces a statement, too. */
    Mutant at(final FaultPlace place, final String replacement) {
        patches.add(new Patch(place, replacement));
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

package io.lockstep.testkit;

import java.util.ArrayList;
import java.util.List;

/** A fault planted into a copy of the sources: what it breaks, and the pieces of text that it replaces. */
final class Mutant {

    final String name;
    final List<Patch> patches = new ArrayList<>();
    /** What found it last, which a probe that is told plays before all the rest; null for the first that it plays. */
    String foundBy;

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

    /** Says what to play first. It costs time where it is no longer true, and nothing else: the rest is played then. */
    Mutant foundBy(final String match) {
        foundBy = match;
        return this;
    }

    @Override
    public String toString() {
        return name;
    }
}

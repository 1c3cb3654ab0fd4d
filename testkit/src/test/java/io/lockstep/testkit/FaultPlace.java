package io.lockstep.testkit;

import io.lockstep.election.sources.SourceTokens;
import java.util.ArrayList;
import java.util.List;

/**
 * A place in the sources: a class, a member of it, and a statement of that member. The statement is compared token by
 * token, so neither white space nor a move of the class matters.
 *
 * @param member  class and member, such as {@code Link.heard}; the class may have its package in front
 * @param removed the statement, on one line; empty to insert at the beginning of the class
 */
record FaultPlace(String member, String removed) {

    /** Returns the simple name of the class, with the package if it is named. */
    String type() {
        final StringBuilder type = new StringBuilder();
        for (final String part : member.split("\\.")) {
            type.append(type.isEmpty() ? "" : "/").append(part);
            if (Character.isUpperCase(part.charAt(0))) {
                break;
            }
        }
        return type.toString();
    }

    /** Returns the name of the member in its file: without a package. */
    String name() {
        return member.replaceFirst("^(?:[a-z]\\w*\\.)+(?=[A-Z])", "");
    }

    /** Returns the first token of the statement in a file, or −1 unless the member has it exactly once. */
    int find(final SourceMembers source) {
        final List<Integer> found = all(source);
        return found.size() == 1 ? found.get(0) : -1;
    }

    /** Returns the first tokens of all equal statements of the member. */
    List<Integer> all(final SourceMembers source) {
        final List<String> words = new SourceTokens(removed).words;
        final List<Integer> found = new ArrayList<>();
        for (final SourceMembers.Span span : source.of(name())) {
            for (int at = span.from(); at + words.size() <= span.to(); at++) {
                if (source.tokens.stand(words, at)) {
                    found.add(at);
                }
            }
        }
        return found;
    }
}

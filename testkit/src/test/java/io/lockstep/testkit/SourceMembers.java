package io.lockstep.testkit;

import io.lockstep.election.sources.SourceTokens;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The members of the classes in one source file, by name: methods, fields, and the members of nested classes. */
final class SourceMembers {

    private static final Set<String> TYPES = Set.of("class", "interface", "enum", "record");

    /** Tokens of one member, the last one not included. */
    record Span(int from, int to) {
    }

    final SourceTokens tokens;
    private final Map<String, List<Span>> members = new LinkedHashMap<>();
    private int at;

    SourceMembers(final String text) {
        tokens = new SourceTokens(text);
        while (at < tokens.size()) {
            member("");
        }
    }

    /** Returns the names of all members, {@code Class.member}. */
    Set<String> names() {
        return members.keySet();
    }

    /** Returns where the members with a name are: methods with other parameters may have the same name. */
    List<Span> of(final String name) {
        return members.getOrDefault(name, List.of());
    }

    /** Returns the name of the member that a token is part of, or the name of no member if it is part of none. */
    String at(final int token) {
        for (final Map.Entry<String, List<Span>> member : members.entrySet()) {
            if (member.getValue().stream().anyMatch(span -> span.from() <= token && token < span.to())) {
                return member.getKey();
            }
        }
        return "";
    }

    private void member(final String owner) {
        final int from = at;
        int head = at;
        String name = "";
        boolean isType = false;
        boolean isNamed = false;
        while (at < tokens.size()) {
            final String word = tokens.words.get(at);
            if (word.equals("@") && !tokens.words.get(at + 1).equals("interface")) {
                at += 2;
                skipParentheses();
                head = name.isEmpty() ? at : head;
                continue;
            }
            if (TYPES.contains(word) && !isNamed && SourceTokens.isName(tokens.words.get(at + 1))) {
                isType = true;
                name = tokens.words.get(at + 1);
                isNamed = true;
            } else if (!isNamed && Set.of("(", "=", ";").contains(word) && at > from) {
                name = tokens.words.get(at - 1);
                isNamed = true;
            }
            if (word.equals("(")) {
                skipParentheses();
            } else if (word.equals(";")) {
                at++;
                break;
            } else if (word.equals("{") && isType) {
                at++;
                body(join(owner, name));
                break;
            } else if (word.equals("{")) {
                skipBraces();
                if (!isField(head)) {
                    break;
                }
            } else {
                at++;
            }
        }
        if (!isType && !name.isEmpty()) {
            members.computeIfAbsent(join(owner, name), key -> new ArrayList<>()).add(new Span(from, at));
        }
    }

    private static String join(final String owner, final String name) {
        return owner.isEmpty() ? name : owner + "." + name;
    }

    private void body(final String owner) {
        constants(owner);
        while (at < tokens.size() && !tokens.words.get(at).equals("}")) {
            member(owner);
        }
        at++;
    }

    /** Passes over the constants of an enum: names, with arguments, up to a semicolon or the end of the body. */
    private void constants(final String owner) {
        int to = at;
        while (to < tokens.size() && !Set.of("}", ";", "{", "=").contains(tokens.words.get(to))) {
            to++;
        }
        final String first = tokens.words.get(at);
        final boolean isList = SourceTokens.isName(first) && first.equals(first.toUpperCase(Locale.ROOT))
            && Set.of(",", "(", ";", "}").contains(tokens.words.get(at + 1));
        if (isList) {
            members.computeIfAbsent(owner + ".constants", key -> new ArrayList<>()).add(new Span(at, to));
            at = tokens.words.get(to).equals(";") ? to + 1 : to;
        }
    }

    /** Returns whether a member whose head begins here has a value: then its braces do not end it. */
    private boolean isField(final int from) {
        for (int token = from; token < at; token++) {
            final String word = tokens.words.get(token);
            if (word.equals("=") || word.equals("{")) {
                return word.equals("=");
            }
        }
        return false;
    }

    private void skipParentheses() {
        skip("(", ")");
    }

    private void skipBraces() {
        skip("{", "}");
    }

    private void skip(final String open, final String close) {
        int depth = 0;
        do {
            if (at >= tokens.size() || depth == 0 && !tokens.words.get(at).equals(open)) {
                return;
            }
            depth += tokens.words.get(at).equals(open) ? 1 : 0;
            depth -= tokens.words.get(at).equals(close) ? 1 : 0;
            at++;
        } while (depth > 0);
    }
}

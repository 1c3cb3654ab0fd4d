package io.lockstep.election.sources;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The tokens of a piece of Java, with their places in its text. White space and comments are no tokens. */
public final class SourceTokens {

    private static final Pattern TOKEN = Pattern.compile(
        "(?s)/\\*.*?\\*/|//[^\n]*|\"(?:\\\\.|[^\"\\\\])*\"|'(?:\\\\.|[^'\\\\])*'|\\w+|\\S");

    public final String text;
    public final List<String> words = new ArrayList<>();
    private final List<Integer> starts = new ArrayList<>();

    public SourceTokens(final String text) {
        this.text = text;
        final Matcher token = TOKEN.matcher(text);
        while (token.find()) {
            if (!token.group().startsWith("//") && !token.group().startsWith("/*")) {
                words.add(token.group());
                starts.add(token.start());
            }
        }
    }

    public int size() {
        return words.size();
    }

    /** Returns the index in the text at which a token begins. */
    public int start(final int token) {
        return starts.get(token);
    }

    /** Returns the index in the text behind a token. */
    public int end(final int token) {
        return starts.get(token) + words.get(token).length();
    }

    /** Returns the text from one token up to another, which is not included, on one line. */
    public String between(final int from, final int to) {
        return from == to ? "" : text.substring(start(from), end(to - 1)).replaceAll("\\s+", " ");
    }

    /** Returns whether some tokens stand at a place. */
    public boolean stand(final List<String> some, final int at) {
        return at + some.size() <= size() && words.subList(at, at + some.size()).equals(some);
    }

    /** Returns whether a token is a name, or a word of the language. */
    public static boolean isName(final String token) {
        return Character.isJavaIdentifierStart(token.charAt(0));
    }
}

package io.lockstep.examples;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds sentences that make a reader go back, in comments and on pages. Such sentences hide their subject. */
final class ProseRules {

    /** String, character, block comment or line comments of Java; only comments have sentences. */
    private static final Pattern JAVA = Pattern.compile("(?s)\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\\n])*\""
        + "|'(?:\\\\.|[^'\\\\])+'|/\\*.*?\\*/|//[^\n]*(?:\n[ \t]*//[^\n]*)*");
    private static final Pattern CODE = Pattern.compile("(?ms)^(```|~~~).*?^\\1");
    private static final Pattern PARAGRAPH = Pattern.compile("\n\\s*\n|\n(?=\\s*(?:[*-]|\\d+\\.) )");
    private static final Pattern SENTENCE_END = Pattern.compile("(?<=[.!?:;])\\s+(?=[\\p{Lu}0-9`\\[(])");
    /** A clause as a subject, a genitive in front, or a measure in front. */
    private static final String HIDING =
        "(?:Who|Whoever|Whom|Whose|What|Whatever|Of|So (?:many|much|long|often|few|far))\\b";
    private static final Pattern HIDDEN_SUBJECT = Pattern.compile(HIDING + ".*[^?]");
    private static final Pattern BLOCK_TAG = Pattern.compile("(?m)^\\s*@\\w+");
    /** Area, a colon, and what changes. */
    private static final Pattern SUBJECT =
        Pattern.compile("[a-z][a-z0-9-]*: (?!" + HIDING.toLowerCase(Locale.ROOT) + ")[a-z0-9].*");
    private static final int SUBJECT_LENGTH = 72;
    private static final int BEGINNING = 60;

    private ProseRules() {
    }

    /** Returns the sentences of a source's comments that break a rule. */
    static List<String> inJava(final String source) {
        final List<String> findings = new ArrayList<>();
        final Matcher piece = JAVA.matcher(source);
        while (piece.find()) {
            if (piece.group().startsWith("/*")) {
                final String comment = piece.group().replaceAll("(?m)^\\s*(?:\\*/|/?\\*+)|\\*/$", "");
                final List<String> sentences = sentences(BLOCK_TAG.split(comment)[0]);
                if (piece.group().startsWith("/**") && !sentences.isEmpty() && sentences.get(0).endsWith("?")) {
                    findings.add(sentences.get(0));
                }
                for (final String part : BLOCK_TAG.split(comment)) {
                    findings.addAll(hidden(sentences(part)));
                }
            } else if (piece.group().startsWith("//")) {
                findings.addAll(hidden(sentences(piece.group().replaceAll("(?m)^\\s*//", ""))));
            }
        }
        return findings;
    }

    /** Returns the sentences of a page, outside of code and tables, that break a rule. */
    static List<String> onPage(final String markdown) {
        final List<String> findings = new ArrayList<>();
        for (final String paragraph : PARAGRAPH.split(CODE.matcher(markdown).replaceAll(""))) {
            if (!paragraph.strip().startsWith("|")) {
                findings.addAll(hidden(sentences(paragraph.replaceFirst("^\\s*(?:[*#>-]+|\\d+\\.) ", "")
                    .replaceAll("\\*\\*", ""))));
            }
        }
        return findings;
    }

    private static List<String> sentences(final String text) {
        final String plain = text.replaceAll("\\{@\\w+ ([^}]*)}", "$1").replaceAll("<[^>]+>", " ")
            .replaceAll("\\s+", " ").strip();
        return plain.isEmpty() ? List.of() : List.of(SENTENCE_END.split(plain));
    }

    private static List<String> hidden(final List<String> sentences) {
        return sentences.stream().filter(sentence -> HIDDEN_SUBJECT.matcher(sentence).matches()).toList();
    }

    /** Returns how a finding is listed: its file, wherever that is, and how the sentence begins. */
    static String listed(final String file, final String sentence) {
        return file.substring(file.lastIndexOf('/') + 1) + ": "
            + sentence.substring(0, Math.min(sentence.length(), BEGINNING)).strip();
    }

    /** Returns whether the subject of a commit message has the agreed form. */
    static boolean isSubject(final String subject) {
        return SUBJECT.matcher(subject).matches() && subject.length() <= SUBJECT_LENGTH;
    }
}

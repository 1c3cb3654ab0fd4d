package io.lockstep.election.models;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the checker said.
 *
 * @param complete every reachable state was looked at and none is wrong
 * @param violated the invariant that a state violates, empty for none
 * @param distinct states found
 * @param depth    of the search
 */
record Outcome(boolean complete, String violated, long distinct, int depth) {

    private static final Pattern VIOLATED = Pattern.compile("Error: Invariant (\\w+) is violated");
    private static final Pattern STATES = Pattern.compile("(\\d+) states generated, (\\d+) distinct states found");
    private static final Pattern DEPTH = Pattern.compile("depth of the complete state graph search is (\\d+)");

    static Outcome parse(final String output) {
        final Matcher violated = VIOLATED.matcher(output);
        return new Outcome(output.contains("Model checking completed. No error has been found."),
            violated.find() ? violated.group(1) : "", last(STATES, output, 2), (int) last(DEPTH, output, 1));
    }

    private static long last(final Pattern pattern, final String output, final int group) {
        long value = 0;
        final Matcher matcher = pattern.matcher(output);
        while (matcher.find()) {
            value = Long.parseLong(matcher.group(group));
        }
        return value;
    }

    boolean meets(final Model model) {
        return model.holds() ? complete && violated.isEmpty() : violated.equals(model.invariant());
    }

    String result() {
        return complete ? "safe, complete" : violated.isEmpty() ? "failed" : "violated";
    }
}

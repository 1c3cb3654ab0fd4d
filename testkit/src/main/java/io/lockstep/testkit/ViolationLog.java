package io.lockstep.testkit;

import java.util.ArrayList;
import java.util.List;

/** Keeps the promises that were broken, the first ones. */
final class ViolationLog {

    /** One broken promise breaks others; more than these nobody reads. */
    static final int MAX_VIOLATIONS = 32;

    private final List<Violation> violations = new ArrayList<>();

    void violated(final String promise, final long frame, final String detail, final Integer... who) {
        if (violations.size() < MAX_VIOLATIONS) {
            violations.add(new Violation(promise, frame, List.of(who), detail));
        }
    }

    /** Says more of what was said of two peers. */
    void explained(final String promise, final int one, final int other, final String detail) {
        for (int i = 0; i < violations.size(); i++) {
            final Violation known = violations.get(i);
            if (known.promise().equals(promise) && known.peers().contains(one) && known.peers().contains(other)) {
                violations.set(i, new Violation(promise, known.frame(), known.peers(), detail));
            }
        }
    }

    List<Violation> all() {
        return violations;
    }

    boolean isEmpty() {
        return violations.isEmpty();
    }
}

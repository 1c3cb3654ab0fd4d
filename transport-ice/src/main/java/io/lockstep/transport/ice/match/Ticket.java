package io.lockstep.transport.ice.match;

import io.lockstep.core.security.Identity;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What brings a player back to its seat after a crash.
 *
 * @param code     of the match
 * @param token    proves the seat to the lobby
 * @param identity proves the player to the others
 */
record Ticket(String code, String token, Identity identity) {

    private static final Pattern TEXT =
        Pattern.compile("lockstep-ticket-1 (\\S{1,16}) (\\S{1,64}) ([^\\r\\n]{1,256})\\s*");

    static Ticket parse(final String text) {
        final Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("this is no ticket: it begins with lockstep-ticket-1");
        }
        return new Ticket(matcher.group(1), matcher.group(2), Identity.parse(matcher.group(3).trim()));
    }

    String text() {
        return "lockstep-ticket-1 " + code + " " + token + " " + identity.text().trim();
    }

    /** Without what is secret. */
    @Override
    public String toString() {
        return "ticket of " + code;
    }
}

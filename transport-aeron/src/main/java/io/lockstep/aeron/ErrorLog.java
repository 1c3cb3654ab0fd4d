package io.lockstep.aeron;

import io.aeron.exceptions.RegistrationException;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.AgentTerminationException;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the last of the errors that Aeron reports, instead of printing it. Most are harmless: a peer that is not there
 * yet answers with "port unreachable" ten times a second. They are turned into text only when somebody asks.
 */
final class ErrorLog implements ErrorHandler {

    private @Nullable Throwable last;
    private long count;

    @Override
    public void onError(final Throwable throwable) {
        count++;
        if (last == null || !(throwable instanceof AgentTerminationException)) {
            last = throwable; // the end of the client's agent says nothing about its cause, which came before
        }
    }

    long count() {
        return count;
    }

    @Nullable String lastLine() {
        return last == null ? null : oneLine(last);
    }

    /** The innermost message, without Aeron's category, place in the source and channel. */
    static String oneLine(final Throwable throwable) {
        Throwable root = throwable;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        String text = root.getMessage();
        if (text == null || text.isBlank()) {
            return root.getClass().getSimpleName();
        }
        text = text.lines().findFirst().orElse(text);
        for (final String prefix : new String[] {"FATAL - ", "ERROR - ", "WARN - "}) {
            if (text.startsWith(prefix)) {
                text = text.substring(prefix.length());
            }
        }
        return root instanceof RegistrationException ? text.replace("channel error - ", "") : text;
    }
}

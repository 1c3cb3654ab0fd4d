package io.lockstep.core.session;

import com.sun.management.ThreadMXBean;
import io.lockstep.core.game.Phase;
import io.lockstep.core.internal.protocol.Command;
import io.lockstep.core.internal.protocol.Goodbye;
import io.lockstep.core.internal.protocol.GoodbyeReason;
import io.lockstep.core.internal.protocol.InputFrames;
import io.lockstep.core.internal.protocol.InputWindow;
import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.MessageType;
import io.lockstep.core.internal.protocol.Relay;
import io.lockstep.core.internal.protocol.TransferMessage;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How often lies of each kind came through seal and decoder, in which phases, and how often they were believed. */
final class FuzzCounts {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    final Map<String, long[]> kinds = new TreeMap<>();
    long matches;
    long lies;
    int mostSent;
    long mostBytes;

    FuzzCounts() {
        for (final MessageType type : MessageType.values()) {
            kinds.put(type.jsonName(), new long[2]);
        }
        for (final MembershipMessage.Kind kind : MembershipMessage.Kind.values()) {
            kinds.put(name(kind), new long[2]);
        }
        for (final Relay.Kind kind : Relay.Kind.values()) {
            kinds.put("Relay " + kind.name(), new long[2]);
        }
        for (final TransferMessage.Kind kind : TransferMessage.Kind.values()) {
            kinds.put(name(kind), new long[2]);
        }
        for (final GoodbyeReason reason : GoodbyeReason.values()) {
            kinds.put(name(reason), new long[2]);
        }
        for (final Command.Kind kind : Command.Kind.values()) {
            kinds.put(name(kind), new long[2]);
        }
        for (final Phase phase : Phase.values()) {
            if (phase != Phase.ENDED) {
                kinds.put(name(phase), new long[2]);
            }
        }
    }

    static long allocatedBytes() {
        return THREADS.getCurrentThreadAllocatedBytes();
    }

    private static String name(final Enum<?> kind) {
        return kind.getDeclaringClass().getSimpleName() + ' ' + kind.name();
    }

    private void count(final String name, final boolean believed) {
        final long[] counts = kinds.get(name);
        counts[0]++;
        counts[1] += believed ? 1 : 0;
    }

    /** A lie was read, with a seal that holds; and perhaps not refused. */
    void read(final Message message, final Phase phase, final boolean believed) {
        lies++;
        count(message.type().jsonName(), believed);
        count(name(phase), believed);
        switch (message.type()) {
            case MEMBERSHIP -> {
                final MembershipMessage said = (MembershipMessage) message;
                count("Kind " + said.kind().name(), believed);
            }
            case TRANSFER -> count(name(((TransferMessage) message).kind()), believed);
            case GOODBYE -> count(name(((Goodbye) message).reason()), believed);
            case INPUT_WINDOW -> commands(((InputWindow) message).frames(), believed);
            case RELAY -> {
                count("Relay " + ((Relay) message).kind().name(), believed);
                commands(((Relay) message).frames(), believed);
            }
            default -> {
                // One kind alone.
            }
        }
    }

    private void commands(final InputFrames frames, final boolean believed) {
        for (int frame = 0; frame < frames.count(); frame++) {
            for (int player = 0; player < frames.players(); player++) {
                final int command = frames.commandOf(frame, player);
                if (command != Command.NONE) {
                    count(name(Command.kind(command)), believed);
                }
            }
        }
    }

    void sent(final int datagrams) {
        mostSent = Math.max(mostSent, datagrams);
    }

    void match(final long bytes) {
        matches++;
        mostBytes = Math.max(mostBytes, bytes);
    }

    /** What no session has read. */
    List<String> neverRead() {
        final List<String> never = new ArrayList<>();
        kinds.forEach((name, counts) -> {
            if (counts[0] == 0) {
                never.add(name);
            }
        });
        return never;
    }

    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder(matches + " matches, " + lies + " lies read, at most " + mostSent
            + " datagrams in a poll, " + (mostBytes >> 20) + " MiB in a match; read and believed:");
        kinds.forEach((name, counts) -> text.append("\n  ").append(name).append(' ').append(counts[0]).append(' ')
            .append(counts[1]));
        return text.toString();
    }
}

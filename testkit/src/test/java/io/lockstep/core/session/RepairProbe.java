package io.lockstep.core.session;

import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.MessageType;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/** Short matches in which somebody's state is replaced, or must not be. Also run with mutants. */
public final class RepairProbe {

    private static final int END = 400;
    private static final int LATENCY_MS = 20;
    private static final long START_MS = 5000;
    private static final long REPAIR_MS = 3000;
    private static final long END_MS = 20_000;
    private static final int ORDERS = 10;
    /** Longer than until the frame of the order. */
    private static final long LATE_MS = 400;

    private RepairProbe() {
    }

    /**
     * What there is to play.
     *
     * @return matches by name, each of which says what is wrong, or null
     */
    public static Map<String, Supplier<String>> matches() {
        final Map<String, Supplier<String>> matches = new LinkedHashMap<>();
        matches.put("one of four", () -> minority(4, 3));
        matches.put("one of three", () -> minority(3, 0));
        matches.put("one of two", () -> minority(2, 1));
        matches.put("wrong donor", RepairProbe::wrongDonor);
        matches.put("late order", RepairProbe::lateOrder);
        matches.put("usurpers", RepairProbe::usurpers);
        return matches;
    }

    private static Match match(final int peers, final BiConsumer<Integer, SessionConfig> adjust) {
        final Match match = new Match(peers, LATENCY_MS, adjust);
        match.stepNs = 2 * Match.MS;
        return match.runUntil(START_MS, () -> match.everybodyPast(60)) ? match : null;
    }

    private static long loads(final Match match) {
        return match.games.stream().mapToLong(game -> game.loads).sum();
    }

    /** Who is alone with its state loads that of the others, once; nobody else loads anything. */
    private static String minority(final int peers, final int diverged) {
        final Match match = match(peers, (peer, config) -> config.endFrame(END));
        if (match == null) {
            return "the match does not begin";
        }
        match.games.get(diverged).hash++;
        final Session wrong = match.sessions.get(diverged);
        if (!match.runUntil(REPAIR_MS, () -> wrong.statistics().repairs() > 0)) {
            return "peer " + diverged + " of " + peers + " is not repaired: " + match;
        }
        if (!match.runUntilEnded(END_MS)) {
            return "a match of " + peers + " does not end: " + match;
        }
        for (final TestGame game : match.games) {
            if (game.hash != match.games.get(0).hash) {
                return "a match of " + peers + " ends with different states: " + match;
            }
        }
        return loads(match) == 1 ? null : loads(match) + " loads instead of one: " + match;
    }

    /** The leader is wrong, and so is the donor it names before it has come to its frame: its state is not loaded. */
    private static String wrongDonor() {
        final Match match = match(4, (peer, config) -> config.endFrame(END));
        if (match == null) {
            return "the match does not begin";
        }
        match.games.get(0).hash++;
        if (!match.runUntil(REPAIR_MS, () -> match.count(0, SessionEvent.Type.DESYNC) == 3)) {
            return "nobody notices: " + match;
        }
        match.games.get(1).hash += 2;
        final boolean ended = match.runUntilEnded(END_MS);
        if (!ended || match.games.stream().anyMatch(game -> game.hash != match.games.get(2).hash)) {
            return "the match does not end with equal states: " + match;
        }
        return loads(match) == 2 ? null : loads(match) + " loads instead of two: " + match;
    }

    private static boolean isOrder(final TestTransport.Datagram datagram) {
        return datagram.type() == MessageType.MEMBERSHIP.code()
            && datagram.bytes[1] == MembershipMessage.Kind.REPAIR.ordinal();
    }

    /** The leader's order arrives when the frame that it names is past. */
    private static String lateOrder() {
        final Match match = match(4, (peer, config) -> config.endFrame(END));
        if (match == null) {
            return "the match does not begin";
        }
        match.games.get(3).hash++;
        match.transports.get(0).outgoing = datagram -> datagram.to != 3 || !isOrder(datagram);
        if (!match.runUntil(REPAIR_MS, () -> match.count(0, SessionEvent.Type.DESYNC) > 0)) {
            return "nobody notices: " + match;
        }
        match.run(LATE_MS);
        match.transports.get(0).outgoing = TestTransport.Hook.PASS;
        final boolean ended = match.runUntilEnded(END_MS);
        if (!ended || match.games.stream().anyMatch(game -> game.hash != match.games.get(0).hash)) {
            return "the match does not end with equal states after a late order: " + match;
        }
        return loads(match) == 1 ? null : loads(match) + " loads by a late order instead of one: " + match;
    }

    /** Peers that think they lead order loads of a match in which nothing is wrong. */
    private static String usurpers() {
        final Match match = match(3, (peer, config) -> { });
        if (match == null || match.sessions.get(0).leader() != 0) {
            return "peer 0 does not lead";
        }
        match.sessions.get(1).loop.repair.judge.syncTicks = 1;
        match.sessions.get(2).loop.repair.judge.syncTicks = 1;
        for (int i = 0; i < ORDERS; i++) {
            for (final int peer : new int[] {1, 2}) {
                final Session session = match.sessions.get(peer);
                session.loop.repair.judge.tick(true, session.term(), 0b111, match.nowNs);
            }
            match.run(100);
        }
        return loads(match) > 0 ? loads(match) + " loads by the order of who does not lead: " + match : null;
    }
}

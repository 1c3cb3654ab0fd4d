package io.lockstep.core.session;

import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.PeerStatistics;
import io.lockstep.core.game.ProtocolMode;
import io.lockstep.core.internal.protocol.MessageType;
import io.lockstep.core.internal.protocol.WireSupport;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Short matches in which one peer says what only a later version may say. Also run with mutants. */
public final class VersionProbe {

    private static final int END = 200;
    private static final int UNKNOWN_BIT = 1 << 31;

    private VersionProbe() {
    }

    /**
     * What there is to play.
     *
     * @return matches by name, each of which says what is wrong, or null
     */
    public static Map<String, Supplier<String>> matches() {
        final Map<String, Supplier<String>> matches = new LinkedHashMap<>();
        matches.put("versions", VersionProbe::versions);
        matches.put("later versions", () -> plays(new WireSupport(1, 9, 0, 0)));
        matches.put("all capabilities", () -> plays(new WireSupport(1, 1, 0, -1)));
        matches.put("later versions alone", () ->
            refuses(new WireSupport(2, 3, 0, 0), "wire version differs: ours is 1, player 1's is 2 to 3"));
        matches.put("unknown capability", () -> refuses(new WireSupport(1, 1, UNKNOWN_BIT, 0),
            "player 1 requires the capabilities 0x80000000, which are not known here"));
        matches.put("json", VersionProbe::json);
        matches.put("extended", VersionProbe::extended);
        return matches;
    }

    private static Match match(final ProtocolMode mode, final TestTransport.Hook greeter) {
        final Match match = new Match(2, 10, (peer, config) -> config.endFrame(END).protocolMode(mode));
        match.stepNs = 2 * Match.MS;
        match.transports.get(1).outgoing = greeter;
        return match;
    }

    private static String versions() {
        final int common = new WireSupport(1, 3, 0, 0).commonVersion(new WireSupport(2, 5, 0, 0));
        return common == 3 ? null : "1 to 3 and 2 to 5 agree on " + common;
    }

    private static String finished(final Match match) {
        final boolean ended = match.runUntilEnded(10_000);
        return ended && match.sessions.get(0).endReason() == EndReason.FINISHED ? null : "not finished: " + match;
    }

    private static String plays(final WireSupport speaks) {
        return finished(match(ProtocolMode.BINARY, LaterPeer.greeting(speaks)));
    }

    private static String refuses(final WireSupport speaks, final String why) {
        final Match match = match(ProtocolMode.BINARY, LaterPeer.greeting(speaks));
        match.runUntilEnded(10_000);
        final String said = match.sessions.get(0).error();
        return why.equals(said) ? null : said + " instead of: " + why;
    }

    private static String json() {
        final Match match = match(ProtocolMode.JSON, LaterPeer.greeting(new WireSupport(1, 1, 0, 0)));
        final AtomicInteger json = new AtomicInteger();
        match.transports.get(0).outgoing =
            datagram -> datagram.type() != MessageType.EXTENDED_CODE || json.incrementAndGet() > 0;
        final String wrong = finished(match);
        return wrong != null || json.get() == 0 ? wrong : json + " datagrams of JSON to who reads none";
    }

    private static String extended() {
        final AtomicInteger sent = new AtomicInteger();
        final Match match = match(ProtocolMode.BINARY, LaterPeer.extended(4, sent));
        final String wrong = finished(match);
        final PeerStatistics seen = match.sessions.get(0).statistics().peer(0);
        if (wrong != null) {
            return wrong;
        }
        return seen.malformed() == 0 && seen.refused() > 0 && seen.lossIn() < 0.01 ? null
            : "of " + sent + " unknown messages: " + seen.malformed() + " malformed, loss " + seen.lossIn();
    }
}

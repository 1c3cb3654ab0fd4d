package io.lockstep.examples.internet;

import io.lockstep.codecs.json.JsonWriter;
import io.lockstep.core.game.DesyncPolicy;
import io.lockstep.core.game.ProtocolMode;
import io.lockstep.core.session.SessionConfig;
import io.lockstep.core.membership.TwoPeerPolicy;
import io.lockstep.examples.dogfight.DogfightBot;
import io.lockstep.examples.peer.Address;
import io.lockstep.examples.peer.LostPeers;
import io.lockstep.examples.peer.MatchOptions;
import io.lockstep.examples.peer.MatchPeer;
import io.lockstep.examples.peer.MatchRunner;
import io.lockstep.examples.peer.PeerSummary;
import io.lockstep.examples.peer.PeerWindow;
import io.lockstep.examples.peer.StopSignal;
import io.lockstep.lobby.LobbyException;
import io.lockstep.transport.ice.match.Connected;
import io.lockstep.transport.ice.match.InternetMatch;
import io.lockstep.transport.ice.match.NoWayException;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Plays dogfight in a match that was entered by a code. What the host has said of it is how many frames it has. */
final class InternetPlay {

    private final PrintWriter out;
    /** Null without. */
    private final PrintWriter json;
    private final boolean windowed;

    /** The summary goes to the second as JSON, or to the first as rows if there is no second. */
    InternetPlay(final PrintWriter out, final PrintWriter json, final boolean windowed) {
        this.out = out;
        this.json = json;
        this.windowed = windowed;
    }

    static byte[] settings(final long frames) {
        return ByteBuffer.allocate(Long.BYTES).putLong(frames).array();
    }

    private static long frames(final byte[] settings) {
        return settings.length == Long.BYTES ? Math.max(1, ByteBuffer.wrap(settings).getLong()) : MatchOptions.ENDLESS;
    }

    void say(final String line) {
        out.println(line);
        out.flush();
    }

    /** Connects and plays; what went wrong, or null. */
    String run(final InternetMatch match, final StopSignal stop) throws LobbyException, NoWayException,
            InterruptedException {
        final Connected ready = match.connect((percent, line) -> say(String.format(Locale.ROOT, "%3d %%  %s", percent,
            line)));
        final Map<Integer, Address> others = new TreeMap<>();
        ready.roster().peers().stream().filter(peer -> peer.seat() != ready.seat())
            .forEach(peer -> others.put(peer.seat(), new Address(peer.name(), 1)));
        final MatchOptions settings = new MatchOptions(ready.players(), ready.matchId(),
            SessionConfig.DEFAULT_TICK_RATE, MatchOptions.ADAPTIVE, SessionConfig.DEFAULT_CHECKSUM_INTERVAL,
            frames(ready.matchConfig()), ready.waitMs(),
            ProtocolMode.BINARY, false, new LostPeers(TwoPeerPolicy.REJOIN,
            SessionConfig.DEFAULT_DROP_TIMEOUT_MS, ready.isJoining(), ready.seatToken()),
            DesyncPolicy.REPAIR, 0);
        final PeerWindow window =
            windowed ? PeerWindow.open(ready.players(), ready.seat(), stop::request) : null;
        final MatchPeer peer = MatchPeer.over(ready.transport(), settings, ready.seat(), others,
            game -> PeerWindow.pilot(window, new DogfightBot(game, ready.seat())));
        try {
            peer.onNews(line -> say("frame " + peer.session().frame() + ": " + line));
            final MatchRunner runner = new MatchRunner(List.of(peer));
            runner.everySecond(() -> tell(peer));
            PeerWindow.drive(runner, window, peer);
            runner.run(stop);
        } finally {
            peer.close();
            if (window != null) {
                window.close();
            }
        }
        tellEnd(new PeerSummary(peer, System.nanoTime()));
        return peer.problem();
    }

    private void tellEnd(final PeerSummary summary) {
        if (json != null) {
            json.println(summary.writeTo(new JsonWriter()));
            json.flush();
        } else if (summary.frames() > 0) {
            for (final String[] row : summary.rows()) {
                out.printf(Locale.ROOT, "%-34s %s%n", row[0], row[1]);
            }
            out.flush();
        }
    }

    private void tell(final MatchPeer peer) {
        if (peer.session().frame() > 0 && !peer.ended()) {
            say(new PeerSummary(peer, System.nanoTime()).line());
        }
    }
}

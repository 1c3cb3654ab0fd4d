package io.lockstep.examples.internet;

import io.lockstep.codecs.json.JsonWriter;
import io.lockstep.core.game.DesyncPolicy;
import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.ProtocolMode;
import io.lockstep.core.session.SessionConfig;
import io.lockstep.core.membership.TwoPeerPolicy;
import io.lockstep.examples.dogfight.DogfightBot;
import io.lockstep.examples.meeting.Meeting;
import io.lockstep.examples.peer.Address;
import io.lockstep.examples.peer.LostPeers;
import io.lockstep.examples.peer.MatchOptions;
import io.lockstep.examples.peer.MatchPeer;
import io.lockstep.examples.peer.MatchRunner;
import io.lockstep.examples.peer.PeerSummary;
import io.lockstep.examples.peer.PeerWindow;
import io.lockstep.examples.peer.StopSignal;
import io.lockstep.lobby.LobbyException;
import io.lockstep.lobby.Roster;
import io.lockstep.transport.ice.match.Connected;
import io.lockstep.transport.ice.match.InternetMatch;
import io.lockstep.transport.ice.match.NoWayException;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Plays dogfight in a match that was entered by a code. What the host has said of it is how many frames it has. */
final class InternetPlay {

    private final PrintWriter out;
    /** Null without. */
    private final PrintWriter json;
    private final Meeting meeting;
    /** Null without a window. */
    private final Stage stage;
    /** Of the match that was played last. */
    private EndReason end = EndReason.NONE;

    /** The summary goes to the second as JSON, or to the first as rows if there is no second. */
    InternetPlay(final PrintWriter out, final PrintWriter json, final Meeting meeting, final Stage stage) {
        this.out = out;
        this.json = json;
        this.meeting = meeting;
        this.stage = stage;
    }

    static byte[] settings(final long frames) {
        return ByteBuffer.allocate(Long.BYTES).putLong(frames).array();
    }

    private static long frames(final byte[] settings) {
        return settings.length == Long.BYTES ? Math.max(1, ByteBuffer.wrap(settings).getLong()) : MatchOptions.ENDLESS;
    }

    /** What somebody knows who is not in the match yet. */
    Meeting meeting() {
        return meeting;
    }

    /** Says something about a match that has not begun. */
    void say(final String line) {
        meeting.say(line);
        print(line);
    }

    /** Says it on the terminal alone. */
    void print(final String line) {
        out.println(line);
        out.flush();
    }

    private void show(final Roster roster, final int seat) {
        if (roster != null) {
            meeting.seats(roster.seats(), roster.peers().stream()
                .collect(Collectors.toMap(Roster.Peer::seat, Roster.Peer::name)), seat);
            if (roster.isStarted()) {
                meeting.started();
            }
        }
    }

    /** Connects and plays; what went wrong, or null. */
    String run(final InternetMatch match, final StopSignal stop) throws LobbyException, NoWayException,
            InterruptedException {
        final Connected ready = match.connect((percent, line) -> {
            show(match.roster(), match.seat());
            meeting.progress(percent, line);
            print(String.format(Locale.ROOT, "%3d %%  %s", percent, line));
        });
        final Map<Integer, Address> others = new TreeMap<>();
        ready.roster().peers().stream().filter(peer -> peer.seat() != ready.seat())
            .forEach(peer -> others.put(peer.seat(), new Address(peer.name(), 1)));
        final MatchOptions settings = new MatchOptions(ready.players(), ready.matchId(),
            SessionConfig.DEFAULT_TICK_RATE, MatchOptions.ADAPTIVE, SessionConfig.DEFAULT_CHECKSUM_INTERVAL,
            frames(ready.matchConfig()), ready.waitMs(),
            ProtocolMode.BINARY, false, new LostPeers(TwoPeerPolicy.REJOIN,
            SessionConfig.DEFAULT_DROP_TIMEOUT_MS, ready.isJoining(), ready.seatToken()),
            DesyncPolicy.REPAIR, 0, SessionConfig.DEFAULT_MAX_STATE_BYTES);
        final PeerWindow window =
            stage == null ? null : stage.match(ready.players(), ready.seat());
        showNames(window, ready.roster(), ready.players());
        final MatchPeer peer = MatchPeer.over(ready.transport(), settings, ready.seat(), others,
            game -> PeerWindow.pilot(window, new DogfightBot(game, ready.seat())));
        try {
            peer.onNews(line -> print("frame " + peer.session().frame() + ": " + line));
            final MatchRunner runner = new MatchRunner(List.of(peer));
            runner.everySecond(() -> {
                showNames(window, match.roster(), ready.players());
                tell(peer);
            });
            PeerWindow.drive(runner, window, peer);
            runner.run(stop);
        } finally {
            peer.close();
        }
        end = peer.session().endReason();
        tellEnd(new PeerSummary(peer, System.nanoTime()));
        return peer.problem();
    }

    /** Returns how the match ended; none if it was not played. */
    EndReason end() {
        return end;
    }

    /** Shows the names in the roster; it changes when a player takes a free seat later. */
    private static void showNames(final PeerWindow window, final Roster roster, final int players) {
        if (window != null && roster != null) {
            final String[] names = new String[players];
            Arrays.fill(names, "");
            roster.peers().forEach(peer -> names[peer.seat()] = peer.name());
            window.names(List.of(names));
        }
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
            print(new PeerSummary(peer, System.nanoTime()).line());
        }
    }
}

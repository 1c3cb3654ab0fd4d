package io.lockstep.examples.quickstart;

import io.lockstep.core.game.Phase;
import io.lockstep.core.session.Session;
import io.lockstep.lobby.LobbyException;
import io.lockstep.transport.ice.match.Connected;
import io.lockstep.transport.ice.match.InternetConfig;
import io.lockstep.transport.ice.match.InternetMatch;
import io.lockstep.transport.ice.match.NoWayException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Scanner;

/**
 * The quick start by a code: run it with a name to host, with a name and a code to join; a third word is the lobby,
 * without it the two are in one local network. docs/INTERNET.md shows what stands between the two marks.
 */
public final class InternetStart {

    private static final int FRAMES = 600;

    private InternetStart() {
    }

    /**
     * Plays one match of two.
     *
     * @param args name, code or - to host, lobby
     * @throws LobbyException       what to tell the player
     * @throws NoWayException       likewise
     * @throws InterruptedException never
     */
    public static void main(final String[] args) throws LobbyException, NoWayException, InterruptedException {
        final InternetConfig lobby = args.length > 2 ? new InternetConfig(URI.create(args[2])) : InternetConfig.lan();
        play(lobby, args[0], args.length > 1 && !args[1].equals("-") ? args[1] : null);
    }

    private static void play(final InternetConfig lobby, final String name, final String code)
            throws LobbyException, NoWayException, InterruptedException {
        final byte[] settings = {};
        // in a game: begin
        final InternetConfig me = lobby.name(name); // from new InternetConfig(URI.create("https://..."))
        try (InternetMatch match = code == null ? InternetMatch.host(me, 2, false, settings)
                : InternetMatch.join(me, code)) {
            if (code == null) {
                startWhenThePlayerSaysSo(match); // shows match.code() and match.roster(), then calls match.start()
            }
            final Connected ready = match.connect((percent, line) -> System.out.println(percent + " % " + line));
            final Session session = ready.configure(Session.builder().gameId("quickstart-1")
                .simulation(new QuickStart()).endFrame(FRAMES) // its configure(...) hears the host's settings
                .input((frame, player, input) -> input.putShort((short) (frame % 7)))).build();
            play(session); // ready.roster() has the names
            match.leave();
        }
        // in a game: end
    }

    private static void startWhenThePlayerSaysSo(final InternetMatch match) throws LobbyException {
        System.out.println("The code is " + match.code() + ". Enter starts the match.");
        new Scanner(System.in, StandardCharsets.UTF_8).nextLine();
        match.start();
    }

    private static void play(final Session session) {
        while (session.phase() != Phase.ENDED) {
            session.poll(System.nanoTime());
            while (session.step()) {
                continue;
            }
            session.await(100_000_000);
        }
        System.out.println(session.endReason() + " at frame " + session.frame());
    }
}

package io.lockstep.examples.tutorial;

import io.lockstep.codecs.replay.RecordingFile;
import io.lockstep.core.game.DesyncOptions;
import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.Phase;
import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.input.IdSet;
import io.lockstep.core.input.InputDelayPolicy;
import io.lockstep.core.membership.TwoPeerPolicy;
import io.lockstep.core.session.Session;
import io.lockstep.core.session.SessionConfig;
import java.io.IOException;
import java.nio.file.Path;

/** The blocks of docs/guides as they compile: each stands between two marks with the name of its page. */
abstract class GuideSnippets {

    Session session;

    abstract boolean pictureIsDue(long now);

    abstract void draw(float alpha, IdSet waitingFor);

    abstract void show(String line);

    abstract void putABotInItsPlace(int player);

    // MAIN-LOOP: begin
    void loop() {
        while (session.phase() != Phase.ENDED) {
            final long now = System.nanoTime();
            session.poll(now);
            while (session.step()) { } // as many frames as are due, none while it waits
            for (SessionEvent event = session.nextEvent(); event != null; event = session.nextEvent()) {
                show(event.type() + " " + event.peer());
            }
            if (pictureIsDue(now)) {
                draw(session.alpha(now), session.waitingFor());
            }
            session.await(4_000_000); // only if nothing else sets the pace, such as the screen
        }
    }
    // MAIN-LOOP: end

    static SessionConfig delay(final SessionConfig config) {
        // INPUT-DELAY: begin
        config.inputDelay(InputDelayPolicy.arrival()) // the default
            .stallPrice(600)                          // 300 by default: higher for fewer stalls and more delay
            .inputDelayBounds(2, 8);                  // never felt to change below 2, never above 8 frames
        // INPUT-DELAY: end
        return config;
    }

    // DROP-AND-REJOIN: begin
    void told(final SessionEvent event) {
        switch (event.type()) {
            case WAITING_FOR -> show("waiting for player " + event.player());
            case WAITING_ENDED, PEER_RESUMED -> show("");
            case PEER_DROPPED, PEER_LEFT -> putABotInItsPlace(event.peer());
            case PEER_JOINED -> show("player " + event.peer() + " is back");
            case ALONE -> show("you play on alone");
            default -> { }
        }
    }

    void whenEnded() {
        final EndReason why = session.endReason();
        if (why.mayRejoin()) {
            session = session.rejoin(); // the same game and transport: loop on with this one
        }
    }
    // DROP-AND-REJOIN: end

    static SessionConfig policies(final SessionConfig config, final long token, final boolean back) {
        config.twoPeerPolicy(TwoPeerPolicy.REJOIN).dropTimeoutMs(5000).seatToken(token).joining(back);
        return config;
    }

    static SessionConfig desync(final SessionConfig config) {
        // DESYNC-PLAYBOOK: begin
        config.desync(new DesyncOptions().scratch(Tag::new)); // a second game, to simulate again and to name fields
        // DESYNC-PLAYBOOK: end
        return config;
    }

    static SessionConfig recording(final SessionConfig config) throws IOException {
        // REPLAY: begin
        final RecordingFile file = RecordingFile.create(Path.of("match.rec"), "tag 1.0", 600); // a state each 10 s
        config.recording(file.writer()); // and close the file when the match has ended
        // REPLAY: end
        return config;
    }
}

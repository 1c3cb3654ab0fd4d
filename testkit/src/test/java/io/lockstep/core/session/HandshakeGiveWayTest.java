package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.link.Agreement;
import io.lockstep.core.internal.link.Handshake;
import io.lockstep.core.internal.protocol.Challenge;
import io.lockstep.core.internal.protocol.ChallengeResponse;
import io.lockstep.core.internal.protocol.Greeting;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.testkit.SimulatedNetwork;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Peer 0 comes late, so it greets 1, the higher one, while greetings of 1 reach it that were sent long before. */
class HandshakeGiveWayTest {

    private static final long MS = 1_000_000L;
    /** There and back. */
    private static final long TRIP_MS = 200;
    private static final long OLD_EVERY_MS = 50;
    /** Twice the time after which who gave way greets again, and a few trips. */
    private static final long END_MS = 8_000;

    private final SessionConfig[] configs = {config(0), config(1)};
    private final Handshake ours = handshake(0, 1, true);
    private Challenge challenge;
    private long challengeMs;

    private static SessionConfig config(final int local) {
        final SessionConfig config = Session.builder().simulation(new TestGame()).gameId("test").seed(1).players(2)
            .localPlayer(local).transport(new SimulatedNetwork(2, 0).endpoint(local))
            .input((frame, player, bytes) -> { });
        config.build();
        return config;
    }

    private Handshake handshake(final int local, final int seed, final boolean greets) {
        return new Handshake(configs[local].settings(), new Agreement(configs[local].settings()), 1 - local, seed,
            new SplittableRandom(seed),
            greets);
    }

    /** What we say reaches the other one at once, its answers come after a round trip. */
    private void play(final long ms, final Handshake theirs) {
        final Message said = ours.due(ms * MS);
        if (said instanceof Greeting hello) {
            answered(ms, (Challenge) theirs.onHello(hello));
        } else if (said instanceof ChallengeResponse proof && theirs.onResponse(proof) instanceof Greeting welcome) {
            ours.onWelcome(welcome);
        }
        if (challenge != null && ms == challengeMs) {
            ours.onChallenge(challenge);
            challenge = null;
        }
    }

    private void answered(final long ms, final Challenge answer) {
        if (answer != null && challenge == null) {
            challenge = new Challenge().salt(answer.salt()).pepper(answer.pepper());
            challengeMs = ms + TRIP_MS;
        }
    }

    @Test
    void shouldFindTogetherThoughAnOldGreetingComesAgainAndAgain() {
        final Handshake theirs = handshake(1, 2, false);
        final Greeting old = (Greeting) handshake(1, 3, true).due(0);
        for (long ms = 0; ms < END_MS && !ours.isOpen(); ms++) {
            if (ms % OLD_EVERY_MS == 0) {
                ours.onHello(old);
            }
            play(ms, theirs);
        }
        assertTrue(ours.isOpen());
        assertTrue(theirs.isOpen());
    }

    /** Whoever challenges our greeting waits for the proof now. */
    @Test
    void shouldProveWhatItIsAskedForThoughAnOldGreetingCameBetween() {
        final Handshake theirs = handshake(1, 2, false);
        play(0, theirs);
        ours.onHello((Greeting) handshake(1, 3, true).due(0));
        for (long ms = 1; ms < Handshake.GIVE_WAY_NS / MS && !ours.isOpen(); ms++) {
            play(ms, theirs);
        }
        assertTrue(ours.isOpen());
        assertTrue(theirs.isOpen());
    }

    /** It greeted all the time, and nothing that we said reached it for a while. */
    @Test
    void shouldGiveWayAgainToWhoGreetsStill() {
        final Handshake theirs = handshake(1, 2, true);
        final Greeting hello = (Greeting) theirs.due(0);
        ours.onHello(hello);
        long ms = 0;
        while (ours.state() != Handshake.State.GREETING && ms < END_MS) {
            ours.due(++ms * MS);
        }
        ours.onHello(hello);
        assertEquals(Handshake.State.GREETING, ours.state(), "its own greeting goes first for a while");
        final long again = ms + Handshake.GIVE_WAY_NS / MS;
        while (ms < again) {
            ours.due(++ms * MS);
        }
        final Challenge asked = (Challenge) ours.onHello(hello);
        theirs.onChallenge(asked);
        ours.onResponse((ChallengeResponse) theirs.due(ms * MS));
        assertTrue(ours.isOpen());
    }
}

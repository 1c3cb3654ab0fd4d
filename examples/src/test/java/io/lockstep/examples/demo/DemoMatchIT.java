package io.lockstep.examples.demo;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.lockstep.examples.peer.LostPeers;
import io.lockstep.examples.peer.MatchOptions;
import io.lockstep.examples.peer.MatchPeer;
import io.lockstep.examples.peer.TransportKind;
import io.lockstep.testkit.LinkConditions;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What may befall a player of the demo, over real sockets. */
@Tag("sockets")
class DemoMatchIT {

    private static final int DROP_MS = 2000;
    private static final LostPeers SOON =
        new LostPeers(LostPeers.DEFAULTS.policy(), DROP_MS, false, LostPeers.DEFAULTS.token());

    private final DemoMatch match = new DemoMatch(TransportKind.UDP,
        MatchOptions.paced(3, 60, MatchOptions.ENDLESS).with(SOON), List.of(), new Lines(3, 1, LinkConditions.PERFECT));

    @AfterEach
    void close() {
        match.close();
    }

    private void playUntil(final BooleanSupplier reached) {
        await().atMost(Duration.ofSeconds(20)).pollInSameThread().pollDelay(Duration.ZERO)
            .pollInterval(Duration.ofMillis(1)).until(() -> {
                final long nowNs = System.nanoTime();
                match.peers().forEach(peer -> peer.advance(nowNs));
                match.drive();
                match.refresh(nowNs);
                return reached.getAsBoolean();
            });
    }

    private MatchPeer peer(final int player) {
        return match.peers().get(player);
    }

    private boolean plays(final int player, final long frame) {
        return peer(player).session().frame() > frame;
    }

    @Test
    void shouldBringBackWhoWasKilled() {
        match.launch();
        match.show();
        playUntil(() -> plays(1, 30));
        match.kill(1);
        playUntil(() -> match.state(1) == Mishaps.State.KILLED);
        assertEquals("killed\nwithout a word to the others", match.panels().get(1).notice());
        assertEquals(1, match.gone().size());
        final long frame = peer(0).session().frame();
        playUntil(() -> plays(0, frame + 10));
        match.rejoin(1);
        playUntil(() -> match.state(1) == Mishaps.State.PLAYING && plays(1, frame + 20));
        assertEquals(0, match.gone().size());
        assertEquals(0, peer(0).session().statistics().desyncs() + peer(1).session().statistics().desyncs());
    }

    @Test
    void shouldStopWhoIsFrozenUntilItThaws() {
        match.launch();
        match.show();
        playUntil(() -> plays(1, 30));
        match.freeze(1, true);
        playUntil(() -> match.state(1) == Mishaps.State.FROZEN);
        final long frame = peer(1).session().frame();
        playUntil(() -> peer(0).waiting(System.nanoTime()) != null);
        assertEquals(frame, peer(1).session().frame());
        match.freeze(1, false);
        playUntil(() -> plays(1, frame + 10));
        assertEquals(Mishaps.State.PLAYING, match.state(1));
    }

    @Test
    void shouldPauseForEverybodyAndGoOn() {
        match.launch();
        match.show();
        playUntil(() -> plays(1, 30));
        match.pause(1);
        playUntil(() -> peer(0).pausedBy() == 1 && peer(2).pausedBy() == 1);
        match.pause(1);
        playUntil(() -> peer(0).pausedBy() < 0 && peer(2).pausedBy() < 0);
    }
}

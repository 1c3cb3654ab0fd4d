package io.lockstep.examples.soak;

import io.lockstep.core.determinism.DeterministicRandom;
import io.lockstep.examples.dogfight.Direction;
import io.lockstep.examples.dogfight.GameEvents;
import io.lockstep.testkit.EventSource;
import java.nio.ByteBuffer;

/** A player of dogfight who sends events now and then: turns, shots, emotes and, seldom, a scuttle. */
final class DogfightEvents implements EventSource {

    private static final int KINDS = 8;

    private final int peer;
    private final int everyFrames;
    private final DeterministicRandom random;
    private final GameEvents events = new GameEvents();

    DogfightEvents(final int peer, final long seed, final int everyFrames) {
        this.peer = peer;
        this.everyFrames = everyFrames;
        random = new DeterministicRandom(seed, peer);
    }

    @Override
    public void next(final long frame, final ByteBuffer event) {
        if (random.nextInt(everyFrames) != 0) {
            return;
        }
        switch (random.nextInt(KINDS)) {
            case 0 -> events.putScuttle(peer, event);
            case 1, 2 -> events.putShoot(peer, event);
            case 3, 4 -> events.putEmote(peer, 1 + random.nextInt(GameEvents.EMOTES), event);
            default -> events.putMove(peer, random.nextInt(Direction.COUNT), event);
        }
    }
}

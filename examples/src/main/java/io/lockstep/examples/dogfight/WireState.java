package io.lockstep.examples.dogfight;

import io.lockstep.examples.dogfight.protocol.DogfightState;
import io.lockstep.examples.dogfight.protocol.PlayerId;

/**
 * What the dogfight protocol says of a match: its status, and of everything that can be seen where it is, where it
 * looks and whether it lives. Speeds, timers, rounds and scores are not in it, so that a match cannot be continued from
 * it; for that there is {@link Dogfight#save}. Free places for bullets and power-ups are in it, with direction idle or
 * kind 0, so that every place keeps its number.
 */
public final class WireState {

    private WireState() {
    }

    /**
     * Room for any state of a match.
     *
     * @param players 2 to 32
     * @return a new state, empty
     */
    public static DogfightState room(final int players) {
        return new DogfightState(players, Rules.powerUpSlots(players));
    }

    /**
     * Describes a match.
     *
     * @param game   the match, which does not change
     * @param target made by {@link #room} for as many players or more; overwritten
     */
    public static void describe(final Dogfight game, final DogfightState target) {
        target.status = game.status();
        final PowerUps powerUps = game.powerUps();
        target.powerUps = powerUps.count();
        for (int i = 0; i < target.powerUps; i++) {
            target.powerUpX[i] = powerUps.x(i);
            target.powerUpY[i] = powerUps.y(i);
            target.powerUpKind[i] = powerUps.kind(i);
        }
        final Ships ships = game.ships();
        target.players = game.players();
        for (int i = 0; i < target.players; i++) {
            target.x[i] = ships.x(i);
            target.y[i] = ships.y(i);
            target.hp[i] = ships.hp(i);
            target.alive[i] = ships.alive(i);
            target.direction[i] = ships.direction(i);
            PlayerId.put(i, target.playerId, i * PlayerId.BYTES);
        }
        final Bullets bullets = game.bullets();
        for (int i = 0; i < bullets.count(); i++) {
            target.bulletX[i] = bullets.x(i);
            target.bulletY[i] = bullets.y(i);
            target.bulletActive[i] = bullets.active(i);
            target.bulletDirection[i] = bullets.direction(i);
        }
    }
}

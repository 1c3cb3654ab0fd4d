package io.lockstep.core.internal.game;

import io.lockstep.core.game.InputSource;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.security.LinkKeys;
import io.lockstep.core.transport.Transport;

/**
 * What a session is plugged into.
 *
 * @param simulation the game
 * @param input      where local input comes from
 * @param transport  how datagrams travel
 * @param keys       by which the peers know each other; null without
 * @param cues       what the game emits to be heard and seen
 * @param config     what the game is told before the first frame
 */
public record Ports(Simulation simulation, InputSource input, Transport transport, LinkKeys keys, CueLedger cues,
                    MatchConfig config) {
}

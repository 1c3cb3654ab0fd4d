package io.lockstep.lobby;

import java.net.URI;

/**
 * A match whose host was found on the local network. Immutable.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @param code  what it is joined with, as XXXX-XXXX
 * @param host  what its host calls itself
 * @param seats how many there are, 2 to 8
 * @param taken how many of them are taken, 0 to 8
 * @param open  whether somebody may take a seat now
 * @param lobby the host's own lobby, for {@link LobbyClientConfig}
 * @since 0.1.0
 */
public record LanMatch(String code, String host, int seats, int taken, boolean open, URI lobby) {
}

package io.lockstep.transport.ice.match;

import io.lockstep.lobby.LobbyConfig;
import io.lockstep.lobby.LobbyServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.CountDownLatch;

/** The lobby of the lab of NATs. Arguments: address, port, port of the relay beside it, its secret. */
final class LabLobby {

    private LabLobby() {
    }

    public static void main(final String[] args) throws IOException, InterruptedException {
        final int relay = Integer.parseInt(args[2]);
        try (LobbyServer lobby = LobbyServer.start(new LobbyConfig()
            .address(new InetSocketAddress(args[0], Integer.parseInt(args[1])))
            .stun(args[0], relay).turn(args[0], relay).turnSecret(args[3]))) {
            System.out.println("listens " + lobby.address());
            new CountDownLatch(1).await(); // until it is killed
        }
    }
}

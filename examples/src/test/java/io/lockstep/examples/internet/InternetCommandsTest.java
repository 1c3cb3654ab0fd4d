package io.lockstep.examples.internet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.examples.CommandRun;
import io.lockstep.examples.meeting.Invitation;
import io.lockstep.lobby.LobbyConfig;
import io.lockstep.lobby.LobbyServer;
import io.lockstep.transport.ice.match.InternetConfig;
import io.lockstep.transport.ice.match.InternetMatch;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What a player is told who types something that does not work out. */
class InternetCommandsTest {

    @TempDir
    private Path folder;

    private static void assertSays(final int code, final String line, final String... args) {
        final CommandRun run = CommandRun.of(args);
        assertEquals(code, run.code(), run::toString);
        assertTrue(run.err().get(0).contains(line), run::toString);
        assertTrue(run.err().size() <= 2 && run.err().stream().noneMatch(each -> each.contains("\tat ")),
            run::toString);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "host --seats 9 | --seats is 9, allowed is 2 to 8",
        "host --frames 0 | --frames is 0, allowed is 1 to",
        "host --wait 3601 | --wait is 3601, allowed is 1 to 3600",
        "host --lobby ftp://example.org | --lobby 'ftp://example.org' is no address of a lobby: write https://host",
        "join 7K2P-M3XD --lobby nowhere | --lobby 'nowhere' is no address of a lobby: write https://host",
        "host --name 123456789012345678901234567890123 | 890123': a name has 1 to 32 plain characters",
        "host --lan --lobby http://127.0.0.1 | --lan has no use for --lobby",
        "join --lan --relay-only | --relay-only needs a lobby with a TURN server, and --lan has none",
        "join | CODE is missing: ask the host for it, or look for a host in this network with --lan",
        "join --rejoin --lan | CODE is missing: ask the host for it",
        "join ABCD-EFGH --rejoin | there is no ticket of ABCD-EFGH in this folder",
        "lobby --turn turn.example.org:3478 | --turn needs --turn-secret-file",
        "lobby --listen here | --listen: 'here' is not HOST:PORT",
        "lobby --turn a:1 --turn-secret-file none | --turn-secret-file: cannot read none"})
    void shouldNameWhatIsWrong(final String typed, final String line) {
        assertSays(2, line, typed.split(" "));
    }

    @Test
    void shouldNameTheFileThatHoldsNoSecret(@TempDir final Path folder) throws IOException {
        final String file = Files.createFile(folder.resolve("secret")).toString();
        assertSays(2, "--turn-secret-file: " + file + " is empty", "lobby", "--turn", "a:1", "--turn-secret-file",
            file);
    }

    @ParameterizedTest
    @CsvSource({"true, ''", "false, 7k2p-m3xd", "false, ''"})
    void shouldUnderstandWhatAFormTypes(final boolean hosting, final String code) {
        for (final String lobby : new String[] {null, "https://lobby.example.org"}) {
            final List<String> typed = new Invitation(hosting, "Ann of Ends", lobby, 3, code).typed();
            new CommandLine(hosting ? new HostCommand() : new JoinCommand())
                .parseArgs(typed.subList(1, typed.size()).toArray(String[]::new));
        }
    }

    @Test
    void shouldNameTheLobbyThatDoesNotAnswer() throws IOException {
        final int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        assertSays(1, "the lobby does not answer: look at the network and at the lobby's address, http://127.0.0.1:"
            + port, "join", "7K2P-M3XD", "--lobby", "http://127.0.0.1:" + port, "--loopback");
    }

    @Test
    void shouldSayThatNoMatchHasTheCodeAndThatThereIsNoRelay() throws IOException {
        try (LobbyServer lobby = LobbyServer.start(new LobbyConfig().address(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)))) {
            final String url = "http://127.0.0.1:" + lobby.address().getPort();
            assertSays(1, "no match has this code: compare it", "join", "0000-0000", "--lobby", url, "--loopback");
            assertSays(1, "no match has this code: compare it", "join", "hello", "--lobby", url, "--loopback");
            assertSays(1, "this lobby has no relay to hide addresses behind", "host", "--relay-only", "--lobby", url,
                "--loopback");
        }
    }

    @Test
    void shouldSayHowTheTicketInThisFolderIsUsed() throws Exception {
        final LobbyServer lobby = LobbyServer.start(new LobbyConfig().address(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)));
        final String url = "http://127.0.0.1:" + lobby.address().getPort();
        final InternetMatch host = InternetMatch.host(new InternetConfig(URI.create(url)).loopback(true), 2, false,
            new byte[0]);
        final Path ticket = Path.of("lockstep-1-" + host.code() + ".ticket");
        try {
            host.start();
            final String[] join = {"join", host.code(), "--lobby", url, "--loopback"};
            final String told = "come back with your ticket if you were in it";
            assertSays(1, told, join);
            Files.writeString(ticket, "secret");
            assertSays(1, told + ": lockstep join " + host.code() + " --lobby " + url + " --loopback --rejoin", join);
        } finally {
            Files.deleteIfExists(ticket);
            host.close();
            lobby.close();
        }
    }

    @Test
    void shouldLoseNoFileThatIsNoTicket() throws IOException {
        final Path file = Files.writeString(folder.resolve("diary.txt"), "dear diary\n");
        assertSays(2, "is a file of another kind: name another", "host", "--ticket", file.toString());
        assertSays(2, "is a file of another kind: name another", "join", "7K2P-M3XD", "--rejoin", "--ticket",
            file.toString());
        assertEquals("dear diary\n", Files.readString(file));
    }
}

package io.lockstep.examples.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.security.Identity;
import io.lockstep.core.security.MatchKey;
import io.lockstep.core.security.PublicIdentity;
import io.lockstep.examples.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyCommandTest {

    @TempDir
    private Path directory;

    private static CommandRun peer(final String... options) {
        final List<String> args = new ArrayList<>(List.of("peer", "--player", "0", "--listen", "127.0.0.1:1", "--peer",
            "1=127.0.0.1:2", "--timeout", "1"));
        args.addAll(List.of(options));
        return CommandRun.of(args.toArray(new String[0]));
    }

    private static void assertRefused(final String why, final String... options) {
        final CommandRun run = peer(options);
        assertEquals(2, run.code(), run.err().toString());
        assertTrue(run.err().get(0).contains(why), run.err().toString());
    }

    @Test
    void shouldMakeAKeyThatItsOwnerAloneCanRead() throws IOException {
        final Path file = directory.resolve("match.key");
        assertEquals(0, CommandRun.of("key", file.toString()).code());
        assertEquals(64, MatchKey.read(file).text().split(" ")[1].length());
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        final CommandRun again = CommandRun.of("key", file.toString());
        assertEquals(1, again.code());
        assertEquals(List.of("lockstep key: " + file + " exists, and is not overwritten"), again.err());
    }

    @Test
    void shouldShowOfAnIdentityWhatOthersMayKnow() throws IOException {
        final Path file = directory.resolve("me.key");
        final CommandRun run = CommandRun.of("key", "--identity", file.toString());
        assertEquals(0, run.code());
        assertEquals(Identity.read(file).publicIdentity(), PublicIdentity.parse(run.out().get(0)));
        assertEquals(1, run.out().size());
    }

    @Test
    void shouldRefuseKeysThatAreNone() throws IOException {
        final Path key = directory.resolve("match.key");
        CommandRun.of("key", key.toString());
        final Path wrong = Files.writeString(directory.resolve("wrong"), "secret");
        Files.setPosixFilePermissions(wrong, PosixFilePermissions.fromString("rw-------"));
        assertRefused("--key-file " + wrong + ": not a lockstep-match-key", "--key-file", wrong.toString());
        assertFalse(peer("--key-file", wrong.toString()).err().toString().contains("secret"));
        assertRefused("cannot read", "--key-file", directory.resolve("none").toString());
        assertRefused("need --key-file", "--encrypt");
        assertRefused("need each other", "--key-file", key.toString(), "--identity", wrong.toString());
        assertRefused("excludes --key-file", "--key-file", key.toString(), "--insecure");
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
        assertRefused("chmod 600", "--key-file", key.toString());
    }

    @Test
    void shouldRefuseARosterThatIsNone() throws IOException {
        final Path key = directory.resolve("match.key");
        final Path me = directory.resolve("me.key");
        CommandRun.of("key", key.toString());
        final String mine = CommandRun.of("key", "--identity", me.toString()).out().get(0);
        final Path roster = directory.resolve("roster");
        final String[] options = {"--key-file", key.toString(), "--identity", me.toString(), "--roster",
            roster.toString()};
        Files.writeString(roster, "# nobody\n0 " + mine + "\nsomebody\n");
        assertRefused("'somebody' is not ID PUBLIC-IDENTITY", options);
        Files.writeString(roster, "0 " + mine + "\n0 " + mine + "\n");
        assertRefused("player 0 has two lines", options);
        Files.writeString(roster, "0 " + mine + "\n");
        assertRefused("nobody in the roster is peer 1", options);
        Files.writeString(roster, "7 " + Identity.generate().publicIdentity().text() + "\n");
        assertRefused("0 times instead of once", options);
    }

    @Test
    void shouldRefuseTheInternetWithoutKeys() {
        for (final String kind : List.of("aeron", "udp")) {
            final CommandRun run = CommandRun.of("peer", "--player", "0", "--listen", "127.0.0.1:1", "--peer",
                "1=203.0.113.5:2", "--transport", kind, "--timeout", "1");
            assertEquals(2, run.code(), run.err().toString());
            assertTrue(run.err().get(0).contains("peer 1 at 203.0.113.5 is reached over the internet, and there are no "
                + "keys"), run.err().toString());
        }
    }
}

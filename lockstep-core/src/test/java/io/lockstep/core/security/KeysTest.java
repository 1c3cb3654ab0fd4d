package io.lockstep.core.security;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeysTest {

    private static final ByteBuffer PACKET = ByteBuffer.wrap(new byte[] {1, 2, 3});

    private final MatchKey key = MatchKey.generate();

    @Test
    void shouldKeepAKeyInAFileThatItsOwnerAloneCanRead(@TempDir final Path directory) throws IOException {
        final Path file = directory.resolve("match.key");
        key.write(file);
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        assertEquals(key.text(), MatchKey.read(file).text());
        assertThrows(IOException.class, () -> key.write(file), "a key is not overwritten");
    }

    @Test
    void shouldRefuseAKeyFileThatOthersCanRead(@TempDir final Path directory) throws IOException {
        final Path file = directory.resolve("match.key");
        key.write(file);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        assertTrue(assertThrows(IOException.class, () -> MatchKey.read(file)).getMessage().contains("chmod 600"));
    }

    @Test
    void shouldRefuseAKeyFileOfAnotherUser(@TempDir final Path directory) throws IOException {
        final Path file = directory.resolve("match.key");
        key.write(file);
        assumeTrue(Files.getOwner(file).getName().equals("root"), "only root can give files away");
        Files.setAttribute(file, "unix:uid", 65534);
        final String told = assertThrows(IOException.class, () -> MatchKey.read(file)).getMessage();
        assertTrue(told.contains(file + " belongs to "), told);
        assertThrows(IOException.class, () -> Identity.read(file));
    }

    @Test
    void shouldReadKeysAsTheyAreTyped() {
        final String digits = key.text().substring(key.text().indexOf(' ') + 1);
        for (final String typed : new String[] {digits, digits.toUpperCase(Locale.ROOT), "  " + key.text() + "\r\n",
            "lockstep-match-key   " + digits}) {
            assertEquals(key.text(), MatchKey.parse(typed).text());
        }
        assertThrows(IllegalArgumentException.class, () -> MatchKey.parse(digits + "00"));
        assertThrows(IllegalArgumentException.class, () -> MatchKey.parse("lockstep-match-key" + digits));
        assertThrows(IllegalArgumentException.class, () -> MatchKey.parse("\u0663".repeat(64)), "digits elsewhere");
    }

    @Test
    void shouldNotRepeatAKeyThatIsNone() {
        final String secret = key.text().substring(0, 70);
        final String told = assertThrows(IllegalArgumentException.class, () -> MatchKey.parse(secret)).getMessage();
        assertFalse(told.contains(secret.substring(40)), told);
        assertThrows(IllegalArgumentException.class, () -> MatchKey.parse("g".repeat(64)));
        assertThrows(IllegalArgumentException.class, () -> MatchKey.of(new byte[31]));
    }

    @Test
    void shouldNotPrintKeys() {
        final Identity identity = Identity.generate();
        for (final Object secret : new Object[] {key, identity, LinkKeys.of(key)}) {
            assertFalse(secret.toString().matches(".*[0-9a-f]{16}.*"), secret.toString());
        }
    }

    @Test
    void shouldZeroAKeyThatIsDestroyed() {
        key.destroy();
        assertArrayEquals(new byte[32], key.secret());
    }

    @Test
    void shouldReadAnIdentityBack() {
        final Identity identity = Identity.generate();
        final Identity again = Identity.parse(identity.text());
        assertEquals(identity.publicIdentity(), again.publicIdentity());
        assertEquals(identity.publicIdentity(), PublicIdentity.parse(identity.publicIdentity().text()));
    }

    @Test
    void shouldVerifyWhatAPeerWithTheSameKeyHasSigned() {
        final PacketSigner ours = LinkKeys.of(key).signer(0);
        final PacketSigner theirs = LinkKeys.of(MatchKey.parse(key.text())).signer(1);
        final long signature = ours.sign(1, 5, 6, PACKET);
        assertTrue(theirs.verify(0, signature, 5, 6, PACKET));
        assertFalse(theirs.verify(0, signature ^ 1, 5, 6, PACKET));
        assertFalse(theirs.verify(2, signature, 5, 6, PACKET), "of another peer");
        assertFalse(ours.verify(1, signature, 5, 6, PACKET), "reflected to its sender");
        assertFalse(LinkKeys.of(MatchKey.generate()).signer(1).verify(0, signature, 5, 6, PACKET), "another key");
        assertFalse(PacketSigner.unkeyed(1).verify(0, signature, 5, 6, PACKET), "no key");
    }

    @Test
    void shouldNotLetAMemberSignForAnotherOneOfTheRoster() {
        final Identity[] seats = {Identity.generate(), Identity.generate(), Identity.generate()};
        final Map<Integer, PublicIdentity> roster = Map.of(0, seats[0].publicIdentity(), 1, seats[1].publicIdentity(),
            2, seats[2].publicIdentity());
        final PacketSigner first = LinkKeys.of(key, seats[0], roster).signer(0);
        final PacketSigner second = LinkKeys.of(key, seats[1], roster).signer(1);
        final PacketSigner asFirst = LinkKeys.of(key, seats[2], roster).signer(0);
        assertTrue(second.verify(0, first.sign(1, 0, 0, PACKET), 0, 0, PACKET));
        assertFalse(second.verify(0, asFirst.sign(1, 0, 0, PACKET), 0, 0, PACKET));
        assertFalse(second.verify(7, 0, 0, 0, PACKET), "no such seat");
    }

    @Test
    void shouldRefuseARosterWithoutOrTwiceWithUs() {
        final Identity own = Identity.generate();
        final PublicIdentity ours = own.publicIdentity();
        final PublicIdentity other = Identity.generate().publicIdentity();
        assertThrows(IllegalArgumentException.class, () -> LinkKeys.of(key, own, Map.of(0, other)));
        assertThrows(IllegalArgumentException.class, () -> LinkKeys.of(key, own, Map.of(0, ours, 1, ours)));
        assertThrows(IllegalArgumentException.class, () -> LinkKeys.of(key, own, Map.of(32, ours)));
        assertThrows(IllegalArgumentException.class,
            () -> LinkKeys.of(key, own, Map.of(0, ours, 1, PublicIdentity.of(new byte[64]))), "a key that is none");
    }

    @Test
    void shouldRefuseARosterWithASignatureKeyOfSmallOrder() {
        final Identity own = Identity.generate();
        final byte[] other = Identity.generate().publicIdentity().bytes();
        Arrays.fill(other, 32, 64, (byte) 0);
        final IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () ->
            LinkKeys.of(key, own, Map.of(0, own.publicIdentity(), 5, PublicIdentity.of(other))));
        assertEquals("the signature key of peer 5 in the roster is no Ed25519 key that a peer can have",
            refused.getMessage());
    }

    @Test
    void shouldDestroyTheKeysThatOthersWereMadeFrom() {
        final LinkKeys keys = LinkKeys.of(key);
        final byte[] zeros = LinkKeys.of(MatchKey.of(new byte[32])).derive("a", 0, 1);
        keys.encrypted().drawing(bytes -> { }).destroy();
        assertArrayEquals(zeros, keys.derive("a", 0, 1));
    }

    @Test
    void shouldShowToOthersWhoHasSigned() {
        final Identity own = Identity.generate();
        final Identity other = Identity.generate();
        final Map<Integer, PublicIdentity> roster = Map.of(0, own.publicIdentity(), 1, other.publicIdentity());
        final byte[] message = {1, 2};
        final byte[] signature = LinkKeys.of(key, own, roster).sign(message);
        assertTrue(LinkKeys.of(key, other, roster).verify(0, message, signature));
        assertFalse(LinkKeys.of(key, other, roster).verify(1, message, signature));
    }

    @Test
    void shouldSignNothingAfterTheKeysAreGone() {
        final PacketSigner signer = LinkKeys.of(key).signer(0);
        final long signature = LinkKeys.of(key).signer(1).sign(0, 0, 0, PACKET);
        assertTrue(signer.verify(1, signature, 0, 0, PACKET));
        signer.destroy();
        assertFalse(signer.verify(1, signature, 0, 0, PACKET));
        assertThrows(IllegalStateException.class, () -> signer.sign(1, 0, 0, PACKET));
    }

    @Test
    void shouldDeriveDifferentKeysForDifferentPurposes() {
        final LinkKeys keys = LinkKeys.of(key);
        assertFalse(Arrays.equals(keys.derive("a", 0, 1), keys.derive("b", 0, 1)));
    }

    @Test
    void shouldKeepLinkKeysWhenTheMatchKeyIsDestroyed() {
        final Identity own = Identity.generate();
        final LinkKeys withoutRoster = LinkKeys.of(key);
        final LinkKeys withRoster = LinkKeys.of(key, own,
            Map.of(0, own.publicIdentity(), 1, Identity.generate().publicIdentity()));
        final byte[] shared = withoutRoster.derive("test", 0, 1);
        final byte[] pair = withRoster.derive("test", 0, 1);
        key.destroy();
        assertArrayEquals(shared, withoutRoster.derive("test", 0, 1));
        assertArrayEquals(pair, withRoster.derive("test", 0, 1));
    }
}

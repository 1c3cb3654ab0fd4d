package io.lockstep.testkit;

import io.lockstep.core.security.Identity;
import io.lockstep.core.security.LinkKeys;
import io.lockstep.core.security.MatchKey;
import io.lockstep.core.security.PublicIdentity;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.spec.NamedParameterSpec;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The keys of one match, which follow from its seed: a match is the same each time it is played. */
public final class DrawnKeys {

    private static final int KEY_BYTES = 32;

    private final PeerKeys kind;
    private final byte[] shared = new byte[MatchKey.BYTES];
    private final Identity[] identities;
    private final Map<Integer, PublicIdentity> roster = new TreeMap<>();

    /**
     * Draws the keys of a match.
     *
     * @param kind  how its peers know each other
     * @param peers how many
     * @param seed  decides every key
     */
    public DrawnKeys(final PeerKeys kind, final int peers, final long seed) {
        this.kind = kind;
        final SplittableRandom random = new SplittableRandom(seed);
        random.nextBytes(shared);
        identities = new Identity[kind == PeerKeys.ROSTER ? peers : 0];
        for (int peer = 0; peer < identities.length; peer++) {
            identities[peer] = identity(random);
            roster.put(peer, identities[peer].publicIdentity());
        }
    }

    /** An X25519 key and both halves of an Ed25519 key, as an identity's text has them. */
    @SuppressForbidden("the JDK makes Ed25519 keys from its own generator alone; this one repeats itself")
    private static Identity identity(final SplittableRandom random) {
        final byte[] agreement = new byte[KEY_BYTES];
        random.nextBytes(agreement);
        try {
            // This generator draws from its seed alone, if it is given one before it is used.
            final SecureRandom drawn = SecureRandom.getInstance("SHA1PRNG");
            drawn.setSeed(random.nextLong());
            final KeyPairGenerator generator = KeyPairGenerator.getInstance("Ed25519");
            generator.initialize(NamedParameterSpec.ED25519, drawn);
            final KeyPair pair = generator.generateKeyPair();
            return Identity.parse(hex(agreement) + hex(pair.getPrivate().getEncoded())
                + hex(pair.getPublic().getEncoded()));
        } catch (final GeneralSecurityException missing) {
            throw new IllegalStateException("every JDK has Ed25519 and SHA1PRNG", missing);
        }
    }

    /** Both encodings of the JDK (RFC 8410) end with the key itself. */
    private static String hex(final byte[] encoded) {
        return HexFormat.of().formatHex(Arrays.copyOfRange(encoded, encoded.length - KEY_BYTES, encoded.length));
    }

    /**
     * The keys of a process.
     *
     * @param peer  which peer it is
     * @param salts what it draws its own numbers from, another one at each start
     * @return its keys; null in a match without
     */
    public @Nullable LinkKeys of(final int peer, final long salts) {
        final MatchKey key = MatchKey.of(shared);
        final LinkKeys keys = switch (kind) {
            case NONE -> null;
            case MATCH -> LinkKeys.of(key);
            case ROSTER -> LinkKeys.of(key, identities[peer], roster);
        };
        return keys == null ? null : keys.drawing(new SplittableRandom(salts)::nextBytes);
    }
}

package io.lockstep.core.internal.link;

import io.lockstep.core.internal.crypto.Noise;
import io.lockstep.core.internal.protocol.Greeting;
import io.lockstep.core.security.LinkKeys;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Agrees on the keys of a link within the greetings: a response holds the first message of a Noise handshake and a
 * welcome the second, and what the greetings say travels inside. With a match key alone NNpsk0, with a roster KKpsk0.
 * Without keys greetings travel in clear, and there is nothing to agree on.
 */
final class KeyExchange {

    private static final byte[] PROLOGUE = "lockstep link 1".getBytes(StandardCharsets.US_ASCII);

    private final LinkKeys keys;
    private final int localPeer;
    private final int peer;
    private Noise noise;
    private boolean asked;
    private byte[][] secrets;

    KeyExchange(final LinkKeys keys, final int localPeer, final int peer) {
        this.keys = keys;
        this.localPeer = localPeer;
        this.peer = peer;
    }

    private Noise begin(final boolean initiator) {
        final int first = initiator ? localPeer : peer;
        final int second = initiator ? peer : localPeer;
        final byte[] prologue = Arrays.copyOf(PROLOGUE, PROLOGUE.length + 2);
        prologue[PROLOGUE.length] = (byte) first;
        prologue[PROLOGUE.length + 1] = (byte) second;
        final byte[] preshared = keys.derive("lockstep noise", first, second);
        final byte[] ephemeral = keys.ephemeral();
        if (noise != null) {
            noise.destroy();
        }
        final Noise begun = new Noise(initiator, keys.hasRoster() ? statics() : null, preshared, prologue, ephemeral);
        Arrays.fill(preshared, (byte) 0);
        Arrays.fill(ephemeral, (byte) 0);
        return begun;
    }

    private Noise.StaticKeys statics() {
        return new Noise.StaticKeys() {
            @Override
            public byte[] own() {
                return keys.agreementKey(localPeer);
            }

            @Override
            public byte[] theirs() {
                return keys.agreementKey(peer);
            }

            @Override
            public byte[] agree(final byte[] publicKey) {
                return keys.agree(publicKey);
            }
        };
    }

    /** Seals a response to a challenge; the same one each time. */
    void ask(final Greeting response) {
        if (keys != null && !asked) {
            asked = true;
            noise = begin(true);
            response.sealed(noise.writeFirst(response.toSeal()));
        }
    }

    /** Reads a response; false if it is not of this peer. */
    boolean read(final Greeting response) {
        if (keys == null) {
            return !response.isSealed();
        }
        noise = begin(false);
        asked = false;
        return response.isSealed() && isUnsealed(response, noise.readFirst(response.sealed()));
    }

    /** Seals the welcome for the response that was read. */
    void answer(final Greeting welcome) {
        if (keys != null) {
            welcome.sealed(noise.writeSecond(welcome.toSeal()));
            split(1, 0);
        }
    }

    /** Reads the welcome for our response; false if it is not of this peer. */
    boolean conclude(final Greeting welcome) {
        if (keys == null) {
            return !welcome.isSealed();
        }
        if (!welcome.isSealed() || !isUnsealed(welcome, noise.readSecond(welcome.sealed()))) {
            return false;
        }
        split(0, 1);
        return true;
    }

    /** Forgets the agreed keys: the next response begins another exchange. */
    void restart() {
        asked = false;
        secrets = null;
    }

    private static boolean isUnsealed(final Greeting greeting, final byte[] clear) {
        return clear != null && greeting.unseal(clear);
    }

    private void split(final int ours, final int theirs) {
        if (secrets != null) {
            Arrays.fill(secrets[0], (byte) 0);
            Arrays.fill(secrets[1], (byte) 0);
        }
        final byte[][] both = noise.split();
        secrets = new byte[][] {both[ours], both[theirs]};
        noise = null;
    }

    /** What our keys are made from and then theirs, once; null without keys. */
    byte[][] take() {
        final byte[][] taken = secrets;
        secrets = null;
        return taken;
    }
}

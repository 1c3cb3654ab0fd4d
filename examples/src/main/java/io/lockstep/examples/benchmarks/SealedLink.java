package io.lockstep.examples.benchmarks;

import io.lockstep.core.internal.link.LinkSeal;
import java.util.SplittableRandom;

/** Both ends of a link after its handshake: what one seals the other opens. */
final class SealedLink {

    private static final long MATCH = 15;
    private static final int SECRET_BYTES = 32;

    final LinkSeal sender = new LinkSeal(null, 1, 0);
    final LinkSeal receiver = new LinkSeal(null, 0, 1);

    /** A link with keys or without, which encrypts as well, if so wanted. */
    SealedLink(final boolean keyed, final boolean encrypts, final long seed) {
        final SplittableRandom random = new SplittableRandom(seed);
        final byte[] there = new byte[SECRET_BYTES];
        final byte[] back = new byte[SECRET_BYTES];
        random.nextBytes(there);
        random.nextBytes(back);
        sender.open(MATCH, 1, 2, keyed ? new byte[][] {there.clone(), back.clone()} : null, encrypts);
        receiver.open(MATCH, 2, 1, keyed ? new byte[][] {back, there} : null, encrypts);
    }
}

package io.lockstep.core.internal.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.lockstep.core.internal.protocol.MembershipMessage.Kind;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MembershipJsonTest {

    private static final long SEED = 0x5EED_0013L;
    private static final int ROUNDS = 2_000;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final MessageCodec codec = new MessageCodec(WireLimits.DEFAULT);
    private final MembershipMessage sent = new MembershipMessage();

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldArriveAsItWasSent(final Kind kind) {
        for (int round = 0; round < ROUNDS; round++) {
            final String what = "seed " + SEED + " round " + round;
            MembershipSamples.fill(sent, kind, random);
            final byte[] json = codec.toJson(sent).toString().getBytes(StandardCharsets.US_ASCII);
            codec.membership().reset(Kind.STATUS).branch(true).addChain(9).frame(3, 5).incarnation(31, 8);
            assertEquals(WireCode.OK, codec.decodeJson(ByteBuffer.wrap(json)), what);
            MembershipSamples.assertSame(sent, codec.membership(), what);
        }
    }
}

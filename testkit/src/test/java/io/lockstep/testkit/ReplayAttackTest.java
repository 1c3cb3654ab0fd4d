package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.transport.Lane;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReplayAttackTest {

    private static final long LATER_NS = 6_000_000_000L;

    private final Scenario scenario = new Scenario();
    private final int[] processes = {1, 1};
    private final int[] seals = new int[2];
    private final List<String> heard = new ArrayList<>();
    private MemoryWorld world;
    private ReplayAttack attack;

    private void begin() {
        world = new MemoryWorld(scenario, 1, (peer, ticks) -> { });
        attack = new ReplayAttack(world, 1, new ReplayAttack.Era() {
            @Override
            public int process(final int peer) {
                return processes[peer];
            }

            @Override
            public long seal(final int peer) {
                return seals[peer];
            }
        });
        attack.met(1, 0);
        attack.sends(0, 1, Lane.INPUT, 77, ByteBuffer.wrap(new byte[] {1, 2, 3}), 0);
    }

    private void poll() {
        world.endpoint(1).poll(0, (peer, lane, tag, payload) -> heard.add(peer + ":" + tag + ":"
            + attack.isReplay(peer, 1, lane, tag, payload)));
    }

    @Test
    void shouldSendAgainWhatBelongsToAFormerProcessOrEpoch() {
        for (int what = 0; what < 3; what++) {
            begin();
            processes[1] += what == 0 ? 1 : 0;
            processes[0] += what == 1 ? 1 : 0;
            seals[1] += what == 2 ? 1 : 0;
            attack.met(1, 0);
            attack.replay(LATER_NS);
            poll();
            assertEquals(List.of("0:77:true"), heard, "case " + what);
            assertEquals(1, attack.count());
            assertFalse(attack.isReplay(0, 1, Lane.INPUT, 78, ByteBuffer.wrap(new byte[] {1, 2, 3})));
            assertFalse(attack.isReplay(0, 1, Lane.INPUT, 77, ByteBuffer.wrap(new byte[] {1, 2, 4})));
            heard.clear();
            seals[0] = seals[1];
        }
    }

    @Test
    void shouldLeaveAloneWhatMayStillArrive() {
        begin();
        attack.replay(LATER_NS);
        seals[1] = 1;
        attack.replay(1_000_000_000L);
        poll();
        assertTrue(heard.isEmpty());
        assertEquals(0, attack.count());
    }

    @Test
    void shouldLeaveAloneWhatIsNoHistoryWhereItArrives() {
        begin();
        // Who sent it has gone on, or was started again, and the one it is for knows nothing of that.
        seals[0] = 1;
        processes[0]++;
        attack.replay(LATER_NS);
        poll();
        assertTrue(heard.isEmpty());
        seals[1] = 2;
        attack.replay(LATER_NS);
        seals[1] = 0;
        poll();
        assertEquals(List.of("0:77:false"), heard);
    }
}

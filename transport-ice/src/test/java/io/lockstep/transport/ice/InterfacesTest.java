package io.lockstep.transport.ice;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import org.junit.jupiter.api.Test;

/** A change of addresses counts when it was seen twice. */
class InterfacesTest {

    private static final long T = 5_000_000_000L;

    private Set<String> addresses = Set.of("192.0.2.1");
    private final Interfaces interfaces = new Interfaces(() -> addresses, T);
    private long nowNs = T;

    private boolean look() {
        nowNs += Interfaces.LOOK_NS;
        return interfaces.haveChanged(nowNs);
    }

    @Test
    void shouldNoticeAChangeOnce() {
        assertFalse(look());
        addresses = Set.of("192.0.2.2");
        assertFalse(interfaces.haveChanged(nowNs + 1));
        assertFalse(look());
        assertTrue(look());
        assertFalse(look());
    }

    @Test
    void shouldNotMindAFlutter() {
        addresses = Set.of();
        assertFalse(look());
        assertFalse(look());
        addresses = Set.of("192.0.2.1");
        assertFalse(look());
        assertFalse(look());
    }
}

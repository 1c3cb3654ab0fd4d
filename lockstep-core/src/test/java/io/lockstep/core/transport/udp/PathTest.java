package io.lockstep.core.transport.udp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.SocketAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which of two addresses of a peer is still in use. */
class PathTest {

    private static final long NAME = 7;
    private static final long LATE_NS = Path.OVERLAP_NS - 1;

    private final SocketAddress former = HandNet.address(0);
    private final SocketAddress newer = HandNet.address(1);
    private final Path path = new Path(0);

    /** Packets may be held back on the way to the former address: they say nothing of where the peer is. */
    @ParameterizedTest
    @CsvSource({"-1, true", "-63, true", "-64, false", "-1000, false"})
    void shouldTakeOnlyRecentPacketsForASignThatAnAddressIsInUse(final long ahead, final boolean isInUse) {
        path.lead(former, NAME);
        assertFalse(path.come(former, 1, 0));
        assertTrue(path.come(newer, 1, 0));
        assertEquals(newer, path.address());
        assertEquals(former, path.second());
        assertFalse(path.come(former, ahead, LATE_NS));
        assertEquals(!isInUse, path.settle(Path.OVERLAP_NS));
        if (isInUse) {
            assertEquals(former, path.second());
        } else {
            assertNull(path.second());
        }
    }
}

package io.lockstep.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Which heartbeats of an idle lane are sent, in a time that is moved by hand. */
class HeartbeatsTest {

    private static final long PERIOD_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int IN_TEN_SECONDS = 100;

    private final Heartbeats heartbeats = new Heartbeats();
    private long nowNs = 7;

    /** Heartbeats that are sent of so many that Aeron makes, while the peer reports or is silent. */
    private int sentOf(final int made, final boolean reports) {
        int sent = 0;
        for (int i = 0; i < made; i++) {
            nowNs += PERIOD_NS;
            if (reports) {
                heartbeats.reported(nowNs);
            }
            sent += heartbeats.isWanted(nowNs) ? 1 : 0;
        }
        return sent;
    }

    @Test
    void shouldTellFiveTimesWhereTheDataEnds() {
        sentOf(IN_TEN_SECONDS, true);
        heartbeats.dataSent();

        assertEquals(5, sentOf(5, true));
        assertEquals(0, sentOf(4, true));
    }

    @Test
    void shouldSendOneASecondThen() {
        sentOf(10, true);

        assertEquals(10, sentOf(IN_TEN_SECONDS, true));
    }

    @Test
    void shouldSendAllToAPeerThatIsSilent() {
        sentOf(IN_TEN_SECONDS, true);

        assertTrue(sentOf(IN_TEN_SECONDS, false) >= IN_TEN_SECONDS - 6);
    }

    @Test
    void shouldSendAllToAPeerThatHasNeverReported() {
        assertEquals(IN_TEN_SECONDS, sentOf(IN_TEN_SECONDS, false));
    }
}

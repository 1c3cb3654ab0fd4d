package io.lockstep.transport.ice;

import java.lang.reflect.Field;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.ice4j.ice.Agent;
import org.ice4j.ice.harvest.CandidateHarvesterSet;
import org.ice4j.stack.NetAccessManager;
import org.ice4j.stack.StunClientTransaction;

/**
 * ice4j keeps threads for a minute that have nothing to do any more, some of them such that a process does not end
 * before them: thirty in a match of eight. It has no setting for that.
 */
final class IdleThreads {

    private static final long KEPT_MS = 500;

    private IdleThreads() {
    }

    /** Lets them go soon; a release of ice4j's that has other threads keeps those as it likes. */
    static void shorten() {
        shorten(Agent.class, "agentTasksExecutor");
        shorten(CandidateHarvesterSet.class, "threadPool");
        shorten(NetAccessManager.class, "messageProcessingExecutor");
        shorten(StunClientTransaction.class, "retransmissionExecutor");
    }

    /** Whether it has such a pool. */
    static boolean shorten(final Class<?> owner, final String pool) {
        try {
            final Field field = owner.getDeclaredField(pool);
            field.setAccessible(true);
            if (field.get(null) instanceof ThreadPoolExecutor threads) {
                threads.setKeepAliveTime(KEPT_MS, TimeUnit.MILLISECONDS);
                return true;
            }
        } catch (final ReflectiveOperationException | RuntimeException another) {
            return false;
        }
        return false;
    }
}

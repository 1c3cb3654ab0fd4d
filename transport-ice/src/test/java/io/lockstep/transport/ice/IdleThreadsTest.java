package io.lockstep.transport.ice;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.ice4j.ice.Agent;
import org.ice4j.ice.harvest.CandidateHarvesterSet;
import org.ice4j.stack.NetAccessManager;
import org.ice4j.stack.StunClientTransaction;
import org.junit.jupiter.api.Test;

/** Fails when a release of ice4j's has other threads, so that somebody looks. */
class IdleThreadsTest {

    @Test
    void shouldFindThePoolsOfThisRelease() {
        assertTrue(IdleThreads.shorten(Agent.class, "agentTasksExecutor"));
        assertTrue(IdleThreads.shorten(CandidateHarvesterSet.class, "threadPool"));
        assertTrue(IdleThreads.shorten(NetAccessManager.class, "messageProcessingExecutor"));
        assertTrue(IdleThreads.shorten(StunClientTransaction.class, "retransmissionExecutor"));
    }

    @Test
    void shouldNotMindPoolsThatAreNotThere() {
        assertFalse(IdleThreads.shorten(Agent.class, "noSuchPool"));
    }
}

package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A member gets the orders that let a newcomer in before it gets the epoch that admits the newcomer. */
class LateLineUpTest {

    @Test
    void shouldNotExecuteAnOrderAboutAMemberOfAnEpochThatIsNotHere() {
        assertEquals(List.of(), Ambushes.lateLineUp(1).violations);
    }
}

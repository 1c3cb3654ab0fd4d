package io.lockstep.examples.meeting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What stands in the window of who meets others. */
class MeetingTest {

    private final Meeting meeting = new Meeting();

    @BeforeEach
    void begin() {
        meeting.begin("Hosting a match", "asking the lobby");
    }

    @Test
    void shouldShowWhoSitsWhereAndWhichSeatsAreFree() {
        meeting.seats(3, Map.of(0, "Ann", 2, "Cid"), 2);
        assertEquals(List.of("Ann", "", "Cid"), meeting.shown().seats());
        assertEquals(2, meeting.shown().self());
        assertEquals(2, meeting.shown().taken());
    }

    @Test
    void shouldShowTheNewestLineFirstAndNoLineTwice() {
        meeting.progress(0, "asking the lobby");
        meeting.progress(20, "finding a way to P1 Bob");
        meeting.progress(100, "finding a way to P1 Bob: direct, after 41 ms");
        assertEquals(List.of("finding a way to P1 Bob: direct, after 41 ms", "finding a way to P1 Bob",
            "asking the lobby"), meeting.shown().lines());
        assertEquals(100, meeting.shown().percent());
    }

    @Test
    void shouldKeepAsManyLinesAsAWayToEachOfSevenTakes() {
        for (int peer = 1; peer <= 20; peer++) {
            meeting.progress(peer, "P" + peer);
        }
        assertEquals(8, meeting.shown().lines().size());
        assertEquals("P20", meeting.shown().lines().get(0));
    }

    @Test
    void shouldLetTheHostAloneStartWithSeatsFreeOnceSomebodyHasCome() {
        meeting.seats(3, Map.of(0, "Ann", 1, "Bob"), 1);
        assertFalse(meeting.shown().mayStart(), "a guest");
        meeting.invite("7K2P-M3XD");
        assertTrue(meeting.shown().mayStart());
        meeting.seats(3, Map.of(0, "Ann"), 0);
        assertFalse(meeting.shown().mayStart(), "alone");
        meeting.seats(2, Map.of(0, "Ann", 1, "Bob"), 0);
        assertFalse(meeting.shown().mayStart(), "starts by itself");
    }

    @Test
    void shouldAskToStartOnce() {
        meeting.invite("7K2P-M3XD");
        meeting.seats(3, Map.of(0, "Ann", 1, "Bob"), 0);
        assertFalse(meeting.isStartAsked());
        meeting.askToStart();
        assertTrue(meeting.isStartAsked());
        assertFalse(meeting.shown().mayStart());
    }

    @Test
    void shouldTellNobodyToComeOnceTheMatchHasStarted() {
        meeting.invite("7K2P-M3XD");
        meeting.explain("Tell the others this code.");
        meeting.seats(3, Map.of(0, "Ann", 1, "Bob"), 0);
        meeting.started();
        assertFalse(meeting.shown().mayStart());
        assertEquals("", meeting.shown().how());
    }

    @Test
    void shouldForgetWhatWasWhenItBeginsAnew() {
        meeting.invite("7K2P-M3XD");
        meeting.explain("Tell the others this code.");
        meeting.seats(2, Map.of(0, "Ann"), 0);
        meeting.progress(10, "1 of 2 seats taken: P0 Ann");
        meeting.askToStart();
        meeting.fail("the lobby does not answer: look at the network");
        assertEquals("the lobby does not answer: look at the network", meeting.shown().failure());
        meeting.begin("Joining a match", "asking the lobby");
        assertEquals(new Meeting.Shown("Joining a match", "", "", List.of(), 0, 0, List.of("asking the lobby"), null,
            false), meeting.shown());
        assertNull(meeting.shown().failure());
        assertFalse(meeting.isStartAsked());
    }
}

package io.lockstep.transport.ice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Generations and the loss watch, with a clock that is moved by hand and paths that do what a test says. */
class LinkTest {

    private static final long MS = 1_000_000L;
    private static final int LOW = 1;
    private static final int HIGH = 3;

    /** A path that is open when a test says so. */
    private static final class Fake implements Path {
        final int generation;
        final Listener listener;
        final List<Letter> taken = new ArrayList<>();
        boolean known = true;
        boolean closed;
        int sent;
        Way way;

        Fake(final int generation, final Listener listener) {
            this.generation = generation;
            this.listener = listener;
        }

        void up(final Way which) {
            way = which;
            listener.up(this, which);
        }

        @Override
        public int generation() {
            return generation;
        }

        @Override
        public void start(final long nowNs) {
            // Nothing happens until a test says so.
        }

        @Override
        public boolean take(final Letter letter, final long nowNs) {
            taken.add(letter);
            return known;
        }

        @Override
        public void tick(final long nowNs) {
            // Nothing is due.
        }

        @Override
        public Way way() {
            return way;
        }

        @Override
        public void send(final byte[] bytes, final int offset, final int length) {
            sent++;
        }

        @Override
        public boolean sendAtOnce(final ByteBuffer packet) {
            return false;
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    private final List<Fake> paths = new ArrayList<>();
    private final List<Letter> letters = new ArrayList<>();
    private final List<String> told = new ArrayList<>();
    private long nowNs = 1_000_000_000_000L;
    private long heardNs = nowNs;
    private long sentNs = nowNs;

    private final Link.Surroundings surroundings = new Link.Surroundings() {
        @Override
        public void letter(final int peer, final Letter letter) {
            letters.add(letter);
        }

        @Override
        public long heardNs(final int peer) {
            return heardNs;
        }

        @Override
        public long sentNs(final int peer) {
            return sentNs;
        }
    };
    private final PathListener listener = new PathListener() {
        @Override
        public void direct(final int peer) {
            told.add("direct");
        }

        @Override
        public void relayed(final int peer) {
            told.add("relayed");
        }

        @Override
        public void changed(final int peer, final boolean relayed) {
            told.add("changed " + relayed);
        }

        @Override
        public void down(final int peer) {
            told.add("down");
        }
    };

    private Link link(final int self, final int peer) {
        return new Link(self, peer, surroundings, listener, (generation, path) -> {
            final Fake fake = new Fake(generation, path);
            paths.add(fake);
            return fake;
        });
    }

    private Link connected(final int self, final int peer) {
        final Link link = link(self, peer);
        link.begin(nowNs);
        run(link, 100);
        paths.get(0).up(Way.DIRECT);
        return link;
    }

    /** Moves the clock on; the peer is heard no more. */
    private void run(final Link link, final int ms) {
        for (int i = 0; i < ms; i += 10) {
            nowNs += 10 * MS;
            link.tick(nowNs);
        }
    }

    private void runAndHear(final Link link, final int ms) {
        for (int i = 0; i < ms; i += 10) {
            heardNs = nowNs;
            run(link, 10);
        }
    }

    private Fake newest() {
        return paths.get(paths.size() - 1);
    }

    @Test
    void shouldBeginWithTheFirstGeneration() {
        final Link link = link(LOW, HIGH);
        link.begin(nowNs);
        assertEquals(1, newest().generation);
        assertFalse(link.isUp());
        newest().up(Way.RELAYED);
        assertTrue(link.isUp());
        newest().up(Way.DIRECT);
        assertEquals(List.of("relayed", "changed false"), told);
    }

    @Test
    void shouldBeginTheNextGenerationAfterSilence() {
        final Link link = connected(LOW, HIGH);
        runAndHear(link, 3000);
        assertEquals(1, link.generation());
        run(link, 700);
        assertEquals(1, link.generation());
        run(link, 60);
        assertEquals(2, link.generation());
        assertEquals(List.of("direct", "down"), told);
        assertTrue(letters.isEmpty());
    }

    @Test
    void shouldAskTheLowerSeatToBeginIfItIsTheHigher() {
        final Link link = connected(HIGH, LOW);
        run(link, 800);
        assertEquals(1, link.generation());
        assertEquals(List.of(Letter.begin(2)), letters);
        link.take(Letter.offer(Way.DIRECT, 2, FakeAgents.offer("peer")), nowNs);
        assertEquals(2, newest().generation);
        assertEquals(1, newest().taken.size());
    }

    @Test
    void shouldUseTheOldWayUntilTheNextIsOpenAndReadItForAWhile() {
        final Link link = connected(LOW, HIGH);
        run(link, 800);
        final int before = paths.get(0).sent;
        link.send(new byte[2], 0, 2);
        assertEquals(before + 1, paths.get(0).sent);
        newest().up(Way.RELAYED);
        link.send(new byte[2], 0, 2);
        assertEquals(1, newest().sent);
        assertEquals(List.of("direct", "down", "relayed"), told);
        runAndHear(link, 1990);
        assertFalse(paths.get(0).closed);
        runAndHear(link, 20);
        assertTrue(paths.get(0).closed);
        assertEquals(2, paths.size());
    }

    @Test
    void shouldSayThatAWayThatFellSilentIsHeardAgain() {
        final Link link = connected(LOW, HIGH);
        run(link, 800);
        runAndHear(link, 50);
        assertEquals(List.of("direct", "down", "direct"), told);
        newest().up(Way.DIRECT);
        assertEquals("changed false", told.get(3));
    }

    @Test
    void shouldBeginAnewWhenTheNetworkHasChanged() {
        final Link link = connected(LOW, HIGH);
        link.restart(nowNs);
        assertEquals(2, link.generation());
        newest().up(Way.DIRECT);
        assertEquals(List.of("direct", "changed false"), told);
    }

    /** As where the lobby is gone: an offer that nobody answers would be sent for the rest of the match. */
    @Test
    void shouldGiveUpTheNextWayWhereTheOneInUseWorks() {
        final Link link = connected(LOW, HIGH);
        link.restart(nowNs);
        runAndHear(link, 31_980);
        assertFalse(newest().closed);
        runAndHear(link, 20);
        assertTrue(newest().closed);
        assertEquals(2, paths.size());
        assertFalse(paths.get(0).closed);
        run(link, 800);
        assertEquals(3, link.generation(), "the one in use fell silent");
    }

    @Test
    void shouldSearchLongerEachTime() {
        final Link link = link(LOW, HIGH);
        link.begin(nowNs);
        run(link, 7990);
        assertEquals(1, link.generation());
        run(link, 20);
        assertEquals(2, link.generation());
        assertTrue(paths.get(0).closed);
        run(link, 15_980);
        assertEquals(2, link.generation());
        run(link, 20);
        assertEquals(3, link.generation());
        run(link, 200_000);
        assertTrue(link.generation() < 12, "generation " + link.generation());
    }

    @Test
    void shouldTellAPeerThatForgotHowFarTheyWere() {
        final Link link = connected(LOW, HIGH);
        runAndHear(link, 500);
        link.restart(nowNs);
        link.take(Letter.offer(Way.DIRECT, 1, FakeAgents.offer("late")), nowNs);
        assertEquals(List.of(Letter.begin(2)), letters);
        link.take(Letter.begin(1), nowNs);
        assertEquals(2, link.generation());
    }

    @Test
    void shouldBeginAnewWithAPeerThatWasStartedAgain() {
        final Link link = connected(LOW, HIGH);
        paths.get(0).known = false;
        link.take(Letter.offer(Way.DIRECT, 1, FakeAgents.offer("other")), nowNs);
        assertEquals(List.of(Letter.begin(2)), letters);
        runAndHear(link, 300);
        link.take(Letter.offer(Way.DIRECT, 2, FakeAgents.offer("other")), nowNs);
        assertEquals(2, link.generation());
        assertEquals(1, newest().taken.size());
    }

    @Test
    void shouldBeginNoMoreGenerationsThanItCanAfford() {
        final Link link = connected(LOW, HIGH);
        for (int i = 0; i < 1000; i++) {
            heardNs = nowNs;
            nowNs += MS;
            link.take(Letter.begin(i + 2), nowNs);
            link.tick(nowNs);
        }
        assertTrue(paths.size() <= 6, paths.size() + " paths");
        link.take(Letter.begin(Letter.MAX_GENERATION), nowNs + 1000 * MS);
        link.restart(nowNs + 2000 * MS);
        assertEquals(Letter.MAX_GENERATION, link.generation());
    }

    @Test
    void shouldProbeWhereNothingElseIsSent() {
        final Link link = connected(LOW, HIGH);
        runAndHear(link, 1000);
        assertEquals(5, paths.get(0).sent);
        for (int i = 0; i < 100; i++) {
            sentNs = nowNs;
            runAndHear(link, 10);
        }
        assertEquals(5, paths.get(0).sent);
    }

    @Test
    void shouldCloseWhateverIsOpen() {
        final Link link = connected(LOW, HIGH);
        link.restart(nowNs);
        newest().up(Way.DIRECT);
        link.restart(nowNs);
        link.close();
        assertEquals(3, paths.size());
        assertTrue(paths.stream().allMatch(path -> path.closed));
        link.take(Letter.begin(9), nowNs + 1000 * MS);
        link.tick(nowNs);
        assertEquals(3, paths.size());
        assertFalse(link.isUp());
    }
}

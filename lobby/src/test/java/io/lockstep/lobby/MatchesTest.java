package io.lockstep.lobby;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.lobby.LobbyException.Reason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the lobby decides, without a socket and with a hand-moved clock. */
class MatchesTest {

    private static final String ANN = Party.token("Ann");
    private static final String BOB = Party.token("Bob");
    private static final String CAT = Party.token("Cat");

    private long nowMs = 1000;
    private final MemoryMatchStore store = new MemoryMatchStore(1000, 1 << 20, () -> nowMs);
    private final Matches matches = new Matches(store, new Turn(), new Random(1), "");

    private String create(final int seats, final boolean late) throws Refusal, IOException {
        final Lines body = Party.body("Ann").add("seats", seats).add("late", late ? "yes" : "no");
        return Codes.read(matches.create(body, nowMs).get("code"));
    }

    private int join(final String code, final String name) throws Refusal, IOException {
        return Integer.parseInt(matches.join(code, Party.body(name), nowMs).get("you").split(" ")[0]);
    }

    private void post(final String code, final String token, final int to, final byte[] letter)
            throws Refusal, IOException {
        matches.post(code, token, new Lines().add("letter", new Posted(to, letter).line()));
    }

    private Roster roster(final String code, final String token) throws Refusal, IOException {
        return MatchText.roster(matches.news(code, token, 0, 0));
    }

    private static void assertRefused(final Reason reason, final Executable what) {
        assertEquals(reason, assertThrows(Refusal.class, what).reason());
    }

    /** A lobby that says so is not believed: the keys of a link are made of it. */
    @Test
    void shouldReadNoRosterWithAKeyOfAnotherLength() {
        final String seen = MatchText.seen(Party.match(2), 1).toString();
        final String key = Codes.text(Party.key("player 1"));
        final byte[] cut = seen.replace(key, Codes.text(new byte[Limits.KEY_BYTES - 1])).getBytes(
            StandardCharsets.UTF_8);
        assertNotNull(MatchText.roster(Lines.parse(seen.getBytes(StandardCharsets.UTF_8), Limits.MAX_ANSWER_LINES)));
        assertNull(MatchText.roster(Lines.parse(cut, Limits.MAX_ANSWER_LINES)));
    }

    /** Direction marks, invisible characters, piles of marks, and more than 32 letters. */
    @ParameterizedTest
    @ValueSource(strings = {"a\u202Eb", "a\u200Fb", "a\u200Bb", "a\u061Cb", "a\u001B[31m", "a\u0085b", "a\uE000b",
        "a\u2028b", "e\u0301\u0301\u0301\u0301\u0301", " ", "thirty-three characters are too many"})
    void shouldTakeNoNameThatAListCannotShow(final String name) {
        assertFalse(Names.isName(name));
        final String seen = MatchText.seen(Party.match(2), 1).toString();
        final String hostile = seen.replace("player 1", name);
        assertNotEquals(seen, hostile);
        final Lines lines = Lines.parse(hostile.getBytes(StandardCharsets.UTF_8), Limits.MAX_ANSWER_LINES);
        assertTrue(lines == null || MatchText.roster(lines) == null, "a client believed a lobby with such a name");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Ann", "\u0986\u09A8\u09BE", "\u0E19\u0E49\u0E33", "J\u00FCrgen O'Neil", "\uD83D\uDE80"})
    void shouldTakeNamesOfAnyScript(final String name) {
        assertTrue(Names.isName(name));
    }

    @Test
    void shouldLetTheHostTakeAPlayerOutBeforeTheStart() throws Refusal, IOException {
        final String code = create(3, false);
        assertEquals(1, join(code, "Bob"));
        final Lines second = new Lines().add("seat", 1);
        assertRefused(Reason.NOT_HOST, () -> matches.kick(code, BOB, second));
        assertRefused(Reason.REFUSED, () -> matches.kick(code, ANN, new Lines().add("seat", 0)));
        assertRefused(Reason.REFUSED, () -> matches.kick(code, ANN, new Lines().add("seat", 2)));
        matches.kick(code, ANN, second);
        assertRefused(Reason.NO_SEAT, () -> matches.news(code, BOB, 0, 0));
        assertEquals("[0: Ann]", roster(code, ANN).peers().toString());
        assertEquals(1, join(code, "Cat"));
        matches.start(code, ANN);
        assertRefused(Reason.STARTED, () -> matches.kick(code, ANN, second));
    }

    @Test
    void shouldSeatWhoeverHasTheCode() throws Refusal, IOException {
        final String code = create(3, false);
        assertEquals(1, join(code, "Bob"));
        assertEquals(2, join(code, "Cat"));
        final Roster roster = roster(code, BOB);
        assertEquals("[0: Ann, 1: Bob, 2: Cat]", roster.peers().toString());
        assertArrayEquals(Party.key("Cat"), roster.peers().get(2).publicKey());
        assertFalse(roster.isStarted());
        assertEquals(3, roster.seats());
    }

    @Test
    void shouldRefuseOneMoreThanThereAreSeats() throws Refusal, IOException {
        final String code = create(2, false);
        join(code, "Bob");
        assertRefused(Reason.FULL, () -> join(code, "Cat"));
    }

    @Test
    void shouldGiveTheSameSeatToWhoAsksAgain() throws Refusal, IOException {
        final String code = create(2, false);
        assertEquals(1, join(code, "Bob"));
        assertEquals(1, join(code, "Bob"));
        assertEquals(1, roster(code, BOB).peers().get(1).incarnation());
    }

    @Test
    void shouldRefuseAWrongCode() throws Refusal, IOException {
        create(2, false);
        assertRefused(Reason.WRONG_CODE, () -> join("00000000", "Bob"));
    }

    @Test
    void shouldRefuseTokenOfAnotherSeat() throws Refusal, IOException {
        final String code = create(3, false);
        join(code, "Bob");
        assertRefused(Reason.NOT_HOST, () -> matches.start(code, BOB));
        assertRefused(Reason.NOT_HOST, () -> matches.configure(code, BOB, new Lines()));
        assertRefused(Reason.NO_SEAT, () -> matches.start(code, CAT));
        assertRefused(Reason.NO_SEAT, () -> matches.news(code, CAT, 0, 0));
        assertRefused(Reason.NO_SEAT, () -> post(code, CAT, 0, new byte[1]));
        assertRefused(Reason.NO_SEAT, () -> matches.rejoin(code, null, nowMs));
        assertRefused(Reason.NO_SEAT, () -> matches.rejoin("00000000", ANN, nowMs));
        post(code, BOB, 0, new byte[] {1});
        assertEquals(1, matches.news(code, ANN, 0, 0).all("letter").size());
        assertEquals(0, matches.news(code, BOB, 0, 0).all("letter").size());
    }

    @Test
    void shouldLeaveEmptySeatsOutAtTheStart() throws Refusal, IOException {
        final String code = create(4, false);
        join(code, "Bob");
        matches.start(code, ANN);
        final Roster roster = roster(code, BOB);
        assertTrue(roster.isStarted());
        assertEquals(2, roster.peers().size());
        assertRefused(Reason.STARTED, () -> join(code, "Cat"));
        assertRefused(Reason.STARTED, () -> matches.configure(code, ANN, new Lines()));
    }

    @Test
    void shouldLetSomebodyInLateIfTheHostAllows() throws Refusal, IOException {
        final String code = create(3, true);
        join(code, "Bob");
        matches.start(code, ANN);
        assertEquals(2, join(code, "Cat"));
        assertEquals(3, roster(code, CAT).peers().size());
        assertTrue(roster(code, CAT).allowsLateJoin());
    }

    @Test
    void shouldTellAllThatTheHostLeftBeforeTheStart() throws Refusal, IOException {
        final String code = create(3, false);
        join(code, "Bob");
        matches.leave(code, ANN);
        assertTrue(roster(code, BOB).isCancelled());
        assertRefused(Reason.CANCELLED, () -> join(code, "Cat"));
        assertRefused(Reason.CANCELLED, () -> matches.rejoin(code, BOB, nowMs));
        nowMs += Limits.CANCELLED_MS;
        assertRefused(Reason.NO_SEAT, () -> matches.poll(code, BOB));
    }

    @Test
    void shouldGoOnWithoutTheHostAfterTheStart() throws Refusal, IOException {
        final String code = create(2, false);
        join(code, "Bob");
        matches.start(code, ANN);
        matches.leave(code, ANN);
        assertEquals("[1: Bob]", roster(code, BOB).peers().toString());
        assertRefused(Reason.NO_SEAT, () -> matches.rejoin(code, ANN, nowMs));
        matches.leave(code, BOB);
        assertEquals(0, store.size());
        assertEquals(0, store.bytes());
    }

    @Test
    void shouldGiveASeatThatWasLeftToAnotherWithoutItsLetters() throws Refusal, IOException {
        final String code = create(2, false);
        join(code, "Bob");
        post(code, ANN, 1, new byte[] {1});
        post(code, BOB, 0, new byte[] {2});
        matches.leave(code, BOB);
        assertEquals(1, join(code, "Cat"));
        assertEquals("[0: Ann, 1: Cat (2)]", roster(code, CAT).peers().toString());
        assertEquals(List.of(), matches.news(code, CAT, 0, 0).all("letter"));
        assertEquals(List.of(), matches.news(code, ANN, 0, 0).all("letter"));
    }

    @Test
    void shouldShowAnotherIncarnationAfterARejoin() throws Refusal, IOException {
        final String code = create(2, false);
        join(code, "Bob");
        final long version = roster(code, ANN).version();
        assertEquals("1 2", matches.rejoin(code, BOB, nowMs).get("you"));
        final Roster roster = MatchText.roster(matches.news(code, ANN, version, 0));
        assertEquals(2, roster.peers().get(1).incarnation());
        assertNull(matches.news(code, ANN, roster.version(), 0));
    }

    @Test
    void shouldTellTheSettings() throws Refusal, IOException {
        final String code = create(2, false);
        join(code, "Bob");
        matches.configure(code, ANN, new Lines().add("config", Codes.text(new byte[4096])));
        assertEquals(4096, roster(code, BOB).matchConfig().length);
        assertRefused(Reason.REFUSED,
            () -> matches.configure(code, ANN, new Lines().add("config", Codes.text(new byte[4097]))));
    }

    @Test
    void shouldEndAMatchTenMinutesAfterTheLastWord() throws Refusal, IOException {
        final String code = create(2, false);
        nowMs += Limits.MATCH_MS - 1;
        matches.poll(code, ANN);
        nowMs += Limits.MATCH_MS - 1;
        assertNotNull(matches.seat(code, ANN, nowMs));
        nowMs += Limits.MATCH_MS;
        assertRefused(Reason.NO_SEAT, () -> matches.poll(code, ANN));
        assertRefused(Reason.WRONG_CODE, () -> join(code, "Bob"));
    }

    @Test
    void shouldDropASendersOwnOldestLetterAndNobodyElses() throws Refusal, IOException {
        final String code = create(3, false);
        join(code, "Bob");
        join(code, "Cat");
        post(code, BOB, 0, new byte[] {99});
        for (int i = 0; i < 1000; i++) {
            post(code, CAT, 0, new byte[] {(byte) i});
        }
        final List<String> first = matches.news(code, ANN, 0, 0).all("letter");
        assertEquals("1 1 " + Codes.text(new byte[] {99}), first.get(0));
        assertEquals(Limits.MAX_LETTERS_AN_ANSWER, first.size());
        final long read = Long.parseLong(first.get(first.size() - 1).split(" ")[0]);
        final List<String> rest = matches.news(code, ANN, 0, read).all("letter");
        assertEquals(List.of("1001 2 " + Codes.text(new byte[] {(byte) 999})), rest);
        assertEquals(List.of(), matches.news(code, ANN, 0, 1001).all("letter"));
    }

    @Test
    void shouldTakeLettersToSeveralSeatsAtOnceOrNone() throws Refusal, IOException {
        final String code = create(3, false);
        join(code, "Bob");
        join(code, "Cat");
        final Lines both = new Lines().add("letter", "1 AAAA").add("letter", "2 AAAB");
        matches.post(code, ANN, both);
        assertEquals(List.of("1 0 AAAA"), matches.news(code, BOB, 0, 0).all("letter"));
        assertEquals(List.of("2 0 AAAB"), matches.news(code, CAT, 0, 0).all("letter"));
        assertRefused(Reason.REFUSED, () -> matches.post(code, ANN, both.add("letter", "2 !")));
        assertEquals(List.of(), matches.news(code, BOB, 0, 1).all("letter"));
    }

    @Test
    void shouldRefuseLettersThatAreNone() throws Refusal, IOException {
        final String code = create(3, false);
        join(code, "Bob");
        post(code, ANN, 1, new byte[Limits.MAX_LETTER_BYTES]);
        assertRefused(Reason.REFUSED, () -> post(code, ANN, 1, new byte[Limits.MAX_LETTER_BYTES + 1]));
        assertRefused(Reason.REFUSED, () -> post(code, ANN, 1, new byte[0]));
        assertRefused(Reason.REFUSED, () -> post(code, ANN, 0, new byte[1]));
        assertRefused(Reason.REFUSED, () -> post(code, ANN, 3, new byte[1]));
        assertRefused(Reason.REFUSED, () -> matches.post(code, ANN, new Lines()));
        post(code, ANN, 2, new byte[1]);
        join(code, "Cat");
        assertEquals(List.of(), matches.news(code, CAT, 0, 0).all("letter"), "nobody sat there when it was sent");
    }

    @ParameterizedTest
    @ValueSource(strings = {"seats 1", "seats 9", "late maybe", "name \u202Eevil", "name  ",
        "name 0123456789abcdef0123456789abcdef0", "key AAAA", "token 0123", "config !"})
    void shouldRefuseAMatchThatIsNone(final String line) {
        final String key = line.substring(0, line.indexOf(' '));
        final Lines body = new Lines();
        for (final String good : Party.body("Ann").add("seats", 2).add("late", "no").toString().split("\n")) {
            if (!good.startsWith(key + " ")) {
                body.add(good.substring(0, good.indexOf(' ')), good.substring(good.indexOf(' ') + 1));
            }
        }
        body.add(key, line.substring(line.indexOf(' ') + 1));
        assertRefused(Reason.REFUSED, () -> matches.create(body, nowMs));
    }

    @Test
    void shouldSayThatThereIsNoRoomInsteadOfTakingIt() throws Refusal, IOException {
        for (int i = 0; i < 1000; i++) {
            create(2, false);
        }
        assertThrows(IOException.class, () -> create(2, false));
        nowMs += Limits.MATCH_MS;
        create(2, false);
        assertEquals(1, store.size());
    }

    @Test
    void shouldKeepMemoryBoundedWhateverIsPosted() throws Refusal, IOException {
        final String code = create(8, false);
        join(code, "Bob");
        final byte[] letter = new byte[Limits.MAX_LETTER_BYTES];
        for (int i = 0; i < 10_000; i++) {
            post(code, BOB, 0, letter);
        }
        assertTrue(store.bytes() < 33 * (Limits.MAX_LETTER_BYTES + 300), store.bytes() + " bytes");
        for (int i = 0; i < 900; i++) {
            final String other = create(2, false);
            join(other, "Bob");
            try {
                for (int k = 0; k < 32; k++) {
                    post(other, BOB, 0, letter);
                }
            } catch (final IOException full) {
                assertTrue(store.bytes() <= 1 << 20);
                return;
            }
        }
        throw new AssertionError("nothing was refused at " + store.bytes() + " bytes");
    }

    @Test
    void shouldSeatSevenOfAThousandWhoHaveTheCodeAndGrowNoMore() throws Refusal, IOException {
        final String code = create(8, false);
        for (int i = 0; i < 7; i++) {
            join(code, "P" + i);
        }
        final long full = store.bytes();
        for (int i = 7; i < 1000; i++) {
            final String name = "P" + i;
            assertRefused(Reason.FULL, () -> join(code, name));
        }
        assertEquals(full, store.bytes());
        assertEquals(1, store.size());
        assertEquals(8, roster(code, ANN).peers().size());
    }

    @Test
    void shouldTryAgainWhenAnotherWasQuicker() throws Refusal, IOException {
        final String code = create(8, false);
        final Matches slow = new Matches(new HastyStore(store, () -> join(code, "Bob")), new Turn(), new Random(2), "");
        assertEquals("2 1", slow.join(code, Party.body("Cat"), nowMs).get("you"));
        assertEquals(3, roster(code, CAT).peers().size());
    }

    @Test
    void shouldKeepNoTokenInItsStore() throws Refusal, IOException {
        final String code = create(2, false);
        assertFalse(new String(store.find(code).match(), StandardCharsets.UTF_8).contains(ANN));
    }
}

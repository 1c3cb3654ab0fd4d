package io.lockstep.lobby;

/** What the lobby allows, each with its reason. */
final class Limits {

    /** A match of one needs no lobby. */
    static final int MIN_SEATS = 2;
    /** A mesh of more is a party of another kind: each seat has a link to every other. */
    static final int MAX_SEATS = 8;
    /** A name is read in a list, not a text to be carried. */
    static final int MAX_NAME_CHARS = 32;
    /**
     * Largest number of combining marks in a row: no living script needs more, and a pile of them covers the lines
     * above.
     */
    static final int MAX_MARKS = 4;
    /** An X25519 key and an Ed25519 key, or whatever else of that length a game proves a player by. */
    static final int KEY_BYTES = 64;
    /** Settings of a match, not its map: they go out with every change of the roster. */
    static final int MAX_CONFIG_BYTES = 4096;
    /** The 1,180 of a letter that looks for a way, and a hundred for a seal around it. */
    static final int MAX_LETTER_BYTES = 1280;
    /** Unread letters of one seat to another; its own oldest goes first, so nobody pushes out another's letters. */
    static final int MAX_LETTERS_A_SENDER = 32;
    /** 8 senders of 32 letters: what a box holds at most. */
    static final int MAX_LETTERS_A_BOX = MAX_SEATS * MAX_LETTERS_A_SENDER;
    /** One answer: 32 letters are 56 KB as text, which fits what a socket takes without waiting. */
    static final int MAX_LETTERS_AN_ANSWER = 32;
    /** The longest body: a match's settings as text and some lines beside them. */
    static final int MAX_BODY_BYTES = 6144;
    /** A body of a request has six lines of ours; more may be news of a later version. */
    static final int MAX_BODY_LINES = 16;
    /** Eight seats, eight servers, 32 letters and some lines; also what a match is kept as. */
    static final int MAX_ANSWER_LINES = 64;
    /** 32 letters, the settings and the roster as text are 64 KB; a client reads no more than twice that. */
    static final int MAX_ANSWER_BYTES = 128 * 1024;
    /** Long enough for a player who looks for a cable, short enough for a memory of minutes. */
    static final long MATCH_MS = 600_000;
    /** Of a match whose host left: two polls, so that all are told. */
    static final long CANCELLED_MS = 60_000;
    /** Below the 30 s after which most proxies give a request up. */
    static final long POLL_MS = 25_000;
    /** Polls that wait: each holds a socket, and 28 KB at most were measured for one. */
    static final int MAX_WAITING = 20_000;
    /** All matches: at 10 minutes each 160 new ones a second, more than one machine is asked for. */
    static final int MAX_MATCHES = 100_000;
    /** All that matches and letters take in memory, counted with what holds them. */
    static final long MAX_STORE_BYTES = 256L << 20;
    /** Two a second and address, of those that take a seat: a party comes within a minute. */
    static final int REQUESTS_A_MINUTE = 120;
    /**
     * So many times more at seats that are taken: 40 a second. Eight players in one house post letters every second
     * while ways are long in coming, and ask as often for them; behind a carrier's address there are several such.
     */
    static final int SEATED_TIMES = 20;
    /**
     * Largest number of requests of one address that may hold a thread at the same time. A request takes milliseconds
     * unless its body arrives slowly. A party of eight in one house joins and sends letters at once.
     */
    static final int MAX_HELD_AN_ADDRESS = 16;
    /** Addresses that are remembered, 100 B each; the one that was quiet longest is forgotten first. */
    static final int MAX_ADDRESSES = 100_000;
    /** A whole party behind one address may mistype before anyone waits. */
    static final int FREE_GUESSES = 8;
    /** The wait doubles from a second up to this: 288 guesses a day and address. */
    static final int MAX_GUESS_WAIT_S = 300;
    /** Longer than the longest wait, so that waiting alone wipes nothing out. */
    static final long GUESSES_KEPT_MS = 900_000;
    /** What coturn is told a password is good for; `alive` brings another. */
    static final long TURN_S = 3600;
    /** STUN and TURN servers of a kind, as many as a search for ways takes. */
    static final int MAX_SERVERS = 4;
    /** Two who change one match at once: one of them reads it again. Eight seats need no more tries. */
    static final int MAX_TRIES = 16;
    /** When there is no room: matches end every second. */
    static final int BUSY_WAIT_S = 5;

    private Limits() {
    }
}

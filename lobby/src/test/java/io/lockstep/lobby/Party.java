package io.lockstep.lobby;

import java.util.Random;

/** Players as tests need them: each has a name, and a token and a key that follow from it. */
final class Party {

    private Party() {
    }

    static String token(final String name) {
        return Codes.token(new Random(name.hashCode()));
    }

    static byte[] key(final String name) {
        final byte[] key = new byte[Limits.KEY_BYTES];
        new Random(name.hashCode()).nextBytes(key);
        return key;
    }

    static Lines body(final String name) {
        return new Lines().add("name", name).add("key", Codes.text(key(name))).add("token", token(name));
    }

    static Match.Player player(final String name) {
        return new Match.Player(Codes.hash(token(name)), key(name), name);
    }

    /** Of eight seats, with so many players and a seat that somebody gave up. */
    static Match match(final int players) {
        final Match match = new Match(8, true, new byte[] {1, 2, 3}, Match.State.OPEN);
        for (int i = 0; i <= players; i++) {
            match.place(i, 1, player("player " + i));
        }
        match.leave(players);
        return match;
    }
}

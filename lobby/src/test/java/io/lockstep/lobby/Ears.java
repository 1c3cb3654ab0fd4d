package io.lockstep.lobby;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Remembers what a client heard. */
final class Ears implements LobbyListener {

    final List<Roster> rosters = new CopyOnWriteArrayList<>();
    final List<String> letters = new CopyOnWriteArrayList<>();
    final List<LobbyException> troubles = new CopyOnWriteArrayList<>();
    final List<LobbyException> ends = new CopyOnWriteArrayList<>();

    @Override
    public void roster(final Roster roster) {
        rosters.add(roster);
    }

    @Override
    public void letter(final int from, final byte[] letter) {
        letters.add(from + ":" + letter.length + ":" + letter[0]);
    }

    @Override
    public void trouble(final LobbyException why) {
        troubles.add(why);
    }

    @Override
    public void ended(final LobbyException why) {
        ends.add(why);
    }

    Roster last() {
        return rosters.get(rosters.size() - 1);
    }

    boolean sees(final String peers) {
        return !rosters.isEmpty() && last().peers().toString().equals(peers);
    }
}

package io.lockstep.examples.peer;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that say who plays here, where it listens, and where the others are. */
final class SeatOptions {

    private static final int MAX_PLAYERS = 32;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--player", required = true, paramLabel = "ID",
        description = "The player who plays here, counted from 0.")
    private int player;

    @Option(names = "--listen", required = true, paramLabel = "HOST:PORT",
        description = "Where this peer listens (UDP); 0.0.0.0 stands for every interface.")
    private String listen;

    @Option(names = "--peer", required = true, paramLabel = "ID[=HOST:PORT]",
        description = {"Where another player listens. Give it once for every other player of the match.",
            "ID alone waits for who has the match's key, from wherever it speaks: a host with an open port does not"
            + " have to know where its guest is (--transport udp)."})
    private List<String> peers;

    /** Who plays here. */
    int player() {
        return player;
    }

    /** Where it listens. */
    Address own() {
        return address("--listen", listen);
    }

    /** Where the others listen: checks that with this player they are 0 to N-1, each once. */
    Map<Integer, Address> others() {
        range("--player", player, 0, MAX_PLAYERS - 1);
        final Map<Integer, Address> others = new TreeMap<>();
        for (final String text : peers) {
            final int equals = text.indexOf('=');
            final String seat = equals < 0 ? text : text.substring(0, equals);
            if (!seat.matches("[0-9]{1,2}")) {
                throw wrong("--peer '" + text + "' is neither ID=HOST:PORT nor ID");
            }
            final int id = Integer.parseInt(seat);
            range("player of --peer", id, 0, MAX_PLAYERS - 1);
            if (id == player) {
                throw wrong("--peer " + text + " names player " + id + ", who plays here");
            }
            final Address address = equals < 0 ? Address.UNKNOWN : address("--peer", text.substring(equals + 1));
            if (others.put(id, address) != null) {
                throw wrong("--peer for player " + id + " is given twice");
            }
        }
        checkComplete(others);
        return others;
    }

    private void checkComplete(final Map<Integer, Address> others) {
        int last = player;
        for (final int id : others.keySet()) {
            last = Math.max(last, id);
        }
        final List<String> missing = new ArrayList<>();
        for (int id = 0; id <= last; id++) {
            if (id != player && !others.containsKey(id)) {
                missing.add(String.valueOf(id));
            }
        }
        if (!missing.isEmpty()) {
            throw wrong("--peer is missing for player " + String.join(", ", missing) + " of the players 0 to " + last);
        }
    }

    private Address address(final String option, final String text) {
        try {
            return Address.parse(text);
        } catch (final IllegalArgumentException refused) {
            throw wrong(option + ": " + refused.getMessage());
        }
    }

    private void range(final String what, final int value, final int min, final int max) {
        if (value < min || value > max) {
            throw wrong(what + " is " + value + ", allowed is " + min + " to " + max);
        }
    }

    private ParameterException wrong(final String why) {
        return new ParameterException(spec.commandLine(), why);
    }
}

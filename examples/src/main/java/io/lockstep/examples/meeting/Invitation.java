package io.lockstep.examples.meeting;

import io.lockstep.transport.ice.match.InternetConfig;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What somebody has filled in who wants to play with a friend.
 *
 * @param hosting whether to make a match; to join one otherwise
 * @param name    what the others read
 * @param lobby   where the lobby is; null for this network, without any
 * @param seats   of a match that is made, 2 to 8
 * @param code    of a match that is joined, as it was typed; empty to look for the only one in this network
 */
public record Invitation(boolean hosting, String name, String lobby, int seats, String code) {

    private static final int CODE_LENGTH = 8;

    /** Takes blanks away that nobody sees. */
    public Invitation {
        name = name.strip();
        lobby = lobby == null ? null : lobby.strip();
        code = code.toUpperCase(Locale.ROOT).replaceAll("[\\s-]", "");
    }

    /**
     * What is wrong with it.
     *
     * @return one line that says what to write; null when it can be tried
     */
    public String problem() {
        try {
            InternetConfig.lan().name(name);
        } catch (final IllegalArgumentException wrong) {
            return "The name '" + name + "' will not do: " + wrong.getMessage() + ".";
        }
        if (lobby != null) {
            try {
                new InternetConfig(URI.create(lobby));
            } catch (final IllegalArgumentException wrong) {
                return "'" + lobby + "' is no address of a lobby: write https://host, as your friend does.";
            }
        }
        if (hosting || code.isEmpty() && lobby == null) {
            return null;
        }
        if (code.isEmpty()) {
            return "The code is missing: ask your friend, who sees it after pressing Host.";
        }
        return code.matches("[0-9A-Z]{" + CODE_LENGTH + "}") ? null
            : "A code has " + CODE_LENGTH + " letters and digits, such as 7K2P-M3XD; '" + code + "' has "
                + (code.matches("[0-9A-Z]*") ? String.valueOf(code.length()) : "others") + ".";
    }

    /**
     * What one would type for it.
     *
     * @return the command and its arguments
     */
    public List<String> typed() {
        final List<String> words = new ArrayList<>(List.of(hosting ? "host" : "join"));
        if (hosting) {
            words.add("--seats=" + seats);
        } else if (!code.isEmpty()) {
            words.add(code.substring(0, CODE_LENGTH / 2) + '-' + code.substring(CODE_LENGTH / 2));
        }
        words.add(lobby == null ? "--lan" : "--lobby=" + lobby);
        words.add("--name=" + name);
        words.add("--window");
        return words;
    }
}

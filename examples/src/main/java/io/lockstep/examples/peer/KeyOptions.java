package io.lockstep.examples.peer;

import io.lockstep.core.security.Identity;
import io.lockstep.core.security.LinkKeys;
import io.lockstep.core.security.MatchKey;
import io.lockstep.core.security.PublicIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Option;

/** The options that say which keys a peer has. */
final class KeyOptions {

    /** More than any roster of 32 has. */
    private static final int MAX_LINES = 1000;

    @Option(names = "--key-file", paramLabel = "FILE", description = "The match's key, the same at every peer and "
        + "secret: who does not have it can neither speak nor be heard. \"lockstep key FILE\" makes one.")
    private Path keyFile;

    @Option(names = "--identity", paramLabel = "FILE", description = "This player's own keys, with --roster: then no "
        + "member can play in another's place. \"lockstep key --identity FILE\" makes them.")
    private Path identity;

    @Option(names = "--roster", paramLabel = "FILE", description = "Who sits where, the same at every peer: a line for "
        + "each player, its number and its public identity.")
    private Path roster;

    @Option(names = "--encrypt", description = "Let nobody read along; at every peer or at none.")
    private boolean encrypt;

    @Option(names = "--insecure", description = "Play over the internet without keys: anybody can then end the match.")
    private boolean insecure;

    /** What they say; wrong files and combinations are refused with one line. */
    Protection protection() {
        if (keyFile == null) {
            refuse(identity != null || roster != null || encrypt, "--identity, --roster and --encrypt need --key-file");
            return new Protection(null, insecure);
        }
        refuse(insecure, "--insecure means without keys: it excludes --key-file");
        refuse(identity == null != (roster == null), "--identity and --roster need each other");
        final MatchKey key = read("--key-file", keyFile, MatchKey::read);
        final LinkKeys keys = identity == null ? LinkKeys.of(key)
            : LinkKeys.of(key, read("--identity", identity, Identity::read),
                read("--roster", roster, KeyOptions::seats));
        return new Protection(encrypt ? keys.encrypted() : keys, false);
    }

    private static void refuse(final boolean wrong, final String why) {
        if (wrong) {
            throw new IllegalArgumentException(why);
        }
    }

    /** Reads a file of keys. */
    private interface Reader<T> {
        T read(Path file) throws IOException;
    }

    private static <T> T read(final String option, final Path file, final Reader<T> reader) {
        try {
            return reader.read(file);
        } catch (final IOException failed) {
            final String why = failed.getMessage();
            throw new IllegalArgumentException(option + ": " + (why == null || why.equals(file.toString())
                ? "cannot read " + file : why), failed);
        } catch (final IllegalArgumentException wrong) {
            throw new IllegalArgumentException(option + " " + file + ": " + wrong.getMessage(), wrong);
        }
    }

    private static Map<Integer, PublicIdentity> seats(final Path file) throws IOException {
        final Map<Integer, PublicIdentity> seats = new TreeMap<>();
        try (var lines = Files.lines(file)) {
            lines.limit(MAX_LINES).map(String::strip).filter(line -> !line.isEmpty() && line.charAt(0) != '#')
                .forEach(line -> {
                    final String[] words = line.split("\\s+", 2);
                    if (words.length < 2 || !words[0].matches("[0-9]{1,2}")) {
                        throw new IllegalArgumentException("'" + line + "' is not ID PUBLIC-IDENTITY");
                    }
                    if (seats.put(Integer.valueOf(words[0]), PublicIdentity.parse(words[1])) != null) {
                        throw new IllegalArgumentException("player " + words[0] + " has two lines");
                    }
                });
        }
        return seats;
    }
}

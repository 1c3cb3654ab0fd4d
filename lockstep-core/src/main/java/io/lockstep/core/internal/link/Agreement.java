package io.lockstep.core.internal.link;

import io.lockstep.core.game.Redundancy;
import io.lockstep.core.internal.game.MatchConfig;
import io.lockstep.core.internal.game.MatchRules;
import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.protocol.FrameInput;
import io.lockstep.core.internal.protocol.Greeting;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.MessageCodec;
import io.lockstep.core.internal.protocol.WireSupport;
import io.lockstep.core.internal.sync.ChecksumWriter;
import io.lockstep.core.security.LinkKeys;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Set;
import java.util.zip.CRC32C;

/** What all peers of a match must have in common, and the comparison that names the first field in which two differ. */
public final class Agreement {

    /** The fields in the order they are compared. The codes travel in a refusal, so they never change. */
    public enum Field {
        /** Nothing differs. */
        NONE("nothing"),
        /** Versions of the wire, of which both must speak one. */
        WIRE_VERSION("wire version"),
        /** See {@code SessionConfig.gameId}. */
        GAME_ID("game id"),
        /** See {@code SessionConfig.matchId}. */
        MATCH_ID("match id"),
        /** See {@code SessionConfig.players}. */
        PLAYERS("players"),
        /** See {@code SessionConfig.tickRate}. */
        TICK_RATE("tick rate"),
        /** See {@code SessionConfig.inputBytes}. */
        INPUT_BYTES("input bytes"),
        /** See {@code SessionConfig.maxEventBytes}. */
        EVENT_BYTES("event bytes"),
        /** See {@code SessionConfig.checksumInterval}. */
        CHECKSUM_INTERVAL("checksum interval"),
        /** See {@code SessionConfig.startFrame}. */
        START_FRAME("start frame"),
        /** Which players the peer plays for, as a bit set in hexadecimal. */
        LINK_PLAYERS("players of the peer"),
        /** A digest over all of it, which also covers the seats of third peers and the policies. */
        DIGEST("two-peer policy, drop timeout, desync policy, state sync or seats"),
        /** See {@code SessionConfig.seatToken}; only asked of a peer that takes a seat that was taken before. */
        SEAT_TOKEN("seat token"),
        /** CRC32 of the game's state before the first frame; a newcomer is not asked, it gets its state later. */
        FIRST_STATE("state before the first frame"),
        /** Capabilities that the refused peer requires and the refusing peer does not know. */
        UNKNOWN_CAPABILITIES("capabilities"),
        /** Capabilities that the refusing peer requires and the refused peer does not know. */
        REQUIRED_CAPABILITIES("capabilities"),
        /** See {@code SessionConfig.matchConfig}; who was not told it takes it from the other. */
        MATCH_CONFIG("match config");

        private static final Field[] BY_CODE = values();

        /** What must be equal; of versions and capabilities it is enough to have some in common. */
        private static final Set<Field> EQUAL = EnumSet.range(GAME_ID, SEAT_TOKEN);

        private final String label;

        Field(final String label) {
            this.label = label;
        }

        String label() {
            return label;
        }

        static String labelOf(final int code) {
            return code < BY_CODE.length ? BY_CODE[code].label : "field " + code;
        }
    }

    private static final long U32 = 0xFFFF_FFFFL;

    /** What is said of a value that nobody is to learn; a refusal must say something. */
    private static final String UNTOLD = "not told";
    /** The missing feature that a refusal names if only encryption differs. */
    private static final String ENCRYPTION = "0x" + Integer.toHexString(WireSupport.ENCRYPTION) + " (encryption)";

    private final MatchSettings settings;
    private final MatchConfig config;
    private final WireSupport support;
    private final long digest;
    private final ChecksumWriter firstState = new ChecksumWriter();
    private boolean hasState;
    /**
     * Joining peers that were not told the match config, as a bit set. They leave the decision to the next higher peer.
     */
    private int joiners;

    /** Is this what a peer may know only once it is welcomed? */
    static boolean isLearned(final Field field) {
        return field == Field.MATCH_CONFIG || field == Field.FIRST_STATE;
    }

    static boolean isLearned(final int code) {
        return code < Field.BY_CODE.length && isLearned(Field.BY_CODE[code]);
    }

    public static boolean isTold(final String value) {
        return !UNTOLD.equals(value);
    }

    public Agreement(final MatchSettings settings) {
        this.settings = settings;
        config = settings.ports().config();
        // Only who sends inputs once takes them so: a FrameInput holds two bytes of input and no command.
        final WireSupport known = MessageCodec.support().with(settings.sending().redundancy() == Redundancy.NONE
            && settings.rules().inputBytes() <= FrameInput.INPUT_BYTES ? WireSupport.FRAME_INPUT : 0);
        final LinkKeys keys = settings.ports().keys();
        support = keys != null && keys.encrypts() ? known.requiring(WireSupport.ENCRYPTION) : known;
        final StringBuilder all = new StringBuilder(256);
        for (final Field field : Field.EQUAL) {
            if (field.compareTo(Field.START_FRAME) <= 0) {
                all.append(ours(field, 0)).append(';');
            }
        }
        for (int peer = 0; peer < Message.MAX_PLAYERS; peer++) {
            all.append(Integer.toHexString(settings.seating().mask(peer))).append(';');
        }
        all.append(settings.rules().twoPeerPolicy()).append(';').append(settings.timeouts().dropMs()).append(';')
            .append(settings.state().policy()).append(';').append(settings.state().syncTicks()).append(';');
        digest = digest(all.toString());
    }

    /** Two CRC32C of the text, after a byte 0 in the upper half and after a byte 1 in the lower half; docs/WIRE.md. */
    static long digest(final String text) {
        final byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        return crc(bytes, 0) << Integer.SIZE | crc(bytes, 1);
    }

    private static long crc(final byte[] bytes, final int firstByte) {
        final CRC32C crc = new CRC32C();
        crc.update(firstByte);
        crc.update(bytes);
        return crc.getValue();
    }

    /** Stands for all of it. */
    public long digest() {
        return digest;
    }

    /**
     * Our state before the first frame, from when it is first asked for: until then a game may get ready. Who joins has
     * none of its own, and what a game begins with may depend on its config.
     */
    private long firstState() {
        if (settings.entrance().joining() || !config.isKnown()) {
            return 0;
        }
        if (!hasState) {
            hasState = true;
            config.give(settings.game());
            settings.game().save(firstState);
        }
        return firstState.checksum() & U32;
    }

    /**
     * The first field in which a peer's greeting does not go with our configuration. Where nothing differs, we learn
     * from it what our game is to be told, if we do not know. Who does not know is not asked for its first state: it
     * compares ours when it learns, and who learns from the same source has the same.
     */
    Field conclude(final Greeting theirs, final int peer) {
        final Field differing = compare(theirs, peer);
        if (differing != Field.NONE || config.isKnown() || theirs.matchConfig() == null) {
            return differing;
        }
        config.learn(theirs.matchConfig(), settings.game());
        // A game that refuses it has no state to compare: the session ends for that.
        return config.refusal() == null ? compare(theirs, peer) : Field.NONE;
    }

    /**
     * Returns whether a link must wait because one end joins, the other one begins, and neither response nor welcome
     * held the match config. If every lower peer joins, the peer that begins decides; the next handshake tells the
     * other end.
     */
    boolean isConfigMissing(final Greeting response, final Greeting welcome, final int peer) {
        final Greeting theirs = response.joining() == settings.entrance().joining() ? welcome : response;
        if (response.matchConfig() != null || welcome.matchConfig() != null
            || response.joining() == welcome.joining() || compare(theirs, peer) != Field.NONE) {
            return false;
        }
        if (theirs.joining() && !config.isKnown()) {
            joiners |= 1 << peer;
            final int lower = settings.seating().awaited() & (1 << settings.self()) - 1;
            if ((lower & ~joiners) == 0) {
                config.learn(new byte[0], settings.game());
            }
        }
        return true;
    }

    /** Fills in what we say of ourselves; salt and frame are the caller's. */
    public void describe(final Greeting greeting) {
        final MatchRules rules = settings.rules();
        greeting.matchId(rules.matchId()).digest(digest).players(settings.seating().mask(settings.self()))
            .tickRate(rules.tickRate()).playerCount(settings.players()).inputBytes(rules.inputBytes())
            .checksumInterval(settings.state().checksumInterval()).maxEventBytes(rules.maxEventBytes())
            .gameId(rules.gameId()).matchConfig(config.bytes()).state(firstState()).speaks(support);
    }

    /** The version in which we talk with the sender of a greeting; 0 if there is none. */
    public int version(final Greeting theirs) {
        return support.commonVersion(theirs.speaks());
    }

    /** The capabilities that we and who greets so both have. */
    public int capabilities(final Greeting theirs) {
        return support.commonCapabilities(theirs.speaks());
    }

    private Field compare(final Greeting theirs, final int peer) {
        final WireSupport other = theirs.speaks();
        if (support.commonVersion(other) == 0) {
            return Field.WIRE_VERSION;
        }
        if (support.lacksOf(other) != 0) {
            return Field.UNKNOWN_CAPABILITIES;
        }
        if (other.lacksOf(support) != 0) {
            return Field.REQUIRED_CAPABILITIES;
        }
        for (final Field field : Field.EQUAL) {
            if (!ours(field, peer).equals(theirs(field, theirs))) {
                return field;
            }
        }
        if (!config.isKnown() || theirs.matchConfig() == null) {
            return Field.NONE;
        }
        if (!config.is(theirs.matchConfig())) {
            return Field.MATCH_CONFIG;
        }
        final boolean comes = settings.entrance().joining() || theirs.joining();
        return comes || firstState() == theirs.state() ? Field.NONE : Field.FIRST_STATE;
    }

    /** What a refusal says of a field: our value, or which capabilities are missing. */
    public String told(final Field field, final Greeting theirs, final int peer) {
        return switch (field) {
            case UNKNOWN_CAPABILITIES -> hex(support.lacksOf(theirs.speaks()));
            case REQUIRED_CAPABILITIES -> hex(theirs.speaks().lacksOf(support));
            default -> shown(field, peer);
        };
    }

    private static String hex(final int bits) {
        return bits == WireSupport.ENCRYPTION ? ENCRYPTION : "0x" + Integer.toHexString(bits);
    }

    /** Returns whether encryption is the only feature that a refusal names as missing. */
    static boolean isEncryption(final String told) {
        return ENCRYPTION.equals(told);
    }

    /** Returns our value of a field as text; for the digest, the four settings that have no field of their own. */
    private String shown(final Field field, final int peer) {
        return field == Field.DIGEST ? Policies.told(settings) : ours(field, peer);
    }

    /** Our value of a field, as text for an error message. */
    public String ours(final Field field, final int peer) {
        return switch (field) {
            case NONE, SEAT_TOKEN, UNKNOWN_CAPABILITIES, REQUIRED_CAPABILITIES -> UNTOLD;
            case WIRE_VERSION -> support.versions();
            case GAME_ID -> settings.rules().gameId();
            case MATCH_ID -> Long.toUnsignedString(settings.rules().matchId());
            case PLAYERS -> String.valueOf(settings.players());
            case TICK_RATE -> String.valueOf(settings.rules().tickRate());
            case INPUT_BYTES -> String.valueOf(settings.rules().inputBytes());
            case EVENT_BYTES -> String.valueOf(settings.rules().maxEventBytes());
            case CHECKSUM_INTERVAL -> String.valueOf(settings.state().checksumInterval());
            case START_FRAME -> String.valueOf(settings.rules().startFrame());
            case LINK_PLAYERS -> Integer.toHexString(settings.seating().mask(peer));
            case DIGEST -> Long.toHexString(digest);
            case FIRST_STATE -> stateText(firstState());
            case MATCH_CONFIG -> MatchConfig.text(config.bytes());
        };
    }

    private static String stateText(final long checksum) {
        // Not String.format: this is asked in every handshake, and would load what formats before the first frame.
        final String hex = Long.toHexString(checksum);
        return "CRC32 " + "0".repeat(Math.max(0, 2 * Integer.BYTES - hex.length())) + hex;
    }

    /** Our value of the field with this code, which came from a peer. */
    public String ours(final int code, final int peer) {
        return code < Field.BY_CODE.length ? shown(Field.BY_CODE[code], peer) : "unknown";
    }

    /** A peer's value of a field. */
    public static String theirs(final Field field, final Greeting greeting) {
        return switch (field) {
            case NONE, SEAT_TOKEN, UNKNOWN_CAPABILITIES, REQUIRED_CAPABILITIES -> UNTOLD;
            case WIRE_VERSION -> greeting.speaks().versions();
            case GAME_ID -> greeting.gameId();
            case MATCH_ID -> Long.toUnsignedString(greeting.matchId());
            case PLAYERS -> String.valueOf(greeting.playerCount());
            case TICK_RATE -> String.valueOf(greeting.tickRate());
            case INPUT_BYTES -> String.valueOf(greeting.inputBytes());
            case EVENT_BYTES -> String.valueOf(greeting.maxEventBytes());
            case CHECKSUM_INTERVAL -> String.valueOf(greeting.checksumInterval());
            case START_FRAME -> String.valueOf(greeting.frame());
            case LINK_PLAYERS -> Integer.toHexString(greeting.players());
            case DIGEST -> Long.toHexString(greeting.digest());
            case FIRST_STATE -> stateText(greeting.state());
            case MATCH_CONFIG -> MatchConfig.text(greeting.matchConfig());
        };
    }
}

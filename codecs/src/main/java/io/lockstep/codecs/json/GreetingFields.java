package io.lockstep.codecs.json;

import io.lockstep.core.internal.protocol.Greeting;
import io.lockstep.core.internal.protocol.WireCode;
import io.lockstep.core.internal.protocol.WireSupport;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a hello, which has the start alone, of a response and of a welcome. Of who speaks other versions
 * nothing but the start counts, and where the rest is sealed nothing else, so that ranges are looked at when all is
 * read.
 */
final class GreetingFields {

    private int lowest;
    private int highest;
    private int required;
    private int optional;
    private int tickRate;
    private int playerCount;
    private int inputBytes;
    private int checksumInterval;
    private String gameId = "";
    private byte @Nullable [] sealed;
    private byte @Nullable [] matchConfig;

    MessageFields<Greeting> hello() {
        return start().end(this::completeStart);
    }

    MessageFields<Greeting> response() {
        return rest(start().number("pepper", Long.SIZE, Greeting::pepper, Greeting::pepper));
    }

    MessageFields<Greeting> welcome() {
        return rest(start());
    }

    private MessageFields<Greeting> start() {
        return new MessageFields<>(Greeting.class).begin(message -> forget())
            .integer("lowestVersion", Byte.SIZE, message -> message.speaks().lowest(), (message, v) -> lowest = v)
            .integer("highestVersion", Byte.SIZE, message -> message.speaks().highest(), (message, v) -> highest = v)
            .bool("joining", Greeting::joining, Greeting::joining)
            .integer("requiredCapabilities", Integer.SIZE, message -> message.speaks().required(),
                (message, v) -> required = v)
            .integer("optionalCapabilities", Integer.SIZE, message -> message.speaks().optional(),
                (message, v) -> optional = v)
            .integer("incarnation", Integer.SIZE, Greeting::incarnation, Greeting::incarnation)
            .integer("salt", Integer.SIZE, Greeting::salt, Greeting::salt);
    }

    private MessageFields<Greeting> rest(final MessageFields<Greeting> start) {
        return start
            .fieldOrNull("sealed", Greeting::isSealed,
                (message, out) -> out.hex(message.sealed(), 0, message.sealed().length),
                (message, in) -> sealed = in.hex(Greeting.MAX_SEALED_BYTES))
            .number("matchId", Long.SIZE, Greeting::matchId, Greeting::matchId)
            .integer("players", Integer.SIZE, Greeting::players, Greeting::players)
            .number("digest", Long.SIZE, Greeting::digest, Greeting::digest)
            .number("frame", Long.SIZE, Greeting::frame, Greeting::frame)
            .number("state", Long.SIZE, Greeting::state, Greeting::state)
            .integer("tickRate", Short.SIZE, Greeting::tickRate, (message, v) -> tickRate = v)
            .integer("playerCount", Byte.SIZE, Greeting::playerCount, (message, v) -> playerCount = v)
            .integer("inputBytes", Byte.SIZE, Greeting::inputBytes, (message, v) -> inputBytes = v)
            .integer("checksumInterval", Short.SIZE, Greeting::checksumInterval,
                (message, v) -> checksumInterval = v)
            .integer("maxEventBytes", Byte.SIZE, Greeting::maxEventBytes, Greeting::maxEventBytes)
            .number("seatToken", Long.SIZE, Greeting::seatToken, Greeting::seatToken)
            .fieldOrNull("matchConfig", message -> message.matchConfig() != null,
                (message, out) -> out.hex(message.matchConfig(), 0, message.matchConfig().length),
                (message, in) -> matchConfig = in.hex(Greeting.MAX_MATCH_CONFIG_BYTES))
            .field("gameId", (message, out) -> out.string(message.gameId()), (message, in) -> readGameId(in))
            .end(this::complete);
    }

    private void forget() {
        sealed = null;
        matchConfig = null;
    }

    /** It may be empty where it does not count. */
    private void readGameId(final JsonInput in) {
        gameId = in.text();
        if (!gameId.isEmpty() && !Greeting.isGameId(gameId)) {
            in.fail(WireCode.RANGE);
        }
    }

    private boolean completeStart(final Greeting message, final JsonInput in) {
        if (!WireSupport.areVersions(lowest, highest)) {
            in.fail(WireCode.RANGE);
            return false;
        }
        message.speaks(new WireSupport(lowest, highest, required, optional)).sealed(sealed);
        return true;
    }

    private void complete(final Greeting message, final JsonInput in) {
        if (!completeStart(message, in) || !message.isReadable()) {
            return;
        }
        if (message.isSealed()) {
            if (sealed == null || sealed.length == 0) {
                in.fail(WireCode.TRUNCATED);
            }
        } else if (gameId.isEmpty() || !Greeting.areInRange(tickRate, playerCount, inputBytes, checksumInterval)) {
            in.fail(WireCode.RANGE);
        } else {
            message.tickRate(tickRate).playerCount(playerCount).inputBytes(inputBytes)
                .checksumInterval(checksumInterval).matchConfig(matchConfig).gameId(gameId);
        }
    }
}

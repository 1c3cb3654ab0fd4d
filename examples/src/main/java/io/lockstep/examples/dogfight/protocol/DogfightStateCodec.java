package io.lockstep.examples.dogfight.protocol;

import io.lockstep.codecs.Codec;
import io.lockstep.codecs.CodecCode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * States, 7 bytes + 9 for each power-up + 97 for each player, big-endian:
 *
 * <pre>
 * total_length    u32   bytes of all of this, itself included
 * status          u8    0 none, 1 in progress, 2 closed
 * power_ups       u16   bytes of all power-ups, 9 each
 *   pos_x, pos_y  i32, i32
 *   kind          u8    0 none, 1 hp_plus_one, 2 hp_plus_three, 3 ammo_plus_one
 * players               97 bytes each, as many as there are
 *   pos_x, pos_y  i32, i32
 *   hp            i8
 *   alive         u8    0 or 1
 *   direction     u8    0 idle, 1 up, 2 down, 3 left, 4 right
 *   player_id     36 B  no two are equal
 *   5 bullets           10 bytes each: pos_x i32, pos_y i32, active u8 (0 or 1), direction u8
 * </pre>
 *
 * <p>Has no state, so one serves everybody.
 */
public final class DogfightStateCodec implements Codec<DogfightState> {

    /** What stands before the power-ups. */
    public static final int HEADER_BYTES = 7;

    /** One power-up. */
    public static final int POWER_UP_BYTES = 9;

    /** One bullet. */
    public static final int BULLET_BYTES = 10;

    /** One player with name and bullets. */
    public static final int PLAYER_BYTES = 11 + PlayerId.BYTES + DogfightState.BULLETS * BULLET_BYTES;

    /** Most power-ups: their bytes are counted in 16 bits. */
    public static final int MAX_POWER_UPS = 0xFFFF / POWER_UP_BYTES;

    /** A codec. */
    public DogfightStateCodec() {
    }

    /**
     * Size of a state.
     *
     * @param players  0 or more
     * @param powerUps 0 to {@link #MAX_POWER_UPS}
     * @return bytes
     */
    public static int bytes(final int players, final int powerUps) {
        return HEADER_BYTES + powerUps * POWER_UP_BYTES + players * PLAYER_BYTES;
    }

    @Override
    public int encode(final DogfightState value, final ByteBuffer target) {
        check(value.powerUps, 0, Math.min(value.powerUpX.length, MAX_POWER_UPS), "power-ups");
        check(value.players, 0, value.x.length, "players");
        check(value.status, 0, DogfightState.MAX_STATUS, "status");
        final ByteOrder order = target.order();
        target.order(ByteOrder.BIG_ENDIAN);
        try {
            final int bytes = bytes(value.players, value.powerUps);
            target.putInt(bytes);
            target.put((byte) value.status);
            target.putShort((short) (value.powerUps * POWER_UP_BYTES));
            for (int i = 0; i < value.powerUps; i++) {
                target.putInt(value.powerUpX[i]).putInt(value.powerUpY[i]);
                target.put(check(value.powerUpKind[i], 0, DogfightState.MAX_KIND, "kind"));
            }
            for (int i = 0; i < value.players; i++) {
                encodePlayer(value, i, target);
            }
            return bytes;
        } finally {
            target.order(order);
        }
    }

    private static void encodePlayer(final DogfightState value, final int player, final ByteBuffer target) {
        if (isTwice(value, player)) {
            throw new IllegalArgumentException("player " + player + " has the name of another");
        }
        target.putInt(value.x[player]).putInt(value.y[player]);
        target.put(check(value.hp[player], Byte.MIN_VALUE, Byte.MAX_VALUE, "hp"));
        target.put((byte) (value.alive[player] ? 1 : 0));
        target.put(check(value.direction[player], 0, DogfightState.MAX_DIRECTION, "direction"));
        target.put(value.playerId, player * PlayerId.BYTES, PlayerId.BYTES);
        final int first = player * DogfightState.BULLETS;
        for (int i = first; i < first + DogfightState.BULLETS; i++) {
            target.putInt(value.bulletX[i]).putInt(value.bulletY[i]);
            target.put((byte) (value.bulletActive[i] ? 1 : 0));
            target.put(check(value.bulletDirection[i], 0, DogfightState.MAX_DIRECTION, "direction of a bullet"));
        }
    }

    private static byte check(final int value, final int min, final int max, final String what) {
        if (!DogfightState.in(value, min, max)) {
            throw new IllegalArgumentException(what + " is " + value + ", must be " + min + " to " + max);
        }
        return (byte) value;
    }

    /** Whether the name of a player is that of one before it. */
    private static boolean isTwice(final DogfightState state, final int player) {
        final int from = player * PlayerId.BYTES;
        for (int other = 0; other < from; other += PlayerId.BYTES) {
            if (Arrays.equals(state.playerId, from, from + PlayerId.BYTES, state.playerId, other,
                    other + PlayerId.BYTES)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public CodecCode decode(final ByteBuffer source, final DogfightState target) {
        final ByteOrder order = source.order();
        source.order(ByteOrder.BIG_ENDIAN);
        final CodecCode code = decodeBigEndian(source, target);
        source.order(order);
        return code;
    }

    private static CodecCode decodeBigEndian(final ByteBuffer source, final DogfightState target) {
        final int length = source.remaining();
        if (length < HEADER_BYTES) {
            return CodecCode.TRUNCATED;
        }
        final long announced = Integer.toUnsignedLong(source.getInt());
        if (announced != length) {
            return announced > length ? CodecCode.TRUNCATED : CodecCode.TRAILING;
        }
        target.status = source.get() & 0xFF;
        final int powerUpBytes = source.getShort() & 0xFFFF;
        if (target.status > DogfightState.MAX_STATUS || powerUpBytes % POWER_UP_BYTES != 0) {
            return CodecCode.RANGE;
        }
        final int playerBytes = source.remaining() - powerUpBytes;
        if (playerBytes < 0 || playerBytes % PLAYER_BYTES != 0) {
            return CodecCode.TRUNCATED;
        }
        target.powerUps = powerUpBytes / POWER_UP_BYTES;
        target.players = playerBytes / PLAYER_BYTES;
        if (target.powerUps > target.powerUpX.length || target.players > target.x.length) {
            target.powerUps = 0;
            target.players = 0;
            return CodecCode.TOO_LARGE;
        }
        boolean good = true;
        for (int i = 0; i < target.powerUps; i++) {
            target.powerUpX[i] = source.getInt();
            target.powerUpY[i] = source.getInt();
            target.powerUpKind[i] = source.get() & 0xFF;
            good &= target.powerUpKind[i] <= DogfightState.MAX_KIND;
        }
        for (int i = 0; i < target.players; i++) {
            good &= decodePlayer(source, target, i);
        }
        return good ? CodecCode.OK : CodecCode.RANGE;
    }

    private static boolean decodePlayer(final ByteBuffer source, final DogfightState target, final int player) {
        target.x[player] = source.getInt();
        target.y[player] = source.getInt();
        target.hp[player] = source.get();
        final int alive = source.get() & 0xFF;
        target.alive[player] = alive != 0;
        target.direction[player] = source.get() & 0xFF;
        boolean good = alive <= 1 && target.direction[player] <= DogfightState.MAX_DIRECTION;
        source.get(target.playerId, player * PlayerId.BYTES, PlayerId.BYTES);
        final int first = player * DogfightState.BULLETS;
        for (int i = first; i < first + DogfightState.BULLETS; i++) {
            target.bulletX[i] = source.getInt();
            target.bulletY[i] = source.getInt();
            final int active = source.get() & 0xFF;
            target.bulletActive[i] = active != 0;
            target.bulletDirection[i] = source.get() & 0xFF;
            good &= active <= 1 && target.bulletDirection[i] <= DogfightState.MAX_DIRECTION;
        }
        return good && !isTwice(target, player);
    }
}

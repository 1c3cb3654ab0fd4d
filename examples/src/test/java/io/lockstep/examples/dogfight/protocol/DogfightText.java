package io.lockstep.examples.dogfight.protocol;

import java.nio.charset.StandardCharsets;
import java.util.StringJoiner;

/** Events and states as the lines of dogfight-vectors.txt. */
final class DogfightText {

    private DogfightText() {
    }

    static String of(final DogfightEvent event) {
        return "action=" + event.action + " argument=" + event.argument + " id="
            + new String(event.playerId, StandardCharsets.US_ASCII);
    }

    static DogfightEvent event(final String line) {
        final String[] fields = line.split("[ =]");
        final DogfightEvent event = new DogfightEvent();
        event.action = Integer.parseInt(fields[1]);
        event.argument = Integer.parseInt(fields[3]);
        id(fields[5], event.playerId, 0);
        return event;
    }

    private static void id(final String text, final byte[] target, final int offset) {
        System.arraycopy(text.getBytes(StandardCharsets.US_ASCII), 0, target, offset, PlayerId.BYTES);
    }

    static String of(final DogfightState state) {
        final StringJoiner line = new StringJoiner(" ");
        line.add("status=" + state.status);
        for (int i = 0; i < state.powerUps; i++) {
            line.add("powerUp=" + state.powerUpX[i] + ',' + state.powerUpY[i] + ',' + state.powerUpKind[i]);
        }
        for (int i = 0; i < state.players; i++) {
            final StringJoiner player = new StringJoiner(",");
            player.add("player=" + state.x[i]).add("" + state.y[i]).add("" + state.hp[i]);
            player.add(state.alive[i] ? "1" : "0").add("" + state.direction[i]);
            player.add(new String(state.playerId, i * PlayerId.BYTES, PlayerId.BYTES, StandardCharsets.US_ASCII));
            for (int bullet = i * DogfightState.BULLETS; bullet < (i + 1) * DogfightState.BULLETS; bullet++) {
                player.add(state.bulletX[bullet] + ":" + state.bulletY[bullet] + ':'
                    + (state.bulletActive[bullet] ? 1 : 0) + ':' + state.bulletDirection[bullet]);
            }
            line.add(player.toString());
        }
        return line.toString();
    }

    static DogfightState state(final String line) {
        final DogfightState state = new DogfightState(4, 8);
        for (final String field : line.split(" ")) {
            final String[] values = field.substring(field.indexOf('=') + 1).split(",");
            if (field.startsWith("status=")) {
                state.status = Integer.parseInt(values[0]);
            } else if (field.startsWith("powerUp=")) {
                state.powerUpX[state.powerUps] = Integer.parseInt(values[0]);
                state.powerUpY[state.powerUps] = Integer.parseInt(values[1]);
                state.powerUpKind[state.powerUps++] = Integer.parseInt(values[2]);
            } else {
                player(state, values);
            }
        }
        return state;
    }

    private static void player(final DogfightState state, final String[] values) {
        final int player = state.players++;
        state.x[player] = Integer.parseInt(values[0]);
        state.y[player] = Integer.parseInt(values[1]);
        state.hp[player] = Integer.parseInt(values[2]);
        state.alive[player] = values[3].equals("1");
        state.direction[player] = Integer.parseInt(values[4]);
        id(values[5], state.playerId, player * PlayerId.BYTES);
        for (int i = 0; i < DogfightState.BULLETS; i++) {
            final String[] bullet = values[6 + i].split(":");
            final int at = player * DogfightState.BULLETS + i;
            state.bulletX[at] = Integer.parseInt(bullet[0]);
            state.bulletY[at] = Integer.parseInt(bullet[1]);
            state.bulletActive[at] = bullet[2].equals("1");
            state.bulletDirection[at] = Integer.parseInt(bullet[3]);
        }
    }
}

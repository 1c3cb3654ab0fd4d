package io.lockstep.core.internal.transfer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.lockstep.core.input.FrameSource;
import io.lockstep.core.internal.protocol.Command;
import java.util.Arrays;
import java.util.SplittableRandom;

/** A frame made by hand. */
final class TestFrame implements FrameSource {

    final byte[] inputs;
    final byte[][] events;
    final int[] commands;
    final boolean[] present;
    private final int inputBytes;
    private byte[] lastEvent = {};

    TestFrame(final int players, final int inputBytes) {
        this.inputBytes = inputBytes;
        inputs = new byte[players * inputBytes];
        events = new byte[players][0];
        commands = new int[players];
        present = new boolean[players];
        Arrays.fill(present, true);
    }

    /** Players who hold a button for a while, and now and then an event, a command, somebody who goes or comes. */
    void change(final SplittableRandom random, final int maxEventBytes, final double perPlayer) {
        for (int player = 0; player < present.length; player++) {
            if (random.nextDouble() < perPlayer) {
                inputs[player * inputBytes + random.nextInt(inputBytes)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
            }
            events[player] = new byte[random.nextInt(40) == 0 ? random.nextInt(maxEventBytes + 1) : 0];
            random.nextBytes(events[player]);
            commands[player] = random.nextInt(100) == 0 && events[player].length == 0 ? command(random) : 0;
            present[player] ^= random.nextInt(200) == 0;
        }
    }

    private static int command(final SplittableRandom random) {
        final Command.Kind[] kinds = Command.Kind.values();
        return Command.of(kinds[random.nextInt(kinds.length)], random.nextInt(32), random.nextInt(1 << Short.SIZE));
    }

    void assertSame(final FrameSource other, final String what) {
        assertEquals(present.length, other.players(), what);
        for (int player = 0; player < present.length; player++) {
            assertEquals(present[player], other.present(player), what);
            final int at = other.inputOffset(player);
            assertArrayEquals(Arrays.copyOfRange(inputs, player * inputBytes, (player + 1) * inputBytes),
                Arrays.copyOfRange(other.inputs(), at, at + inputBytes), what);
            final int event = other.eventOffset(player);
            assertArrayEquals(events[player],
                Arrays.copyOfRange(other.events(), event, event + other.eventLength(player)), what);
            assertEquals(commands[player], other.command(player), what);
        }
    }

    @Override
    public int players() {
        return present.length;
    }

    @Override
    public boolean present(final int player) {
        return present[player];
    }

    @Override
    public byte[] inputs() {
        return inputs;
    }

    @Override
    public int inputOffset(final int player) {
        return player * inputBytes;
    }

    @Override
    public byte[] events() {
        return lastEvent;
    }

    @Override
    public int eventOffset(final int player) {
        lastEvent = events[player];
        return 0;
    }

    @Override
    public int eventLength(final int player) {
        lastEvent = events[player];
        return events[player].length;
    }

    @Override
    public int command(final int player) {
        return commands[player];
    }
}

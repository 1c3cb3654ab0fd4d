package io.lockstep.core.internal.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CommandTest {

    @ParameterizedTest
    @EnumSource
    void shouldGiveBackWhatItPacks(final Command.Kind kind) {
        final int packed = Command.of(kind, 31, 0xFEDC);
        assertEquals(0xFEDC_1F00 | kind.code(), packed);
        assertEquals(kind, Command.kind(packed));
        assertEquals(31, Command.seat(packed));
        assertEquals(0xFEDC, Command.frames(packed));
        assertEquals(kind == Command.Kind.ACTIVATE, Command.isActivate(packed));
        assertEquals(kind == Command.Kind.LEAVE, Command.isLeave(packed));
        assertTrue(Command.isValid(packed));
        assertFalse(Command.isValid(packed + (1 << 8)), "seat 32");
    }

    @Test
    void shouldKnowNoOtherKinds() {
        assertFalse(Command.isValid(Command.NONE));
        assertFalse(Command.isActivate(Command.NONE));
        assertTrue(Command.isValid(Command.Kind.values().length));
        assertFalse(Command.isValid(Command.Kind.values().length + 1));
    }

    @Test
    void shouldOrderAProcessAndNotItsSeat() {
        final int order = Command.activate(7, 200, 0x1234_5690);
        assertEquals(Command.of(Command.Kind.ACTIVATE, 7, 0x90C8), order);
        assertTrue(Command.isActivate(order));
        assertEquals(200, Command.ahead(order));
        assertTrue(Command.isOfTheSame(order, Command.activate(7, 3, 0x90)));
        assertFalse(Command.isOfTheSame(order, Command.activate(7, 200, 0x91)), "another process");
        assertFalse(Command.isOfTheSame(order, Command.activate(6, 200, 0x90)), "another seat");
        assertFalse(Command.isOfTheSame(order, order ^ 1), "another kind");
    }
}

package io.lockstep.codecs.ecs;

import org.jspecify.annotations.Nullable;

/** The five instructions; the constant's place is the opcode. */
public enum EcsOpcode {
    /** 0: an entity is there, without components. Three bytes. */
    CREATE(3),
    /** 1: an entity is gone, with its components. Three bytes. */
    DELETE(3),
    /** 2: an entity has a component, with its default data. Five bytes. */
    ATTACH(5),
    /** 3: a component of an entity has new data. Five bytes and the data. */
    UPDATE(5),
    /** 4: an entity has a component no more. Five bytes. */
    DETACH(5);

    private static final EcsOpcode[] ALL = values();

    private final int fixedBytes;

    EcsOpcode(final int fixedBytes) {
        this.fixedBytes = fixedBytes;
    }

    /**
     * How long the instruction is, without an update's data.
     *
     * @return 3 or 5
     */
    public int fixedBytes() {
        return fixedBytes;
    }

    /**
     * The instruction of an opcode.
     *
     * @param opcode any
     * @return the instruction, or null if there is none
     */
    public static @Nullable EcsOpcode of(final int opcode) {
        return opcode >= 0 && opcode < ALL.length ? ALL[opcode] : null;
    }
}

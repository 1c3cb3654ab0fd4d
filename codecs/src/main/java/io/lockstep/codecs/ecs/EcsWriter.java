package io.lockstep.codecs.ecs;

import java.nio.ByteBuffer;

/**
 * Writes instructions, one opcode byte and its operands each. Entities and components are numbers of two bytes; what is
 * larger is cut to its lower 16 bits. Buffers that are full throw {@link java.nio.BufferOverflowException}. Stateless.
 */
public final class EcsWriter {

    private EcsWriter() {
    }

    /**
     * Writes that an entity is there.
     *
     * @param target where to, from its position, which moves
     * @param entity 0 to 65,535
     */
    public static void create(final ByteBuffer target, final int entity) {
        put(target, EcsOpcode.CREATE, entity);
    }

    /**
     * Writes that an entity is gone.
     *
     * @param target where to, from its position, which moves
     * @param entity 0 to 65,535
     */
    public static void delete(final ByteBuffer target, final int entity) {
        put(target, EcsOpcode.DELETE, entity);
    }

    /**
     * Writes that an entity has a component.
     *
     * @param target    where to, from its position, which moves
     * @param entity    0 to 65,535
     * @param component its id in the table
     */
    public static void attach(final ByteBuffer target, final int entity, final int component) {
        put(target, EcsOpcode.ATTACH, entity);
        putShort(target, component);
    }

    /**
     * Writes a component's data.
     *
     * @param target    where to, from its position, which moves
     * @param entity    0 to 65,535
     * @param component its id in the table
     * @param data      where the data is
     * @param offset    its first byte
     * @param length    as long as the table says
     */
    public static void update(final ByteBuffer target, final int entity, final int component, final byte[] data,
                              final int offset, final int length) {
        put(target, EcsOpcode.UPDATE, entity);
        putShort(target, component);
        target.put(data, offset, length);
    }

    /**
     * Writes that an entity has a component no more.
     *
     * @param target    where to, from its position, which moves
     * @param entity    0 to 65,535
     * @param component its id in the table
     */
    public static void detach(final ByteBuffer target, final int entity, final int component) {
        put(target, EcsOpcode.DETACH, entity);
        putShort(target, component);
    }

    private static void put(final ByteBuffer target, final EcsOpcode opcode, final int entity) {
        target.put((byte) opcode.ordinal());
        putShort(target, entity);
    }

    static void putShort(final ByteBuffer target, final int value) {
        target.put((byte) (value >>> Byte.SIZE));
        target.put((byte) value);
    }
}

package io.lockstep.codecs.rabbit;

/**
 * A value that is made of Rabbit fields. It names its fields once, for both directions, so that what is written and
 * what is read cannot differ.
 */
public interface RabbitMessage {

    /**
     * Hands every field, in order, to a writer or a reader and takes back what it answers:
     *
     * <pre>
     * breakable = fields.flag(breakable);
     * if (breakable) {
     *     durability = fields.f32(durability);
     * }
     * </pre>
     *
     * @param fields a writer answers with what it was given, a reader with what it found
     */
    void visit(RabbitFields fields);
}

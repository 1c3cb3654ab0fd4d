package io.lockstep.codecs.ecs;

/** What a decoder found. Decoders never throw: whatever the bytes are, the answer is one of these. */
public enum EcsCode {
    /** All of it is valid. */
    OK("valid"),
    /** The bytes end within a table or an instruction. */
    TRUNCATED("shorter than its layout"),
    /** Bytes follow the end of the table. */
    TRAILING("longer than its layout"),
    /** A component's name is empty, has a forbidden character, or something behind its padding. */
    NAME("a name is not made of letters, digits, dashes, underscores and dots"),
    /** Two components have the same name. */
    DUPLICATE("two components have the same name"),
    /** The table does not end with ffff. */
    END_MARK("the end mark is missing"),
    /** The table names a component that this end does not know. */
    UNKNOWN("a component is not known here"),
    /** No instruction has this opcode. */
    OPCODE("no instruction has this opcode"),
    /** The component's id is not in the table. */
    COMPONENT("no component has this id"),
    /** The entity to be created is there already. */
    ENTITY_EXISTS("the entity exists"),
    /** The instruction names an entity that is not there. */
    NO_ENTITY("the entity does not exist"),
    /** The component to be attached is attached already. */
    ATTACHED("the component is attached"),
    /** The component to be updated or detached is not attached. */
    NOT_ATTACHED("the component is not attached"),
    /** There are more entities than the state has room for. */
    TOO_MANY("more entities than there is room for");

    private final String meaning;

    EcsCode(final String meaning) {
        this.meaning = meaning;
    }

    /**
     * What the code means.
     *
     * @return a phrase for people
     */
    public String meaning() {
        return meaning;
    }
}

package io.lockstep.core.internal.protocol;

/**
 * Where a message reads its fields from by their names. The first thing that is wrong is remembered, and reading goes
 * no further; until then every getter may be called as if all were well. A {@link MessageText} provides one.
 */
public interface FieldReader {

    /** Takes one member of an object; the reader stands at its value. */
    @FunctionalInterface
    interface Fields {

        /**
         * Takes a value.
         *
         * @param index which of the object's names
         * @param in    at the value
         */
        void field(int index, FieldReader in);
    }

    /** Takes one element of an array; the reader stands at it. */
    @FunctionalInterface
    interface Elements {

        /**
         * Takes an element.
         *
         * @param in at the element
         */
        void element(FieldReader in);
    }

    /**
     * What is wrong.
     *
     * @return {@link WireCode#OK} while nothing is
     */
    WireCode code();

    /**
     * Refuses the field read last; the first refusal stands.
     *
     * @param why what is wrong with it; {@link WireCode#OK} refuses nothing
     */
    void fail(WireCode why);

    /**
     * Reads an object: each of these names once, in any order, and no other.
     *
     * @param names    of its members
     * @param optional bit n for a name that may be missing
     * @param fields   takes the values
     */
    void object(String[] names, int optional, Fields fields);

    /**
     * Reads an array.
     *
     * @param elements takes its elements
     */
    void array(Elements elements);

    /**
     * Is there no value?
     *
     * @return true if it was written by {@link FieldWriter#nothing}
     */
    boolean isNull();

    /**
     * Is the value an object?
     *
     * @return true if {@link #object} reads it
     */
    boolean isObject();

    /** Passes over the value, whatever it is. */
    void skip();

    /**
     * Reads an integer.
     *
     * @param bits how many it may have, 1 to 64
     * @return the value, unsigned; 0 if anything is wrong
     */
    long unsigned(int bits);

    /**
     * Reads an integer of 8 bits.
     *
     * @return 0 to 255
     */
    default int u8() {
        return (int) unsigned(Byte.SIZE);
    }

    /**
     * Reads an integer of 16 bits.
     *
     * @return 0 to 65,535
     */
    default int u16() {
        return (int) unsigned(Short.SIZE);
    }

    /**
     * Reads an integer of 32 bits.
     *
     * @return the bits as they stand in an int
     */
    default int u32() {
        return (int) unsigned(Integer.SIZE);
    }

    /**
     * Reads an integer of 64 bits.
     *
     * @return the bits as they stand in a long
     */
    default long u64() {
        return unsigned(Long.SIZE);
    }

    /** Reads the version of the protocol, which must be {@link Message#VERSION}. */
    void version();

    /**
     * Reads true or false.
     *
     * @return false if anything is wrong
     */
    boolean bool();

    /**
     * Reads a text.
     *
     * @return an empty one if anything is wrong
     */
    String text();

    /**
     * How many bytes the value holds.
     *
     * @param max the most
     * @return 0 if anything is wrong
     */
    int hexLength(int max);

    /**
     * Reads as many bytes as {@link #hexLength} says.
     *
     * @param target where to
     * @param offset of the first one
     */
    void hex(byte[] target, int offset);
}

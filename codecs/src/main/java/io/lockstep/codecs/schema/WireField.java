package io.lockstep.codecs.schema;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * How a component of a record is declared, where that is not what its type says. Without it a number is signed and as
 * wide as its type, a string, array or map at most 255 long, a key two bytes.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface WireField {

    /**
     * Bytes of the number, of each number of an array, of each key of a map.
     *
     * @return 1 to what the type has; 0 for what it has, of a key for 2
     */
    int bytes() default 0;

    /**
     * Is the number a two's complement?
     *
     * @return false for an unsigned one, which it is too if {@link #bytes} are given and this is not
     */
    boolean signed() default false;

    /**
     * Most bytes of a string, most elements of an array or map.
     *
     * @return 1 to 255 for a string, to 65,535 otherwise
     */
    int max() default Schema.MAX_STRING_BYTES;
}

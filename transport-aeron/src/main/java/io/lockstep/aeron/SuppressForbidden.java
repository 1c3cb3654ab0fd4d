package io.lockstep.aeron;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks code that may use an API which the build forbids elsewhere. */
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
@interface SuppressForbidden {

    /** The reason why this class may, and no other. */
    String value();
}

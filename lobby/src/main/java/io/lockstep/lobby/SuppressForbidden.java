package io.lockstep.lobby;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks a named seam that may use what the build forbids elsewhere. */
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
@interface SuppressForbidden {

    /** Why this class and no other. */
    String value();
}

package io.lockstep.core.internal.transport;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks a named seam that may touch what the core may not; the build's checks look for an annotation of this name. */
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
@interface SuppressForbidden {

    /** Why this class and no other. */
    String value();
}

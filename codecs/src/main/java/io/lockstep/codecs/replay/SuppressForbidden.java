package io.lockstep.codecs.replay;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks a seam that may touch what others may not; the build looks for an annotation of this name. */
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
@interface SuppressForbidden {

    /** Why this class and no other. */
    String value();
}

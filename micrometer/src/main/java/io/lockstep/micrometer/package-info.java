/**
 * The figures of a match as meters of Micrometer.
 */
@NullMarked
package io.lockstep.micrometer;

import org.jspecify.annotations.NullMarked;

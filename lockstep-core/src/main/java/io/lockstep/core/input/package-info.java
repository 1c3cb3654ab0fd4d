/**
 * How many ticks an input waits before it takes effect, and the inputs of a frame as they were played.
 */
@NullMarked
package io.lockstep.core.input;

import org.jspecify.annotations.NullMarked;

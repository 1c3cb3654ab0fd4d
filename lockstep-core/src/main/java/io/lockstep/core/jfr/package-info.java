/**
 * What happens in a match, as events of the JDK Flight Recorder. No other class of the core names the recorder, so that
 * the core runs where there is none.
 */
@NullMarked
package io.lockstep.core.jfr;

import org.jspecify.annotations.NullMarked;

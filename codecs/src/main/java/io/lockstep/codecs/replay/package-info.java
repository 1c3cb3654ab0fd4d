/**
 * What can be done with a recording: play it, verify it, seek in it, compare it with another one, go on from it. It
 * is read from a buffer; it is written to a file here, and so is what is known of differing states.
 */
@NullMarked
package io.lockstep.codecs.replay;

import org.jspecify.annotations.NullMarked;
